// What closes a loop, as a joint: the cut joint itself, the joint that closures remember, or the one that
// they are recognised as.
#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/mechanism/loop_plane.h"
#include "core/topology/closure_recognition.h"
#include "core/topology/recut_parts.h"

namespace grashof::recutting {
namespace {

/// Gaps of this size are rounding, m; turns of this size too, rad.
constexpr double kClosed = 1e-9;

Diagnostic loopOpen(const Mechanism& m, const SourceRef& at, const std::string& name, double gap) {
  return problem(Severity::Error, m, "loop-open", at, name,
                 "'" + name + "' is " + formatDouble(std::max(std::round(gap * 1e6), 1.0) / 1e3) +
                     " mm apart at the nominal configuration",
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

bool isCompound(JointType type) {
  return type == JointType::Cylindrical || type == JointType::Universal;
}

/// Cylindrical and universal joints: the frames meet at the nominal configuration.
JointEdge newCompound(const Scene& scene, const Closure& first, const RecognisedJoint& seen) {
  JointEdge edge;
  edge.parent = scene.m.findLink(first.body1);
  edge.child = scene.m.findLink(first.body2);
  edge.joint.type = seen.type;
  edge.joint.axis = seen.axis;
  edge.locked = seen.locked;
  edge.X_PJ.p = seen.point;
  if (seen.type == JointType::Universal) {
    const Vector3d x = (seen.axis2 - seen.axis * seen.axis.dot(seen.axis2)).normalized();
    edge.X_PJ.R << x, seen.axis.cross(x), seen.axis;
    edge.joint.axis = Vector3d::UnitZ();
  }
  edge.X_CM = scene.between(edge.parent, edge.child).inverse() * edge.X_PJ;
  return edge;
}

/// The joints in series that the closures were made from, where they still are what the closures say.
std::optional<JointChain> rememberedChain(const Scene& scene, const Closure& first,
                                          const RecognisedJoint& seen) {
  if (!first.cut || first.cut->chain.size() < 2 || first.cut->links.size() + 1 != first.cut->chain.size())
    return std::nullopt;
  JointChain chain;
  for (const CutJoint& part : first.cut->chain) {
    const Joint& joint = part.joint;
    const bool isLast = &part == &first.cut->chain.back();
    if (!joint.childOrigin || (!isLast && !(*joint.childOrigin == Origin{}))) return std::nullopt;
    if (!isLast && joint.child != first.cut->links[chain.size()].name) return std::nullopt;
    if (scene.m.findJoint(joint.name) >= 0 || (!isLast && scene.m.findLink(joint.child) >= 0))
      return std::nullopt;
    JointEdge edge{joint,
                   scene.m.findLink(joint.parent),
                   scene.m.findLink(joint.child),
                   poseOf(joint.origin),
                   poseOf(*joint.childOrigin),
                   part.coordinates};
    edge.joint.isCut = false;
    edge.joint.childOrigin.reset();
    if (edge.joint.mimic && scene.m.findJoint(edge.joint.mimic->leader) < 0) edge.joint.mimic.reset();
    chain.push_back(edge);
  }
  const JointEdge &front = chain.front(), &back = chain.back();
  const bool isForward = front.joint.parent == first.body1 && back.joint.child == first.body2;
  const bool isBackward = front.joint.parent == first.body2 && back.joint.child == first.body1;
  if (!isForward && !isBackward) return std::nullopt;
  const Pose X_PC = scene.between(front.parent, back.child);
  const JointChain known = chain;
  if (setChainCoordinates(chain, X_PC) > kFits) return std::nullopt;
  double moved = 0;
  for (std::size_t i = 0; i < chain.size(); ++i)
    moved = std::max(moved, std::abs(chain[i].coordinates[0] - known[i].coordinates[0]));
  if (moved < kClosed) chain = known;
  const std::optional<JointEdge> compound = compoundOf(isForward ? chain : reversed(chain));
  if (!compound || misfit(seen, *compound) > kFits) return std::nullopt;
  return chain;
}

/// Closures that stand for a joint which a tree holds as several.
Closing closingByChain(const Scene& scene, const Loop& loop, const RecognisedJoint& seen) {
  const Closure& first = scene.m.closures[Scene::index(loop.closures.front())];
  Closing closing;
  closing.closures = loop.closures;
  if (auto known = rememberedChain(scene, first, seen)) {
    closing.isRemembered = true;
    closing.chain = std::move(*known);
    closing.chainLinks = first.cut->links;
  } else {
    closing.chain = chainFor(newCompound(scene, first, seen));
    nameChain(scene.m, nameOfJoint(scene.m, first), closing.chain, closing.chainLinks);
  }
  closing.edge.parent = closing.chain.front().parent;
  closing.edge.child = closing.chain.back().child;
  return closing;
}

Outcome<Closing> closingByJoint(const Scene& scene, int joint) {
  const Joint& cut = scene.m.joints[Scene::index(joint)];
  Closing closing;
  closing.edge = edgeOf(scene, joint);
  closing.cutJoint = joint;
  JointEdge check = closing.edge;
  const Pose X_PC = scene.between(check.parent, check.child);
  double gap = 0;
  if (isCompound(cut.type)) {
    if (cut.type == JointType::Universal) settleUniversalFrame(closing.edge);
    closing.chain = chainFor(closing.edge);
    Mechanism without = scene.m;
    without.joints.erase(without.joints.begin() + joint);
    nameChain(without, cut.name, closing.chain, closing.chainLinks);
    gap = setChainCoordinates(closing.chain, X_PC);
  } else {
    gap = setCoordinatesFrom(check, X_PC);
  }
  if (gap > kClosed) return Outcome<Closing>::failure(loopOpen(scene.m, cut.source, cut.name, gap));
  closing.edge.joint.isCut = false;
  closing.edge.joint.childOrigin.reset();
  return Outcome<Closing>::success(std::move(closing));
}

/// The part of the way between two anchors that the closure does not allow; all of it in body1's frame.
double openBy(const Closure& closure, const Vector3d& way_1) {
  if (closure.kind == ClosureKind::Universal) {
    Vector3d held = way_1;
    for (Eigen::Index i = 0; i < 3; ++i)
      if (!closure.locked[static_cast<std::size_t>(i)]) held[i] = 0;
    return held.norm();
  }
  if (closure.kind == ClosureKind::Pin) return way_1.norm();
  double open = 0;
  for (const Vector3d& axis : closure.axes)
    open = std::max(open, std::abs(way_1.dot(axis.stableNormalized())));
  return open;
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
    case JointType::Universal: {
      const double tilt2 = seen.axis2.cross(edge.X_PJ.R.col(0)).norm();
      return seen.locked == edge.locked ? std::max({tilt, tilt2, arm.norm()}) : INFINITY;
    }
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
    const int body1 = scene.m.findLink(closure.body1), body2 = scene.m.findLink(closure.body2);
    const double gap = openBy(closure, closure.anchor - scene.between(body1, body2) * *closure.anchor2);
    if (gap > kClosed)
      return Outcome<Closing>::failure(loopOpen(scene.m, closure.source, displayName(closure, c), gap));
  }
  const std::optional<Vector3d> normal = planarPathNormal(scene.m, first.body1, first.body2);
  std::optional<RecognisedJoint> seen = recogniseJoint(scene.m, loop.closures, normal);
  if (!seen)
    return Outcome<Closing>::failure(problem(
        Severity::Error, scene.m, "not-a-joint", first.source, loop.name,
        "the closures of '" + loop.name + "' stand for no joint",
        "a joint is: one pin, pins along its axis, three pins, or, where the loop moves in a plane, an "
        "equality with two axes in that plane"));
  if (isCompound(seen->type)) return Outcome<Closing>::success(closingByChain(scene, loop, *seen));
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
