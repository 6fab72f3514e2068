#include "core/topology/rod.h"

#include <algorithm>
#include <cmath>

#include "core/mechanism/joint_motion.h"
#include "core/mechanism/joint_order.h"
#include "core/mechanism/loop_plane.h"

namespace grashof {
namespace {

constexpr double kSteel = 7850;            // kg/m^3
constexpr double kSlenderness = 1 / 50.0;  // diameter over length
constexpr double kInPlane = 1e-3;          // sine, of the lever rule
constexpr double kShortest = 1e-6;         // m

double radiusOf(double length) {
  return kSlenderness * length / 2;
}

std::string freeName(const Mechanism& m, const std::string& wish) {
  const auto isTaken = [&m](const std::string& name) {
    return m.findLink(name) >= 0 || m.findJoint(name) >= 0 || m.findLink(name + "_link") >= 0;
  };
  std::string name = wish;
  for (int i = 2; isTaken(name); ++i) name = wish + "_" + std::to_string(i);
  return name;
}

/// Along z from its frame.
Link rodLink(const std::string& name, double length) {
  Link link;
  link.name = name;
  const double mass = rodMass(length), r = radiusOf(length);
  const double across = mass * (3 * r * r + length * length) / 12;
  Inertial inertial;
  inertial.origin.xyz = {0, 0, length / 2};
  inertial.mass = mass;
  inertial.inertia = Vector3d(across, across, mass * r * r / 2).asDiagonal();
  link.inertial = inertial;
  Geometry visual;
  visual.origin.xyz = {0, 0, length / 2};
  visual.shape = CylinderShape{r, length};
  link.visuals.push_back(visual);
  return link;
}

/// `q` of `before` in the order of `after`, new joints at their neutral coordinates.
std::vector<double> carried(const Mechanism& before, const Mechanism& after, const std::vector<double>& q) {
  const int base = baseEntriesOf(before, q.size()).value_or(0);
  std::vector<double> out(q.begin(), q.begin() + base);
  const std::vector<CoordinateSlot> old = coordinateSlots(before);
  for (const CoordinateSlot& slot : coordinateSlots(after)) {
    const auto same =
        std::find_if(old.begin(), old.end(), [&](const CoordinateSlot& o) { return o.joint == slot.joint; });
    const std::vector<double> fresh =
        same == old.end() ? neutralCoordinates(after.joints[static_cast<std::size_t>(slot.joint)])
                          : std::vector<double>(q.begin() + base + same->first,
                                                q.begin() + base + same->first + same->count);
    out.insert(out.end(), fresh.begin(), fresh.end());
  }
  return out;
}

Outcome<Mechanism> refused(const std::string& why) {
  Diagnostic d;
  d.severity = Severity::Error;
  d.code = "no-rod";
  d.message = why;
  return Outcome<Mechanism>::failure(std::move(d));
}

}  // namespace

double rodMass(double length) {
  const double r = radiusOf(length);
  return kSteel * M_PI * r * r * length;
}

Outcome<Mechanism> withRod(const Mechanism& m, const RodEnds& ends, const std::vector<Pose>& X_RL,
                           const std::vector<double>& q) {
  const auto isLink = [&](int l) {
    return l >= 0 && l < static_cast<int>(std::min(m.links.size(), X_RL.size()));
  };
  if (!isLink(ends.link1) || !isLink(ends.link2) || ends.link1 == ends.link2)
    return refused("a rod joins points of two links");
  if (!baseEntriesOf(m, q.size())) return refused("the configuration has the wrong size");
  const auto i1 = static_cast<std::size_t>(ends.link1), i2 = static_cast<std::size_t>(ends.link2);
  const Vector3d along = X_RL[i1].inverse() * (X_RL[i2] * ends.p2) - ends.p1;
  const double length = along.norm();
  if (!(length > kShortest)) return refused("the two points coincide: a pin holds them together");
  Mechanism out = m;
  const std::string name = freeName(m, "rod");
  const Matrix3d R_1J = rotationFromZ(along / length);
  const auto normal = planarPathNormal(m, m.links[i1].name, m.links[i2].name);
  const bool isPlanar = normal && std::abs(normal->dot(along)) <= kInPlane * length;
  Joint joint;
  joint.name = name;
  joint.type = isPlanar ? JointType::Continuous : JointType::Spherical;
  joint.parent = m.links[i1].name;
  joint.child = name + "_link";
  joint.origin = originOf(Pose{R_1J, ends.p1});
  if (isPlanar) joint.axis = R_1J.transpose() * *normal;
  Closure end;
  end.name = name + "_end";
  end.body1 = joint.child;
  end.body2 = m.links[i2].name;
  end.anchor = {0, 0, length};
  if (isPlanar) {
    end.kind = ClosureKind::Equality;
    end.axes = axesAcross(joint.axis);
  }
  out.links.push_back(rodLink(joint.child, length));
  out.joints.push_back(std::move(joint));
  out.closures.push_back(std::move(end));
  out.nominal = carried(m, out, q);
  return Outcome<Mechanism>::success(std::move(out));
}

}  // namespace grashof
