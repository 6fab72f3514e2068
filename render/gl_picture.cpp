// The GL picture of a viewport; declared in viewport_private.h.
#include <QOpenGLContext>
#include <QSurfaceFormat>
#include <cmath>

#include "render/viewport_private.h"

namespace grashof {

GlPicture::GlPicture(ViewportWidget::Private& view, QWidget* parent) : QOpenGLWidget(parent), view_(view) {
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(0);  // the renderer has its own, multisampled
  setFormat(format);
  setAttribute(Qt::WA_TransparentForMouseEvents);
}

GlPicture::~GlPicture() {
  // The base class destroys the context: what listens to that must not be called on half an object.
  if (context() != nullptr) disconnect(context(), nullptr, this, nullptr);
  releaseRenderer();
}

void GlPicture::releaseRenderer() {
  if (!renderer_.isReady()) return;
  makeCurrent();
  renderer_.release();
  doneCurrent();
}

void GlPicture::initializeGL() {
  QOpenGLContext* gl = context();
  // A reparented dock gets another context: give back what belongs to the old one while it is still there.
  connect(gl, &QOpenGLContext::aboutToBeDestroyed, this, [this] { releaseRenderer(); });
  view_.problem = renderer_.initialize([gl](const char* name) { return reinterpret_cast<void*>(gl->getProcAddress(name)); });
}

void GlPicture::paintGL() {
  if (!renderer_.isReady()) return;
  const double ratio = devicePixelRatioF();
  PictureRequest request;
  request.camera = view_.camera;
  request.width = int(std::lround(width() * ratio));
  request.height = int(std::lround(height() * ratio));
  request.pixelRatio = ratio;
  request.framebuffer = defaultFramebufferObject();
  const bool isHurried = view_.isMoving && view_.isAdaptive && renderer_.isSoftware();
  request.quality = isHurried ? RenderQuality::Reduced : view_.quality;
  request.hasGrid = view_.options.layers.grid;
  request.hasShadows = view_.options.layers.shadows;
  request.groundZ = view_.groundZ;
  request.contentRevision = view_.contentRevision;
  const SceneFrame* ghost = view_.ghost ? &*view_.ghost : nullptr;
  const DrawList list =
      makeDrawList(*view_.scene, view_.frame, ghost, view_.shownOptions(), view_.theme, view_.camera.eye());
  renderer_.draw(list, view_.theme, request);
}

}  // namespace grashof
