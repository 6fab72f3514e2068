// Poses of the paused mechanism: what moves joints without a simulation.
#include <algorithm>
#include <cmath>

#include "app/document.h"
#include "app/intended_anchors.h"

namespace grashof {
namespace {

constexpr double kClosed = 1e-12;  // m, what a file with all its digits reaches

Diagnostic cannotClose(const Model& model, const AssembleResult& result) {
  Diagnostic d;
  d.code = "loop-cannot-close";
  const bool isKnown =
      result.worstConstraint >= 0 && result.worstConstraint < static_cast<int>(model.constraints.size());
  d.subject = isKnown ? model.constraints[result.worstConstraint].name : std::string();
  d.message = "The loops do not close: " + (isKnown ? d.subject : std::string("a constraint")) +
              " stays open by " + QString::number(result.gap, 'g', 4).toStdString() + " m.";
  d.hint = "Move the joints nearer to the closed pose, or check limits and lengths.";
  return d;
}

std::vector<double> asVector(const VectorXd& q) {
  return {q.begin(), q.end()};
}

}  // namespace

void Document::setPose(const VectorXd& q) {
  if (!build_ || q.size() != build_->model->nq || !q.allFinite()) return;
  pose_ = q;
  Q_EMIT poseChanged();
}

void Document::editPose(const VectorXd& q, const QString& undoText, int gesture) {
  if (!build_ || q.size() != build_->model->nq || !q.allFinite() || q == pose_) return;
  pushEdit(mechanism_, ChangeScope::Pose, undoText, gesture, q);
}

AssembleResult Document::setJointCoordinate(int joint, double value, int gesture) {
  AssembleResult result;
  result.q = pose_;
  if (!build_ || joint < 0 || joint >= static_cast<int>(build_->model->joints.size()) ||
      !std::isfinite(value))
    return result;
  const MovableJoint& moved = build_->model->joints[joint];
  if (moved.nq != 1) return result;
  const double gapBefore = largestGap(*build_->model, pose_).maxGap;
  result = assembleWithJoint(*build_->model, pose_, joint, value);
  // A mechanism drawn open stays as open as it was; a closed one is never torn.
  if (result.isClosed || result.gap <= gapBefore + 1e-9)
    editPose(result.q, tr("Move %1").arg(QString::fromStdString(moved.name)), gesture);
  return result;
}

Diagnostics Document::closeLoops(const std::vector<int>& heldJoints) {
  if (!build_) return {};
  AssembleOptions options;
  options.heldJoints = heldJoints;
  options.tolerance = kClosed;
  const AssembleResult result = assemble(*modelToClose(build_->model), pose_, options);
  if (!result.isClosed) return {cannotClose(*build_->model, result)};
  Outcome<Mechanism> edited = applyEdit(*mechanism_, SetNominal{asVector(result.q)});
  if (!edited) return edited.diagnostics;
  auto after = std::make_shared<const Mechanism>(std::move(*edited));
  const ChangeScope scope = changeScope(*mechanism_, *after);
  if (scope == ChangeScope::None && result.q == pose_) return {};  // closed already
  pushEdit(scope == ChangeScope::None ? mechanism_ : std::move(after), std::max(scope, ChangeScope::Pose),
           tr("Close loops"), -1, result.q);
  return edited.diagnostics;
}

Diagnostics Document::setNominalFromPose() {
  if (!build_) return {};
  return apply(SetNominal{asVector(pose_)}, tr("Set nominal pose"));
}

void Document::resetPose() {
  if (build_) editPose(build_->model->nominal, tr("Reset pose"));
}

}  // namespace grashof
