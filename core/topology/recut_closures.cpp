// The newly cut joint, as closures.
#include <algorithm>

#include "core/mechanism/loop_plane.h"
#include "core/topology/cut_joint_closures.h"
#include "core/topology/recut_parts.h"

namespace grashof::recutting {
namespace {

constexpr double kParallel = 1e-3;  // the lever rule's 1/1000

/// The closures that the joint was made from, where they still say the same.
std::optional<std::vector<Closure>> remembered(const Mechanism& m, const JointEdge& edge,
                                               const std::string& parent, const std::string& child) {
  if (!edge.joint.closures || edge.joint.closures->empty()) return std::nullopt;
  Mechanism with = m;
  std::vector<int> indices;
  for (const Closure& closure : *edge.joint.closures) {
    const bool isForward = closure.body1 == parent && closure.body2 == child;
    const bool isBackward = closure.body1 == child && closure.body2 == parent;
    if (!isForward && !isBackward) return std::nullopt;
    indices.push_back(static_cast<int>(with.closures.size()));
    with.closures.push_back(closure);
  }
  const Closure& first = edge.joint.closures->front();
  const auto normal = planarPathNormal(with, first.body1, first.body2);
  std::optional<RecognisedJoint> seen = recogniseJoint(with, indices, normal);
  if (!seen) return std::nullopt;
  if (seen->type == JointType::Spherical && isRotary(edge.joint.type) && normal)
    seen = RecognisedJoint{JointType::Revolute, seen->point, *normal};
  JointEdge oriented = edge;
  if (first.body1 != parent) reverse(oriented);
  if (misfit(*seen, oriented) > kFits) return std::nullopt;
  return *edge.joint.closures;
}

bool hasMore(const Joint& joint) {
  return !(joint.limits == JointLimits{}) || !(joint.dynamics == JointDynamics{}) || joint.mimic.has_value();
}

/// A universal joint that lets some translations go has no pins and equalities to say it.
Closure released(const JointEdge& edge, const std::string& parent, const std::string& child) {
  Closure closure;
  closure.kind = ClosureKind::Universal;
  closure.name = edge.joint.name;
  closure.body1 = parent;
  closure.body2 = child;
  closure.anchor = edge.X_PJ.p;
  closure.axisA = cleaned(edge.X_PJ.R.col(2), 1.0);
  closure.axisB = cleaned(edge.X_CM.R.col(0), 1.0);
  closure.locked = edge.locked;
  return closure;
}

/// The joint as one outside the tree, with both its frames.
Joint asCutJoint(const JointEdge& edge, const std::string& parent, const std::string& child) {
  Joint joint = edge.joint;
  joint.isCut = true;
  joint.parent = parent;
  joint.child = child;
  joint.origin = originOf(edge.X_PJ);
  joint.childOrigin = originOf(edge.X_CM);
  return joint;
}

}  // namespace

CutJoint memoryOf(const JointEdge& edge, const std::string& parent, const std::string& child) {
  return {asCutJoint(edge, parent, child), edge.coordinates, {}, {}};
}

std::vector<Closure> closuresOf(const Mechanism& m, const JointEdge& edge, const std::string& parent,
                                const std::string& child, bool prefersPin, const CutJoint& memory) {
  if (auto known = remembered(m, edge, parent, child)) {
    const bool doPartsSayMore = std::any_of(memory.chain.begin(), memory.chain.end(),
                                            [](const CutJoint& part) { return hasMore(part.joint); });
    if (hasMore(edge.joint) || doPartsSayMore) known->front().cut = memory;
    return *known;
  }
  const std::optional<Vector3d> normal = planarPathNormal(m, parent, child);
  const Vector3d axis = edge.X_PJ.R * edge.joint.axis.stableNormalized();
  const bool isPlanar = isRotary(edge.joint.type) && normal && normal->cross(axis).norm() < kParallel;
  Mechanism with = m;
  with.joints.push_back(memory.joint);
  if (isPlanar && prefersPin) with.joints.back().type = JointType::Spherical;
  const double length = ownLength(m);
  std::vector<Closure> closures =
      edge.locked == std::array<bool, 3>{true, true, true}
          ? closuresOfCutJoint(with, static_cast<int>(with.joints.size()) - 1, length, isPlanar)
          : std::vector<Closure>{released(edge, parent, child)};
  for (Closure& closure : closures) {
    closure.anchor = cleaned(closure.anchor, std::max(length, closure.anchor.norm()));
    for (Vector3d& direction : closure.axes) {
      Eigen::Index largest = 0;
      direction.cwiseAbs().maxCoeff(&largest);
      if (direction[largest] < 0) direction = Vector3d::Zero() - direction;  // only the line matters
      direction = cleaned(direction, 1.0);
    }
    // The loops are closed at the nominal configuration: body2's point is the one that coincides there.
    closure.anchor2.reset();
    closure.source = {};
  }
  if (!closures.empty()) closures.front().cut = memory;
  return closures;
}

}  // namespace grashof::recutting
