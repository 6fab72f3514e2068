// core/mechanism/joint_order.h - the order of the tree's joints, which is that of the nominal configuration.
#pragma once
#include <optional>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// Tree joints depth first from the root, children in document order (RaiSim's order of coordinates); joints
/// that the root does not reach are left out. Fixed joints included.
std::vector<int> treeJointOrder(const Mechanism& mechanism);

/// Where a joint's coordinates stand in the nominal configuration behind the base's.
struct CoordinateSlot {
  int joint = -1;  ///< index into Mechanism::joints
  int first = 0;   ///< offset behind the base's entries
  int count = 0;
};
/// Slots of the movable tree joints in order.
std::vector<CoordinateSlot> coordinateSlots(const Mechanism& mechanism);
/// Sum of the slots' counts.
int jointCoordinateCount(const Mechanism& mechanism);

inline constexpr int kFloatingBaseCoordinates = 7;  ///< x y z, quaternion w x y z

/// Entries of the base in a nominal configuration of this size: 0, 7, or nothing when neither fits.
std::optional<int> baseEntriesOf(const Mechanism& mechanism, std::size_t nominalSize);

/// The pose that stands where a file gives none: base at the origin when it floats, zeros clamped into the
/// limits, identity quaternions. [7 or 0, then the slots' coordinates]
std::vector<double> neutralConfiguration(const Mechanism& mechanism, bool isBaseFixed);
/// One joint's part of it, [coordinateCount(joint.type)].
std::vector<double> neutralCoordinates(const Joint& joint);

}  // namespace grashof
