// core/mechanism/nominal_pose.h - the nominal configuration, entry by entry, and the links' poses in it.
#pragma once
#include <optional>
#include <vector>

#include "core/mechanism/graph.h"
#include "core/mechanism/validate.h"

namespace grashof {

/// Where each tree joint's coordinates stand in the nominal configuration.
struct NominalLayout {
  int size = 0;
  bool isBaseFloating = false;  ///< then entries 0..6 are the base's position and quaternion
  std::vector<int> offset;      ///< [joints] first entry, -1 for fixed and cut joints
};
NominalLayout nominalLayout(const Mechanism& mechanism, const TreeWalk& walk, BaseMode mode);

/// The configuration that a mechanism without nominal_config starts in: zeros (identity quaternions), clamped
/// into the limits, followers where their leaders put them (in a ring of mimics, but for one of them).
std::vector<double> defaultNominal(const Mechanism& mechanism, const NominalLayout& layout);

/// Pose of each link in the root link's frame at configuration q; nothing when q has another size, or
/// a quaternion in it or a joint's axis is zero.
std::optional<std::vector<Pose>> linkPosesInRoot(const Mechanism& mechanism, const TreeWalk& walk,
                                                 const NominalLayout& layout, const std::vector<double>& q);

}  // namespace grashof
