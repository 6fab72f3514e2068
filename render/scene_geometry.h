// render/scene_geometry.h - places and words that glyphs and picks share.
#pragma once
#include <optional>
#include <string>

#include "core/geometry/mesh_features.h"
#include "render/scene.h"

namespace grashof {

struct PlacedAxis {
  Vector3d p_W, direction_W;     ///< joint origin, unit axis
};
/// Of joints that have one, when their parent is placed.
std::optional<PlacedAxis> jointAxis(const Scene& scene, const SceneFrame& frame, int joint);

/// Free direction of an equality with two axes, World, unit; nullopt for anything else.
std::optional<Vector3d> freeDirection(const Scene& scene, const SceneFrame& frame, const SceneClosure& closure);
/// Held direction of an equality with one axis.
std::optional<Vector3d> heldDirection(const Scene& scene, const SceneFrame& frame, const SceneClosure& closure);

/// N; a force below it is the rounding of sums that cancel, and is not drawn.
inline constexpr double kForceRounding = 1e-6;

/// Three significant digits with a unit that suits: "12.3 mm", "14.2 N", "0.45 µm"; a true minus sign.
std::string lengthText(double metres);
std::string forceText(double newtons);

}  // namespace grashof
