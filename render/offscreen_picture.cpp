#include "render/offscreen_picture.h"

#include <cmath>

#include "render/gl_renderer.h"
#include "render/glyphs.h"
#include "render/headless_gl.h"
#include "render/view_cube.h"

namespace grashof {
namespace {

Camera cameraFor(const Scene& scene, const SceneFrame& frame, const PictureOptions& options) {
  if (options.camera) return *options.camera;
  Camera camera = turnedTo(Camera(), options.view);
  camera.frame(boundsOf(scene, frame), double(options.size.width()) / options.size.height());
  return camera;
}

/// Draws with the context that is current and reads the picture back.
QImage drawScene(const DrawList& list, const PictureOptions& options, PictureRequest request, std::string& problem) {
  GlRenderer renderer;
  problem = renderer.initialize(HeadlessGl::address);
  if (!problem.empty()) return {};
  GlColorTarget target;
  QImage image(request.width, request.height, QImage::Format_RGBA8888);
  if (target.resize(renderer.functions(), request.width, request.height, 0)) {
    request.framebuffer = target.framebuffer();
    renderer.draw(list, options.theme, request);
    renderer.readPixels(target.framebuffer(), request.width, request.height, image.bits());
  } else {
    problem = "a picture of this size does not fit into the graphics memory";
  }
  target.release(renderer.functions());
  renderer.release();
  return problem.empty() ? image : QImage();
}

}  // namespace

QImage renderPicture(const Scene& scene, const SceneFrame& frame, const PictureOptions& options, std::string& problem) {
  problem.clear();
  PictureRequest request;
  request.camera = cameraFor(scene, frame, options);
  request.width = int(std::lround(options.size.width() * options.pixelRatio));
  request.height = int(std::lround(options.size.height() * options.pixelRatio));
  request.pixelRatio = options.pixelRatio;
  request.quality = options.quality;
  request.hasGrid = options.options.layers.grid;
  request.hasShadows = options.options.layers.shadows;
  request.groundZ = groundHeight(scene, frame);
  if (request.width <= 0 || request.height <= 0) {
    problem = "a picture must be at least one pixel wide and high";
    return {};
  }
  const std::unique_ptr<HeadlessGl> context = HeadlessGl::create(problem);
  if (!context) return {};
  const DrawList list = makeDrawList(scene, frame, nullptr, options.options, options.theme, request.camera.eye());
  QImage image = drawScene(list, options, request, problem);
  if (image.isNull()) return image;

  image.setDevicePixelRatio(options.pixelRatio);
  const ScreenCamera screen(request.camera, options.size.width(), options.size.height());
  QPainter painter(&image);
  GlyphCanvas canvas(painter, screen, options.theme);
  Picker picker;
  picker.setScene(ScenePtr(&scene, [](const Scene*) {}));  // borrowed for this call
  picker.setFrame(frame);
  const ToolOverlay noTool;
  paintGlyphs(canvas, {scene, frame, options.options, noTool, picker, true});
  if (options.hasScaleBar) paintScaleBar(canvas);
  if (options.hasViewCube)
    paintViewCube(painter, viewCubeRect(options.size.width()), request.camera, options.theme, std::nullopt);
  painter.end();
  return image.convertToFormat(QImage::Format_RGB32);
}

}  // namespace grashof
