// What is said of a mechanism: Gruebler's count and ranks by hand, and the numbers of the shared cases.
#include <QtTest>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

#include "core/dynamics/analysis.h"
#include "core/mechanism/actuation.h"
#include "core/dynamics/assemble.h"
#include "core/dynamics/cut_candidates.h"
#include "core/dynamics/mobility.h"
#include "core/io/urdf_reader.h"
#include "core/mechanism/actuation.h"
#include "core/topology/closure_recognition.h"
#include "core/topology/cut_joint_closures.h"
#include "tests/support/fixtures.h"
#include "tests/support/linkages.h"
#include "tests/support/shared_folder.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

Closure tipPin(const Vector3d& offset) {
  return makePin("coupler", "rocker", kFourBarTip + offset);
}

bool hasCode(const Diagnostics& findings, const std::string& code) {
  return std::any_of(findings.begin(), findings.end(), [&](const Diagnostic& d) { return d.code == code; });
}
const Diagnostic* findCode(const Diagnostics& findings, const std::string& code) {
  for (const Diagnostic& d : findings)
    if (d.code == code) return &d;
  return nullptr;
}

ModelPtr sharedModel(const QString& path, Diagnostics* findings = nullptr) {
  const auto read = readUrdfFile((sharedFolder() + "/" + path).toStdString(), PackagePaths{});
  if (!read) return nullptr;
  return compiled(*read, findings);
}

}  // namespace

#define NEED_SHARED() \
  if (!QDir(sharedFolder() + "/cases").exists()) QSKIP("the shared cases are not here")

class TestAnalysis : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void fourBarThreeWays_data();
  void fourBarThreeWays();
  void describesLoops();
  void sliderCrank();
  void thirdBar();
  void flatParallelogramIsSingular();
  void floatingBaseCountsSix();
  void openAtNominal();
  void examples_data();
  void examples();
  void candidatesPreferPassiveJoints();
  void recognisesWhatCutJointsWrite_data();
  void recognisesWhatCutJointsWrite();
  void sharedCases_data();
  void sharedCases();
  void offersThePoseThatCloses();
  void sharedModels_data();
  void sharedModels();
};

void TestAnalysis::fourBarThreeWays_data() {
  QTest::addColumn<int>("pins");
  QTest::addColumn<int>("rows");
  QTest::addColumn<int>("rank");
  QTest::addColumn<int>("dof");
  QTest::addColumn<QString>("says");
  QTest::newRow("pin") << 1 << 3 << 2 << 1
                       << "1 degree of freedom. Direction z of pin 1 is held by the parallel hinges.";
  QTest::newRow("hinge") << 2 << 6 << 2 << 1 << "Pin 2 repeats pin 1.";
  QTest::newRow("weld") << 3 << 9 << 3 << 0 << "No degree of freedom: it is a structure.";
}
void TestAnalysis::fourBarThreeWays() {
  QFETCH(int, pins);
  QFETCH(int, rows);
  QFETCH(int, rank);
  QFETCH(int, dof);
  QFETCH(QString, says);
  std::vector<Closure> closures{tipPin({0, 0, -0.02}), tipPin({0, 0, 0.02}), tipPin({0.03, 0, 0})};
  if (pins == 1) closures[0] = tipPin({0, 0, 0});
  closures.resize(static_cast<std::size_t>(pins));
  const Analysis a = analyse(*compiled(fourBar(closures)));
  QCOMPARE(a.mobility.jointDof, 3);
  QCOMPARE(a.mobility.rows, rows);
  QCOMPARE(a.mobility.rank, rank);
  QCOMPARE(a.mobility.dof, dof);
  QCOMPARE(a.mobility.genericDof, dof);
  QCOMPARE(a.mobility.redundant, rows - rank);
  QCOMPARE(a.mobility.gruebler, 3 - rows);
  const QString words = QString::fromStdString(a.mobility.words);
  QVERIFY2(words.contains(says), qPrintable(words));
  QCOMPARE(hasCode(a.diagnostics, "closure-locks-loop"), pins == 3);
  if (const Diagnostic* d = findCode(a.diagnostics, "closure-locks-loop")) {
    QVERIFY(d->message.find("this closure also stops the coupler turning on the rocker") !=
            std::string::npos);
    QVERIFY(d->hint.find("use a hinge") != std::string::npos);
  }
}

void TestAnalysis::describesLoops() {
  const Analysis a = analyse(*compiled(fourBar({tipPin({0, 0, 0})})));
  QCOMPARE(a.loops.size(), std::size_t(1));
  const LoopReport& loop = a.loops[0];
  QVERIFY(loop.isPlanar);
  QVERIFY(loop.normal_W.cross(Vector3d::UnitZ()).norm() < 1e-12);
  QCOMPARE(loop.kindWords, std::string("four-bar"));
  QCOMPARE(loop.constraints, (std::vector<int>{0}));
  QVERIFY(std::abs(loop.size - std::hypot(0.16, 0.14)) < 1e-12);  // foot of the crank to the tip
  const Analysis spatial = analyse(*compiled(skewChain({makePin("f", "world", {0.1, 0, 0})})));
  QVERIFY(!spatial.loops[0].isPlanar);
  QCOMPARE(spatial.loops[0].kindWords, std::string("spatial loop of 7 joints"));
  QCOMPARE(spatial.mobility.dof, 3);  // 6 hinges, 3 rows
}

void TestAnalysis::sliderCrank() {
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("crank", 1), makeLink("rod", 1), makeLink("slider", 1)};
  m.joints = {makeJoint("main", JointType::Continuous, "world", "crank"),
              makeJoint("big_end", JointType::Continuous, "crank", "rod", {0, 0.1, 0}),
              makeJoint("guide", JointType::Prismatic, "world", "slider", {0.24, 0, 0}, Vector3d::UnitX())};
  m.closures = {makePin("rod", "slider", {0.24, -0.1, 0})};
  const Analysis a = analyse(*compiled(m));
  QCOMPARE(a.loops[0].kindWords, std::string("slider-crank"));
  QCOMPARE(a.mobility.dof, 1);
  QCOMPARE(a.mobility.rank, 2);
}

void TestAnalysis::thirdBar() {
  // Exact: the third bar repeats one row, in every pose. 1 mm too long: it moves to first order only.
  const Analysis exact = analyse(*compiled(threeBarParallelogram(0.0)));
  QCOMPARE(exact.mobility.rank, 3);
  QCOMPARE(exact.mobility.dof, 1);
  QCOMPARE(exact.mobility.genericDof, 1);
  QVERIFY(!hasCode(exact.diagnostics, "moves-infinitesimally"));
  const Analysis longer = analyse(*compiled(threeBarParallelogram(0.001)));
  QCOMPARE(longer.mobility.dof, 1);
  QCOMPARE(longer.mobility.genericDof, 0);
  QVERIFY(hasCode(longer.diagnostics, "moves-infinitesimally"));
  QVERIFY2(longer.mobility.words.find("only infinitesimally") != std::string::npos,
           longer.mobility.words.c_str());
}

void TestAnalysis::flatParallelogramIsSingular() {
  // All bars of a parallelogram in one line: it may go on as a parallelogram or as an anti-parallelogram.
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("a", 1), makeLink("b", 1), makeLink("c", 1)};
  m.joints = {makeJoint("ja", JointType::Continuous, "world", "a"),
              makeJoint("jb", JointType::Continuous, "a", "b", {0.1, 0, 0}),
              makeJoint("jc", JointType::Continuous, "world", "c", {0.2, 0, 0})};
  m.closures = {makePin("b", "c", {0.2, 0, 0})};
  const Analysis a = analyse(*compiled(m));
  QCOMPARE(a.mobility.rank, 1);
  QCOMPARE(a.mobility.dof, 2);
  QCOMPARE(a.mobility.genericDof, 1);
  QVERIFY(hasCode(a.diagnostics, "singular-pose"));
}

void TestAnalysis::floatingBaseCountsSix() {
  const auto outcome = compileModel(std::make_shared<const Mechanism>(fourBar({tipPin({0, 0, 0})})),
                                    {BaseMode::Floating, true});
  const Analysis a = analyse(**outcome);
  QCOMPARE(a.mobility.jointDof, 9);
  QCOMPARE(a.mobility.dof, 7);
  QCOMPARE(a.mobility.genericDof, 7);
  QVERIFY2(a.mobility.words.find("7 degrees of freedom: 6 of the floating base and 1 of the joints.") == 0,
           a.mobility.words.c_str());
}

void TestAnalysis::openAtNominal() {
  const Analysis a = analyse(*compiled(flatFiveBar()));
  QVERIFY(std::abs(a.maxGap - 0.08) < 1e-15);
  QCOMPARE(a.worstConstraint, 0);
  const Diagnostic* d = findCode(a.diagnostics, "loop-open-at-nominal");
  QVERIFY(d);
  QVERIFY2(d->message.find("80 mm") != std::string::npos, d->message.c_str());
}

void TestAnalysis::examples_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<int>("dof");
  const auto row = [](const char* name, int dof) {
    QTest::newRow(name) << QString("/rsc/%1.urdf").arg(name) << dof;
  };
  row("four_bar", 1);
  row("slider_crank", 1);
  row("five_bar", 2);
  row("parallelogram", 1);
  row("stewart", 6);      // the platform's six
  row("delta", 3);        // translations
  row("gripper", 1);      // both fingers follow one motor
  row("minitaur", 14);    // base 6, two motors on each of four legs
  row("strandbeest", 7);  // base 6, one crank
}
void TestAnalysis::examples() {
  QFETCH(QString, file);
  QFETCH(int, dof);
  const auto read = readUrdfFile(GRASHOF_SOURCE_DIR + file.toStdString(), PackagePaths{});
  QVERIFY(read.ok());
  const Analysis a = analyse(*compiled(*read));
  QCOMPARE(a.mobility.dof, dof);
  QCOMPARE(a.mobility.genericDof, dof);
  QVERIFY(a.maxGap < 1e-10);
  QVERIFY(a.diagnostics.empty());
  for (const LoopReport& loop : a.loops) QVERIFY(!loop.candidates.empty() && loop.candidates[0].isPassive);
}

void TestAnalysis::candidatesPreferPassiveJoints() {
  Mechanism m = fourBar({tipPin({0, 0, 0})});
  m.joints[0].limits.effort = 5;  // the motor
  m.joints[2].limits.lower = -1;  // limited
  m.joints[2].limits.upper = 1;
  QVERIFY(isActuated(m.joints[0]));
  QVERIFY(!isActuated(m.joints[1]));
  const auto candidates = analyse(*compiled(m)).loops[0].candidates;
  QCOMPARE(candidates.size(), std::size_t(3));
  QCOMPARE(candidates[0].joint, 1);
  QCOMPARE(candidates[0].rank, 1);
  QVERIFY(candidates[0].isPassive);
  QCOMPARE(candidates[1].joint, 2);
  QCOMPARE(candidates[2].joint, 0);
  QVERIFY(!candidates[2].isPassive);
  // Cut at pivot_b (0, 0.06): rocker's and tip's levers there; the tip is at (0.16, 0.14), the foot at (0.2,
  // 0).
  const Vector3d fromTip = Vector3d(0, 0.06, 0) - Vector3d(0.16, 0.14, 0),
                 fromFoot = Vector3d(0, 0.06, 0) - Vector3d(0.2, 0, 0);
  const double sine = fromTip.cross(fromFoot).norm() / (fromTip.norm() * fromFoot.norm());
  const std::string angle = std::to_string(static_cast<int>(std::lround(std::asin(sine) * 180 / M_PI)));
  QVERIFY2(candidates[0].reason.find("transmission angle " + angle + " deg") != std::string::npos,
           candidates[0].reason.c_str());
}

void TestAnalysis::recognisesWhatCutJointsWrite_data() {
  QTest::addColumn<int>("type");
  for (const JointType type :
       {JointType::Spherical, JointType::Revolute, JointType::Fixed, JointType::Cylindrical,
        JointType::Prismatic, JointType::Planar, JointType::Universal})
    QTest::newRow(std::string(jointTypeName(type)).c_str()) << static_cast<int>(type);
}
void TestAnalysis::recognisesWhatCutJointsWrite() {
  QFETCH(int, type);
  Mechanism m = fourBar({});
  Joint cut =
      makeJoint("jc", static_cast<JointType>(type), "coupler", "rocker", {0.16, 0.08, 0.01}, {1, 2, -2});
  cut.origin.rpy = {0.4, -0.3, 1.1};
  cut.isCut = true;
  m.joints.push_back(cut);
  m.closures = closuresOfCutJoint(m, 3, 0.2, false);
  std::vector<int> all(m.closures.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  const auto joint = recogniseJoint(m, all, std::nullopt);
  QVERIFY(joint.has_value());
  QCOMPARE(static_cast<int>(joint->type), type);
  QVERIFY((joint->point - cut.origin.xyz).norm() < 1e-12);
  const Vector3d axis = rotationFromRpy(cut.origin.rpy) * cut.axis.normalized();
  if (joint->type != JointType::Spherical && joint->type != JointType::Fixed)
    QVERIFY(joint->axis.cross(axis).norm() < 1e-12);
  // The planar form of a hinge needs to know the plane.
  if (joint->type != JointType::Revolute) return;
  m.closures = closuresOfCutJoint(m, 3, 0.2, true);
  QVERIFY(!recogniseJoint(m, {0}, std::nullopt));
  QCOMPARE(recogniseJoint(m, {0}, axis)->type, JointType::Revolute);
}

void TestAnalysis::sharedCases_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("keys");  // path in expected.json of mobility and rank
  const auto row = [](const char* file, const char* keys) { QTest::newRow(file) << file << keys; };
  row("05-aframe-pin-force/aframe.urdf", "");
  row("12-mimic-gripper/gripper.urdf", "");
  row("12-mimic-gripper/gripper_flip_sign.urdf", "");
  row("13-mimic-chain-and-cycle/cycle_consistent.urdf", "cycle_consistent");
  row("13-mimic-chain-and-cycle/cycle_locks.urdf", "cycle_locks");
  row("15-closure-locks-loop/one_pin.urdf", "one_pin");
  row("15-closure-locks-loop/hinge_two_pins.urdf", "hinge_two_pins");
  row("15-closure-locks-loop/weld_three_pins.urdf", "weld_three_pins");
  row("17-pin-held-by-joint/pin_on_hinge.urdf", "pin_on_hinge");
  row("18-equality-axis-rules/skewed_ok.urdf", "skewed_ok");
  row("18-equality-axis-rules/diagonal_ok.urdf", "diagonal_ok");
  row("18-equality-axis-rules/one_axis_ok.urdf", "one_axis_ok");
}
void TestAnalysis::sharedCases() {
  NEED_SHARED();
  QFETCH(QString, file);
  QFETCH(QString, keys);
  QFile json(sharedFolder() + "/cases/" + file.section('/', 0, 0) + "/expected.json");
  QVERIFY(json.open(QIODevice::ReadOnly));
  QJsonObject expected = QJsonDocument::fromJson(json.readAll()).object();
  if (!keys.isEmpty()) expected = expected[keys].toObject();
  const ModelPtr model = sharedModel("cases/" + file);
  QVERIFY(model);
  const MobilityReport m = analyse(*model).mobility;
  for (const auto& [key, value] : {std::pair("mobility", m.dof), std::pair("rank", m.rank),
                                   std::pair("rows", m.rows), std::pair("redundant", m.redundant)})
    if (expected.contains(key)) QCOMPARE(value, expected[key].toInt());
}

void TestAnalysis::offersThePoseThatCloses() {
  NEED_SHARED();
  const ModelPtr model = sharedModel("cases/08-nominal-config/open_pose.urdf");
  QVERIFY(model);
  const Analysis a = analyse(*model);
  const Diagnostic* d = findCode(a.diagnostics, "loop-can-close");
  QVERIFY(d);
  QVERIFY2(d->message.find("74.72 mm") != std::string::npos, d->message.c_str());
  QCOMPARE(d->hint, std::string("close with hip_a and hip_b kept: knee_a -1.10330262, knee_b 1.10330262"));
}

void TestAnalysis::sharedModels_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<int>("nq");
  QTest::addColumn<int>("nv");
  QTest::addColumn<int>("rows");
  QTest::addColumn<int>("rank");
  QTest::newRow("minitaur") << "models/minitaur/minitaur_equality.urdf" << 23 << 22 << 8 << 8;
  QTest::newRow("strandbeest") << "models/strandbeest/strandbeest_36equality.urdf" << 80 << 79 << 72 << 72;
}
void TestAnalysis::sharedModels() {
  NEED_SHARED();
  QFETCH(QString, file);
  QFETCH(int, nq);
  QFETCH(int, nv);
  QFETCH(int, rows);
  QFETCH(int, rank);
  const ModelPtr model = sharedModel(file);
  QVERIFY(model);
  QElapsedTimer timer;
  timer.start();
  const Analysis a = analyse(*model);
  qInfo("analysed in %lld ms: %s", static_cast<long long>(timer.elapsed()), a.mobility.words.c_str());
  for (const Diagnostic& d : a.diagnostics) qInfo("%s", formatDiagnostic(d).c_str());
  QCOMPARE(model->nq, nq);
  QCOMPARE(model->nv, nv);
  QCOMPARE(a.mobility.rows, rows);
  QCOMPARE(a.mobility.rank, rank);
  QCOMPARE(a.mobility.dof, nv - rank);
  QCOMPARE(a.mobility.genericDof, nv - rank);
  QVERIFY(a.maxGap < 1e-9);
  QVERIFY(std::all_of(a.loops.begin(), a.loops.end(), [](const LoopReport& l) { return l.isPlanar; }));
  QVERIFY(a.diagnostics.empty());
}

QTEST_GUILESS_MAIN(TestAnalysis)
#include "tst_analysis.moc"
