// render/camera.h - orbit camera, Z up: perspective or orthographic.
#pragma once
#include <Eigen/Dense>

namespace grashof {

struct Camera {
  Eigen::Vector3d target = Eigen::Vector3d::Zero();
  double distance = 2.0;                    ///< m
  double yawDeg = 35.0, pitchDeg = 24.0;
  double fieldOfViewDeg = 28.0;             ///< calm, little distortion
  bool isOrthographic = false;

  Eigen::Vector3d eye() const;
};

}  // namespace grashof
