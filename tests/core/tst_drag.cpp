// Dragging joints and points, travel, dead points: places from triangles, not from our own solver.
#include <QtTest>

#include <cmath>

#include "core/dynamics/assemble.h"
#include "core/dynamics/drag.h"
#include "core/dynamics/pose_report.h"
#include "core/dynamics/travel_sweep.h"
#include "tests/support/fixtures.h"
#include "tests/support/linkages.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

constexpr double kDegree = M_PI / 180;
/// cos = (0.30^2 + 0.22^2 - 0.24^2) / (2 0.30 0.22): coupler and rocker stretched.
const double kTripleRockerEnd = std::acos(0.0808 / 0.132);

ModelPtr crankRocker() {
  return compiled(fourBar({makePin("coupler", "rocker", kFourBarTip)}));
}

/// Crank angle at which the crank-rocker's crank and coupler are in line (stretched): triangle of ground 0.2,
/// crank + coupler, rocker.
struct InLine {
  double crank, coupler, rocker;  ///< joint coordinates
};
InLine stretched() {
  const double coupler = std::hypot(0.16, 0.08), rocker = std::hypot(0.04, 0.14), ground = 0.2;
  const double reach = 0.06 + coupler;
  const double atGround =
      std::acos((reach * reach + ground * ground - rocker * rocker) / (2 * reach * ground));
  // Directions: crank's zero is +y, coupler's zero is that of (0.16, 0.08), rocker's that of (-0.04, 0.14).
  const Eigen::Vector2d tip = reach * Eigen::Vector2d(std::cos(atGround), std::sin(atGround));
  const double crank = atGround - M_PI / 2;
  const double coupler0 = std::atan2(0.08, 0.16);
  const double rockerNow = std::atan2(tip.y(), tip.x() - 0.2), rocker0 = std::atan2(0.14, -0.04);
  return {crank, atGround - coupler0 - crank, rockerNow - rocker0};
}

}  // namespace

class TestDrag : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void pointOfAPendulum();
  void pointOfAFiveBarIsFollowed();
  void pointOutOfReachIsStretchedTowards();
  void pointStopsAtALimit();
  void pointOnTheGroundAndInAStructure();
  void nothingFiniteIsRefused();
  void crankTurnsByItsPoint();
  void pointPulledPastAToggleComesBack();
  void heldJointsStay();
  void deadPointOfTheRocker();
  void travelOfATripleRocker();
  void travelOfACrankRocker();
  void branchPointOfAParallelogram();
};

void TestDrag::pointOfAPendulum() {
  // A bar on a hinge at the origin: the tip goes to the target's direction, on the circle.
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("bar", 1)};
  m.joints = {makeJoint("hinge", JointType::Continuous, "world", "bar")};
  const ModelPtr model = compiled(m);
  Dragger dragger(model);
  const DragResult out = dragger.dragPoint(model->nominal, 1, {0.3, 0, 0}, {0.2, 0.5, 0});
  QVERIFY(out.isClosed && !out.hasReached);
  QVERIFY(std::abs(out.q[0] - std::atan2(0.5, 0.2)) < 1e-6);
  QVERIFY(std::abs(out.miss - (std::hypot(0.2, 0.5) - 0.3)) < 1e-9);
  QCOMPARE(out.stop, StopKind::OutOfReach);
  const DragResult on = dragger.dragPoint(out.q, 1, {0.3, 0, 0}, {0, 0.3, 0});
  QVERIFY(on.hasReached && on.stopReason.empty());
  QVERIFY(std::abs(on.q[0] - M_PI / 2) < 1e-8);
}

void TestDrag::pointOfAFiveBarIsFollowed() {
  const ModelPtr model = compiled(flatFiveBar());
  Dragger dragger(model);
  // Knees outwards, by two circles about them; the toe at (0, -0.232).
  VectorXd outwards(4);
  outwards << -2.4, 1.4341243825861136, -0.7415926535897932, -1.4341243825861140;
  // Around a rectangle, in steps like a mouse; twice, and the second lap ends where the first did.
  const int shank = model->joints[model->findJoint("knee_l")].body;
  const Vector3d toe_B(0.2, 0, 0);
  VectorXd q = dragger.dragPoint(outwards, shank, toe_B, {0.03, -0.2, 0}).q;
  const VectorXd first = q;
  const std::vector<Vector3d> corners{
      {0.03, -0.2, 0}, {0.03, -0.24, 0}, {-0.03, -0.24, 0}, {-0.03, -0.2, 0}, {0.03, -0.2, 0}};
  for (std::size_t c = 0; c + 1 < corners.size(); ++c)
    for (int i = 1; i <= 20; ++i) {
      const Vector3d target = corners[c] + (corners[c + 1] - corners[c]) * i / 20.0;
      const DragResult now = dragger.dragPoint(q, shank, toe_B, target);
      QVERIFY2(now.hasReached, now.stopReason.c_str());
      QVERIFY(now.gap < 1e-9);
      QVERIFY((now.q - q).cwiseAbs().maxCoeff() < 0.2);
      // By hand: both legs end in the target.
      const double kneeX = -0.04 + 0.1 * std::cos(now.q[0]), kneeY = 0.1 * std::sin(now.q[0]);
      QVERIFY(std::abs(kneeX + 0.2 * std::cos(now.q[0] + now.q[1]) - target.x()) < 1e-9);
      QVERIFY(std::abs(kneeY + 0.2 * std::sin(now.q[0] + now.q[1]) - target.y()) < 1e-9);
      q = now.q;
    }
  QVERIFY((q - first).norm() < 1e-7);
}

void TestDrag::pointOutOfReachIsStretchedTowards() {
  const ModelPtr model = compiled(flatFiveBar());
  Dragger dragger(model);
  AssembleResult start = assemble(*model, model->nominal);
  const int shank = model->joints[model->findJoint("knee_l")].body;
  VectorXd q = dragger.dragPoint(start.q, shank, {0.2, 0, 0}, {0, -0.2, 0}).q;
  // Straight down both legs stretch alike: 0.3 from each hip, 0.04 off the middle.
  const DragResult far = dragger.dragPoint(q, shank, {0.2, 0, 0}, {0, -2, 0});
  QVERIFY(!far.hasReached && far.gap < 1e-9 && far.q.allFinite());
  QVERIFY2(std::abs(far.miss - (2 - std::sqrt(0.09 - 0.0016))) < 1e-4, qPrintable(QString::number(far.miss)));
  QVERIFY(!far.stopReason.empty());
  const DragResult back = dragger.dragPoint(far.q, shank, {0.2, 0, 0}, {0, -0.2, 0});
  QVERIFY2(back.hasReached, back.stopReason.c_str());
}

void TestDrag::pointStopsAtALimit() {
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("bar", 1)};
  m.joints = {makeJoint("hinge", JointType::Revolute, "world", "bar")};
  m.joints[0].limits.lower = -0.5;
  m.joints[0].limits.upper = 0.5;
  const ModelPtr model = compiled(m);
  const DragResult out = Dragger(model).dragPoint(model->nominal, 1, {0.3, 0, 0}, {0, 0.3, 0});
  QVERIFY(std::abs(out.q[0] - 0.5) < 1e-9);
  QCOMPARE(out.stop, StopKind::Limit);
  QCOMPARE(out.stopReason, std::string("joint limit of hinge"));
  QCOMPARE(out.stopJoint, 0);
}

void TestDrag::pointOnTheGroundAndInAStructure() {
  const ModelPtr model =
      compiled(fourBar({makePin("coupler", "rocker", kFourBarTip),
                        makePin("coupler", "rocker", kFourBarTip + Vector3d(0.03, 0, 0))}));
  Dragger dragger(model);
  QCOMPARE(dragger.dragPoint(model->nominal, 0, {0, 0, 0}, {1, 0, 0}).stop, StopKind::NoMobility);
  const DragResult held = dragger.dragPoint(model->nominal, 1, {0, 0.06, 0}, {1, 0, 0});
  QCOMPARE(held.stop, StopKind::NoMobility);
  QVERIFY((held.q - model->nominal).norm() < 1e-5);
}

void TestDrag::nothingFiniteIsRefused() {
  const ModelPtr model = crankRocker();
  Dragger dragger(model);
  const double nan = std::nan("");
  QCOMPARE(dragger.dragJoint(model->nominal, 0, nan).q, model->nominal);
  QCOMPARE(dragger.dragJoint(model->nominal, 7, 0.1).q, model->nominal);
  QCOMPARE(dragger.dragPoint(model->nominal, 1, {0, 0.06, 0}, {nan, 0, 0}).q, model->nominal);
  QCOMPARE(dragger.dragPoint(model->nominal, -1, {0, 0.06, 0}, {0, 0, 0}).q, model->nominal);
  QVERIFY(!dragger.dragJoint(VectorXd::Constant(3, nan), 0, 0.1).isClosed);
}

void TestDrag::crankTurnsByItsPoint() {
  // The pin of the crank is led around a full circle; the rocker comes back, nothing flips.
  const ModelPtr model = crankRocker();
  Dragger dragger(model);
  VectorXd q = model->nominal;
  for (int i = 1; i <= 72; ++i) {
    const double angle = M_PI / 2 + 2 * M_PI * i / 72;
    const DragResult now =
        dragger.dragPoint(q, 1, {0, 0.06, 0}, {0.06 * std::cos(angle), 0.06 * std::sin(angle), 0});
    QVERIFY2(now.hasReached, now.stopReason.c_str());
    QVERIFY(now.gap < 1e-9);
    q = now.q;
  }
  QVERIFY(std::abs(q[0] - 2 * M_PI) < 1e-7);
  QVERIFY(std::abs(q[2]) < 1e-7);
}

void TestDrag::pointPulledPastAToggleComesBack() {
  // The crank's end is led round its circle beyond the end of travel and back: never onto the other branch,
  // where the same crank angle has the rocker elsewhere.
  const ModelPtr model = compiled(tripleRocker());
  Dragger dragger(model);
  VectorXd q = assemble(*model, model->nominal).q;
  const VectorXd first = q;
  const int crank = model->findJoint("crank_joint"), body = model->joints[crank].body;
  DragResult now;
  const auto lead = [&](double angle) {
    now = dragger.dragPoint(q, body, {0.22, 0, 0}, {0.22 * std::cos(angle), 0.22 * std::sin(angle), 0});
    q = now.q;
  };
  for (int i = 1; i <= 20; ++i) {
    const double angle = first[0] + i * 3 * kDegree;
    lead(angle);
    QVERIFY(now.gap < 1e-9);
    QVERIFY2(q[0] < kTripleRockerEnd + 1e-9, qPrintable(QString::number(q[0])));
    QVERIFY(now.hasReached == (angle < kTripleRockerEnd));
  }
  QVERIFY2(std::abs(q[0] - kTripleRockerEnd) < 1e-4, qPrintable(QString::number(q[0] - kTripleRockerEnd)));
  QCOMPARE(now.stop, StopKind::EndOfTravel);
  QCOMPARE(now.stopReason, std::string("end of travel: coupler and rocker in line (toggle)"));
  for (int i = 19; i >= 0; --i) lead(first[0] + i * 3 * kDegree);
  QVERIFY2(now.hasReached, now.stopReason.c_str());
  QVERIFY2((q - first).cwiseAbs().maxCoeff() < 1e-6, qPrintable(QString::number((q - first).norm())));
}

void TestDrag::heldJointsStay() {
  const ModelPtr model = compiled(flatFiveBar());
  Dragger dragger(model);
  const VectorXd start = assemble(*model, model->nominal).q;
  dragger.setHeld({model->findJoint("hip_r")});
  const DragResult moved = dragger.dragJoint(start, model->findJoint("hip_l"), start[0] + 0.1);
  QVERIFY(moved.hasReached);
  QCOMPARE(moved.q[2], start[2]);
  const DragResult held = dragger.dragJoint(start, model->findJoint("hip_r"), start[2] + 0.1);
  QCOMPARE(held.stop, StopKind::NoMobility);
  QCOMPARE(held.q[2], start[2]);
}

void TestDrag::deadPointOfTheRocker() {
  const ModelPtr model = crankRocker();
  const InLine pose = stretched();
  VectorXd q(3);
  q << pose.crank, pose.coupler, pose.rocker;
  QVERIFY(largestGap(*model, q).maxGap < 1e-14);
  // The rank is kept: not singular, but the rocker cannot drive here and the crank can.
  const PoseReport report = reportPose(*model, q, {0, 2});
  QVERIFY(!report.isSingular);
  QCOMPARE(report.rank, report.genericRank);
  QVERIFY(!report.drivers[0].isDeadPoint);
  QVERIFY(report.drivers[1].isDeadPoint);
  QCOMPARE(report.drivers[1].driveInstead, 0);
  QVERIFY(report.drivers[1].transmission < 1e-6);
  QVERIFY(report.drivers[0].transmission > 0.1);
  // Stretched, the rocker is at one end: no way farther, two ways back.
  Dragger dragger(model);
  const DragResult outwards = dragger.dragJoint(q, 2, q[2] - 0.2),
                   inwards = dragger.dragJoint(q, 2, q[2] + 0.2);
  QCOMPARE(outwards.stop, StopKind::EndOfTravel);
  QCOMPARE(outwards.stopReason, std::string("end of travel: crank and coupler in line (toggle)"));
  QCOMPARE(inwards.stop, StopKind::DeadPoint);
  QCOMPARE(inwards.hint, std::string("drive pivot_o instead"));
  QVERIFY((inwards.q - q).norm() < 1e-9);
  QVERIFY(dragger.dragJoint(q, 0, q[0] + 0.2).hasReached);
}

void TestDrag::travelOfATripleRocker() {
  const ModelPtr model = compiled(tripleRocker());
  const int crank = model->findJoint("crank_joint");
  const TravelSweep sweep = sweepTravel(model, model->nominal, crank);
  QVERIFY(sweep.isClosed && !sweep.isFullTurn);
  QVERIFY(std::abs(sweep.upper - kTripleRockerEnd) < 1e-6);
  QVERIFY(std::abs(sweep.lower + kTripleRockerEnd) < 1e-6);
  QCOMPARE(sweep.events.size(), std::size_t(2));
  for (const TravelEvent& event : sweep.events) {
    QCOMPARE(event.kind, TravelEventKind::Toggle);
    QCOMPARE(event.words, std::string("end of travel: coupler and rocker in line (toggle)"));
  }
  for (const TravelSample& s : sweep.samples) QVERIFY(largestGap(*model, s.q).maxGap < 1e-9);
  QVERIFY(sweep.samples.front().transmission < 1e-2 && sweep.samples.back().transmission < 1e-2);
  QVERIFY(sweep.worstTransmission > sweep.samples.back().transmission);
  QCOMPARE(sweep.ranges.size(), std::size_t(3));
  // As limits: 52.256961 deg rounds inwards to 52.25.
  const std::optional<Edit> edit = travelAsLimits(*model, sweep);
  QVERIFY(edit.has_value());
  const Outcome<Mechanism> limited = applyEdit(*model->mechanism, *edit);
  QVERIFY(limited.ok());
  const Joint& joint = limited->joints[0];
  QCOMPARE(joint.type, JointType::Revolute);
  QVERIFY(std::abs(*joint.limits.upper - 52.25 * kDegree) < 1e-12);
  QVERIFY(std::abs(*joint.limits.lower + 52.25 * kDegree) < 1e-12);
}

void TestDrag::travelOfACrankRocker() {
  const ModelPtr model = crankRocker();
  const TravelSweep crank = sweepTravel(model, model->nominal, 0);
  QVERIFY(crank.isFullTurn);
  QVERIFY(crank.events.empty());
  QVERIFY(!travelAsLimits(*model, crank).has_value());
  // The rocker swings between the poses in which crank and coupler are in line, stretched and folded.
  const double coupler = std::hypot(0.16, 0.08), rocker = std::hypot(0.04, 0.14), ground = 0.2;
  const auto rockerAngle = [&](double reach) {
    return M_PI - std::acos((ground * ground + rocker * rocker - reach * reach) / (2 * ground * rocker)) -
           std::atan2(0.14, -0.04);
  };
  const TravelSweep swing = sweepTravel(model, model->nominal, 2);
  QVERIFY(std::abs(swing.lower - rockerAngle(coupler + 0.06)) < 1e-6);
  QVERIFY(std::abs(swing.upper - rockerAngle(coupler - 0.06)) < 1e-6);
  const JointRange& range = crank.ranges.back();
  QCOMPARE(range.joint, 2);
  QVERIFY(std::abs(range.upper - swing.upper) < 2e-3 && std::abs(range.lower - swing.lower) < 2e-3);
}

void TestDrag::branchPointOfAParallelogram() {
  // Equal opposite sides: where all links lie flat the parallelogram can turn into a contraparallelogram.
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("left", 1), makeLink("top", 1), makeLink("right", 1)};
  m.joints = {makeJoint("a", JointType::Continuous, "world", "left"),
              makeJoint("b", JointType::Continuous, "left", "top", {0, 0.1, 0}),
              makeJoint("c", JointType::Continuous, "world", "right", {0.2, 0, 0})};
  m.closures = {makePin("top", "right", {0.2, 0, 0})};
  const ModelPtr model = compiled(m);
  const TravelSweep sweep = sweepTravel(model, model->nominal, 0);
  QVERIFY(sweep.isFullTurn);
  int found = 0;
  for (const TravelEvent& event : sweep.events) {
    QCOMPARE(event.kind, TravelEventKind::BranchPoint);
    QVERIFY(std::abs(std::remainder(event.value - M_PI / 2, M_PI)) < 1e-4);  // flat
    ++found;
  }
  QCOMPARE(found, 2);
  // Followed through, it stays a parallelogram: the sides turn alike.
  for (const TravelSample& s : sweep.samples) QVERIFY(std::abs(s.q[2] - s.value) < 1e-6);
  VectorXd flat(3);
  flat << -M_PI / 2, M_PI / 2, -M_PI / 2;
  const PoseReport report = reportPose(*model, flat, {0});
  QVERIFY(report.isSingular);
  QVERIFY(report.rank < report.genericRank);
  QVERIFY(!report.drivers[0].isDeadPoint);
}

QTEST_GUILESS_MAIN(TestDrag)
#include "tst_drag.moc"
