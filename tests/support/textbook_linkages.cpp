#include "tests/support/textbook_linkages.h"

#include <cmath>

#include "tests/support/fixtures.h"

namespace grashof::fixtures {
namespace {

const Vector3d kAxis(0, -1, 0);

Link bar(const std::string& name, double length) {
  const double m = length, I = m * length * length / 12.0;
  return makeLink(name, m, {length / 2, 0, 0}, {1e-4, I + 1e-4, I});
}

Closure joined(Closure closure, const Vector3d& anchor2) {
  closure.anchor2 = anchor2;
  return closure;
}

}  // namespace

Mechanism FourBar::mechanism() const {
  Mechanism m;
  m.name = "four_bar";
  m.root = "world";
  m.links = {makeLink("world"), bar("crank", crank), bar("coupler", coupler), bar("rocker", rocker)};
  m.joints = {makeJoint("crank", JointType::Continuous, "world", "crank", {0, 0, 0}, kAxis),
              makeJoint("coupler", JointType::Continuous, "crank", "coupler", {crank, 0, 0}, kAxis),
              makeJoint("rocker", JointType::Continuous, "world", "rocker", {ground, 0, 0}, kAxis)};
  m.closures = {joined(makePin("coupler", "rocker", {coupler, 0, 0}), {rocker, 0, 0})};
  const Vector3d q = angles(crankAngle);
  m.nominal = std::vector<double>(q.data(), q.data() + 3);
  return m;
}

double FourBar::rockerAngle(double theta) const {
  // K1 cos r - K2 cos c + K3 = cos(c - r), solved through tan(r / 2); the branch with the coupler above.
  const double K1 = ground / crank, K2 = ground / rocker;
  const double K3 =
      (crank * crank - coupler * coupler + rocker * rocker + ground * ground) / (2 * crank * rocker);
  const double A = std::cos(theta) - K1 - K2 * std::cos(theta) + K3;
  const double B = -2 * std::sin(theta);
  const double C = K1 - (K2 + 1) * std::cos(theta) + K3;
  return 2 * std::atan2(-B - std::sqrt(B * B - 4 * A * C), 2 * A);
}

Vector3d FourBar::angles(double theta) const {
  const double r = rockerAngle(theta);
  const double x = ground + rocker * std::cos(r) - crank * std::cos(theta);
  const double z = rocker * std::sin(r) - crank * std::sin(theta);
  return {theta, std::atan2(z, x) - theta, r};
}

double FourBar::rockerRate(double theta) const {
  const Vector3d q = angles(theta);
  const double coupling = q[0] + q[1];
  return crank * std::sin(theta - coupling) / (rocker * std::sin(q[2] - coupling));
}

Mechanism SliderCrank::mechanism() const {
  Mechanism m;
  m.name = "slider_crank";
  m.root = "world";
  m.links = {makeLink("world"), bar("crank", crank), bar("rod", rod), makeLink("slider", 0.5)};
  m.joints = {makeJoint("crank", JointType::Continuous, "world", "crank", {0, 0, 0}, kAxis),
              makeJoint("rod", JointType::Continuous, "crank", "rod", {crank, 0, 0}, kAxis),
              makeJoint("slider", JointType::Prismatic, "world", "slider", {0, 0, 0}, {1, 0, 0})};
  m.closures = {joined(makeEquality("rod", "slider", {rod, 0, 0}, {{1, 0, 0}, {0, 0, 1}}), {0, 0, 0})};
  const Vector3d q = coordinates(crankAngle);
  m.nominal = std::vector<double>(q.data(), q.data() + 3);
  return m;
}

double SliderCrank::sliderPosition(double theta) const {
  return crank * std::cos(theta) + std::sqrt(rod * rod - std::pow(crank * std::sin(theta), 2));
}

Vector3d SliderCrank::coordinates(double theta) const {
  return {theta, -std::asin(crank * std::sin(theta) / rod) - theta, sliderPosition(theta)};
}

Mechanism Parallelogram::mechanism() const {
  Mechanism m;
  m.name = "parallelogram";
  m.root = "world";
  m.links = {makeLink("world"), bar("bar0", length), bar("platform", spacing * (bars - 1))};
  m.joints = {makeJoint("bar0", JointType::Revolute, "world", "bar0", {0, 0, 0}, kAxis),
              makeJoint("platform", JointType::Revolute, "bar0", "platform", {length, 0, 0}, kAxis)};
  m.nominal = std::vector<double>{angle, -angle};
  for (int i = 1; i < bars; ++i) {
    const std::string name = "bar" + std::to_string(i);
    m.links.push_back(bar(name, length));
    m.joints.push_back(makeJoint(name, JointType::Revolute, "world", name, {i * spacing, 0, 0}, kAxis));
    m.closures.push_back(joined(makePin("platform", name, {i * spacing, 0, 0}), {length, 0, 0}));
    m.nominal->push_back(angle);
  }
  return m;
}

Mechanism aFrame(double leftMass, double rightMass) {
  Mechanism m;
  m.name = "aframe";
  m.root = "world";
  m.links = {makeLink("world"), makeLink("left_leg", leftMass, {0.15, 0, 0.2}, {0.04, 0.04, 0.0002}),
             makeLink("right_leg", rightMass, {-0.15, 0, 0.2}, {0.04, 0.04, 0.0002})};
  m.joints = {makeJoint("left_foot", JointType::Revolute, "world", "left_leg", {-0.3, 0, 0}, {0, 1, 0}),
              makeJoint("right_foot", JointType::Revolute, "world", "right_leg", {0.3, 0, 0}, {0, 1, 0})};
  m.closures = {makePin("left_leg", "right_leg", {0.3, 0, 0.4})};
  return m;
}

Mechanism pendulum(double mass, double length) {
  Mechanism m;
  m.name = "pendulum";
  m.root = "world";
  m.links = {makeLink("world"), makeLink("bob", mass, {length, 0, 0}, Vector3d::Zero())};
  m.joints = {makeJoint("hinge", JointType::Continuous, "world", "bob", {0, 0, 0}, kAxis)};
  return m;
}

Mechanism gearPair(double leaderInertia, double followerInertia, double multiplier, double offset) {
  Mechanism m;
  m.name = "gears";
  m.root = "world";
  m.links = {makeLink("world"), makeLink("a", 1.0, Vector3d::Zero(), {1, leaderInertia, 1}),
             makeLink("b", 1.0, Vector3d::Zero(), {1, followerInertia, 1})};
  m.joints = {makeJoint("leader", JointType::Continuous, "world", "a", {0, 0, 0}, kAxis),
              makeJoint("follower", JointType::Continuous, "world", "b", {1, 0, 0}, kAxis)};
  m.joints[1].mimic = Mimic{"leader", multiplier, offset, {}};
  m.nominal = std::vector<double>{0.0, offset};
  return m;
}

}  // namespace grashof::fixtures
