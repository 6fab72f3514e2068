#include "core/mechanism/joint_order.h"

#include <algorithm>

#include "core/mechanism/graph.h"

namespace grashof {

std::vector<CoordinateSlot> coordinateSlots(const Mechanism& mechanism) {
  std::vector<CoordinateSlot> slots;
  int next = 0;
  for (const int j : walkTree(mechanism).jointOrder) {
    const int count = coordinateCount(mechanism.joints[static_cast<std::size_t>(j)].type);
    if (count == 0) continue;
    slots.push_back({j, next, count});
    next += count;
  }
  return slots;
}

int jointCoordinateCount(const Mechanism& mechanism) {
  const std::vector<CoordinateSlot> slots = coordinateSlots(mechanism);
  return slots.empty() ? 0 : slots.back().first + slots.back().count;
}

std::optional<int> baseEntriesOf(const Mechanism& mechanism, std::size_t nominalSize) {
  const auto joints = static_cast<std::size_t>(jointCoordinateCount(mechanism));
  if (nominalSize == joints) return 0;
  if (nominalSize == joints + kFloatingBaseCoordinates) return kFloatingBaseCoordinates;
  return std::nullopt;
}

std::vector<double> neutralCoordinates(const Joint& joint) {
  std::vector<double> q(static_cast<std::size_t>(coordinateCount(joint.type)), 0.0);
  if (joint.type == JointType::Spherical) q[0] = 1;
  if (joint.type == JointType::Floating) q[3] = 1;
  if (joint.type != JointType::Revolute && joint.type != JointType::Prismatic) return q;
  // Not std::clamp: reversed bounds are its undefined behaviour and a file may have them.
  if (joint.limits.upper) q[0] = std::min(q[0], *joint.limits.upper);
  if (joint.limits.lower) q[0] = std::max(q[0], *joint.limits.lower);
  return q;
}

std::vector<double> neutralConfiguration(const Mechanism& mechanism, bool isBaseFixed) {
  std::vector<double> q;
  if (!isBaseFixed) q = {0, 0, 0, 1, 0, 0, 0};
  for (const CoordinateSlot& slot : coordinateSlots(mechanism)) {
    const std::vector<double> joint =
        neutralCoordinates(mechanism.joints[static_cast<std::size_t>(slot.joint)]);
    q.insert(q.end(), joint.begin(), joint.end());
  }
  return q;
}

}  // namespace grashof
