// Files that others opened on purpose: what is proposed, what closes, and what is said where nothing does.
#include <QDir>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QtTest>

#include <fstream>
#include <regex>
#include <set>

#include "app/close_loops.h"
#include "app/document.h"
#include "app/intended_anchors.h"
#include "app/read_mechanism.h"
#include "app/recut_check.h"
#include "core/dynamics/drag.h"
#include "tests/support/command_run.h"
#include "tests/support/dense_oracle.h"
#include "tests/support/shared_folder.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

std::string sharedFile(const char* path) {
  return (sharedFolder() + u'/' + QString::fromLatin1(path)).toStdString();
}
bool isThere(const std::string& path) {
  return std::ifstream(path).good();
}

/// [['a', 'b'], ['c', 'd']] of the line "closed_loop: ...".
std::vector<std::set<std::string>> closedLoopsOf(const std::string& yamlPath) {
  std::ifstream file(yamlPath);
  std::vector<std::set<std::string>> pairs;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("closed_loop:", 0) != 0) continue;
    const std::regex pair("\\['([^']+)', *'([^']+)'\\]");
    for (std::sregex_iterator it(line.begin(), line.end(), pair), end; it != end; ++it)
      pairs.push_back({(*it)[1].str(), (*it)[2].str()});
  }
  return pairs;
}

std::vector<LoopCandidate> proposals(const Model& model) {
  return loopCandidatesAt(model, model.nominal, {}, false);
}

}  // namespace

class TestClosing : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void parallelRobots_data();
  void parallelRobots();
  void closedRobotsAreCutElsewhere_data() { parallelRobots_data(); }
  void closedRobotsAreCutElsewhere();
  void ordinaryRobots_data();
  void ordinaryRobots();
  void openPoseClosesWithHipsKept();
  void stretchedFiveBarOfTheCase();
  void twoParentsOfferTheOtherReading();
  void documentTakesTheTravelAsLimits();
  void holesInMeshesAreProposed();
  void anchorsGiveWayToThePose();
};

void TestClosing::parallelRobots_data() {
  QTest::addColumn<QString>("folder");
  for (const char* folder : {"5bar_linkage", "robot_delta", "disney_robot", "cassie_like"})
    QTest::newRow(folder) << QString::fromLatin1(folder);
}
void TestClosing::parallelRobots() {
  QFETCH(QString, folder);
  const std::string dir = sharedFile(("models/parallel_robots/" + folder).toLatin1().constData());
  if (!isThere(dir + "/robot.yaml")) QSKIP("no shared models here");
  const Opened opened = openMechanism(dir + "/robot.urdf", {}, BaseMode::Auto);
  QVERIFY(opened.build && opened.build->model);
  // What robot.yaml closes is what the names propose.
  const std::vector<std::set<std::string>> expected = closedLoopsOf(dir + "/robot.yaml");
  QVERIFY(!expected.empty());
  ModelPtr model = opened.build->model;
  const std::vector<LoopCandidate> found = proposals(*model);
  std::vector<const LoopCandidate*> named;
  for (const LoopCandidate& c : found)
    if (c.evidence == LoopEvidence::NamedPair) named.push_back(&c);
  QCOMPARE(named.size(), expected.size());
  for (const std::set<std::string>& pair : expected) {
    const bool isProposed = std::any_of(named.begin(), named.end(), [&](const LoopCandidate* c) {
      return std::all_of(pair.begin(), pair.end(),
                         [&](const std::string& name) { return c->words.find(name) != std::string::npos; });
    });
    QVERIFY2(isProposed, pair.begin()->c_str());
  }
  // Accepted one after the other: closed, or the reason in words and millimetres.
  VectorXd q = model->nominal;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::vector<LoopCandidate> left = loopCandidatesAt(*model, q, {}, false);
    const auto next = std::find_if(left.begin(), left.end(), [](const LoopCandidate& c) {
      return c.evidence == LoopEvidence::NamedPair;
    });
    QVERIFY(next != left.end());
    const Outcome<AcceptedCandidate> accepted = acceptedCandidate(*model, q, *next);
    QVERIFY2(accepted.ok(), accepted.diagnostics.empty() ? "" : accepted.diagnostics[0].message.c_str());
    const Outcome<ModelPtr> compiled =
        compileModel(accepted->mechanism, {model->isFloating ? BaseMode::Floating : BaseMode::Fixed, true});
    QVERIFY(compiled.ok());
    model = *compiled;
    q = accepted->pose;
    QVERIFY(q.allFinite());
    if (accepted->isClosed) {
      QVERIFY(largestGap(*model, q).maxGap < 1e-9);
    } else {
      const Diagnostic& why = accepted.diagnostics.back();
      QCOMPARE(why.code, std::string("loop-cannot-close"));
      QVERIFY(!why.hint.empty());
    }
    qInfo("%s: %s -> %s %s", qPrintable(folder), next->words.c_str(), accepted->isClosed ? "closed" : "open",
          accepted->isClosed
              ? ""
              : (accepted.diagnostics.back().message + " " + accepted.diagnostics.back().hint).c_str());
  }
}

void TestClosing::closedRobotsAreCutElsewhere() {
  QFETCH(QString, folder);
  const std::string dir = sharedFile(("models/parallel_robots/" + folder).toLatin1().constData());
  if (!isThere(dir + "/robot.yaml")) QSKIP("no shared models here");
  const Opened opened = openMechanism(dir + "/robot.urdf", {}, BaseMode::Auto);
  QVERIFY(opened.build && opened.build->model);
  // All loops that close, closed.
  BuildPtr build = opened.build;
  bool isMoving = true;
  while (isMoving) {
    isMoving = false;
    for (const LoopCandidate& c : proposals(*build->model)) {
      if (c.evidence != LoopEvidence::NamedPair) continue;
      const Outcome<AcceptedCandidate> accepted = acceptedCandidate(*build->model, build->model->nominal, c);
      if (!accepted || !accepted->isClosed) continue;
      build = buildMechanism(accepted->mechanism, opened.build->base);
      QVERIFY(build->model);
      isMoving = true;
      break;
    }
  }
  if (build == opened.build) QSKIP("no loop of it closes");
  const Mechanism& m = *build->mechanism;
  const oracle::Tree tree(*build->model->mechanism);
  int cuts = 0;
  for (const int joint : cuttableJoints(m)) {
    RecutOptions options;
    options.frames = FramesPolicy::Keep;
    Outcome<Mechanism> cut = recut(m, joint, options);
    if (!cut) {
      qInfo("%s: %s", m.joints[static_cast<std::size_t>(joint)].name.c_str(),
            cut.diagnostics[0].message.c_str());
      continue;
    }
    ++cuts;
    const BuildPtr after = buildMechanism(std::make_shared<const Mechanism>(std::move(*cut)), build->base);
    QVERIFY(after->model);
    QCOMPARE(after->analysis.mobility.dof, build->analysis.mobility.dof);
    QVERIFY(checkRecut(*build, *after).holds());
    // Every link where it was, and every loop closed, by code that neither cuts nor closes: here, and where
    // the first joints of the robot are moved to.
    const oracle::Tree other(*after->model->mechanism);
    Dragger dragger(build->model);
    VectorXd q = build->model->nominal;
    for (int pose = 0; pose < 3; ++pose) {
      if (pose > 0)
        q = dragger
                .dragJoint(q, pose - 1, q[build->model->joints[static_cast<std::size_t>(pose - 1)].q] + 0.02)
                .q;
      const auto mapped = poseAfterRecut(m, {q.begin(), q.end()}, *after->mechanism);
      QVERIFY(mapped);
      const VectorXd p =
          Eigen::Map<const VectorXd>(mapped->data(), static_cast<Eigen::Index>(mapped->size()));
      QVERIFY(oracle::constraintErrors(*after->model->mechanism, other, after->model->nominal, p)
                  .cwiseAbs()
                  .maxCoeff() < 1e-9);
      for (std::size_t l = 0; l < m.links.size(); ++l) {
        const int k = after->mechanism->findLink(m.links[l].name);
        QVERIFY(k >= 0);
        const Pose a = tree.linkPose(static_cast<int>(l), q), b = other.linkPose(k, p);
        QVERIFY2((a.p - b.p).norm() < 1e-9 && (a.R - b.R).norm() < 1e-9, m.links[l].name.c_str());
      }
    }
  }
  QVERIFY(cuts > 0);
  qInfo("%s: %d cuts", qPrintable(folder), cuts);
}

void TestClosing::ordinaryRobots_data() {
  QTest::addColumn<QString>("file");
  QDir corpus(sharedFolder() + QStringLiteral("/models/urdf_corpus"));
  const QStringList files = corpus.entryList({QStringLiteral("*.urdf")}, QDir::Files);
  if (files.isEmpty()) QTest::newRow("none") << QString();
  for (const QString& file : files) QTest::newRow(qPrintable(file)) << corpus.filePath(file);
}
void TestClosing::ordinaryRobots() {
  QFETCH(QString, file);
  if (file.isEmpty()) QSKIP("no shared models here");
  const Opened opened = openMechanism(file.toStdString(), {}, BaseMode::Auto);
  if (!opened.build || !opened.build->model) return;  // not a file with a model
  const std::vector<LoopCandidate> found = proposals(*opened.build->model);
  QVERIFY2(found.empty(), found.empty() ? "" : found[0].words.c_str());
}

void TestClosing::openPoseClosesWithHipsKept() {
  const std::string path = sharedFile("cases/08-nominal-config/open_pose.urdf");
  if (!isThere(path)) QSKIP("no shared cases here");
  Document document;
  const Diagnostics findings = document.openFileNow(QString::fromStdString(path));
  const bool warns = std::any_of(findings.begin(), findings.end(), [](const Diagnostic& d) {
    return d.message.find("74.72 mm") != std::string::npos || d.message.find("0.07472") != std::string::npos;
  });
  QVERIFY(warns);
  const ModelPtr model = document.model();
  const std::vector<int> hips{model->findJoint("hip_a"), model->findJoint("hip_b")};
  QVERIFY(!hasErrors(document.closeLoops(hips)));
  document.waitForIdle();
  const double expected[4] = {0.6, -1.103302616, -0.6, 1.103302616};  // the case's numbers, by hand
  for (int i = 0; i < 4; ++i) QVERIFY(std::abs(document.pose()[7 + i] - expected[i]) < 1e-8);
  QCOMPARE(document.undoStack()->count(), 1);
  QCOMPARE(document.undoStack()->text(0), QStringLiteral("Close loops"));
}

void TestClosing::stretchedFiveBarOfTheCase() {
  const std::string path = sharedFile("cases/09-fivebar-open-pose/fivebar_open.urdf");
  if (!isThere(path)) QSKIP("no shared cases here");
  Document document;
  (void)document.openFileNow(QString::fromStdString(path));
  QVERIFY(document.loopCandidates(0.001).empty());
  const std::vector<LoopCandidate> found = document.loopCandidates(0.1);
  QCOMPARE(found.size(), std::size_t(1));
  QVERIFY(std::abs(found[0].gap - 0.08) < 1e-12);
  QVERIFY(!hasErrors(document.acceptCandidate(found[0])));
  document.waitForIdle();
  QVERIFY(largestGap(*document.model(), document.pose()).maxGap < 1e-12);
  QVERIFY(document.pose().cwiseAbs().maxCoeff() <= 3.1);
  QCOMPARE(document.analysis().mobility.genericDof, 2);
  QCOMPARE(document.undoStack()->count(), 1);
}

void TestClosing::twoParentsOfferTheOtherReading() {
  const std::string path = sharedFile("cases/01-two-parents-fourbar/cad_export.urdf");
  if (!isThere(path)) QSKIP("no shared cases here");
  Document document;
  (void)document.openFileNow(QString::fromStdString(path));
  QVERIFY(document.model());
  const std::vector<LoopCandidate> found = document.loopCandidates(0.001);
  QCOMPARE(found.size(), std::size_t(1));
  QCOMPARE(found[0].evidence, LoopEvidence::TwoParents);
  QVERIFY((found[0].p_1 - Vector3d(0.16, 0.08, 0)).norm() < 1e-12);
  QVERIFY((found[0].p_2 - Vector3d(-0.04, 0.14, 0)).norm() < 1e-12);
  QVERIFY(found[0].words.find("pivot_c") != std::string::npos);
  const Outcome<Mechanism> other = applyEdit(*document.mechanism(), found[0].edit);
  QVERIFY(other.ok());
  QVERIFY(other->joints[static_cast<std::size_t>(other->findJoint("pivot_d"))].isCut);
  QVERIFY(!other->joints[static_cast<std::size_t>(other->findJoint("pivot_c"))].isCut);
}

void TestClosing::documentTakesTheTravelAsLimits() {
  const std::string path = sharedFile("cases/11-travel-limit/triple_rocker.urdf");
  if (!isThere(path)) QSKIP("no shared cases here");
  Document document;
  (void)document.openFileNow(QString::fromStdString(path));
  QSignalSpy stopped(&document, &Document::dragStopped);
  const int crank = document.model()->findJoint("crank_joint");
  (void)document.setJointCoordinate(crank, M_PI / 2);
  QVERIFY(std::abs(document.pose()[0] - 0.9120560273526287) < 1e-6);
  QCOMPARE(stopped.count(), 1);
  QCOMPARE(stopped[0][0].toString(), QStringLiteral("end of travel: coupler and rocker in line (toggle)"));
  (void)document.setJointCoordinate(crank, 0.5);
  QCOMPARE(stopped.count(), 2);
  QVERIFY(stopped[1][0].toString().isEmpty());
  QVERIFY(!hasErrors(document.applyTravelLimits(document.sweepTravel(crank))));
  document.waitForIdle();
  const Joint& joint = document.mechanism()->joints[0];
  QVERIFY(std::abs(*joint.limits.upper - 52.25 * M_PI / 180) < 1e-9);
  QVERIFY(std::abs(*joint.limits.lower + 52.25 * M_PI / 180) < 1e-9);
}

/// A bush: a ring of 36 facets, 8 mm inside and 20 mm outside, 3 mm thick, its axis z.
QByteArray bush() {
  QByteArray text;
  for (const double radius : {0.004, 0.01})
    for (const double z : {-0.0015, 0.0015})
      for (int i = 0; i < 36; ++i)
        text += QStringLiteral("v %1 %2 %3\n")
                    .arg(radius * std::cos(i * M_PI / 18), 0, 'g', 12)
                    .arg(radius * std::sin(i * M_PI / 18), 0, 'g', 12)
                    .arg(z, 0, 'g', 12)
                    .toLatin1();
  const auto quad = [&](int a, int b, int c, int d) {
    text += QStringLiteral("f %1 %2 %3 %4\n").arg(a + 1).arg(b + 1).arg(c + 1).arg(d + 1).toLatin1();
  };
  for (int i = 0; i < 36; ++i) {
    const int k = (i + 1) % 36;  // inside below 0, above 36; outside below 72, above 108
    quad(36 + i, 36 + k, k, i);
    quad(72 + i, 72 + k, 108 + k, 108 + i);
    quad(36 + i, 108 + i, 108 + k, 36 + k);
    quad(i, k, 72 + k, 72 + i);
  }
  return text;
}

void TestClosing::holesInMeshesAreProposed() {
  // A parallelogram of 0.2 m by 0.1 m, opened between coupler and rocker; both carry a bush there.
  QTemporaryDir dir;
  const auto write = [&](const char* name, const QByteArray& text) {
    QFile file(dir.filePath(QString::fromLatin1(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
  };
  write("bush.obj", bush());
  const auto link = [](const char* name, const char* at) {
    return QStringLiteral(
               "<link name=\"%1\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" "
               "ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>%2</link>")
        .arg(QString::fromLatin1(name),
             *at ? QStringLiteral(
                       "<visual><origin xyz=\"%1\"/><geometry><mesh filename=\"bush.obj\"/></geometry>"
                       "</visual>")
                       .arg(QString::fromLatin1(at))
                 : QString());
  };
  const auto hinge = [](const char* name, const char* parent, const char* child, const char* at) {
    return QStringLiteral(
               "<joint name=\"%1\" type=\"continuous\"><parent link=\"%2\"/><child link=\"%3\"/>"
               "<origin xyz=\"%4\"/><axis xyz=\"0 0 1\"/></joint>")
        .arg(QString::fromLatin1(name), QString::fromLatin1(parent), QString::fromLatin1(child),
             QString::fromLatin1(at));
  };
  write("open.urdf", (QStringLiteral("<robot name=\"open\"><link name=\"world\"/>") + link("crank", "") +
                      link("coupler", "0.2 0 0") + link("rocker", "0 0.1 0") +
                      hinge("a", "world", "crank", "0 0 0") + hinge("b", "crank", "coupler", "0 0.1 0") +
                      hinge("d", "world", "rocker", "0.2 0 0") + QStringLiteral("</robot>"))
                         .toLatin1());
  const std::string file = dir.filePath(QStringLiteral("open.urdf")).toStdString();
  const auto proposed = [&](std::vector<std::string> options) {
    std::vector<std::string> args{"info", file, "--candidates", "--json"};
    args.insert(args.end(), options.begin(), options.end());
    const Ran ran = run(args);
    QJsonArray holes;
    for (const QJsonValue& c : ran.json()["candidates"].toArray())
      if (c["evidence"].toString() == QStringLiteral("holes")) holes.append(c);
    return holes;
  };
  QVERIFY(proposed({}).isEmpty());
  const QJsonArray found = proposed({"--holes"});
  QVERIFY(!found.isEmpty());
  const QJsonValue first = found.first();
  const bool isInOrder = first["body1"].toString() == QStringLiteral("coupler");
  QCOMPARE((QSet<QString>{first["body1"].toString(), first["body2"].toString()}),
           (QSet<QString>{QStringLiteral("coupler"), QStringLiteral("rocker")}));
  const QJsonArray anchor = first[isInOrder ? QStringLiteral("anchor") : QStringLiteral("anchor2")].toArray();
  QVERIFY(std::abs(anchor[0].toDouble() - 0.2) < 1e-5 && std::abs(anchor[1].toDouble()) < 1e-5);
  QVERIFY(first["gap_m"].toDouble() < 1e-5);
}

void TestClosing::anchorsGiveWayToThePose() {
  // The same parallelogram with both anchors written, drawn with the crank at 0.3 rad: open by the way from
  // the coupler's end to the rocker's.
  QTemporaryDir dir;
  const QString file = dir.filePath(QStringLiteral("drawn.urdf")),
                out = dir.filePath(QStringLiteral("moved.urdf"));
  QFile text(file);
  QVERIFY(text.open(QIODevice::WriteOnly));
  const char* const inertial =
      "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
      "iyz='0'/></inertial></link>";
  for (const char* line : {"<robot name='drawn'><link name='world'/>", "<link name='crank'>", inertial,
                           "<link name='coupler'>", inertial, "<link name='rocker'>", inertial})
    text.write(line);
  text.write(
      "<joint name='a' type='continuous'><parent link='world'/><child link='crank'/><axis xyz='0 0 "
      "1'/></joint>"
      "<joint name='b' type='continuous'><parent link='crank'/><child link='coupler'/>"
      "<origin xyz='0 0.1 0'/><axis xyz='0 0 1'/></joint>"
      "<joint name='d' type='continuous'><parent link='world'/><child link='rocker'/>"
      "<origin xyz='0.2 0 0'/><axis xyz='0 0 1'/></joint>"
      "<constraints nominal_config='0.3 0 0'><pin body1='coupler' body2='rocker' anchor='0.2 0 0' "
      "anchor2='0 0.1 0'/></constraints></robot>");
  text.close();
  const auto gapOf = [](const QString& path) {
    return run({"info", path.toStdString(), "--json"})
        .json()
        .value(QStringLiteral("closure"))
        .toObject()
        .value(QStringLiteral("max_gap_m"))
        .toDouble(-1);
  };
  const double c = std::cos(0.3), s = std::sin(0.3);
  const double gap = std::hypot(-0.1 * s + 0.2 * c - 0.2, 0.1 * c + 0.2 * s - 0.1);
  QVERIFY2(std::abs(gapOf(file) - gap) < 1e-12, qPrintable(QString::number(gapOf(file))));
  QCOMPARE(run({"close", file.toStdString(), "--anchors", "move", "-o", out.toStdString()}).code, 0);
  QVERIFY(gapOf(out) >= 0 && gapOf(out) < 1e-15);
  const Opened moved = openMechanism(out.toStdString(), {}, BaseMode::Auto);
  QVERIFY(moved.build && moved.build->model);
  QCOMPARE(moved.build->model->nominal, Eigen::Vector3d(0.3, 0, 0));
  // In body2 the anchor is where the coupler's end is: the same way from the rocker's own.
  const Constraint& pin = moved.build->model->constraints.front();
  const Vector3d expected(-0.1 * s + 0.2 * c - 0.2, 0.1 * c + 0.2 * s, 0);
  const Vector3d inRocker =
      moved.build->model->links[static_cast<std::size_t>(moved.build->mechanism->findLink("rocker"))]
          .X_B.inverse() *
      pin.p_B2A2;
  QVERIFY2((inRocker - expected).norm() < 1e-12, qPrintable(QString::number((inRocker - expected).norm())));
}

QTEST_GUILESS_MAIN(TestClosing)
#include "tst_closing.moc"
