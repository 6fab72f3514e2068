#include "tests/support/linkages.h"

#include <cmath>
#include <memory>
#include <stdexcept>

#include "tests/support/fixtures.h"

namespace grashof::fixtures {
namespace {

Mechanism withLinks(const std::string& name, const std::vector<std::string>& bars) {
  Mechanism m;
  m.name = name;
  m.root = "world";
  m.links.push_back(makeLink("world"));
  for (const std::string& bar : bars) m.links.push_back(makeLink(bar, 0.2));
  return m;
}

}  // namespace

Mechanism fourBar(const std::vector<Closure>& closures, double tilt) {
  Mechanism m = withLinks("four-bar", {"crank", "coupler", "rocker"});
  m.joints = {makeJoint("pivot_o", JointType::Revolute, "world", "crank"),
              makeJoint("pivot_b", JointType::Revolute, "crank", "coupler", {0, 0.06, 0}),
              makeJoint("pivot_d", JointType::Revolute, "world", "rocker", {0.2, 0, 0},
                        {0, std::sin(tilt), std::cos(tilt)})};
  m.closures = closures;
  return m;
}

Mechanism tripleRocker() {
  Mechanism m = withLinks("triple rocker", {"crank", "coupler", "rocker"});
  m.joints = {makeJoint("crank_joint", JointType::Continuous, "world", "crank"),
              makeJoint("coupler_joint", JointType::Continuous, "crank", "coupler", {0.22, 0, 0}),
              makeJoint("rocker_joint", JointType::Continuous, "world", "rocker", {0.3, 0, 0})};
  m.closures = {makeEquality("coupler", "rocker", {0.1, 0, 0}, {Vector3d::UnitX(), Vector3d::UnitY()})};
  m.closures[0].anchor2 = Vector3d(0.14, 0, 0);
  const double degree = M_PI / 180;
  m.nominal = std::vector<double>{30 * degree, -12.955417657 * degree, 95.684350352 * degree};
  return m;
}

Mechanism threeBarParallelogram(double excess) {
  Mechanism m = withLinks("parallelogram", {"bar1", "bar2", "bar3", "coupler"});
  m.joints = {makeJoint("foot1", JointType::Revolute, "world", "bar1"),
              makeJoint("top1", JointType::Revolute, "bar1", "coupler", {0, 0.1, 0}),
              makeJoint("foot2", JointType::Revolute, "world", "bar2", {0.2, 0, 0}),
              makeJoint("foot3", JointType::Revolute, "world", "bar3", {0.4, -excess, 0})};
  m.closures = {makePin("coupler", "bar2", {0.2, 0, 0}), makePin("coupler", "bar3", {0.4, 0, 0})};
  return m;
}

Mechanism flatFiveBar() {
  Mechanism m = withLinks("five-bar", {"upper_l", "lower_l", "upper_r", "lower_r"});
  for (const std::string side : {"l", "r"}) {
    const double x = side == "l" ? -0.04 : 0.04;
    m.joints.push_back(makeJoint("hip_" + side, JointType::Revolute, "world", "upper_" + side, {x, 0, 0}));
    m.joints.push_back(
        makeJoint("knee_" + side, JointType::Revolute, "upper_" + side, "lower_" + side, {0.1, 0, 0}));
  }
  for (Joint& joint : m.joints) {
    joint.limits.lower = -3.1;
    joint.limits.upper = 3.1;
  }
  m.closures = {makeEquality("lower_l", "lower_r", {0.2, 0, 0}, {Vector3d::UnitX(), Vector3d::UnitY()})};
  m.closures[0].anchor2 = Vector3d(0.2, 0, 0);
  return m;
}

Mechanism pinnedTab(const Vector3d& anchor) {
  Mechanism m = withLinks("tab", {"lever", "tab"});
  m.joints = {makeJoint("lever_hinge", JointType::Revolute, "world", "lever"),
              makeJoint("tab_hinge", JointType::Revolute, "lever", "tab", {0.2, 0, 0})};
  m.closures = {makePin("lever", "tab", anchor)};
  return m;
}

Mechanism skewChain(const std::vector<Closure>& closures) {
  Mechanism m = withLinks("skew chain", {"a", "b", "c", "d", "e", "f"});
  const std::vector<Vector3d> axes{{0, 0, 1}, {0, 1, 0}, {1, 0, 0.3}, {0.2, 1, 0}, {0, 0.4, 1}, {1, 0.1, 0}};
  std::string parent = "world";
  for (int i = 0; i < 6; ++i) {
    const std::string child(1, static_cast<char>('a' + i));
    m.joints.push_back(makeJoint("j" + child, JointType::Revolute, parent, child,
                                 {0.1, 0.03 * (i % 3 - 1), 0.05 * (i % 2)},
                                 axes[static_cast<std::size_t>(i)]));
    parent = child;
  }
  m.closures = closures;
  return m;
}

ModelPtr compiled(const Mechanism& mechanism, Diagnostics* findings) {
  auto outcome = compileModel(std::make_shared<const Mechanism>(mechanism));
  if (findings) *findings = outcome.diagnostics;
  if (!outcome) throw std::runtime_error(formatDiagnostic(outcome.diagnostics.front()));
  return *outcome;
}

}  // namespace grashof::fixtures
