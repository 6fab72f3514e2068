#include "app/aligned_links.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/dynamics/kinematics.h"
#include "core/topology/spanning_tree.h"

namespace grashof {
namespace {

constexpr double kInLine = 2e-2;  // sine of the angle between two links in line
constexpr double kApart = 1e-6;   // of the mechanism's size

struct Pivot {
  Vector3d p_W;
  int source = -1;  ///< joint of the mechanism; -1: the closure
};

/// Where the loop is closed: the first constraint that stands for its closures or its cut joint.
std::optional<Vector3d> closingPoint(const Model& model, const TreeState& state, const Loop& loop) {
  for (const Constraint& c : model.constraints) {
    const bool closesIt = loop.cutJoint >= 0
                              ? c.joint == loop.cutJoint && c.kind != ConstraintKind::Mimic
                              : c.closure >= 0 && std::find(loop.closures.begin(), loop.closures.end(),
                                                            c.closure) != loop.closures.end();
    if (closesIt) return state.pointInWorld(c.body1, c.p_B1A1);
  }
  return std::nullopt;
}

/// Around the loop: the closing point, then its hinges.
std::vector<Pivot> pivotsOf(const Model& model, const TreeState& state, const Loop& loop) {
  std::vector<Pivot> pivots;
  if (const auto closing = closingPoint(model, state, loop)) pivots.push_back({*closing, -1});
  for (const int source : loop.joints) {
    const JointType type = model.mechanism->joints[static_cast<std::size_t>(source)].type;
    if (type == JointType::Revolute || type == JointType::Continuous || type == JointType::Spherical)
      pivots.push_back({framePose(model, state, source).p, source});
  }
  return pivots;
}

/// The axis of the loop's first hinge: links are in line as seen along it.
Vector3d hingeAxis(const Model& model, const TreeState& state, const Loop& loop) {
  for (const int source : loop.joints) {
    const Joint& joint = model.mechanism->joints[static_cast<std::size_t>(source)];
    if (joint.type == JointType::Revolute || joint.type == JointType::Continuous)
      return (framePose(model, state, source).R * joint.axis).normalized();
  }
  return Vector3d::Zero();
}

}  // namespace

std::optional<AlignedLinks> alignedLinks(const Model& model, const VectorXd& q, int joint) {
  if (q.size() != model.nq || joint < 0 || joint >= static_cast<int>(model.joints.size()))
    return std::nullopt;
  const int dragged = model.joints[static_cast<std::size_t>(joint)].source;
  TreeState state = makeTreeState(model);
  treeKinematics(model, {q.data(), static_cast<std::size_t>(q.size())}, {}, state);
  std::optional<AlignedLinks> best;
  double bestSine = kInLine;
  for (const Loop& loop : fundamentalLoops(*model.mechanism)) {
    if (std::find(loop.joints.begin(), loop.joints.end(), dragged) == loop.joints.end()) continue;
    const Vector3d axis = hingeAxis(model, state, loop);
    const std::vector<Pivot> pivots = pivotsOf(model, state, loop);
    for (std::size_t i = 0; pivots.size() >= 3 && i < pivots.size(); ++i) {
      const Pivot &a = pivots[i], &b = pivots[(i + 1) % pivots.size()], &c = pivots[(i + 2) % pivots.size()];
      if (b.source == dragged) continue;
      Vector3d u = b.p_W - a.p_W, v = c.p_W - b.p_W;
      u -= axis.dot(u) * axis;
      v -= axis.dot(v) * axis;
      if (std::min(u.norm(), v.norm()) < kApart * model.size) continue;
      const double sine = u.cross(v).norm() / (u.norm() * v.norm());
      if (sine >= bestSine) continue;
      bestSine = sine;
      best = AlignedLinks{a.p_W, b.p_W, c.p_W};
    }
  }
  return best;
}

}  // namespace grashof
