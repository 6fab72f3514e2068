// Poses of the paused mechanism: what moves joints without a simulation.
#include <algorithm>
#include <cmath>

#include "app/close_loops.h"
#include "app/document.h"

namespace grashof {
void Document::setPose(const VectorXd& q) {
  if (!build_ || q.size() != build_->model->nq || !q.allFinite()) return;
  pose_ = q;
  Q_EMIT poseChanged();
}

void Document::editPose(const VectorXd& q, const QString& undoText, int gesture) {
  if (!build_ || q.size() != build_->model->nq || !q.allFinite() || q == pose_) return;
  pushEdit(mechanism_, ChangeScope::Pose, undoText, gesture, q);
}

DragResult Document::setJointCoordinate(int joint, double value, int gesture) {
  DragResult result;
  result.q = pose_;
  if (!build_ || joint < 0 || joint >= static_cast<int>(build_->model->joints.size()) ||
      !std::isfinite(value))
    return result;
  const MovableJoint& moved = build_->model->joints[joint];
  if (moved.nq != 1) return result;
  const double gapBefore = largestGap(*build_->model, pose_).maxGap;
  result = dragger().dragJoint(pose_, joint, value);
  reportDrag({result.stop, result.stopReason, result.hint, result.stopJoint});
  // A mechanism drawn open stays as open as it was; a closed one is never torn.
  if (result.isClosed || result.gap <= gapBefore + 1e-9)
    editPose(result.q, tr("Move %1").arg(QString::fromStdString(moved.name)), gesture);
  return result;
}

Diagnostics Document::setNominalFromPose() {
  if (!build_) return {};
  return apply(nominalAt(pose_), tr("Set nominal pose"));
}

void Document::resetPose() {
  if (build_) editPose(build_->model->nominal, tr("Reset pose"));
}

}  // namespace grashof
