#include "ui/tools/joint_drag.h"

#include <cmath>

namespace grashof {

int jointAbove(const Model& model, int link) {
  const Mechanism& mechanism = *model.mechanism;
  // Bounded by the number of links: a damaged tree may not loop forever.
  for (std::size_t guard = 0; guard <= mechanism.links.size() && link >= 0; ++guard) {
    const int parent = mechanism.parentJointOf(mechanism.links[static_cast<std::size_t>(link)].name);
    if (parent < 0) return -1;
    if (const int j = model.jointOf(parent); j >= 0 && model.joints[static_cast<std::size_t>(j)].nv == 1)
      return j;
    link = mechanism.findLink(mechanism.joints[static_cast<std::size_t>(parent)].parent);
  }
  return -1;
}

JointAxis jointAxis(const Model& model, const std::vector<Pose>& linkPoses, int joint) {
  const Joint& source =
      model.mechanism->joints[static_cast<std::size_t>(model.joints[static_cast<std::size_t>(joint)].source)];
  const int parent = model.mechanism->findLink(source.parent);
  if (parent < 0 || parent >= static_cast<int>(linkPoses.size())) return {};
  const Pose frame = linkPoses[static_cast<std::size_t>(parent)] * poseOf(source.origin);
  const double length = source.axis.norm();
  const Vector3d axis_F = length > 0 ? Vector3d(source.axis / length) : Vector3d(Vector3d::UnitX());
  return {frame.p, frame.R * axis_F};
}

double coordinateChange(const JointAxis& axis, bool isRotary, const Vector3d& grabbed_W, const Ray& ray) {
  const Vector3d& a = axis.axis_W;
  const Vector3d& d = ray.direction_W;
  if (!isRotary) {
    // Nearest point of the line through the grabbed point to the ray.
    const double c = a.dot(d), sine2 = 1 - c * c;
    if (sine2 < 1e-4) return 0;
    const Vector3d w = ray.origin_W - grabbed_W;
    return (w.dot(a) - w.dot(d) * c) / sine2;
  }
  // Where the ray meets the plane in which the grabbed point turns.
  const std::optional<Vector3d> met = pointOnPlane(ray, grabbed_W, a);
  if (!met) return 0;
  const Vector3d& target = *met;
  const Vector3d from = (grabbed_W - axis.origin_W) - a * (grabbed_W - axis.origin_W).dot(a);
  const Vector3d to = (target - axis.origin_W) - a * (target - axis.origin_W).dot(a);
  if (from.norm() < 1e-9 || to.norm() < 1e-9) return 0;
  return std::atan2(a.dot(from.cross(to)), from.dot(to));
}

std::optional<Vector3d> pointOnPlane(const Ray& ray, const Vector3d& p_W, const Vector3d& normal_W) {
  const double slope = ray.direction_W.dot(normal_W);
  if (std::abs(slope) < 0.05) return std::nullopt;
  return Vector3d(ray.origin_W + ray.direction_W * ((p_W - ray.origin_W).dot(normal_W) / slope));
}

}  // namespace grashof
