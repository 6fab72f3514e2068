#include "render/camera.h"

#include <algorithm>
#include <cmath>

namespace grashof {
namespace {

constexpr double kDegree = M_PI / 180;
constexpr double kLargestPitchDeg = 89.9;
constexpr double kNearestDistance = 1e-4, kFarthestDistance = 1e5;  // m
constexpr double kFrameMargin = 1.12;

}  // namespace

Eigen::Vector3d Camera::forward() const {
  const double yaw = yawDeg * kDegree, pitch = pitchDeg * kDegree;
  return -Eigen::Vector3d(std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), std::sin(pitch));
}

Eigen::Vector3d Camera::eye() const { return target - distance * forward(); }

Eigen::Vector3d Camera::right() const {
  const double yaw = yawDeg * kDegree;
  return {-std::sin(yaw), std::cos(yaw), 0};
}

Eigen::Vector3d Camera::up() const { return right().cross(forward()); }

Eigen::Matrix4d Camera::viewMatrix() const {
  Eigen::Matrix4d V = Eigen::Matrix4d::Identity();
  V.block<1, 3>(0, 0) = right().transpose();
  V.block<1, 3>(1, 0) = up().transpose();
  V.block<1, 3>(2, 0) = -forward().transpose();
  V.block<3, 1>(0, 3) = -V.block<3, 3>(0, 0) * eye();
  return V;
}

Eigen::Matrix4d Camera::projectionMatrix(double aspect) const {
  // The depth range follows the distance, so that a wrist watch and a crane both keep 24 bits of depth.
  const double near = isOrthographic ? -30 * distance : 0.03 * distance, far = 60 * distance;
  Eigen::Matrix4d P = Eigen::Matrix4d::Zero();
  if (isOrthographic) {
    const double half = heightAtTarget() / 2;
    P(0, 0) = 1 / (half * aspect);
    P(1, 1) = 1 / half;
    P(2, 2) = -2 / (far - near);
    P(2, 3) = -(far + near) / (far - near);
    P(3, 3) = 1;
  } else {
    const double f = 1 / std::tan(fieldOfViewDeg * kDegree / 2);
    P(0, 0) = f / aspect;
    P(1, 1) = f;
    P(2, 2) = -(far + near) / (far - near);
    P(2, 3) = -2 * far * near / (far - near);
    P(3, 2) = -1;
  }
  return P;
}

double Camera::heightAtTarget() const { return 2 * distance * std::tan(fieldOfViewDeg * kDegree / 2); }

void Camera::orbit(double yawByDeg, double pitchByDeg) {
  yawDeg = std::remainder(yawDeg + yawByDeg, 360.0);
  pitchDeg = std::clamp(pitchDeg + pitchByDeg, -kLargestPitchDeg, kLargestPitchDeg);
}

void Camera::pan(double dx, double dy) {
  target += heightAtTarget() * (-dx * right() + dy * up());
}

void Camera::zoom(double factor, const Eigen::Vector3d& focus_W) {
  const double wanted = std::clamp(distance * factor, kNearestDistance, kFarthestDistance);
  // Scaling the whole picture about the focus keeps the focus where it is on the screen.
  target = focus_W + (target - focus_W) * (wanted / distance);
  distance = wanted;
}

void Camera::frame(const Bounds& bounds, double aspect) {
  if (bounds.isEmpty) return;
  target = (bounds.lower + bounds.upper) / 2;
  const Eigen::Vector3d half = (bounds.upper - bounds.lower) / 2;
  const Eigen::Vector3d r = right(), u = up(), f = forward();
  const double slope = std::tan(fieldOfViewDeg * kDegree / 2);
  double needed = kNearestDistance;
  for (int corner = 0; corner < 8; ++corner) {
    const Eigen::Vector3d v(corner & 1 ? half.x() : -half.x(), corner & 2 ? half.y() : -half.y(),
                            corner & 4 ? half.z() : -half.z());
    const double lateral = std::max(std::abs(v.dot(u)), std::abs(v.dot(r)) / aspect) * kFrameMargin;
    needed = std::max(needed, lateral / slope - (isOrthographic ? 0.0 : v.dot(f)));
  }
  distance = std::clamp(needed, kNearestDistance, kFarthestDistance);
}

Camera interpolate(const Camera& from, const Camera& to, double s) {
  Camera c = to;
  c.target = from.target + s * (to.target - from.target);
  c.distance = from.distance * std::pow(to.distance / from.distance, s);
  c.yawDeg = from.yawDeg + s * std::remainder(to.yawDeg - from.yawDeg, 360.0);
  c.pitchDeg = from.pitchDeg + s * (to.pitchDeg - from.pitchDeg);
  return c;
}

ScreenCamera::ScreenCamera(const Camera& camera, double width, double height)
    : camera_(camera), width_(std::max(width, 1.0)), height_(std::max(height, 1.0)), eye_(camera.eye()),
      forward_(camera.forward()), right_(camera.right()), up_(camera.up()),
      focalPx_(camera.isOrthographic ? height_ / camera.heightAtTarget()
                                     : height_ / 2 / std::tan(camera.fieldOfViewDeg * kDegree / 2)) {}

Eigen::Vector3d ScreenCamera::project(const Eigen::Vector3d& p_W) const {
  const Eigen::Vector3d v = p_W - eye_;
  const double depth = v.dot(forward_);
  // A point behind the eye has no picture; the caller asks isInFront. The clamp only keeps it finite.
  const double scale = camera_.isOrthographic ? focalPx_ : focalPx_ / std::max(depth, 1e-9);
  return {width_ / 2 + v.dot(right_) * scale, height_ / 2 - v.dot(up_) * scale, depth};
}

bool ScreenCamera::isInFront(const Eigen::Vector3d& p_W) const {
  return camera_.isOrthographic || (p_W - eye_).dot(forward_) > 0.03 * camera_.distance;
}

Eigen::Vector3d ScreenCamera::rayOrigin(double x, double y) const {
  if (!camera_.isOrthographic) return eye_;
  // Far enough back to be in front of everything.
  return eye_ - 30 * camera_.distance * forward_ + ((x - width_ / 2) * right_ - (y - height_ / 2) * up_) / focalPx_;
}

Eigen::Vector3d ScreenCamera::rayDirection(double x, double y) const {
  if (camera_.isOrthographic) return forward_;
  return (forward_ + ((x - width_ / 2) * right_ - (y - height_ / 2) * up_) / focalPx_).normalized();
}

double ScreenCamera::metresPerPixel(const Eigen::Vector3d& p_W) const {
  if (camera_.isOrthographic) return 1 / focalPx_;
  return std::max((p_W - eye_).dot(forward_), 1e-9) / focalPx_;
}

}  // namespace grashof
