#include "ui/tools/axis_tool.h"

#include <QGuiApplication>

#include "ui/quantity.h"
#include "ui/theme.h"
#include "ui/tools/message_card.h"

namespace grashof {
namespace {
constexpr double kJointPx = 20;
constexpr double kLength = 0.25;  // of the mechanism's size, each way
}  // namespace

AxisTool::AxisTool(const Workbench& bench, QWidget* view)
    : Tool(view), bench_(bench), message_(new MessageCard(view)) {
  connect(bench.selection, &Selection::changed, this, [this] {
    if (isActive_) choose(bench_.selection->current());
  });
  connect(bench.document, &Document::mechanismChanged, this, [this] {
    if (isActive_) choose(bench_.selection->current());
  });
}

void AxisTool::enter() {
  bench_.simulation->pause();
  isActive_ = true;
  choose(bench_.selection->current());
}

void AxisTool::leave() {
  isActive_ = false;
  forget();
  bench_.selection->hover({});
}

void AxisTool::choose(ElementRef element) {
  const bool hasAxes = element.kind == ElementKind::Joint || element.kind == ElementKind::Closure;
  forget();
  if (hasAxes) {
    const AxisTarget target =
        axisTarget(*bench_.document->mechanism(), element, bench_.simulation->latest().linkPoses);
    target_ = target;
    if (!target.problem.isEmpty()) refuse(target.problem, tr("Choose a joint or a closure that has one."));
    if (!target.problem.isEmpty()) target_.reset();
  }
  show();
  Q_EMIT cardChanged();
  Q_EMIT hintChanged();
}

void AxisTool::forget() {
  target_.reset();
  direction_.reset();
  grabbed_.reset();
  isRefused_ = isChosen_ = false;
}

ElementRef AxisTool::targetUnder(const PickResult& pick) const {
  if (pick.element.kind == ElementKind::Joint || pick.element.kind == ElementKind::Closure)
    return pick.element;
  for (const SnapCandidate& snap : pick.snaps)
    if (snap.kind == SnapCandidate::Kind::JointOrigin && snap.distancePx <= kJointPx)
      if (const int joint = bench_.document->mechanism()->findJoint(snap.name); joint >= 0)
        return {ElementKind::Joint, joint};
  return {};
}

std::optional<AxisTool::Direction> AxisTool::directionUnder(const PickResult& pick, bool withSnapping) const {
  const auto& poses = bench_.simulation->latest().linkPoses;
  std::optional<SnapPoint> point = snapPoint(pick, poses, withSnapping, snapIndex_, -1, SnapFor::Direction);
  if (!point || !point->direction_L || point->link >= static_cast<int>(poses.size())) return std::nullopt;
  const Vector3d axis_W = poses[static_cast<std::size_t>(point->link)].R * *point->direction_L;
  const bool isJoint = bench_.document->mechanism()->findJoint(point->name.toStdString()) >= 0;
  const QString name = !point->isSnap ? tr("Face normal")
                       : isJoint      ? tr("Axis of %1").arg(point->name)
                                      : point->name;
  point->name = name;
  return Direction{axis_W, name, point};
}

void AxisTool::hovered(const PickResult& pick) {
  if ((pick.position - lastPick_.position).manhattanLength() > 3) snapIndex_ = 0;
  lastPick_ = pick;
  if (!target_) {
    bench_.selection->hover(targetUnder(pick));
  } else if (!isChosen_) {
    direction_ = directionUnder(pick, !(QGuiApplication::keyboardModifiers() & Qt::ControlModifier));
  }
  show();
}

void AxisTool::clicked(const PickResult& pick, Qt::KeyboardModifiers keys) {
  if (!target_) {
    const ElementRef element = targetUnder(pick);
    if (element.kind == ElementKind::None) return;
    if (bench_.selection->current() == element)
      choose(element);
    else
      bench_.selection->select(element);
    return;
  }
  // A click beside everything is none.
  const std::optional<Direction> under = directionUnder(pick, !(keys & Qt::ControlModifier));
  if (!under) return;
  direction_ = under;
  apply();
}

bool AxisTool::next() {
  if (!target_) return false;
  ++snapIndex_;
  isChosen_ = false;
  direction_ = directionUnder(lastPick_, true);
  show();
  return true;
}

bool AxisTool::confirm() {
  if (!target_ || !direction_) return false;
  apply();
  return true;
}

void AxisTool::dragStarted(const DragMotion& motion) {
  if (!target_ || !motion.isHandle) return;
  const std::optional<GizmoHandle> handle = handleAt(gizmo(), motion.start.p_W);
  if (handle) grabbed_ = Grab{gizmo(), *handle, direction_, isChosen_};
}

void AxisTool::dragMoved(const DragMotion& motion) {
  if (!grabbed_) return;
  const std::optional<GizmoTurn> turn = gizmoTurn(grabbed_->start, grabbed_->handle, motion);
  if (!turn) return;
  direction_ = Direction{turn->axis_W, turn->name, {}};
  isChosen_ = true;
  show();
}

void AxisTool::dragFinished(const DragMotion&, bool isCancelled) {
  if (grabbed_ && isCancelled) {
    direction_ = grabbed_->before;
    isChosen_ = grabbed_->wasChosen;
  }
  grabbed_.reset();
  show();
}

bool AxisTool::keyPressed(int key) {
  if (!target_) return false;
  if (key == Qt::Key_R && direction_) {
    direction_->axis_W = -direction_->axis_W;
  } else if (key == Qt::Key_X || key == Qt::Key_Y || key == Qt::Key_Z) {
    const int axis = key - Qt::Key_X;
    direction_ = Direction{Vector3d::Unit(axis), tr("World %1").arg(QChar(u'X' + axis)), {}};
    isChosen_ = true;
  } else {
    return false;
  }
  show();
  return true;
}

bool AxisTool::escape() {
  if (!target_ && !isRefused_) return false;
  if (isChosen_) {
    isChosen_ = false;
    direction_.reset();
  } else {
    forget();
  }
  show();
  Q_EMIT cardChanged();
  Q_EMIT hintChanged();
  return true;
}

void AxisTool::apply() {
  if (!target_ || !direction_) return;
  const Edit edit = axisEdit(*bench_.document->mechanism(), target_->element, direction_->axis_W,
                             bench_.simulation->latest().linkPoses);
  const QString from = direction_->name, name = target_->name;
  for (const Diagnostic& finding : bench_.document->apply(edit, tr("Turn the axis of %1").arg(name)))
    if (finding.severity == Severity::Error) {
      refuse(sentence(QString::fromStdString(finding.message)),
             sentence(QString::fromStdString(finding.hint)));
      Q_EMIT cardChanged();
      return;
    }
  Q_EMIT done();
}

void AxisTool::refuse(const QString& text, const QString& help) {
  isRefused_ = true;
  message_->showMessage(QStringLiteral("error"), text, help);
}

AxisGizmo AxisTool::gizmo() const {
  const ModelPtr model = bench_.simulation->model();
  AxisGizmo gizmo;
  gizmo.center_W = target_->p_W;
  gizmo.reach = model ? kLength * model->size : 0.0;
  if (isChosen_ && direction_)
    gizmo.axis_W = direction_->axis_W;
  else if (target_->axis_W)
    gizmo.axis_W = *target_->axis_W;
  return gizmo;
}

void AxisTool::show() {
  ToolOverlay overlay;
  const ModelPtr model = bench_.simulation->model();
  if (target_ && model) {
    const double reach = kLength * model->size;
    const auto line = [&](const Vector3d& axis, const QColor& color, OverlayLine::Style style,
                          bool hasArrow) {
      OverlayLine entry;
      entry.points_W = {target_->p_W - reach * axis, target_->p_W + reach * axis};
      entry.color = color;
      entry.widthPx = hasArrow ? 2.4 : 1.5;
      entry.style = style;
      entry.hasArrow = hasArrow;
      overlay.lines.push_back(entry);
    };
    if (target_->axis_W)
      line(*target_->axis_W, theme().color(QStringLiteral("text2")), OverlayLine::Style::DashDot, false);
    if (direction_) {
      line(direction_->axis_W, theme().color(QStringLiteral("accent")), OverlayLine::Style::Solid, true);
      // In the place of the label that a selected joint has of its own.
      OverlayLabel label;
      label.p_W = target_->p_W;
      label.icon = QStringLiteral("axis");
      label.iconColor = theme().color(QStringLiteral("accent"));
      label.text = target_->name + QStringLiteral(" \u00B7 ") + direction_->name;
      overlay.labels.push_back(label);
      if (direction_->at)
        overlay.points.push_back(
            {direction_->at->p_W,
             direction_->at->isSnap ? OverlayPoint::Shape::SnapRing : OverlayPoint::Shape::Dot,
             theme().color(QStringLiteral("accent")), 0});
    }
    overlay.points.push_back(
        {target_->p_W, OverlayPoint::Shape::Dot, theme().color(QStringLiteral("accent")), 0});
    drawGizmo(overlay, gizmo());
  }
  Q_EMIT overlayChanged(overlay);
}

Hint AxisTool::hint() const {
  const QString iconName = QStringLiteral("axis");
  if (!target_)
    return {iconName, tr("Click a joint or a closure to turn its axis"), {{tr("Esc"), tr("leaves")}}};
  return {iconName,
          tr("Click an axis, an edge or a face for %1, or turn the rings").arg(target_->name),
          {{QStringLiteral("X Y Z"), tr("world axis")},
           {QStringLiteral("R"), tr("reverse")},
           {tr("Enter"), tr("take")}}};
}

QWidget* AxisTool::card() const {
  return isRefused_ ? message_ : nullptr;
}

}  // namespace grashof
