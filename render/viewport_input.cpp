// The viewport's mouse, wheel and keys; declared in viewport_widget.h.
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QWheelEvent>
#include <cmath>

#include "render/viewport_private.h"

namespace grashof {
namespace {

constexpr double kDragThresholdPx = 4, kSameClickPx = 4;
constexpr double kHandlePx = 10;
constexpr double kOrbitDegPerPx = 0.4;
constexpr double kZoomPerNotch = 0.88;

bool isBeyondThreshold(const QPointF& a, const QPointF& b) { return (a - b).manhattanLength() > kDragThresholdPx; }

}  // namespace

PickResult ViewportWidget::Private::chooseFromStack(PickResult pick) {
  const bool isSamePlace = (pick.position - lastClickAt).manhattanLength() <= kSameClickPx;
  lastChoice = isSamePlace && pick.stack == lastStack && !pick.stack.empty() ? (lastChoice + 1) % pick.stack.size() : 0;
  lastClickAt = pick.position;
  lastStack = pick.stack;
  if (!pick.stack.empty()) pick.element = pick.stack[lastChoice];
  return pick;
}

void ViewportWidget::Private::hover(const QPointF& position) {
  const bool isOverCube = hasCube && viewCubeRect(q.width()).contains(position);
  cubePointer = isOverCube ? std::optional(position) : std::nullopt;
  PickResult pick;
  pick.position = position;
  if (!isOverCube) pick = picker.pick(screen(), position, options);
  if (!(pick.element == pointerHover)) {
    pointerHover = pick.element;
    redraw();
  } else if (hasCube) {
    sheet->update(viewCubeRect(q.width()).toAlignedRect());
  }
  Q_EMIT q.hovered(pick);
}

void ViewportWidget::Private::updateMotion(const QPointF& position, Qt::KeyboardModifiers modifiers) {
  const ScreenCamera view = screen();
  motion.position = position;
  motion.modifiers = modifiers;
  motion.ray = {view.rayOrigin(position.x(), position.y()), view.rayDirection(position.x(), position.y())};
  const Vector3d forward = camera.forward();
  const double along = motion.ray.direction_W.dot(forward);
  motion.p_W = motion.ray.origin_W + motion.ray.direction_W * ((motion.start.p_W - motion.ray.origin_W).dot(forward) / along);
}

std::optional<Vector3d> ViewportWidget::Private::handleAt(const QPointF& position) const {
  const ScreenCamera view = screen();
  std::optional<Vector3d> nearest;
  double reach = kHandlePx;
  for (const OverlayPoint& point : overlay.points) {
    if (point.shape != OverlayPoint::Shape::Handle || !view.isInFront(point.p_W)) continue;
    const double away = (view.project(point.p_W).head<2>() - Eigen::Vector2d(position.x(), position.y())).norm();
    if (away > reach) continue;
    reach = away;
    nearest = point.p_W;
  }
  return nearest;
}

void ViewportWidget::Private::beginDrag(QMouseEvent* event) {
  const bool isShifted = event->modifiers() & Qt::ShiftModifier, isAlt = event->modifiers() & Qt::AltModifier;
  const bool onBody = pressed.link >= 0 && areBodiesDraggable && !isAlt;
  const std::optional<Vector3d> handle = handleAt(pressedAt);
  if (button == Qt::LeftButton && (handle || onBody)) {
    gesture = Gesture::Body;
    motion.start = pressed;
    motion.isHandle = handle.has_value();
    if (handle) motion.start.p_W = *handle;
    updateMotion(pressedAt, event->modifiers());
    q.setCursor(Qt::ClosedHandCursor);
    Q_EMIT q.dragStarted(motion);
  } else if (button == Qt::LeftButton && !isShifted) {
    gesture = Gesture::Orbit;
  } else {
    gesture = Gesture::Pan;
    q.setCursor(Qt::SizeAllCursor);
  }
}

void ViewportWidget::Private::continueDrag(QMouseEvent* event) {
  const QPointF step = event->position() - lastAt;
  Camera wanted = camera;
  switch (gesture) {
    case Gesture::Orbit:
      wanted.orbit(-step.x() * kOrbitDegPerPx, step.y() * kOrbitDegPerPx);
      applyCamera(wanted);
      break;
    case Gesture::Pan:
      wanted.pan(step.x() / std::max(1, q.height()), step.y() / std::max(1, q.height()));
      applyCamera(wanted);
      break;
    case Gesture::Body:
      updateMotion(event->position(), event->modifiers());
      Q_EMIT q.dragMoved(motion);
      break;
    default: break;
  }
}

void ViewportWidget::mousePressEvent(QMouseEvent* event) {
  if (d_->gesture != Private::Gesture::None) return;  // a second button during a drag
  d_->flight->stop();
  d_->button = event->button();
  d_->pressedAt = d_->lastAt = event->position();
  const bool isOnCube = d_->hasCube && viewCubeRect(width()).contains(event->position());
  d_->gesture = isOnCube && event->button() == Qt::LeftButton ? Private::Gesture::Cube : Private::Gesture::Pending;
  d_->pressed = isOnCube ? PickResult() : pickAt(event->position());
}

void ViewportWidget::mouseMoveEvent(QMouseEvent* event) {
  if (d_->gesture == Private::Gesture::None) {
    d_->hover(event->position());
    return;
  }
  if (d_->gesture == Private::Gesture::Pending && isBeyondThreshold(event->position(), d_->pressedAt)) d_->beginDrag(event);
  // The cube can be dragged too: it turns the view.
  if (d_->gesture == Private::Gesture::Cube && isBeyondThreshold(event->position(), d_->pressedAt)) d_->gesture = Private::Gesture::Orbit;
  d_->continueDrag(event);
  d_->lastAt = event->position();
}

void ViewportWidget::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != d_->button) return;
  const Private::Gesture gesture = d_->gesture;
  d_->gesture = Private::Gesture::None;
  d_->button = Qt::NoButton;
  unsetCursor();
  if (gesture == Private::Gesture::Body) {
    d_->updateMotion(event->position(), event->modifiers());
    Q_EMIT dragFinished(d_->motion, false);
  } else if (gesture == Private::Gesture::Cube) {
    if (const auto view = viewCubeHit(viewCubeRect(width()), d_->camera, event->position())) setStandardView(*view);
  } else if (gesture == Private::Gesture::Pending && !d_->swallowsRelease) {
    if (event->button() == Qt::LeftButton) Q_EMIT clicked(d_->chooseFromStack(d_->pressed), event->modifiers());
    if (event->button() == Qt::RightButton) Q_EMIT contextMenuRequested(d_->pressed, event->globalPosition().toPoint());
  }
  d_->swallowsRelease = false;
  d_->hover(event->position());
}

void ViewportWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  mousePressEvent(event);
  if (event->button() != Qt::LeftButton || d_->gesture == Private::Gesture::Cube) return;
  d_->swallowsRelease = true;
  Q_EMIT doubleClicked(d_->pressed);
}

void ViewportWidget::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  if (notches == 0) return;
  d_->flight->stop();
  Camera camera = d_->camera;
  camera.zoom(std::pow(kZoomPerNotch, notches), d_->picker.focusAt(d_->screen(), event->position()));
  d_->applyCamera(camera);
  event->accept();
}

void ViewportWidget::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_F: frameSelection(); return;
    case Qt::Key_Home: homeView(); return;
    case Qt::Key_1: setStandardView(StandardView::Front); return;
    case Qt::Key_3: setStandardView(StandardView::Right); return;
    case Qt::Key_7: setStandardView(StandardView::Top); return;
    case Qt::Key_0: setStandardView(StandardView::Iso); return;
    case Qt::Key_5: setOrthographic(!isOrthographic()); return;
    case Qt::Key_Escape:
      if (cancelDrag()) return;
      break;
    default: break;
  }
  QWidget::keyPressEvent(event);
}

bool ViewportWidget::cancelDrag() {
  if (d_->gesture != Private::Gesture::Body) return false;
  d_->gesture = Private::Gesture::None;
  d_->button = Qt::NoButton;
  unsetCursor();
  Q_EMIT dragFinished(d_->motion, true);
  return true;
}

void ViewportWidget::leaveEvent(QEvent* event) {
  d_->cubePointer.reset();
  if (d_->pointerHover.kind != ElementKind::None) {
    d_->pointerHover = {};
    Q_EMIT hovered(PickResult());
  }
  d_->redraw();
  QWidget::leaveEvent(event);
}

bool ViewportWidget::event(QEvent* event) {
  if (event->type() == QEvent::NativeGesture) {
    const auto* gesture = static_cast<QNativeGestureEvent*>(event);
    if (gesture->gestureType() == Qt::ZoomNativeGesture) {
      Camera camera = d_->camera;
      camera.zoom(1 / (1 + gesture->value()), d_->picker.focusAt(d_->screen(), gesture->position()));
      d_->applyCamera(camera);
      return true;
    }
  }
  return QWidget::event(event);
}

}  // namespace grashof
