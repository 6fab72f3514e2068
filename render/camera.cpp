#include "render/camera.h"

#include <cmath>

namespace grashof {

Eigen::Vector3d Camera::eye() const {
  const double yaw = yawDeg * M_PI / 180, pitch = pitchDeg * M_PI / 180;
  return target + distance * Eigen::Vector3d(std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), std::sin(pitch));
}

}  // namespace grashof
