// core/topology/closure_recognition.h - the joint that a set of point closures stands for.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// Inverse of closuresOfCutJoint: point and axis in the link frame of the first closure's body1.
struct RecognisedJoint {
  JointType type = JointType::Spherical;
  Vector3d point = Vector3d::Zero();
  Vector3d axis = Vector3d::UnitZ();  ///< unit; universal: n_a; no meaning for spherical and fixed
  Vector3d axis2 = Vector3d::UnitX();  ///< universal: n_b at the nominal configuration
  std::array<bool, 3> locked{true, true, true};  ///< universal: as in Closure
};

/// Recognises spherical (one pin), revolute (pins on a line; in a planar loop also one pair of in-plane
/// axes; or a pin and axes across the line from it), fixed (pins not on a line; or a pin, two axes, one
/// axis), cylindrical, prismatic, planar and universal joints. A
/// <universal> alone is a universal joint, with whatever translations it releases.
///
/// in   closures      indices into mechanism.closures, all with the same bodies as body1 and body2 (fixed
/// joints seen
///                    through on body1's side)
///      planarNormal  unit normal of the loop's plane in the first closure's body1, if the loop is planar
/// out  nothing when the set is no joint of the table, or when body1 and body2 are swapped among the closures
std::optional<RecognisedJoint> recogniseJoint(const Mechanism& mechanism, const std::vector<int>& closures,
                                              const std::optional<Vector3d>& planarNormal);

}  // namespace grashof
