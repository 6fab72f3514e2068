#include "core/topology/rigid_groups.h"

namespace grashof {

RigidGroups rigidGroups(const Mechanism& m, const SpanningTree& tree) {
  RigidGroups groups;
  groups.carrier.assign(m.links.size(), -1);
  groups.X_CL.resize(m.links.size());
  for (const int link : tree.linkOrder) {
    groups.carrier[link] = link;
    const int joint = tree.parentJoint[link];
    if (joint < 0 || m.joints[joint].type != JointType::Fixed) continue;
    const int parent = tree.parentLink[link];
    groups.carrier[link] = groups.carrier[parent];
    groups.X_CL[link] = groups.X_CL[parent] * poseOf(m.joints[joint].origin);
  }
  return groups;
}

}  // namespace grashof
