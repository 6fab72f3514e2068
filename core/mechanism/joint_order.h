// core/mechanism/joint_order.h - which entries of a nominal configuration belong to which joint.
#pragma once
#include <optional>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// Where a joint's coordinates stand in the nominal configuration behind the base's.
struct CoordinateSlot {
  int joint = -1;  ///< index into Mechanism::joints
  int first = 0;   ///< offset behind the base's entries
  int count = 0;
};
/// Slots of the movable tree joints, depth first from the root (RaiSim's order of coordinates).
std::vector<CoordinateSlot> coordinateSlots(const Mechanism& mechanism);
/// Sum of the slots' counts.
int jointCoordinateCount(const Mechanism& mechanism);

inline constexpr int kFloatingBaseCoordinates = 7;  ///< x y z, quaternion w x y z

/// Entries of the base in a nominal configuration of this size: 0, 7, or nothing when neither fits.
std::optional<int> baseEntriesOf(const Mechanism& mechanism, std::size_t nominalSize);

/// Base at the origin when it floats, and every joint's neutral coordinates; mimics are not looked at (see
/// defaultNominal). [7 or 0, then the slots' coordinates]
std::vector<double> neutralConfiguration(const Mechanism& mechanism, bool isBaseFixed);
/// A joint's coordinates where a file gives none: zero clamped into the limits, the identity quaternion.
/// [coordinateCount(joint.type)]
std::vector<double> neutralCoordinates(const Joint& joint);

}  // namespace grashof
