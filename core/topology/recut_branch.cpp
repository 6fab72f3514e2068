// The branch that hangs on another joint after a cut.
#include <algorithm>
#include <cmath>

#include "core/mechanism/joint_motion.h"
#include "core/topology/recut_parts.h"

namespace grashof::recutting {
namespace {

/// A massless link that only carries another link's old frame, as the policy to keep frames makes them.
bool isFrameLink(const Mechanism& m, const std::string& frame, const Joint& below) {
  const Link& link = m.links[Scene::index(m.findLink(frame))];
  if (below.type != JointType::Fixed || frame != below.child + "_frame" || below.name != frame + "_joint")
    return false;
  if (link.inertial || !link.visuals.empty() || !link.collisions.empty()) return false;
  const bool hasOthers = std::any_of(m.joints.begin(), m.joints.end(), [&](const Joint& j) {
    return j.name != below.name && (j.parent == frame || (j.isCut && j.child == frame));
  });
  return !hasOthers && std::none_of(m.closures.begin(), m.closures.end(),
                                    [&](const Closure& c) { return c.body1 == frame || c.body2 == frame; });
}

/// Joints the other way about, frame links among them left out.
std::vector<JointEdge> upwards(const Scene& scene, int from, int joint, Branch& branch) {
  std::vector<JointEdge> edges;
  for (int link = from;;) {
    const int above = scene.walk.parentJoint[Scene::index(link)];
    JointEdge edge = edgeOf(scene, above);
    if (above != joint && isFrameLink(scene.m, edge.joint.parent, edge.joint)) {
      const int frame = edge.parent, next = scene.walk.parentJoint[Scene::index(frame)];
      const Pose X_LF = edge.X_PJ.inverse();
      branch.removedLinks.push_back(frame);
      branch.removedJoints.push_back(above);
      edge = edgeOf(scene, next);
      edge.child = link;
      edge.X_CM = X_LF * edge.X_CM;
      edges.push_back(edge);
      if (next == joint) break;
    } else {
      edges.push_back(edge);
      if (above == joint) break;
    }
    link = edges.back().parent;
  }
  return edges;
}

}  // namespace

Branch turnedBranch(const Scene& scene, const ChosenLoop& chosen, int joint) {
  Branch branch;
  branch.edges.push_back(chosen.closing.edge);
  branch.original.push_back(chosen.closing.edge);
  if (branch.edges[0].parent != chosen.outside) reverse(branch.edges[0]);
  std::vector<JointEdge> up = upwards(scene, chosen.inside, joint, branch);
  branch.cut = up.back();
  up.pop_back();
  for (JointEdge& edge : up) {
    branch.original.push_back(edge);
    reverse(edge);
    branch.edges.push_back(std::move(edge));
  }
  for (JointEdge& edge : branch.edges) {
    alignWithChild(edge);
    if (edge.X_CM.p.norm() < 1e-13) edge.X_CM.p.setZero();
  }
  return branch;
}

void settleNewJoint(const Scene& scene, JointEdge& edge) {
  Joint& joint = edge.joint;
  if (!hasAxis(joint.type)) return;
  Eigen::Index largest = 0;
  joint.axis.cwiseAbs().maxCoeff(&largest);
  if (joint.axis[largest] < 0) joint.axis = Vector3d::Zero() - joint.axis;
  joint.axis = cleaned(joint.axis, 1.0);
  if (!isRotary(joint.type)) return;
  const Matrix3d R_PC = scene.between(edge.parent, edge.child).R;
  const Matrix3d R_PC0 =
      scene.X_RL0[Scene::index(edge.parent)].R.transpose() * scene.X_RL0[Scene::index(edge.child)].R;
  const Pose turn{R_PC0.transpose() * R_PC, Vector3d::Zero()};
  const std::vector<double> q = jointCoordinates(joint, turn);
  constexpr double kRounding = 1e-9;
  if ((jointMotion(joint, q.data())->R - turn.R).norm() > kRounding) return;
  const double opposite = -q[0];
  edge.X_PJ.R = R_PC * jointMotion(joint, &opposite)->R;
  edge.coordinates = q;
}

void shiftEdge(const Mechanism& m, JointEdge& edge, const Shifts& shifts) {
  const auto shiftOf = [&](int link) -> Vector3d {
    const auto it = shifts.find(m.links[Scene::index(link)].name);
    return it == shifts.end() ? Vector3d::Zero() : it->second;
  };
  edge.X_PJ.p -= shiftOf(edge.parent);
  edge.X_CM.p -= shiftOf(edge.child);
}

}  // namespace grashof::recutting
