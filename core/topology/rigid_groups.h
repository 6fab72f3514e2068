// core/topology/rigid_groups.h - links that fixed joints weld into one body.
#pragma once
#include <vector>

#include "core/topology/spanning_tree.h"

namespace grashof {

/// Per link of the mechanism: the link that carries its merged body (the topmost one reached through fixed
/// tree joints; -1 for links outside the tree) and the link's pose in that link's frame.
struct RigidGroups {
  std::vector<int> carrier;
  std::vector<Pose> X_CL;
};
RigidGroups rigidGroups(const Mechanism& mechanism, const SpanningTree& tree);

}  // namespace grashof
