#include "core/topology/closure_recognition.h"

#include <algorithm>

#include "core/mechanism/nominal_pose.h"
#include "core/topology/rigid_groups.h"

namespace grashof {
namespace {

/// Sine below which directions are parallel: the modelling tolerance of structural redundancy.
constexpr double kParallel = 1e-3;

struct Plane {  // holds one direction at a point
  Vector3d point, normal;
};
/// The set's closures sorted by how many directions they hold, in one frame.
struct Parts {
  std::vector<Vector3d> pins;
  std::vector<Plane> rails;   ///< two axes held; `normal` is the free direction
  std::vector<Plane> planes;  ///< one axis held
};

bool isParallel(const Vector3d& a, const Vector3d& b) {
  return a.cross(b).norm() <= kParallel * a.norm() * b.norm();
}
bool isOnLine(const Vector3d& from, const Vector3d& direction, const Vector3d& point) {
  return isParallel(point - from, direction);
}

/// A closure written twice stands for one.
void addOnce(std::vector<Plane>& list, const Plane& item) {
  const bool isKnown = std::any_of(list.begin(), list.end(), [&](const Plane& other) {
    return (other.point - item.point).norm() <= kParallel * item.point.norm() * 1e-3 &&
           isParallel(other.normal, item.normal);
  });
  if (!isKnown) list.push_back(item);
}

std::optional<Parts> partsOf(const Mechanism& m, const std::vector<int>& closures) {
  const RigidGroups groups = rigidGroups(m, spanningTree(m));
  const auto linkOf = [&](const std::string& name) { return m.findLink(name); };
  Parts parts;
  int carrier1 = -1;
  Pose X_LC;  // carrier in the first closure's body1
  for (const int i : closures) {
    const Closure& c = m.closures[i];
    const int link = linkOf(c.body1);
    if (link < 0 || groups.carrier[link] < 0 || c.kind == ClosureKind::Universal) return std::nullopt;
    if (carrier1 < 0) {
      carrier1 = groups.carrier[link];
      X_LC = groups.X_CL[link].inverse();
    }
    if (groups.carrier[link] != carrier1) return std::nullopt;
    const Pose X = X_LC * groups.X_CL[link];
    const Vector3d point = X * c.anchor;
    if (c.kind == ClosureKind::Pin)
      parts.pins.push_back(point);
    else if (c.axes.size() == 2)
      addOnce(parts.rails, {point, X.R * c.axes[0].cross(c.axes[1]).normalized()});
    else if (c.axes.size() == 1)
      addOnce(parts.planes, {point, X.R * c.axes[0].normalized()});
  }
  return parts;
}

std::optional<RecognisedJoint> fromPins(const Parts& parts) {
  const std::vector<Vector3d>& pins = parts.pins;
  const auto farthest = std::max_element(pins.begin(), pins.end(), [&](const Vector3d& a, const Vector3d& b) {
    return (a - pins[0]).norm() < (b - pins[0]).norm();
  });
  const Vector3d along = *farthest - pins[0];
  if (along.norm() == 0) {
    if (parts.planes.empty()) return RecognisedJoint{JointType::Spherical, pins[0], Vector3d::UnitZ()};
    const Plane& plane = parts.planes[0];  // n_a held at c + d n_b
    const Vector3d arm = plane.point - pins[0];
    if (parts.planes.size() > 1 || arm.norm() == 0 ||
        std::abs(arm.dot(plane.normal)) > kParallel * arm.norm())
      return std::nullopt;
    return RecognisedJoint{JointType::Universal, pins[0], plane.normal, arm.normalized()};
  }
  if (!parts.planes.empty()) return std::nullopt;
  const bool isLine =
      std::all_of(pins.begin(), pins.end(), [&](const Vector3d& p) { return isOnLine(pins[0], along, p); });
  return RecognisedJoint{isLine ? JointType::Revolute : JointType::Fixed, pins[0], along.normalized()};
}

/// A point held by two axes and the third is a pin.
void joinAxes(Parts& parts) {
  if (!parts.pins.empty() || parts.rails.size() != 1 || parts.planes.size() != 1) return;
  const Plane &rail = parts.rails[0], &plane = parts.planes[0];
  if ((plane.point - rail.point).norm() > kParallel * 1e-3 * rail.point.norm() ||
      std::abs(plane.normal.dot(rail.normal)) <= kParallel)
    return;
  parts.pins.push_back(rail.point);
  parts.rails.clear();
  parts.planes.clear();
}

/// A pin, and axes across the line from it: a hinge with five rows; with an axis at a third point a weld.
std::optional<RecognisedJoint> fromPinAndRail(const Parts& parts) {
  if (parts.pins.size() != 1 || parts.rails.size() != 1 || parts.planes.size() > 1) return std::nullopt;
  const Vector3d along = parts.rails[0].point - parts.pins[0];
  if (along.norm() == 0 || !isParallel(along, parts.rails[0].normal)) return std::nullopt;
  if (parts.planes.empty()) return RecognisedJoint{JointType::Revolute, parts.pins[0], along.normalized()};
  const Vector3d sweep = along.normalized().cross(parts.planes[0].point - parts.pins[0]);
  if (std::abs(parts.planes[0].normal.dot(sweep)) <= kParallel * along.norm()) return std::nullopt;
  return RecognisedJoint{JointType::Fixed, parts.pins[0], along.normalized()};
}

std::optional<RecognisedJoint> fromRails(const Parts& parts, const std::optional<Vector3d>& planarNormal) {
  const Plane& first = parts.rails[0];
  const bool isPlanar = planarNormal && isParallel(first.normal, *planarNormal);
  if (parts.rails.size() == 1 && parts.planes.empty() && isPlanar)
    return RecognisedJoint{JointType::Revolute, first.point, first.normal};
  if (parts.rails.size() != 2 || parts.planes.size() > 1) return std::nullopt;
  const Plane& second = parts.rails[1];
  const double length = (second.point - first.point).norm();
  if (length == 0 || !isParallel(first.normal, second.normal) ||
      !isOnLine(first.point, first.normal, second.point))
    return std::nullopt;
  if (parts.planes.empty()) return RecognisedJoint{JointType::Cylindrical, first.point, first.normal};
  const Plane& turn = parts.planes[0];
  const bool stopsTurning =
      std::abs(turn.normal.dot(first.normal.cross(turn.point - first.point))) > kParallel * length;
  if (!stopsTurning || std::abs(turn.normal.dot(first.normal)) > kParallel) return std::nullopt;
  return RecognisedJoint{JointType::Prismatic, first.point, first.normal};
}

std::optional<RecognisedJoint> fromPlanes(const Parts& parts) {
  if (parts.planes.size() != 3) return std::nullopt;
  const Plane &a = parts.planes[0], &b = parts.planes[1], &c = parts.planes[2];
  if (!isParallel(a.normal, b.normal) || !isParallel(a.normal, c.normal)) return std::nullopt;
  if (isParallel(b.point - a.point, c.point - a.point)) return std::nullopt;
  return RecognisedJoint{JointType::Planar, a.point, a.normal};
}

/// n_b is given in body2's frame: its direction in body1 is that of the nominal configuration.
std::optional<RecognisedJoint> fromUniversal(const Mechanism& m, const Closure& c) {
  const int link1 = m.findLink(c.body1), link2 = m.findLink(c.body2);
  if (link1 < 0 || link2 < 0) return std::nullopt;
  const TreeWalk walk = walkTree(m);
  const NominalLayout layout = nominalLayout(m, walk, BaseMode::Auto);
  const auto X_RL = linkPosesInRoot(m, walk, layout, m.nominal ? *m.nominal : defaultNominal(m, layout));
  if (!X_RL) return std::nullopt;
  const auto R = [&X_RL](int link) -> const Matrix3d& { return (*X_RL)[static_cast<std::size_t>(link)].R; };
  const Vector3d n_a = c.axisA.stableNormalized();
  const Vector3d n_b = R(link1).transpose() * (R(link2) * c.axisB.stableNormalized());
  if (std::abs(n_a.dot(n_b)) > kParallel) return std::nullopt;
  return RecognisedJoint{JointType::Universal, c.anchor, n_a, n_b, c.locked};
}

}  // namespace

std::optional<RecognisedJoint> recogniseJoint(const Mechanism& mechanism, const std::vector<int>& closures,
                                              const std::optional<Vector3d>& planarNormal) {
  if (closures.size() == 1) {
    const Closure& only = mechanism.closures[static_cast<std::size_t>(closures.front())];
    if (only.kind == ClosureKind::Universal) return fromUniversal(mechanism, only);
  }
  std::optional<Parts> parts = partsOf(mechanism, closures);
  if (!parts) return std::nullopt;
  joinAxes(*parts);
  if (!parts->pins.empty()) return parts->rails.empty() ? fromPins(*parts) : fromPinAndRail(*parts);
  if (!parts->rails.empty()) return fromRails(*parts, planarNormal);
  return fromPlanes(*parts);
}

}  // namespace grashof
