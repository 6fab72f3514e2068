// Frames of a scene; declared in scene.h.
#include <algorithm>
#include <span>

#include "core/dynamics/kinematics.h"
#include "core/topology/spanning_tree.h"
#include "render/scene.h"

namespace grashof {
namespace {

constexpr double kStandardGravity = 9.80665;  // m/s^2, only scales arrows

std::vector<double> jointPositions(const Model& model, const VectorXd& q) {
  std::vector<double> positions(model.mechanism ? model.mechanism->joints.size() : 0, 0.0);
  for (const MovableJoint& joint : model.joints)
    if (joint.source >= 0 && joint.nq == 1 && joint.q < q.size()) positions[joint.source] = q[joint.q];
  return positions;
}

/// Which element a constraint is drawn as; None for mimics.
ElementRef elementOf(const Constraint& constraint) {
  if (constraint.kind == ConstraintKind::Mimic) return {};
  if (constraint.closure >= 0) return {ElementKind::Closure, constraint.closure};
  return {ElementKind::Joint, constraint.joint};
}

}  // namespace

SceneFrame makeSceneFrame(const Model& model, const Snapshot& snapshot) {
  SceneFrame frame;
  frame.linkPoses = snapshot.linkPoses;
  frame.jointPositions = jointPositions(model, snapshot.q);
  frame.referenceForce = model.totalMass * kStandardGravity;
  const std::size_t n = std::min(model.constraints.size(), snapshot.constraints.size());
  for (std::size_t i = 0; i < n; ++i) {
    const ElementRef element = elementOf(model.constraints[i]);
    if (element.kind == ElementKind::None) continue;
    const ConstraintReading& reading = snapshot.constraints[i];
    frame.closures.push_back({element, reading.p1_W, reading.p2_W, reading.gap, reading.force_W});
  }
  return frame;
}

SceneFrame makeSceneFrame(const Model& model, const VectorXd& q) {
  SceneFrame frame;
  TreeState state = makeTreeState(model);
  const std::span<const double> positions(q.data(), static_cast<std::size_t>(q.size()));
  treeKinematics(model, positions, {}, state);
  for (std::size_t i = 0; i < model.links.size(); ++i) frame.linkPoses.push_back(linkPose(model, state, static_cast<int>(i)));
  frame.jointPositions = jointPositions(model, q);
  frame.referenceForce = model.totalMass * kStandardGravity;
  for (const Constraint& c : model.constraints) {
    const ElementRef element = elementOf(c);
    if (element.kind == ElementKind::None) continue;
    frame.closures.push_back({element, state.pointInWorld(c.body1, c.p_B1A1), state.pointInWorld(c.body2, c.p_B2A2),
                              gapOf(model, state, positions, c), Vector3d::Zero()});
  }
  return frame;
}

SceneFrame makeRestFrame(const Mechanism& mechanism) {
  SceneFrame frame;
  frame.linkPoses.resize(mechanism.links.size());
  frame.jointPositions.assign(mechanism.joints.size(), 0.0);
  const SpanningTree tree = spanningTree(mechanism);
  for (const int link : tree.linkOrder) {
    const int joint = tree.parentJoint[link], parent = tree.parentLink[link];
    if (joint >= 0 && parent >= 0) frame.linkPoses[link] = frame.linkPoses[parent] * poseOf(mechanism.joints[joint].origin);
  }
  for (std::size_t i = 0; i < mechanism.closures.size(); ++i) {
    const Closure& c = mechanism.closures[i];
    const int link1 = mechanism.findLink(c.body1), link2 = mechanism.findLink(c.body2);
    if (link1 < 0 || link2 < 0 || !c.anchor.allFinite()) continue;
    const Vector3d p1_W = frame.linkPoses[link1] * c.anchor;
    // Without a nominal pose, a RaiSim closure's second anchor is wherever the first one is.
    const Vector3d p2_W = c.anchor2 ? frame.linkPoses[link2] * *c.anchor2 : p1_W;
    frame.closures.push_back({{ElementKind::Closure, static_cast<int>(i)}, p1_W, p2_W, (p1_W - p2_W).norm(), Vector3d::Zero()});
  }
  return frame;
}

}  // namespace grashof
