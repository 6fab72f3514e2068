// Files that others opened on purpose: what is proposed, what closes, and what is said where nothing does.
#include <QDir>
#include <QSignalSpy>
#include <QUndoStack>
#include <QtTest>

#include <fstream>
#include <regex>
#include <set>

#include "app/close_loops.h"
#include "app/document.h"
#include "app/intended_anchors.h"
#include "app/read_mechanism.h"
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
  void ordinaryRobots_data();
  void ordinaryRobots();
  void openPoseClosesWithHipsKept();
  void stretchedFiveBarOfTheCase();
  void twoParentsOfferTheOtherReading();
  void documentTakesTheTravelAsLimits();
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

QTEST_GUILESS_MAIN(TestClosing)
#include "tst_closing.moc"
