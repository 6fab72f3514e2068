// ui/tools/snap_point.h - the point that a click means: a place with a name near the pointer, or the surface.
#pragma once
#include <QString>
#include <optional>

#include "render/pick.h"
#include "render/tool_overlay.h"

namespace grashof {

struct SnapPoint {
  int link = -1;
  Vector3d p_L = Vector3d::Zero();      ///< m, in the link
  Vector3d p_W = Vector3d::Zero();      ///< now
  std::optional<Vector3d> direction_L;  ///< unit, in the link: joint axis, circle's or face's normal, along an edge
  QString name;                         ///< "knee_l_fr", "Circle centre, Ø 8.0 mm", "Surface"
  bool isSnap = false;                  ///< more than a place on the surface
};

/// What is looked for: a place, or a direction, which edges have all along.
enum class SnapFor { Place, Direction };

/// The `nth` place (counted around) that can be snapped to, leaving out those on `exceptLink` (-1: none);
/// without snapping, or with nothing near, the surface under the pointer. Nothing over empty space.
std::optional<SnapPoint> snapPoint(const PickResult& pick, const std::vector<Pose>& linkPoses,
                                   bool withSnapping, int nth = 0, int exceptLink = -1,
                                   SnapFor use = SnapFor::Place);

/// How a snap is drawn: the ring with its name, or a dot on the surface.
void drawSnap(ToolOverlay& overlay, const SnapPoint& point);

}  // namespace grashof
