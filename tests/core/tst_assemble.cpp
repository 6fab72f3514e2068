// Closing loops: positions and ends of travel from triangles, not from our own solver.
#include <QtTest>

#include <cmath>

#include "core/dynamics/assemble.h"
#include "core/dynamics/drag.h"
#include "core/dynamics/gram_factors.h"
#include "tests/support/fixtures.h"
#include "tests/support/linkages.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

constexpr double kDegree = M_PI / 180;

/// Knees of the five-bar for given hips, by intersecting two circles of 0.2 about the knees; `side` picks the
/// toe.
struct FiveBar {
  double kneeLeft, kneeRight;
};
double wrapped(double angle) {
  return std::remainder(angle, 2 * M_PI);
}
FiveBar fiveBarKnees(double hipLeft, double hipRight, double side) {
  const Eigen::Vector2d left(-0.04 + 0.1 * std::cos(hipLeft), 0.1 * std::sin(hipLeft));
  const Eigen::Vector2d right(0.04 + 0.1 * std::cos(hipRight), 0.1 * std::sin(hipRight));
  const Eigen::Vector2d half = 0.5 * (right - left);
  const double height = std::sqrt(0.04 - half.squaredNorm());
  const Eigen::Vector2d toe = left + half + side * height * Eigen::Vector2d(-half.y(), half.x()).normalized();
  const Eigen::Vector2d l = toe - left, r = toe - right;
  return {wrapped(std::atan2(l.y(), l.x()) - hipLeft), wrapped(std::atan2(r.y(), r.x()) - hipRight)};
}

}  // namespace

class TestAssemble : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void closesAFlatFiveBar();
  void heldHipsLeaveTwoAssemblies();
  void respectsLimits();
  void reportsWhatCannotClose();
  void closedStartStays();
  void keepsTheBase();
  void followsMimics();
  void closesSphericalLegs();
  void dragStopsAtTheToggle_data();
  void dragStopsAtTheToggle();
  void farDragToTheToggleComesBack();
  void dragStopsAtAnotherJointsLimit();
  void draggedCrankTurnsAllTheWay();
  void lockedLoopDoesNotMove();
  void blocksAreSolvedAsTheWhole_data();
  void blocksAreSolvedAsTheWhole();
};

void TestAssemble::closesAFlatFiveBar() {
  const ModelPtr model = compiled(flatFiveBar());
  QVERIFY(std::abs(largestGap(*model, model->nominal).maxGap - 0.08) < 1e-15);
  const AssembleResult result = assemble(*model, model->nominal);
  QVERIFY(result.isClosed);
  QVERIFY(result.gap <= 1e-12);
  QVERIFY(result.q.cwiseAbs().maxCoeff() <= 3.1);
  QVERIFY(largestGap(*model, result.q).maxGap == result.gap);
  AssembleOptions once;
  once.allowRestarts = false;
  QVERIFY(std::abs(assemble(*model, model->nominal, once).gap - 0.08) < 1e-12);
}

void TestAssemble::heldHipsLeaveTwoAssemblies() {
  const ModelPtr model = compiled(flatFiveBar());
  const double hipLeft = -2.4, hipRight = -0.7415926535897932;
  AssembleOptions options;
  options.heldJoints = {model->findJoint("hip_l"), model->findJoint("hip_r")};
  for (const double side : {1.0, -1.0}) {
    const FiveBar knees = fiveBarKnees(hipLeft, hipRight, side);
    VectorXd start(4);
    start << hipLeft, knees.kneeLeft + 0.2, hipRight, knees.kneeRight - 0.15;
    const AssembleResult result = assemble(*model, start, options);
    QVERIFY(result.isClosed);
    QCOMPARE(result.q[0], hipLeft);
    QCOMPARE(result.q[2], hipRight);
    QVERIFY(std::abs(result.q[1] - knees.kneeLeft) < 1e-9);
    QVERIFY(std::abs(result.q[3] - knees.kneeRight) < 1e-9);
  }
}

void TestAssemble::respectsLimits() {
  // The free four-bar closes at zero; with the crank's range beginning at 0.3 rad it has to close there.
  Mechanism m = fourBar({makePin("coupler", "rocker", kFourBarTip)});
  m.closures[0].anchor2 = Vector3d(-0.04, 0.14, 0);
  m.joints[0].limits.lower = 0.3;
  m.joints[0].limits.upper = 2.0;
  const ModelPtr model = compiled(m);
  VectorXd start(3);
  start << 0.0, 0.1, -0.2;
  const AssembleResult result = assemble(*model, start);
  QVERIFY(result.isClosed);
  QVERIFY(result.q[0] >= 0.3 && result.q[0] <= 2.0);
  AssembleOptions unlimited;
  unlimited.respectLimits = false;
  QVERIFY(assemble(*model, start, unlimited).q[0] < 0.3);
}

void TestAssemble::reportsWhatCannotClose() {
  // Two upright bars of 0.1 hinged 0.5 apart, tips pinned: the smallest gap is 0.3, both lying towards each
  // other.
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("left", 1), makeLink("right", 1)};
  m.joints = {makeJoint("l", JointType::Continuous, "world", "left"),
              makeJoint("r", JointType::Continuous, "world", "right", {0.5, 0, 0})};
  m.closures = {makePin("left", "right", {0, 0.1, 0})};
  m.closures[0].anchor2 = Vector3d(0, 0.1, 0);
  const ModelPtr model = compiled(m);
  const AssembleResult result = assemble(*model, model->nominal);
  QVERIFY(!result.isClosed);
  QVERIFY(std::abs(result.gap - 0.3) < 1e-6);
  QCOMPARE(result.worstConstraint, 0);
}

void TestAssemble::closedStartStays() {
  const ModelPtr model = compiled(fourBar({makePin("coupler", "rocker", kFourBarTip)}));
  const AssembleResult result = assemble(*model, model->nominal);
  QCOMPARE(result.iterations, 0);
  QCOMPARE(result.q, model->nominal);
}

void TestAssemble::keepsTheBase() {
  Mechanism m = fourBar({makePin("coupler", "rocker", kFourBarTip)});
  m.closures[0].anchor2 = Vector3d(-0.04, 0.14, 0);
  const auto outcome = compileModel(std::make_shared<const Mechanism>(m), {BaseMode::Floating, true});
  VectorXd start(10);
  start << 1, 2, 3, std::cos(0.4), std::sin(0.4), 0, 0, 0.1, -0.2, 0.05;
  const AssembleResult result = assemble(**outcome, start);
  QVERIFY(result.isClosed);
  QVERIFY((result.q.head(7) - start.head(7)).norm() < 1e-15);
}

void TestAssemble::followsMimics() {
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("a", 1), makeLink("b", 1), makeLink("c", 1)};
  for (const char* name : {"a", "b", "c"})
    m.joints.push_back(makeJoint(std::string("spin_") + name, JointType::Continuous, "world", name));
  m.joints[1].mimic = Mimic{"spin_a", 2.0, 0.1, {}};
  m.joints[2].mimic = Mimic{"spin_b", -0.5, 0.2, {}};
  const ModelPtr model = compiled(m);
  const DragResult result = Dragger(model).dragJoint(model->nominal, model->findJoint("spin_a"), 0.3);
  QVERIFY((result.q - Vector3d(0.3, 0.7, -0.15)).norm() < 1e-12);
}

void TestAssemble::closesSphericalLegs() {
  // A ball-jointed rod of 0.3 from the ground at (0.4, 0, 0) has to reach the tip of an arm that turns about
  // z.
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("arm", 1), makeLink("rod", 1)};
  m.joints = {makeJoint("turn", JointType::Continuous, "world", "arm"),
              makeJoint("ball", JointType::Spherical, "world", "rod", {0.4, 0, 0})};
  m.closures = {makePin("arm", "rod", {0.2, 0, 0.1})};
  m.closures[0].anchor2 = Vector3d(0, 0, 0.3);
  const ModelPtr model = compiled(m);
  const AssembleResult result = assemble(*model, model->nominal);
  QVERIFY(result.isClosed);
  QVERIFY(std::abs(result.q.tail(4).norm() - 1.0) < 1e-14);
  // |arm tip - ball|^2 = 0.04 + 0.01 + 0.16 - 0.16 cos(turn) = 0.09
  QVERIFY(std::abs(std::cos(result.q[0]) - 0.12 / 0.16) < 1e-10);
}

void TestAssemble::dragStopsAtTheToggle_data() {
  QTest::addColumn<double>("target");
  QTest::newRow("towards 90 deg") << 90 * kDegree;
  QTest::newRow("towards -180 deg") << -180 * kDegree;
}
void TestAssemble::dragStopsAtTheToggle() {
  QFETCH(double, target);
  const ModelPtr model = compiled(tripleRocker());
  const int crank = model->findJoint("crank_joint");
  const double end = std::copysign(std::acos((0.09 + 0.22 * 0.22 - 0.24 * 0.24) / (2 * 0.3 * 0.22)), target);
  const AssembleResult closed = assemble(*model, model->nominal);
  QVERIFY(closed.isClosed);
  DragResult pose;
  pose.q = closed.q;
  // In small moves like a mouse, beyond the end, and back again.
  const VectorXd first = pose.q;
  for (int i = 1; i <= 40; ++i) {
    pose = Dragger(model).dragJoint(pose.q, crank, first[0] + (target - first[0]) * i / 40);
    QVERIFY(pose.gap < 1e-9);
    QVERIFY(std::abs(pose.q[0]) <= std::abs(end) + 1e-9);
  }
  QVERIFY2(std::abs(pose.q[0] - end) < 1e-6, qPrintable(QString::number(pose.q[0] / kDegree, 'g', 12)));
  const double coupler = pose.q[0] + pose.q[1], rocker = pose.q[2];
  QVERIFY(std::abs(std::sin(coupler - rocker)) < 1e-2);  // in line
  QCOMPARE(pose.stopReason, std::string("end of travel: coupler and rocker in line (toggle)"));
  for (int i = 39; i >= 0; --i)
    pose = Dragger(model).dragJoint(pose.q, crank, first[0] + (target - first[0]) * i / 40);
  QVERIFY2((pose.q - first).norm() < 1e-9, "came back on another branch");
  QVERIFY(pose.stopReason.empty());
}

void TestAssemble::farDragToTheToggleComesBack() {
  // In one event to beyond the end, to the very end, and to just before it; each time back to the start.
  const ModelPtr model = compiled(tripleRocker());
  const int crank = model->findJoint("crank_joint");
  const double end = std::acos((0.09 + 0.22 * 0.22 - 0.24 * 0.24) / (2 * 0.3 * 0.22));
  const VectorXd first = assemble(*model, model->nominal).q;
  for (const double target : {M_PI / 2, 10.0, end, end - 1e-13, end - 1e-10, end - 1e-6, 0.9}) {
    for (const double start : {first[0], 0.9, 0.91, 0.0, -0.9}) {
      const DragResult from = Dragger(model).dragJoint(first, crank, start);
      const DragResult there = Dragger(model).dragJoint(from.q, crank, target);
      QVERIFY(there.gap < 1e-9);
      QVERIFY(std::abs(there.q[0] - std::min(target, end)) < 1e-8);
      const DragResult back = Dragger(model).dragJoint(there.q, crank, first[0]);
      QVERIFY2((back.q - first).norm() < 1e-8, back.stopReason.c_str());
    }
  }
}

void TestAssemble::dragStopsAtAnotherJointsLimit() {
  Mechanism m = tripleRocker();
  m.joints[2].type = JointType::Revolute;
  m.joints[2].limits.lower = 80 * kDegree;
  m.joints[2].limits.upper = 110 * kDegree;
  const ModelPtr model = compiled(m);
  const DragResult pose = Dragger(model).dragJoint(model->nominal, model->findJoint("crank_joint"), 1.2);
  QVERIFY(pose.gap < 1e-9);
  QVERIFY(pose.q[2] <= 110 * kDegree);
  QVERIFY(std::abs(pose.q[2] - 110 * kDegree) < 1e-6);
  QCOMPARE(pose.stopReason, std::string("joint limit of rocker_joint"));
}

void TestAssemble::draggedCrankTurnsAllTheWay() {
  // 0.06 + 0.2 < 0.178885 + 0.145602: a crank-rocker (Grashof). One turn ends where it began.
  const ModelPtr model = compiled(fourBar({makePin("coupler", "rocker", kFourBarTip)}));
  const DragResult pose = Dragger(model).dragJoint(model->nominal, 0, 2 * M_PI);
  QVERIFY(pose.gap < 1e-11);
  QVERIFY(std::abs(pose.q[0] - 2 * M_PI) < 1e-12);
  QVERIFY(std::abs(pose.q[1] + 2 * M_PI) < 1e-9);
  QVERIFY(std::abs(pose.q[2]) < 1e-9);
}

void TestAssemble::lockedLoopDoesNotMove() {
  const ModelPtr model =
      compiled(fourBar({makePin("coupler", "rocker", kFourBarTip),
                        makePin("coupler", "rocker", kFourBarTip + Vector3d(0.03, 0, 0))}));
  const DragResult pose = Dragger(model).dragJoint(model->nominal, 0, 0.5);
  QVERIFY(pose.isClosed);
  QVERIFY((pose.q - model->nominal).norm() < 1e-6);
  QCOMPARE(pose.stopReason, std::string("the loops hold pivot_o: no mobility"));
}

/// Legs that one crank drives: 6 rows and 6 own columns each, the crank's column in every row.
static MatrixXd rowsOfLegs(int legs, double smallest) {
  std::srand(7);
  MatrixXd F = MatrixXd::Zero(6 * legs, 6 * legs + 1);
  for (int leg = 0; leg < legs; ++leg) {
    F.block(6 * leg, 6 * leg, 6, 6) = MatrixXd::Random(6, 6) + 3 * MatrixXd::Identity(6, 6);
    F.block(6 * leg, 6 * legs, 6, 1) = VectorXd::Random(6);
  }
  F.block(0, 0, 1, 6) *= smallest;
  return F;
}

void TestAssemble::blocksAreSolvedAsTheWhole_data() {
  QTest::addColumn<double>("smallest");
  QTest::newRow("legs of full rank") << 1.0;
  QTest::newRow("a leg that only the crank keeps from being singular") << 1e-9;
  QTest::newRow("a row of the crank alone") << 0.0;
}

void TestAssemble::blocksAreSolvedAsTheWhole() {
  QFETCH(double, smallest);
  const MatrixXd F = rowsOfLegs(8, smallest), B = MatrixXd::Random(F.rows(), 3);
  const GramFactors factors(F, 0.0);
  // The shortest of all X with F X = -B, by an orthogonal decomposition of the whole.
  const MatrixXd X = Eigen::CompleteOrthogonalDecomposition<MatrixXd>(F).solve(-B);
  QVERIFY((factors.leastSquares(B) - X).norm() < 1e-9 * X.norm());
  QVERIFY((factors.rowsTimes(X) + B).norm() < 1e-12 * F.norm() * X.norm());
}

QTEST_GUILESS_MAIN(TestAssemble)
#include "tst_assemble.moc"
