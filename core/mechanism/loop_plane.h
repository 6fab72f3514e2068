// core/mechanism/loop_plane.h - the plane in which a loop moves.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// Normal of the plane in which the tree path between two links moves, in link1's frame at the nominal
/// configuration; unit length. Nothing where the path is not planar: hinges that are not parallel (within the
/// lever rule's 1/1000), slides that leave the plane, other joints, or no hinge at all.
std::optional<Vector3d> planarPathNormal(const Mechanism& mechanism, const std::string& link1,
                                         const std::string& link2);

/// Two axes across a unit normal: base axes where the normal is one, so that a file stays readable.
std::vector<Vector3d> axesAcross(const Vector3d& normal);

}  // namespace grashof
