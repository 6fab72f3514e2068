// core/mechanism/joint_motion.h - from a joint's coordinates to the pose of its moved frame, and back.
#pragma once
#include <optional>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// The shortest rotation that takes z to the unit vector `axis`; where that points down by more than 30
/// degrees, half a turn about x first. Fixes the x and y directions of a planar joint.
Matrix3d rotationFromZ(const Vector3d& axis);

/// Pose X_FM of the moved frame in the joint frame at coordinates q [coordinateCount(joint.type)]; nothing
/// where the axis or a quaternion is zero. Identity for types without coordinates.
std::optional<Pose> jointMotion(const Joint& joint, const double* q);

/// The coordinates at which the joint's motion is X_FM, or comes nearest to it: turns in (-pi, pi], unit
/// quaternions with w >= 0. The axis must not be zero. [coordinateCount(joint.type)]
std::vector<double> jointCoordinates(const Joint& joint, const Pose& X_FM);

}  // namespace grashof
