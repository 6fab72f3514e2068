// What closes a loop, as a joint: the cut joint itself, the joint that closures remember, or the one that
// they are recognised as.
#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/mechanism/loop_plane.h"
#include "core/topology/closure_recognition.h"
#include "core/topology/recut_loop.h"

namespace grashof::recutting {
namespace {

/// Gaps of this size are rounding, m; turns of this size too, rad.
constexpr double kClosed = 1e-9;

Diagnostic loopOpen(const Mechanism& m, const SourceRef& at, const std::string& name, double gap) {
  return problem(Severity::Error, m, "loop-open", at, name,
                 "'" + name + "' is " + formatDouble(std::max(std::round(gap * 1e6), 1.0) / 1e3) + " mm apart at the nominal configuration",
                 "close the loops first");
}

std::string nameOfJoint(const Mechanism& m, const Closure& closure) {
  const std::string wanted =
      closure.name.empty() ? closure.body1 + "_" + closure.body2 + "_joint" : closure.name;
  std::string name = wanted;
  for (int n = 2; m.findJoint(name) >= 0; ++n) name = wanted + "_" + std::to_string(n);
  return name;
}

/// The joint that the closures were made from, where it still is what they say.
std::optional<JointEdge> remembered(const Scene& scene, const std::vector<int>& closures,
                                    const RecognisedJoint& seen, bool isPlanarPin) {
  const Closure& first = scene.m.closures[Scene::index(closures.front())];
  if (!first.cut || !first.cut->joint.childOrigin) return std::nullopt;
  const Joint& joint = first.cut->joint;
  JointEdge edge{joint,
                 scene.m.findLink(joint.parent),
                 scene.m.findLink(joint.child),
                 poseOf(joint.origin),
                 poseOf(*joint.childOrigin),
                 {}};
  if (joint.parent != first.body1 || joint.child != first.body2) return std::nullopt;
  RecognisedJoint kind = seen;
  if (isPlanarPin && joint.type == JointType::Spherical) kind.type = JointType::Spherical;
  if (misfit(kind, edge) > kFits) return std::nullopt;
  if (setCoordinatesFrom(edge, scene.between(edge.parent, edge.child)) > kFits) return std::nullopt;
  const std::vector<double>& known = first.cut->coordinates;
  if (known.size() != edge.coordinates.size()) return std::nullopt;
  double difference = 0;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (isRotary(joint.type))
      edge.coordinates[i] += 2 * M_PI * std::round((known[i] - edge.coordinates[i]) / (2 * M_PI));
    difference = std::max(difference, std::abs(known[i] - edge.coordinates[i]));
  }
  if (difference < kClosed) edge.coordinates = known;
  edge.joint.isCut = false;
  edge.joint.childOrigin.reset();
  if (edge.joint.mimic && scene.m.findJoint(edge.joint.mimic->leader) < 0) edge.joint.mimic.reset();
  if (scene.m.findJoint(edge.joint.name) >= 0) edge.joint.name = nameOfJoint(scene.m, first);
  return edge;
}

JointEdge newJoint(const Scene& scene, const Closure& first, const RecognisedJoint& seen) {
  JointEdge edge;
  edge.parent = scene.m.findLink(first.body1);
  edge.child = scene.m.findLink(first.body2);
  edge.joint.name = nameOfJoint(scene.m, first);
  // Nothing limits it, and a revolute joint without limits is a continuous one.
  edge.joint.type = seen.type == JointType::Revolute ? JointType::Continuous : seen.type;
  if (hasAxis(seen.type)) edge.joint.axis = seen.axis;
  edge.X_PJ.p = seen.point;
  const Pose X_PC = scene.between(edge.parent, edge.child);
  edge.X_CM = X_PC.inverse() * edge.X_PJ;
  setCoordinatesFrom(edge, X_PC);
  for (double& q : edge.coordinates) q = std::round(q);  // all zero, or the identity: the frames coincide
  return edge;
}

Outcome<Closing> closingByJoint(const Scene& scene, int joint) {
  const Joint& cut = scene.m.joints[Scene::index(joint)];
  Closing closing{edgeOf(scene, joint), {}, joint, false, false};
  JointEdge check = closing.edge;
  const double gap = setCoordinatesFrom(check, scene.between(check.parent, check.child));
  if (gap > kClosed) return Outcome<Closing>::failure(loopOpen(scene.m, cut.source, cut.name, gap));
  closing.edge.joint.isCut = false;
  closing.edge.joint.childOrigin.reset();
  return Outcome<Closing>::success(std::move(closing));
}

}  // namespace

double misfit(const RecognisedJoint& seen, const JointEdge& edge) {
  const JointType type = edge.joint.type;
  if (seen.type != type && !(isRotary(seen.type) && isRotary(type))) return INFINITY;
  const Vector3d axis = edge.X_PJ.R * edge.joint.axis.stableNormalized();
  const Vector3d arm = seen.point - edge.X_PJ.p;
  const double tilt = seen.axis.cross(axis).norm();
  switch (type) {
    case JointType::Spherical:
      return arm.norm();
    case JointType::Revolute:
    case JointType::Continuous:
    case JointType::Prismatic:
    case JointType::Cylindrical:
      return std::max(tilt, arm.cross(axis).norm());
    case JointType::Planar:
      return std::max(tilt, std::abs(arm.dot(axis)));
    case JointType::Universal:
      return std::max(tilt, arm.norm());
    case JointType::Fixed:
    case JointType::Floating:
      return 0;
  }
  return INFINITY;
}

Outcome<Closing> closingOf(const Scene& scene, const Loop& loop) {
  if (loop.cutJoint >= 0) return closingByJoint(scene, loop.cutJoint);
  const Closure& first = scene.m.closures[Scene::index(loop.closures.front())];
  for (const int c : loop.closures) {
    const Closure& closure = scene.m.closures[Scene::index(c)];
    if (!closure.anchor2) continue;
    const Vector3d p1 = scene.X_RL[Scene::index(scene.m.findLink(closure.body1))] * closure.anchor;
    const Vector3d p2 = scene.X_RL[Scene::index(scene.m.findLink(closure.body2))] * *closure.anchor2;
    if ((p1 - p2).norm() > kClosed)
      return Outcome<Closing>::failure(
          loopOpen(scene.m, closure.source, displayName(closure, c), (p1 - p2).norm()));
  }
  const std::optional<Vector3d> normal = planarPathNormal(scene.m, first.body1, first.body2);
  std::optional<RecognisedJoint> seen = recogniseJoint(scene.m, loop.closures, normal);
  if (!seen || seen->type == JointType::Cylindrical || seen->type == JointType::Universal)
    return Outcome<Closing>::failure(problem(
        Severity::Error, scene.m, "not-a-joint", first.source, loop.name,
        seen ? "'" + loop.name + "' stands for a " + std::string(jointTypeName(seen->type)) +
                   " joint, which a URDF tree cannot hold"
             : "the closures of '" + loop.name + "' stand for no joint",
        "a joint is: one pin, pins along its axis, three pins, or, where the loop moves in a plane, an "
        "equality with two axes in that plane"));
  Closing closing;
  closing.closures = loop.closures;
  closing.isPlanarPin = seen->type == JointType::Spherical && normal.has_value();
  // Between bodies that move in a plane, a pin is a hinge across it.
  if (closing.isPlanarPin) seen = RecognisedJoint{JointType::Revolute, seen->point, *normal};
  const std::optional<JointEdge> known = remembered(scene, loop.closures, *seen, closing.isPlanarPin);
  closing.isRemembered = known.has_value();
  closing.edge = known ? *known : newJoint(scene, first, *seen);
  if (!isRotary(closing.edge.joint.type)) closing.isPlanarPin = false;
  return Outcome<Closing>::success(std::move(closing));
}

}  // namespace grashof::recutting
