// A pose of the linkage, from the coordinates of one tree to those of another.
#include <algorithm>
#include <cmath>

#include "core/mechanism/joint_motion.h"
#include "core/mechanism/joint_order.h"
#include "core/mechanism/nominal_pose.h"
#include "core/topology/recut.h"
#include "core/topology/recut_loop.h"

namespace grashof {
namespace {
using recutting::edgeOf;
using recutting::Scene;

/// Links above `link` that stand for themselves nowhere in the other tree, up to one that does: the massless
/// links of a chain. They stand where the ends of the chain put them.
void placeChain(const Scene& after, int link, std::vector<bool>& isKnown, std::vector<Pose>& X) {
  JointChain chain;
  for (int at = link;;) {
    const int above = after.walk.parentJoint[Scene::index(at)];
    if (above < 0) return;
    chain.insert(chain.begin(), edgeOf(after, above));
    at = chain.front().parent;
    if (isKnown[Scene::index(at)]) break;
  }
  if (chain.size() < 2) return;
  const Pose& X_RP = X[Scene::index(chain.front().parent)];
  if (!std::isfinite(setChainCoordinates(chain, X_RP.inverse() * X[Scene::index(link)]))) return;
  Pose at = X_RP;
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    at = at * *childInParent(chain[i]);
    X[Scene::index(chain[i].child)] = at;
    isKnown[Scene::index(chain[i].child)] = true;
  }
}

/// Poses of the links of `after` in the root's frame when those of `before` are X_RL; a link that is new (a
/// frame link) stands where the fixed joint below it says.
std::vector<Pose> posesOfLinks(const Scene& before, const std::vector<Pose>& X_RL, const Scene& after) {
  std::vector<Pose> X(after.m.links.size());
  std::vector<bool> isKnown(X.size(), false);
  for (std::size_t i = 0; i < X.size(); ++i) {
    const int old = before.m.findLink(after.m.links[i].name);
    if (old < 0) continue;
    // A frame that has moved stands as it stood at the nominal configuration, where all links stayed.
    X[i] = X_RL[Scene::index(old)] * (before.X_RL[Scene::index(old)].inverse() * after.X_RL[i]);
    isKnown[i] = true;
  }
  for (std::size_t j = 0; j < after.m.joints.size(); ++j) {
    const auto parent = Scene::index(after.ends.parent[j]), child = Scene::index(after.ends.child[j]);
    if (isKnown[parent] || !isKnown[child] || after.m.joints[j].type != JointType::Fixed) continue;
    X[parent] = X[child] * poseOf(after.m.joints[j].origin).inverse();
    isKnown[parent] = true;
  }
  for (std::size_t i = 0; i < X.size(); ++i)
    if (isKnown[i]) placeChain(after, static_cast<int>(i), isKnown, X);
  return X;
}

}  // namespace

std::optional<std::vector<double>> poseAfterRecut(const Mechanism& m, const std::vector<double>& q,
                                                  const Mechanism& result) {
  const std::optional<int> base = baseEntriesOf(m, q.size());
  const auto before = recutting::sceneOf(m), after = recutting::sceneOf(result);
  if (!base || !before || !after) return std::nullopt;
  const NominalLayout layout =
      nominalLayout(m, before->walk, *base > 0 ? BaseMode::Floating : BaseMode::Fixed);
  const auto X_RL = linkPosesInRoot(m, before->walk, layout, q);
  if (!X_RL) return std::nullopt;
  const std::vector<Pose> X = posesOfLinks(*before, *X_RL, *after);

  std::vector<double> moved(q.begin(), q.begin() + *base);
  for (const CoordinateSlot& slot : coordinateSlots(result)) {
    const auto j = Scene::index(slot.joint);
    const Joint& joint = result.joints[j];
    const int same = m.findJoint(joint.name);
    if (slot.count == 1 && same >= 0 && layout.offset[Scene::index(same)] >= 0) {
      moved.push_back(q[Scene::index(layout.offset[Scene::index(same)])]);
      continue;
    }
    const Pose X_PC =
        X[Scene::index(after->ends.parent[j])].inverse() * X[Scene::index(after->ends.child[j])];
    std::vector<double> values = jointCoordinates(joint, poseOf(joint.origin).inverse() * X_PC);
    // Turns continue from the nominal configuration.
    if (isRotary(joint.type))
      values[0] += 2 * M_PI * std::round((after->coordinates[j][0] - values[0]) / (2 * M_PI));
    moved.insert(moved.end(), values.begin(), values.end());
  }
  return moved;
}

}  // namespace grashof
