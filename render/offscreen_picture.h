// render/offscreen_picture.h - a picture of a scene without a window and without a display.
#pragma once
#include <QImage>
#include <QSize>
#include <optional>
#include <string>

#include "render/camera.h"
#include "render/scene.h"
#include "render/view_options.h"
#include "render/view_theme.h"

namespace grashof {

struct PictureOptions {
  QSize size{1280, 800};         ///< logical px; the image has size * pixelRatio
  double pixelRatio = 1;
  StandardView view = StandardView::Iso;
  std::optional<Camera> camera;  ///< overrides `view`
  ViewTheme theme;
  ViewOptions options;
  bool hasScaleBar = true, hasViewCube = false;
  RenderQuality quality = RenderQuality::Full;
};

/// Draws with the viewport's renderer in a surfaceless EGL context (software or hardware); needs a
/// QGuiApplication for the fonts (any platform, "offscreen" too), no display. Null image and `problem` when no
/// OpenGL 3.3 is to be had.
QImage renderPicture(const Scene& scene, const SceneFrame& frame, const PictureOptions& options,
                     std::string& problem);

}  // namespace grashof
