#include "core/mechanism/nominal_pose.h"

#include <algorithm>
#include <cmath>

#include "core/mechanism/joint_motion.h"
#include "core/mechanism/joint_order.h"

namespace grashof {
namespace {

/// Puts a follower where its leader asks for it.
void follow(const Mechanism& m, const NominalLayout& layout, int joint, std::vector<double>& q) {
  const std::optional<Mimic>& mimic = m.joints[joint].mimic;
  const int leader = mimic ? m.findJoint(mimic->leader) : -1;
  if (leader < 0 || !hasOneDof(m.joints[joint].type) || !hasOneDof(m.joints[leader].type)) return;
  const int to = layout.offset[joint], from = layout.offset[leader];
  if (to < 0 || from < 0) return;
  const double value = mimic->multiplier * q[from] + mimic->offset;
  if (std::isfinite(value)) q[to] = value;
}

}  // namespace

NominalLayout nominalLayout(const Mechanism& m, const TreeWalk& walk, BaseMode mode) {
  NominalLayout layout;
  layout.isBaseFloating = !isBaseFixed(m, mode);
  layout.size = layout.isBaseFloating ? kFloatingBaseCoordinates : 0;
  layout.offset.assign(m.joints.size(), -1);
  for (const int j : walk.jointOrder) {
    const int count = coordinateCount(m.joints[j].type);
    if (count == 0) continue;
    layout.offset[j] = layout.size;
    layout.size += count;
  }
  return layout;
}

std::vector<double> defaultNominal(const Mechanism& m, const NominalLayout& layout) {
  std::vector<double> q = neutralConfiguration(m, !layout.isBaseFloating);
  std::vector<bool> isVisited(m.joints.size(), false);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    // Up the chain to what leads it; a ring ends at the joint where it was entered, which keeps its value.
    std::vector<int> chain;
    int at = static_cast<int>(j);
    while (at >= 0 && !isVisited[at]) {
      isVisited[at] = true;
      chain.push_back(at);
      at = m.joints[at].mimic ? m.findJoint(m.joints[at].mimic->leader) : -1;
    }
    const int entry = std::find(chain.begin(), chain.end(), at) == chain.end() ? -1 : at;
    for (; !chain.empty(); chain.pop_back())
      if (chain.back() != entry) follow(m, layout, chain.back(), q);
  }
  return q;
}

std::optional<std::vector<Pose>> linkPosesInRoot(const Mechanism& m, const TreeWalk& walk,
                                                 const NominalLayout& layout, const std::vector<double>& q) {
  if (static_cast<int>(q.size()) != layout.size) return std::nullopt;
  const JointEnds ends = jointEnds(m);
  std::vector<Pose> X_RL(m.links.size());
  for (const int j : walk.jointOrder) {
    const int at = layout.offset[j];
    const auto X_FM = at < 0 ? std::optional<Pose>(Pose{}) : jointMotion(m.joints[j], q.data() + at);
    if (!X_FM) return std::nullopt;
    X_RL[ends.child[j]] = X_RL[ends.parent[j]] * poseOf(m.joints[j].origin) * *X_FM;
  }
  return X_RL;
}

}  // namespace grashof
