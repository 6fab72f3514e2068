#include "ui/tools/select_tool.h"

#include <cmath>

#include "render/scene.h"
#include "ui/quantity.h"
#include "ui/theme.h"
#include "ui/tools/cut_plan.h"
#include "ui/tools/joint_drag.h"
#include "ui/tools/message_card.h"
#include "ui/tools/stop_mark.h"

namespace grashof {
namespace {
constexpr double kFine = 0.2;         // Shift: a fifth of the way
constexpr double kSnapDegrees = 5.0;  // Ctrl
constexpr double kSnapMetres = 5e-3;

/// The link turns or slides on the base: moving its joint says all that moving one of its points could, and why
/// it stops.
bool isOnGround(const Model& model, int joint) {
  return model.bodies[static_cast<std::size_t>(model.joints[static_cast<std::size_t>(joint)].firstBody)].parent == 0;
}

/// Without the sign that a live value wears.
QString placeText(double value, bool isRotaryJoint) {
  const QString text = coordinateText(value, isRotaryJoint);
  return text.startsWith(u'+') ? text.mid(1) : text;
}
}  // namespace

SelectTool::SelectTool(const Workbench& bench, QWidget* view)
    : Tool(view), bench_(bench), stopCard_(new MessageCard(view)) {
  connect(bench.simulation, &SimController::runningChanged, this, &Tool::hintChanged);
}

Hint SelectTool::hint() const {
  const auto key = [](const QString& cap, const QString& meaning) { return Hint::Key{cap, meaning}; };
  if (drag_ && !drag_->isPull && drag_->joint >= 0) {
    const ModelPtr model = bench_.simulation->model();
    const QString name = QString::fromStdString(model->joints[static_cast<std::size_t>(drag_->joint)].name);
    return {QStringLiteral("drag"),
            drag_->stop.isEmpty() ? tr("Dragging %1").arg(name) : sentence(drag_->stop),
            {key(tr("Shift"), tr("fine")), key(tr("Ctrl"), tr("snap 5°")), key(tr("Esc"), tr("put back"))}};
  }
  if (bench_.simulation->isRunning())
    return {
        QStringLiteral("drag"), tr("Drag a part to pull it with a spring"), {key(tr("Space"), tr("pause"))}};
  return {QStringLiteral("select"),
          tr("Click selects, drag moves with all loops closed"),
          {key(tr("Shift"), tr("fine")), key(tr("Ctrl"), tr("snap")), key(QStringLiteral("F"), tr("frame"))}};
}

void SelectTool::hovered(const PickResult& pick) {
  ElementRef under = pick.element;
  if (under.kind == ElementKind::None && pick.link >= 0) under = {ElementKind::Link, pick.link};
  bench_.selection->hover(under);
}

void SelectTool::clicked(const PickResult& pick, Qt::KeyboardModifiers) {
  bench_.selection->select(pick.element);
}

void SelectTool::dragStarted(const DragMotion& motion) {
  const ModelPtr model = bench_.simulation->model();
  if (!model || motion.start.link < 0) return;
  Drag drag;
  drag.link = motion.start.link;
  drag.isPull = bench_.simulation->isRunning();
  drag.joint = jointAbove(*model, drag.link);
  drag.gesture = Document::nextGesture();
  drag.isInLoop = loopThrough(*model, bench_.document->analysis(), {ElementKind::Link, drag.link}, -1) >= 0;
  drag.isOnGround = drag.joint >= 0 && isOnGround(*model, drag.joint);
  drag.startPose = bench_.document->pose();
  drag_ = drag;
  Q_EMIT activityChanged(tr("Dragging"));
  Q_EMIT hintChanged();
}

void SelectTool::dragMoved(const DragMotion& motion) {
  if (!drag_) return;
  // Space during a drag: a pull becomes a pose edit and the other way round only with the next drag.
  if (drag_->isPull != bench_.simulation->isRunning()) {
    dragFinished(motion, false);
    return;
  }
  if (drag_->isPull)
    bench_.simulation->pull(drag_->link, motion.start.p_L, motion.p_W);
  else if (drag_->joint >= 0 && (drag_->isOnGround || !dragPoint(motion)))
    dragJoint(motion);
  showDrag(motion);
}

/// The grabbed point follows the pointer, all loops closed. False where a joint is to be moved instead: on
/// Ctrl, outside loops, while a loop is open.
bool SelectTool::dragPoint(const DragMotion& motion) {
  const ModelPtr model = bench_.simulation->model();
  const VectorXd& pose = bench_.document->pose();
  const bool isSnapping = motion.modifiers & Qt::ControlModifier;
  if (!model || isSnapping || !drag_->isInLoop || pose.size() != model->nq) return false;
  const std::vector<Pose> links = makeSceneFrame(*model, pose).linkPoses;
  if (drag_->link >= static_cast<int>(links.size())) return false;
  const Vector3d grabbed_W = links[static_cast<std::size_t>(drag_->link)] * motion.start.p_L;
  const bool rotary = isRotary(model->joints[static_cast<std::size_t>(drag_->joint)].type);
  Vector3d target_W = motion.p_W;
  // Where the ray meets the plane in which the point moves: a target beside it could never be reached.
  if (rotary)
    target_W =
        pointOnPlane(motion.ray, grabbed_W, jointAxis(*model, links, drag_->joint).axis_W).value_or(target_W);
  if (motion.modifiers & Qt::ShiftModifier) target_W = grabbed_W + kFine * (target_W - grabbed_W);
  const DragResult result =
      bench_.document->dragPoint(drag_->link, motion.start.p_L, target_W, drag_->gesture);
  if (!result.isClosed) return false;
  // A point that is as near as its path takes it has not been stopped by anything.
  const bool isFree = result.stop == StopKind::None || result.stop == StopKind::OutOfReach;
  showStop(isFree ? QString() : QString::fromStdString(result.stopReason),
           QString::fromStdString(result.hint));
  return true;
}

void SelectTool::dragJoint(const DragMotion& motion) {
  const ModelPtr model = bench_.simulation->model();
  const VectorXd& pose = bench_.document->pose();
  const auto joint = static_cast<std::size_t>(drag_->joint);
  if (joint >= model->joints.size() || pose.size() != model->nq) return;
  // From the document's pose: the picture of it may be a few milliseconds behind.
  const std::vector<Pose> links = makeSceneFrame(*model, pose).linkPoses;
  if (drag_->link >= static_cast<int>(links.size())) return;
  const MovableJoint& j = model->joints[joint];
  const bool rotary = isRotary(j.type);
  const Vector3d grabbed_W = links[static_cast<std::size_t>(drag_->link)] * motion.start.p_L;
  double change = coordinateChange(jointAxis(*model, links, drag_->joint), rotary, grabbed_W, motion.ray);
  if (motion.modifiers & Qt::ShiftModifier) change *= kFine;
  double value = pose[j.q] + change;
  if (motion.modifiers & Qt::ControlModifier) {
    const double grain = rotary ? kSnapDegrees * M_PI / 180 : kSnapMetres;
    value = std::round(value / grain) * grain;
  }
  const DragResult result = bench_.document->setJointCoordinate(drag_->joint, value, drag_->gesture);
  const double reached = bench_.document->pose()[j.q];
  const bool isShort = !result.isClosed || std::abs(reached - value) > (rotary ? 2e-3 : 1e-4);
  QString reason = QString::fromStdString(result.stopReason);
  if (reason.isEmpty()) reason = tr("the loops stop it here");
  showStop(isShort ? reason : QString());
}

void SelectTool::showStop(const QString& reason, const QString& hint) {
  const bool isNew = drag_->stop != reason;
  drag_->stop = reason;
  if (!reason.isEmpty()) {
    const ModelPtr model = bench_.simulation->model();
    const MovableJoint& j = model->joints[static_cast<std::size_t>(drag_->joint)];
    stopCard_->showMessage(QStringLiteral("warning"), reason.left(1).toUpper() + reason.mid(1),
                           tr("%1 stops at %2. %3")
                               .arg(QString::fromStdString(j.name),
                                    placeText(bench_.document->pose()[j.q], isRotary(j.type)),
                                    hint.isEmpty() ? tr("Drag back to continue.") : sentence(hint)));
  }
  if (!isNew) return;
  // How far it goes at all, from where the drag began: at the stop itself two branches may meet.
  if (!reason.isEmpty() && bench_.document->model() &&
      bench_.travel->jointName() !=
          QString::fromStdString(bench_.document->model()->joints[static_cast<std::size_t>(drag_->joint)].name))
    bench_.travel->sweepFrom(drag_->joint, drag_->startPose);
  Q_EMIT hintChanged();
  Q_EMIT cardChanged();
}

QWidget* SelectTool::card() const {
  return drag_ && !drag_->stop.isEmpty() ? stopCard_ : nullptr;
}

void SelectTool::showDrag(const DragMotion& motion) {
  const ModelPtr model = bench_.simulation->model();
  const Snapshot& now = bench_.simulation->latest();
  if (!model || drag_->link >= static_cast<int>(now.linkPoses.size())) return;
  const Vector3d grabbed_W = now.linkPoses[static_cast<std::size_t>(drag_->link)] * motion.start.p_L;
  const QColor accent = theme().color(QStringLiteral("accent"));
  ToolOverlay overlay;
  OverlayLine line;
  line.points_W = {grabbed_W, motion.p_W};
  line.color = accent;
  line.style = OverlayLine::Style::Dashed;
  overlay.lines.push_back(line);
  overlay.points.push_back({grabbed_W, OverlayPoint::Shape::Handle, accent, 0});
  if (!drag_->isPull && drag_->joint >= 0) {
    const MovableJoint& j = model->joints[static_cast<std::size_t>(drag_->joint)];
    const double q = bench_.document->pose()[j.q];
    const JointAxis axis = jointAxis(*model, now.linkPoses, drag_->joint);
    cardAnchor_W_ = axis.origin_W;
    if (!drag_->stop.isEmpty()) {
      StopMark mark = stopMark(*model, now.linkPoses, bench_.document->pose(), drag_->joint,
                               bench_.document->lastDragStop());
      cardAnchor_W_ = mark.cause_W;
      overlay.lines.insert(overlay.lines.end(), mark.lines.begin(), mark.lines.end());
      overlay.points.insert(overlay.points.end(), mark.points.begin(), mark.points.end());
    }
    OverlayLabel label;
    label.p_W = axis.origin_W;
    label.icon = QStringLiteral("drag");
    label.iconColor = accent;
    label.text = QString::fromStdString(j.name) + u' ' + coordinateText(q, isRotary(j.type));
    overlay.labels.push_back(label);
  }
  Q_EMIT overlayChanged(overlay);
  // The card stands beside what has just been found.
  if (!drag_->stop.isEmpty()) Q_EMIT cardChanged();
}

void SelectTool::dragFinished(const DragMotion&, bool isCancelled) {
  if (!drag_) return;
  if (drag_->isPull)
    bench_.simulation->endPull();
  else if (isCancelled)
    bench_.document->editPose(drag_->startPose, tr("Put back"), drag_->gesture);
  drag_.reset();
  Q_EMIT overlayChanged({});
  Q_EMIT cardChanged();
  Q_EMIT activityChanged({});
  Q_EMIT hintChanged();
}

bool SelectTool::escape() {
  if (bench_.selection->current().kind == ElementKind::None) return false;
  bench_.selection->clear();
  return true;
}

}  // namespace grashof
