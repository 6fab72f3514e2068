// render/camera.h - orbit camera, Z up: perspective or orthographic.
#pragma once
#include <Eigen/Dense>

#include "core/geometry/tri_mesh.h"

namespace grashof {

struct Camera {
  Eigen::Vector3d target = Eigen::Vector3d::Zero();
  double distance = 2.0;                    ///< m
  double yawDeg = -58.0, pitchDeg = 22.0;   ///< where the eye stands, seen from the target
  double fieldOfViewDeg = 28.0;             ///< vertical; calm, little distortion
  bool isOrthographic = false;
  bool operator==(const Camera&) const = default;

  Eigen::Vector3d eye() const;
  Eigen::Vector3d forward() const;          ///< unit, from the eye to the target
  Eigen::Vector3d right() const;            ///< unit, horizontal
  Eigen::Vector3d up() const;
  Eigen::Matrix4d viewMatrix() const;       ///< World to camera, looking along -z
  /// OpenGL clip space; aspect = width / height.
  Eigen::Matrix4d projectionMatrix(double aspect) const;
  /// Metres that one unit of picture height covers at the target.
  double heightAtTarget() const;

  void orbit(double yawByDeg, double pitchByDeg);
  /// Moves the target so that the picture follows the pointer; dx, dy in picture heights, y down.
  void pan(double dx, double dy);
  /// factor < 1 comes closer; the point `focus_W` stays under the cursor.
  void zoom(double factor, const Eigen::Vector3d& focus_W);
  /// Looks at the box from the present direction so that it fits with a margin.
  void frame(const Bounds& bounds, double aspect);
};

/// Between two cameras, s in [0, 1]; yaw takes the short way.
Camera interpolate(const Camera& from, const Camera& to, double s);

/// A camera with the picture's size in logical px: the way between World and the screen.
class ScreenCamera {
 public:
  ScreenCamera(const Camera& camera, double width, double height);
  /// x, y in px (y down), z depth along the view direction in m (negative: behind the eye).
  Eigen::Vector3d project(const Eigen::Vector3d& p_W) const;
  bool isInFront(const Eigen::Vector3d& p_W) const;
  Eigen::Vector3d rayOrigin(double x, double y) const;
  Eigen::Vector3d rayDirection(double x, double y) const;  ///< unit
  /// Metres covered by one px at this point.
  double metresPerPixel(const Eigen::Vector3d& p_W) const;
  const Camera& camera() const { return camera_; }
  double width() const { return width_; }
  double height() const { return height_; }

 private:
  Camera camera_;
  double width_, height_;
  Eigen::Vector3d eye_, forward_, right_, up_;
  double focalPx_;  ///< perspective: px per unit slope; orthographic: px per metre
};

}  // namespace grashof
