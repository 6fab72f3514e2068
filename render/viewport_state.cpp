// The viewport's glyph sheet and what moves its camera; declared in viewport_private.h.
#include <QPainter>
#include <cmath>

#include "render/viewport_private.h"

namespace grashof {
namespace {

constexpr int kSettleMs = 160;

}  // namespace

GlyphSheet::GlyphSheet(ViewportWidget::Private& view, QWidget* parent) : QWidget(parent), view_(view) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
}

void GlyphSheet::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (!view_.hasPicture()) {
    QLinearGradient gradient(0, 0, 0, height());
    gradient.setColorAt(0, view_.theme.backgroundTop);
    gradient.setColorAt(1, view_.theme.backgroundBottom);
    painter.fillRect(rect(), gradient);
    if (!view_.problem.empty()) {
      painter.setPen(view_.theme.text2);
      painter.setFont(viewFont(13));
      painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                       QString::fromStdString("The 3D view cannot be drawn: " + view_.problem));
    }
  }
  const ScreenCamera screen = view_.screen();
  GlyphCanvas canvas(painter, screen, view_.theme);
  const ViewOptions options = view_.shownOptions();
  paintGlyphs(canvas, {*view_.scene, view_.frame, options, view_.overlay, view_.picker, true});
  if (view_.hasScaleBar) paintScaleBar(canvas);
  if (view_.hasCube) paintViewCube(painter, viewCubeRect(width()), view_.camera, view_.theme, view_.cubePointer);
}

ViewportWidget::Private::Private(ViewportWidget& widget) : q(widget), theme(viewTheme(false)) {
  settle.setSingleShot(true);
  settle.setInterval(kSettleMs);
}

/// The pointer's own hover, else the one a tree or table has set.
ViewOptions ViewportWidget::Private::shownOptions() const {
  ViewOptions shown = options;
  if (pointerHover.kind != ElementKind::None) shown.hovered = pointerHover;
  return shown;
}

void ViewportWidget::Private::redraw() {
  if (picture) picture->update();
  sheet->update();
}

void ViewportWidget::Private::contentChanged() {
  ++contentRevision;
  redraw();
}

/// Something changes from picture to picture: a software renderer then draws in reduced quality and makes up for
/// it when things have come to rest.
void ViewportWidget::Private::moved() {
  isMoving = true;
  settle.start();
  redraw();
}

void ViewportWidget::Private::applyCamera(const Camera& wanted) {
  if (camera == wanted) return;
  const bool changesProjection = camera.isOrthographic != wanted.isOrthographic;
  camera = wanted;
  moved();
  Q_EMIT q.cameraChanged();
  if (changesProjection) Q_EMIT q.projectionChanged(camera.isOrthographic);
}

void ViewportWidget::Private::flyTo(const Camera& wanted, int ms) {
  flight->stop();
  if (isReducedMotion || !q.isVisible()) {
    applyCamera(wanted);
    return;
  }
  flightFrom = camera;
  flightTo = wanted;
  flight->setDuration(ms);
  flight->start();
}

void ViewportWidget::Private::resetView() {
  wantsReset = false;
  groundZ = groundHeight(*scene, frame);
  Camera home = turnedTo(camera, StandardView::Iso);
  home.frame(boundsOf(*scene, frame), aspect());
  flight->stop();
  applyCamera(home);
}

/// Takes the camera along when the root link is about to leave the middle; not when one has panned away from it,
/// and not while one drags the machine.
void ViewportWidget::Private::follow(const SceneFrame& next) {
  const auto root = static_cast<std::size_t>(scene->rootLink);
  if (!isFollowing || gesture == Gesture::Body || scene->rootLink < 0) return;
  if (root >= frame.linkPoses.size() || root >= next.linkPoses.size()) return;
  constexpr double kMiddle = 0.3;  // of the view, to either side
  const auto isInTheMiddle = [&](const Vector3d& p_W) {
    const Eigen::Vector3d px = screen().project(p_W);
    return std::abs(px.x() / std::max(1, q.width()) - 0.5) < kMiddle && std::abs(px.y() / std::max(1, q.height()) - 0.5) < kMiddle;
  };
  const Vector3d before = frame.linkPoses[root].p, after = next.linkPoses[root].p;
  if (!after.allFinite() || !isInTheMiddle(before) || isInTheMiddle(after)) return;
  Camera along = camera;
  along.target += after - before;
  applyCamera(along);
}

}  // namespace grashof
