// Branches, gaps that stay, and proposals where loops were opened: numbers by hand.
#include <QtTest>

#include <cmath>

#include "core/dynamics/assemblies.h"
#include "core/topology/loop_candidates.h"
#include "tests/support/fixtures.h"
#include "tests/support/linkages.h"
#include "tests/support/textbook_linkages.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

std::vector<Pose> posesOf(const Model& model) {
  TreeState state = makeTreeState(model);
  treeKinematics(model, {model.nominal.data(), static_cast<std::size_t>(model.nq)}, {}, state);
  std::vector<Pose> poses;
  for (std::size_t l = 0; l < model.links.size(); ++l)
    poses.push_back(linkPose(model, state, static_cast<int>(l)));
  return poses;
}
std::vector<LoopCandidate> candidatesOf(const Mechanism& m, const LoopCandidateOptions& options = {},
                                        std::span<const FeaturePoint> features = {}) {
  const ModelPtr model = compiled(m);
  return findLoopCandidates(*model->mechanism, posesOf(*model), options, features);
}

/// The four-bar of the fixtures with an empty frame on the coupler's tip and one on the rocker's.
Mechanism openFourBar(const std::string& name1, const std::string& name2,
                      const Vector3d& off = Vector3d::Zero()) {
  Mechanism m = fourBar({});
  m.links.push_back(makeLink(name1));
  m.links.push_back(makeLink(name2));
  m.joints.push_back(makeJoint("tip_1", JointType::Fixed, "coupler", name1, kFourBarTip));
  m.joints.push_back(makeJoint("tip_2", JointType::Fixed, "rocker", name2, Vector3d(-0.04, 0.14, 0) + off));
  return m;
}

}  // namespace

class TestAssemblies : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void fiveBarHasTwoAssemblies();
  void fourBarFromAnOpenStart();
  void aTreeHasNoBranches();
  void tooShortInWordsAndNumbers();
  void limitInTheWayIsNamed();
  void offsetAlongTheHinges();
  void proposesCoincidentTips();
  void proposesNamedEndsHoweverFar();
  void proposesAFreeEnd();
  void proposesHoles();
  void proposesNothingOnATree();
};

void TestAssemblies::fiveBarHasTwoAssemblies() {
  // Two circles of 0.2 about the knees, by hand: see the toes.
  const ModelPtr model = compiled(flatFiveBar());
  AssembliesOptions options;
  options.closing.heldJoints = {model->findJoint("hip_l"), model->findJoint("hip_r")};
  VectorXd start(4);
  const double hipLeft = -2.4, hipRight = -0.7415926535897932;
  start << hipLeft, 0.5, hipRight, -0.5;
  const Assemblies all = findAssemblies(*model, start, options);
  QCOMPARE(all.found.size(), std::size_t(2));
  QVERIFY(all.driversKeepStart);
  QCOMPARE(all.drivers.size(), std::size_t(2));
  QVERIFY(all.found[0].distance < all.found[1].distance);
  const double knees[2] = {1.4341243825861136, -2.9173096897657};
  const double toes[2] = {-0.232055757, 0.09696312};
  for (std::size_t i = 0; i < 2; ++i) {
    const VectorXd& q = all.found[i].q;
    QVERIFY(all.found[i].gap < 1e-12);
    QCOMPARE(q[0], hipLeft);
    QCOMPARE(q[2], hipRight);
    QVERIFY(std::abs(q[1] - knees[i]) < 1e-9 && std::abs(q[3] + knees[i]) < 1e-9);
    QVERIFY(std::abs(0.1 * std::sin(q[0]) + 0.2 * std::sin(q[0] + q[1]) - toes[i]) < 1e-9);
  }
  const double far = std::hypot(-2.9173096897657 - 0.5, 2.9173096897657 + 0.5);
  QVERIFY(std::abs(all.found[1].distance - far) < 1e-9);
}

void TestAssemblies::aTreeHasNoBranches() {
  const ModelPtr model = *compileModel(std::make_shared<const Mechanism>(pendulum(1, 0.5))).value;
  const Assemblies all = findAssemblies(*model, model->nominal);
  QCOMPARE(all.found.size(), std::size_t(1));
  QVERIFY(all.found[0].q == model->nominal);
}

void TestAssemblies::fourBarFromAnOpenStart() {
  // The crank alone fixes the pose: two branches, mirrored in the line from the crank's pin to the rocker's
  // pivot.
  Mechanism m = fourBar({makePin("coupler", "rocker", kFourBarTip)});
  m.closures[0].anchor2 = Vector3d(-0.04, 0.14, 0);
  const ModelPtr model = compiled(m);
  VectorXd start(3);
  start << 0.0, 0.3, -0.1;
  const Assemblies all = findAssemblies(*model, start);
  QCOMPARE(all.found.size(), std::size_t(2));
  QCOMPARE(all.drivers, std::vector<int>{0});
  QVERIFY(all.found[0].q.norm() < 1e-9);  // as drawn
  // Mirror of the tip (0.16, 0.14) in the line from (0, 0.06) to (0.2, 0).
  const Eigen::Vector2d a(0, 0.06), u = Eigen::Vector2d(0.2, -0.06).normalized(), d(0.16, 0.08);
  const Eigen::Vector2d tip = a + 2 * u * u.dot(d) - d;
  const double rocker = std::atan2(tip.y(), tip.x() - 0.2) - std::atan2(0.14, -0.04);
  QVERIFY(std::abs(std::remainder(all.found[1].q[2] - rocker, 2 * M_PI)) < 1e-9);
}

void TestAssemblies::tooShortInWordsAndNumbers() {
  // Crank held pointing away: from its pin (-0.06, 0) to the rocker's pivot it is 0.26; coupler and rocker
  // make 0.1 + 0.1477: 12.3 mm are missing.
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("crank", 1), makeLink("coupler", 1), makeLink("rocker", 1)};
  m.joints = {makeJoint("pivot_o", JointType::Continuous, "world", "crank"),
              makeJoint("pivot_a", JointType::Continuous, "crank", "coupler", {0.06, 0, 0}),
              makeJoint("pivot_d", JointType::Continuous, "world", "rocker", {0.2, 0, 0})};
  m.closures = {makePin("coupler", "rocker", {0.1, 0, 0})};
  m.closures[0].anchor2 = Vector3d(0.1477, 0, 0);
  const ModelPtr model = compiled(m);
  AssembleOptions options;
  options.heldJoints = {0};
  VectorXd start(3);
  start << M_PI, -2.0, 2.5;
  const AssembleResult result = assemble(*model, start, options);
  QVERIFY(!result.isClosed);
  QVERIFY(std::abs(result.gap - 0.0123) < 1e-7);
  const GapExplanation why = explainGap(*model, start, result, options);
  QCOMPARE(why.loop, 0);
  QCOMPARE(why.constraints, std::vector<int>{0});
  const auto says = [&](const std::string& words) {
    return std::find(why.remedies.begin(), why.remedies.end(), words) != why.remedies.end();
  };
  QVERIFY(says("coupler is 12.3 mm too short at this pivot_o angle"));
  QVERIFY(says("rocker is 12.3 mm too short at this pivot_o angle"));
  QVERIFY(why.remedies.front().find("it closes when pivot_o is at") == 0);  // not held, it would close
}

void TestAssemblies::limitInTheWayIsNamed() {
  Mechanism m = fourBar({makePin("coupler", "rocker", kFourBarTip)});
  m.closures[0].anchor2 = Vector3d(-0.04, 0.14, 0);
  m.joints[2].type = JointType::Revolute;
  m.joints[2].limits.lower = 1.2;  // far beyond its swing
  m.joints[2].limits.upper = 1.5;
  const ModelPtr model = compiled(m);
  const AssembleOptions options;
  const VectorXd start = model->nominal;
  const AssembleResult result = assemble(*model, start, options);
  QVERIFY(!result.isClosed);
  const GapExplanation why = explainGap(*model, start, result, options);
  QVERIFY(!why.jointsAtLimit.empty());
  QCOMPARE(model->joints[why.jointsAtLimit.front()].source, 2);
  QVERIFY(!why.remedies.empty());
  QVERIFY(why.remedies.front().find(model->joints[2].name + " may go to") != std::string::npos);
  // The mirrored branch is nearer to the range than the drawn one. In it, with the crank anywhere, the
  // rocker's pin is within crank and coupler of the crank's pivot: the value named is such a pose.
  QVERIFY2(why.remedies.front().find("(its limit is 1.5 rad)") != std::string::npos,
           why.remedies.front().c_str());
  const double value = std::stod(why.remedies.front().substr(why.remedies.front().find("go to ") + 6));
  const double angle = std::atan2(0.14, -0.04) + value, rocker = std::hypot(0.04, 0.14);
  const double reach = std::hypot(0.2 + rocker * std::cos(angle), rocker * std::sin(angle));
  QVERIFY(reach < std::hypot(0.16, 0.08) + 0.06 + 1e-5 && reach > std::hypot(0.16, 0.08) - 0.06 - 1e-5);
}

void TestAssemblies::offsetAlongTheHinges() {
  Mechanism m = fourBar({makePin("coupler", "rocker", kFourBarTip)});
  m.closures[0].anchor2 = Vector3d(-0.04, 0.14, 0.005);
  Outcome<ModelPtr> compiledModel =
      compileModel(std::make_shared<const Mechanism>(m), {BaseMode::Auto, false});
  QVERIFY(compiledModel.ok());
  const Model& model = **compiledModel;
  const AssembleOptions options;
  const AssembleResult result = assemble(model, model.nominal, options);
  QVERIFY(!result.isClosed);
  QVERIFY(std::abs(result.gap - 0.005) < 1e-9);
  const GapExplanation why = explainGap(model, model.nominal, result, options);
  QVERIFY(why.remedies.front().find("5 mm apart along the hinges") != std::string::npos);
}

void TestAssemblies::proposesCoincidentTips() {
  const Mechanism m = openFourBar("end_l", "end_r");
  const std::vector<LoopCandidate> found = candidatesOf(m);
  QCOMPARE(found.size(), std::size_t(1));
  QCOMPARE(found[0].evidence, LoopEvidence::CoincidentTips);
  QCOMPARE(found[0].type, JointType::Revolute);
  QVERIFY(found[0].gap < 1e-12);
  const Outcome<Mechanism> closed = applyEdit(m, found[0].edit);
  QVERIFY(closed.ok());
  QCOMPARE(closed->closures.size(), std::size_t(1));
  QCOMPARE(closed->closures[0].kind, ClosureKind::Equality);
  QCOMPARE(closed->closures[0].axes.size(), std::size_t(2));
  // 2 mm apart they are proposed with a tolerance of 3 mm only.
  const Mechanism apart = openFourBar("end_l", "end_r", {0.002, 0, 0});
  QVERIFY(candidatesOf(apart).empty());
  LoopCandidateOptions wide;
  wide.tolerance = 0.003;
  const std::vector<LoopCandidate> near = candidatesOf(apart, wide);
  QCOMPARE(near.size(), std::size_t(1));
  QVERIFY(std::abs(near[0].gap - 0.002) < 1e-12);
  // Closed already: nothing to propose.
  QVERIFY(candidatesOf(*closed).empty());
}

void TestAssemblies::proposesNamedEndsHoweverFar() {
  const std::vector<LoopCandidate> found =
      candidatesOf(openFourBar("closedloop1_B", "closedloop1_A", {0.03, 0, 0}));
  QCOMPARE(found.size(), std::size_t(1));
  QCOMPARE(found[0].evidence, LoopEvidence::NamedPair);
  QVERIFY(std::abs(found[0].gap - 0.03) < 1e-12);
  QVERIFY(found[0].words.find("30 mm open") != std::string::npos);
}

void TestAssemblies::proposesAFreeEnd() {
  Mechanism m = fourBar({});
  m.links.push_back(makeLink("end"));
  m.links.push_back(makeLink("eye"));
  m.joints.push_back(makeJoint("free_pin", JointType::Revolute, "coupler", "end", kFourBarTip));
  m.joints.push_back(makeJoint("eye_mount", JointType::Fixed, "rocker", "eye", {-0.04, 0.14, 0}));
  const std::vector<LoopCandidate> found = candidatesOf(m);
  QCOMPARE(found.size(), std::size_t(1));
  QCOMPARE(found[0].evidence, LoopEvidence::FreeEnd);
  QCOMPARE(m.joints[found[0].cutJoint].name, std::string("free_pin"));
  QCOMPARE(found[0].type, JointType::Revolute);
  const Outcome<Mechanism> closed = applyEdit(m, found[0].edit);
  QVERIFY(closed.ok());
  QCOMPARE(closed->joints[found[0].cutJoint].type, JointType::Fixed);
}

void TestAssemblies::proposesHoles() {
  const Mechanism m = fourBar({});
  const int coupler = m.findLink("coupler"), rocker = m.findLink("rocker");
  const std::vector<FeaturePoint> holes{{coupler, kFourBarTip, Vector3d::UnitZ(), 0.008},
                                        {rocker, {-0.04, 0.14, 0.004}, Vector3d(0, 0, -1), 0.008},
                                        {rocker, {-0.04, 0.14, 0.004}, Vector3d::UnitZ(), 0.012},
                                        {rocker, {0, 0.03, 0}, Vector3d::UnitZ(), 0.008}};
  const std::vector<LoopCandidate> found = candidatesOf(m, {}, holes);
  QCOMPARE(found.size(), std::size_t(1));
  QCOMPARE(found[0].evidence, LoopEvidence::Holes);
  QVERIFY(found[0].gap < 1e-12);  // the plates' distance along the hinge does not count
}

void TestAssemblies::proposesNothingOnATree() {
  // A wrist: three axes through one point, link origins coincide, and a tool frame lies there, too.
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("a", 1), makeLink("b", 1),
             makeLink("c", 1),  makeLink("tool"), makeLink("camera")};
  m.joints = {makeJoint("x", JointType::Revolute, "world", "a", {0, 0, 0}, Vector3d::UnitX()),
              makeJoint("y", JointType::Revolute, "a", "b", {0, 0, 0}, Vector3d::UnitY()),
              makeJoint("z", JointType::Revolute, "b", "c"),
              makeJoint("tool_mount", JointType::Fixed, "c", "tool"),
              makeJoint("camera_mount", JointType::Fixed, "a", "camera")};
  QVERIFY(candidatesOf(m).empty());
  // Two sliding jaws whose tips touch when shut: joined they could not move.
  Mechanism jaws;
  jaws.root = "world";
  jaws.links = {makeLink("world"), makeLink("left", 1), makeLink("right", 1), makeLink("tip_l"),
                makeLink("tip_r")};
  jaws.joints = {makeJoint("l", JointType::Prismatic, "world", "left", {-0.05, 0, 0}, Vector3d::UnitX()),
                 makeJoint("r", JointType::Prismatic, "world", "right", {0.05, 0, 0}, -Vector3d::UnitX()),
                 makeJoint("tl", JointType::Fixed, "left", "tip_l", {0.05, 0, 0}),
                 makeJoint("tr", JointType::Fixed, "right", "tip_r", {-0.05, 0, 0})};
  QVERIFY(candidatesOf(jaws).empty());
}

QTEST_GUILESS_MAIN(TestAssemblies)
#include "tst_assemblies.moc"
