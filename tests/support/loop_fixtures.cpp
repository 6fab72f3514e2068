#include "tests/support/loop_fixtures.h"

#include <cmath>
#include <string>

#include "tests/support/fixtures.h"

namespace grashof::fixtures {
namespace {

Link bar(const std::string& name, double length) {
  return makeLink(name, 1.0, {length / 2, 0, 0}, {1e-3, length * length / 12, length * length / 12});
}

Closure planar(const std::string& body1, const std::string& body2, const Vector3d& anchor) {
  return makeEquality(body1, body2, anchor, {Vector3d::UnitX(), Vector3d::UnitY()});
}

Mechanism onGround(const std::string& name) {
  Mechanism m;
  m.name = name;
  m.root = "world";
  m.links.push_back(makeLink("world"));
  return m;
}

}  // namespace

Mechanism ladder(int count, double angle) {
  constexpr double kBar = 0.1, kSpan = 0.05;
  Mechanism m = onGround("ladder");
  std::vector<double> nominal;
  for (int i = 0; i <= count; ++i) {
    const std::string rung = "bar" + std::to_string(i), coupler = "cpl" + std::to_string(i);
    m.links.push_back(bar(rung, kBar));
    m.joints.push_back(makeJoint("j_" + rung, JointType::Revolute, "world", rung, {i * kSpan, 0, 0}));
    nominal.push_back(M_PI / 2 - angle);
    if (i == count) break;
    m.links.push_back(bar(coupler, kSpan));
    m.joints.push_back(makeJoint("j_" + coupler, JointType::Revolute, rung, coupler, {kBar, 0, 0}));
    nominal.push_back(angle - M_PI / 2);
    m.closures.push_back(planar(coupler, "bar" + std::to_string(i + 1), {kSpan, 0, 0}));
  }
  m.nominal = nominal;
  return m;
}

Mechanism necklace(int count) {
  Mechanism m;
  m.name = "necklace";
  m.root = "bead0";
  m.links.push_back(bar("bead0", 0.1));
  std::vector<double> nominal{0, 0, 0, 1, 0, 0, 0};
  for (int i = 1; i < count; ++i) {
    const std::string name = "bead" + std::to_string(i), before = "bead" + std::to_string(i - 1);
    m.links.push_back(bar(name, 0.1));
    const Vector3d axis = i % 2 ? Vector3d(0, 0.1, 1) : Vector3d(0.2, 1, 0.1);
    m.joints.push_back(
        makeJoint("j" + std::to_string(i), JointType::Revolute, before, name, {0.1, 0, 0}, axis));
    nominal.push_back(i % 2 ? 2 * 2 * M_PI / count : 0.1);
  }
  m.closures.push_back(makePin("bead" + std::to_string(count - 1), "bead0", {0.1, 0, 0}));
  m.nominal = nominal;
  return m;
}

Mechanism fourBarOf(const FourBarLengths& lengths, double crankAngle) {
  Mechanism m = onGround("four-bar");
  m.links.push_back(bar("crank", lengths.crank));
  m.links.push_back(bar("coupler", lengths.coupler));
  m.links.push_back(bar("rocker", lengths.rocker));
  m.joints = {makeJoint("pivot_o", JointType::Revolute, "world", "crank"),
              makeJoint("pivot_a", JointType::Revolute, "crank", "coupler", {lengths.crank, 0, 0}),
              makeJoint("pivot_d", JointType::Revolute, "world", "rocker", {lengths.ground, 0, 0})};
  m.closures = {planar("coupler", "rocker", {lengths.coupler, 0, 0})};
  m.closures[0].anchor2 = Vector3d(lengths.rocker, 0, 0);
  // Circles about the crank's tip and the rocker's foot meet above the line between them.
  const double ax = lengths.crank * std::cos(crankAngle), ay = lengths.crank * std::sin(crankAngle);
  const double dx = lengths.ground - ax, dy = -ay, d = std::hypot(dx, dy);
  const double along =
      (d * d + lengths.coupler * lengths.coupler - lengths.rocker * lengths.rocker) / (2 * d);
  const double across = std::sqrt(std::max(0.0, lengths.coupler * lengths.coupler - along * along));
  const double px = ax + (along * dx - across * dy) / d, py = ay + (along * dy + across * dx) / d;
  m.nominal = std::vector<double>{crankAngle, std::atan2(py - ay, px - ax) - crankAngle,
                                  std::atan2(py, px - lengths.ground)};
  return m;
}

Mechanism crankWithDyad(double bend) {
  constexpr double kArm = 0.1;
  Mechanism m = fourBarOf({0.3, 0.08, 0.25, 0.15}, 0.7);
  m.links.push_back(bar("lower", kArm));
  m.links.push_back(bar("upper", kArm));
  m.joints.push_back(makeJoint("pivot_l", JointType::Revolute, "world", "lower", {0, -0.15, 0}));
  m.joints.push_back(makeJoint("pivot_u", JointType::Revolute, "lower", "upper", {kArm, 0, 0}));
  m.closures.insert(m.closures.begin(), planar("upper", "crank", {kArm, 0, 0}));
  m.nominal->push_back(1.2);
  m.nominal->push_back(bend);
  return m;
}

}  // namespace grashof::fixtures
