// render/view_cube.h - the navigation cube in the top right corner: shows and sets the viewing direction.
#pragma once
#include <QPainter>
#include <optional>

#include "render/camera.h"
#include "render/view_options.h"
#include "render/view_theme.h"

namespace grashof {

constexpr double kViewCubeSize = 92, kViewCubeMargin = 10;  // logical px

/// Where the cube is drawn in a view of this width.
QRectF viewCubeRect(double viewWidth);
void paintViewCube(QPainter& painter, const QRectF& rect, const Camera& camera, const ViewTheme& theme,
                   const std::optional<QPointF>& pointer);
/// The view a click gives: a face, or the iso view on corners and beside the faces. nullopt outside.
std::optional<StandardView> viewCubeHit(const QRectF& rect, const Camera& camera, const QPointF& pointer);

/// Turns a camera to a standard view; target and distance stay.
Camera turnedTo(const Camera& camera, StandardView view);

}  // namespace grashof
