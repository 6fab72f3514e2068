// ui/tools/joint_drag.h - which joint a grabbed body turns, and by how much the pointer asks it to turn.
#pragma once
#include <optional>

#include "core/dynamics/model.h"
#include "render/pick.h"

namespace grashof {

/// The nearest joint with one degree of freedom above a link (index into model.joints), -1 when there is
/// none.
int jointAbove(const Model& model, int link);

/// Origin and unit axis of a model joint in World, from the link poses of an instant.
struct JointAxis {
  Vector3d origin_W = Vector3d::Zero(), axis_W = Vector3d::UnitZ();
};
JointAxis jointAxis(const Model& model, const std::vector<Pose>& linkPoses, int joint);

/// Change of the coordinate (rad or m) that brings the grabbed point as near to the pointer's ray as the
/// joint alone can. Zero where the ray runs along the plane of the motion.
double coordinateChange(const JointAxis& axis, bool isRotary, const Vector3d& grabbed_W, const Ray& ray);

/// Where a ray meets the plane through a point; nothing where it runs along the plane.
std::optional<Vector3d> pointOnPlane(const Ray& ray, const Vector3d& p_W, const Vector3d& normal_W);

}  // namespace grashof
