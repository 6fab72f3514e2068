// core/base/pose.h - rigid poses X_AB (rotation and translation) and the URDF origin they come from.
#pragma once
#include <Eigen/Dense>
#include <cmath>

namespace grashof {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Eigen::MatrixXd;

/// Pose of frame B in frame A: p_A = R * p_B + p. Monogram notation: X_AB, products cancel (X_AB * X_BC).
struct Pose {
  Matrix3d R = Matrix3d::Identity();
  Vector3d p = Vector3d::Zero();

  Pose operator*(const Pose& other) const { return {R * other.R, R * other.p + p}; }
  Vector3d operator*(const Vector3d& point) const { return R * point + p; }
  Pose inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
  bool operator==(const Pose& other) const { return R == other.R && p == other.p; }
};

/// URDF <origin xyz rpy>: kept as written, so that an unedited value is written back unchanged.
/// rpy: fixed axes, R = Rz(yaw) Ry(pitch) Rx(roll), rad; xyz in m.
struct Origin {
  Vector3d xyz = Vector3d::Zero();
  Vector3d rpy = Vector3d::Zero();
  bool operator==(const Origin& other) const { return xyz == other.xyz && rpy == other.rpy; }
};

inline Matrix3d rotationFromRpy(const Vector3d& rpy) {
  using Eigen::AngleAxisd;
  // An exact identity matters: bodies with parallel axes take a cheaper path.
  if (rpy.isZero(0.0)) return Matrix3d::Identity();
  return (AngleAxisd(rpy.z(), Vector3d::UnitZ()) * AngleAxisd(rpy.y(), Vector3d::UnitY()) *
          AngleAxisd(rpy.x(), Vector3d::UnitX()))
      .toRotationMatrix();
}

/// Inverse of rotationFromRpy; pitch in [-pi/2, pi/2], roll 0 at gimbal lock. Exact to rounding everywhere: near
/// gimbal lock roll and yaw are loose, but roll is found for the yaw that was taken.
inline Vector3d rpyFromRotation(const Matrix3d& R) {
  const double cosPitch = std::hypot(R(0, 0), R(1, 0));
  const double pitch = std::atan2(-R(2, 0), cosPitch);
  if (cosPitch < 1e-13) return {0.0, pitch, std::atan2(-R(0, 1), R(1, 1))};
  const double yaw = std::atan2(R(1, 0), R(0, 0)), s = std::sin(yaw), c = std::cos(yaw);
  return {std::atan2(s * R(0, 2) - c * R(1, 2), c * R(1, 1) - s * R(0, 1)), pitch, yaw};
}

inline Pose poseOf(const Origin& o) { return {rotationFromRpy(o.rpy), o.xyz}; }
inline Origin originOf(const Pose& X) { return {X.p, rpyFromRotation(X.R)}; }

}  // namespace grashof
