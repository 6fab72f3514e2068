#include "render/viewport_widget.h"

#include <QGuiApplication>
#include <QResizeEvent>

#include "render/viewport_private.h"

namespace grashof {
namespace {

constexpr int kFlightMs = 220, kPresetFlightMs = 280;

bool platformHasGl() {
  const QString platform = QGuiApplication::platformName();
  for (const char* without : {"offscreen", "minimal", "linuxfb", "vnc"})
    if (platform == QLatin1String(without)) return false;
  return true;
}

}  // namespace

ViewportWidget::ViewportWidget(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>(*this)) {
  if (platformHasGl()) d_->picture = new GlPicture(*d_, this);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(120, 90);
  d_->sheet = new GlyphSheet(*d_, this);
  d_->flight = new QVariantAnimation(this);
  d_->flight->setStartValue(0.0);
  d_->flight->setEndValue(1.0);
  d_->flight->setEasingCurve(QEasingCurve::OutCubic);
  connect(d_->flight, &QVariantAnimation::valueChanged, this, [this](const QVariant& s) {
    d_->applyCamera(interpolate(d_->flightFrom, d_->flightTo, s.toDouble()));
  });
  connect(&d_->settle, &QTimer::timeout, this, [this] {
    d_->isMoving = false;
    if (d_->hasPicture() && d_->picture->isSoftware()) d_->picture->update();
  });
}

ViewportWidget::~ViewportWidget() {
  d_->flight->stop();
  // Its children paint from d_: they go first.
  delete d_->sheet;
  delete d_->picture;
}

void ViewportWidget::setScene(ScenePtr scene, bool resetView) {
  // Asked again for the scene that is shown: its frame is known, there is nothing to wait for.
  const bool isShown = scene && scene == d_->scene && !d_->frame.linkPoses.empty();
  d_->scene = scene ? std::move(scene) : std::make_shared<const Scene>();
  d_->picker.setScene(d_->scene);
  d_->pointerHover = {};
  d_->lastStack.clear();
  if (!isShown) d_->ghost.reset();
  if (resetView) d_->wantsReset = true;
  if (resetView && isShown) d_->resetView();
  d_->contentChanged();
}

void ViewportWidget::setFrame(const SceneFrame& frame) {
  // A paused simulation sends the same picture again and again.
  if (frame == d_->frame && !d_->wantsReset) return;
  if (!d_->wantsReset) d_->follow(frame);
  d_->frame = frame;
  d_->picker.setFrame(frame);
  if (d_->wantsReset && !frame.linkPoses.empty()) d_->resetView();
  ++d_->contentRevision;
  d_->moved();
}

void ViewportWidget::setGhostFrame(const SceneFrame& frame) {
  if (d_->ghost && *d_->ghost == frame) return;
  d_->ghost = frame;
  if (d_->options.layers.ghost) d_->contentChanged();
}

void ViewportWidget::setTheme(const ViewTheme& theme) {
  d_->theme = theme;
  d_->contentChanged();
}

void ViewportWidget::setOptions(const ViewOptions& options) {
  if (d_->options == options) return;
  const bool changesContent = !(d_->options.layers == options.layers) || !(d_->options.emphasis == options.emphasis);
  d_->options = options;
  if (changesContent) {
    d_->contentChanged();
  } else {
    d_->redraw();
  }
}

void ViewportWidget::setLayers(const ViewLayers& layers) {
  ViewOptions options = d_->options;
  options.layers = layers;
  setOptions(options);
}

void ViewportWidget::setSelection(ElementRef selection) {
  ViewOptions options = d_->options;
  options.selection = selection;
  setOptions(options);
}

void ViewportWidget::setHovered(ElementRef hovered) {
  ViewOptions options = d_->options;
  options.hovered = hovered;
  setOptions(options);
}

void ViewportWidget::setEmphasis(const ViewEmphasis& emphasis) {
  ViewOptions options = d_->options;
  options.emphasis = emphasis;
  setOptions(options);
}

void ViewportWidget::setOverlay(const ToolOverlay& overlay) {
  d_->overlay = overlay;
  d_->sheet->update();
}

void ViewportWidget::setQuality(RenderQuality quality) {
  d_->quality = quality;
  d_->contentChanged();
}

void ViewportWidget::setAdaptiveQuality(bool isAdaptive) {
  d_->isAdaptive = isAdaptive;
  d_->redraw();
}

void ViewportWidget::setFollowing(bool isFollowing) { d_->isFollowing = isFollowing; }
void ViewportWidget::setReducedMotion(bool isReduced) { d_->isReducedMotion = isReduced; }
void ViewportWidget::setBodiesDraggable(bool isDraggable) { d_->areBodiesDraggable = isDraggable; }

void ViewportWidget::setDecorations(bool hasViewCube, bool hasScaleBar) {
  d_->hasCube = hasViewCube;
  d_->hasScaleBar = hasScaleBar;
  d_->sheet->update();
}

ScenePtr ViewportWidget::scene() const { return d_->scene; }
const SceneFrame& ViewportWidget::frame() const { return d_->frame; }
const ViewTheme& ViewportWidget::theme() const { return d_->theme; }
const ViewOptions& ViewportWidget::options() const { return d_->options; }
const Camera& ViewportWidget::camera() const { return d_->camera; }
bool ViewportWidget::hasContext() const { return d_->hasPicture(); }
bool ViewportWidget::isOrthographic() const { return d_->camera.isOrthographic; }

void ViewportWidget::setCamera(const Camera& camera, bool animated) {
  d_->flight->stop();
  if (animated) {
    d_->flyTo(camera, kFlightMs);
  } else {
    d_->applyCamera(camera);
  }
}

void ViewportWidget::homeView() {
  Camera home = turnedTo(d_->camera, StandardView::Iso);
  home.frame(boundsOf(*d_->scene, d_->frame), d_->aspect());
  d_->flyTo(home, kFlightMs);
}

void ViewportWidget::frameSelection() {
  std::vector<int> links = linksOf(*d_->scene, d_->options.selection);
  for (const ElementRef& e : d_->options.alsoSelected)
    for (const int l : linksOf(*d_->scene, e)) links.push_back(l);
  Camera camera = d_->camera;
  camera.frame(boundsOf(*d_->scene, d_->frame, links), d_->aspect());
  d_->flyTo(camera, kFlightMs);
}

void ViewportWidget::setStandardView(StandardView view) { d_->flyTo(turnedTo(d_->camera, view), kPresetFlightMs); }

void ViewportWidget::setOrthographic(bool isOrthographic) {
  Camera camera = d_->camera;
  camera.isOrthographic = isOrthographic;
  d_->flight->stop();
  d_->applyCamera(camera);
}

std::optional<QPointF> ViewportWidget::project(const Vector3d& p_W) const {
  const ScreenCamera screen = d_->screen();
  if (!screen.isInFront(p_W)) return std::nullopt;
  const Eigen::Vector3d p = screen.project(p_W);
  return QPointF(p.x(), p.y());
}

PickResult ViewportWidget::pickAt(const QPointF& position) const {
  return d_->picker.pick(d_->screen(), position, d_->options);
}

QImage ViewportWidget::grabPicture() {
  d_->isMoving = false;  // a picture to keep is drawn in full
  QImage image = hasContext() ? d_->picture->grabFramebuffer() : QImage();
  if (image.isNull()) {
    image = QImage(size() * devicePixelRatioF(), QImage::Format_RGB32);
    image.setDevicePixelRatio(devicePixelRatioF());
  }
  d_->sheet->render(&image, {}, {}, DrawWindowBackground);
  return image;
}

void ViewportWidget::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (d_->picture) d_->picture->setGeometry(rect());
  d_->sheet->setGeometry(rect());
  // Below the cards and tool rails that the window puts into the view.
  d_->sheet->lower();
  if (d_->picture) d_->picture->lower();
  Q_EMIT cameraChanged();
}

}  // namespace grashof
