// core/mechanism/joint_types.h - the joint types of the tree and their coordinates.
#pragma once
#include <optional>
#include <string_view>

namespace grashof {

enum class JointType { Fixed, Revolute, Continuous, Prismatic, Spherical, Planar, Floating,
                       // Only as cut joints (edges outside the spanning tree):
                       Universal, Cylindrical };

/// URDF spelling: "fixed", "revolute", ...
std::string_view jointTypeName(JointType type);
/// Accepts the URDF names and "ball" for spherical.
std::optional<JointType> jointTypeFromName(std::string_view name);

/// Number of generalized coordinates and velocities: revolute, continuous, prismatic 1/1; spherical 4/3;
/// planar 3/3; floating 7/6; fixed 0/0.
int coordinateCount(JointType type);
int velocityCount(JointType type);
inline bool hasOneDof(JointType type) {
  return type == JointType::Revolute || type == JointType::Continuous || type == JointType::Prismatic;
}
inline bool isRotary(JointType type) { return type == JointType::Revolute || type == JointType::Continuous; }
inline bool hasAxis(JointType type) { return hasOneDof(type) || type == JointType::Planar ||
                                             type == JointType::Universal || type == JointType::Cylindrical; }

}  // namespace grashof
