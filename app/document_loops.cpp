// Loops of the document: closing them, their assemblies, proposals, travel; and drags of a point.
#include <cmath>

#include "app/close_loops.h"
#include "app/document.h"
#include "app/intended_anchors.h"

namespace grashof {
namespace {

Diagnostics notNow() {
  Diagnostic d;
  d.code = "not-ready";
  d.message = "The mechanism is being rebuilt, or has errors.";
  return {d};
}

}  // namespace

Dragger& Document::dragger() {
  if (!dragger_ || dragger_->model() != build_->model) dragger_.emplace(build_->model);
  return *dragger_;
}

void Document::reportDrag(DragStop stop) {
  const bool isSame = stop.reason == lastDragStop_.reason && stop.hint == lastDragStop_.hint;
  lastDragStop_ = std::move(stop);
  if (!isSame)
    Q_EMIT dragStopped(QString::fromStdString(lastDragStop_.reason),
                       QString::fromStdString(lastDragStop_.hint));
}

DragResult Document::dragPoint(int link, const Vector3d& p_L, const Vector3d& target_W, int gesture) {
  DragResult result;
  result.q = pose_;
  if (!build_ || link < 0 || link >= static_cast<int>(build_->model->links.size())) return result;
  const FrameOnBody& frame = build_->model->links[static_cast<std::size_t>(link)];
  result = dragger().dragPoint(pose_, frame.body, frame.X_B * p_L, target_W);
  if (result.isClosed) editPose(result.q, tr("Move %1").arg(QString::fromStdString(frame.name)), gesture);
  reportDrag({result.stop, result.stopReason, result.hint, result.stopJoint});
  return result;
}

Diagnostics Document::closeLoops(const std::vector<int>& heldJoints) {
  if (!build_) return {};
  AssembleOptions options;
  options.heldJoints = heldJoints;
  const ModelPtr model = modelToClose(build_->model);
  const AssembleResult result = assemble(*model, pose_, options);
  if (!result.isClosed) return {cannotCloseFinding(*model, pose_, result, options)};
  return adoptAssembly(result.q);
}

Assemblies Document::assemblies(const std::vector<int>& heldJoints) const {
  if (!build_) return {};
  return assembliesFrom(build_->model, pose_, heldJoints);
}

Diagnostics Document::adoptAssembly(const VectorXd& q) {
  if (!build_ || q.size() != build_->model->nq || !q.allFinite()) return {};
  Outcome<Mechanism> edited = applyEdit(*mechanism_, nominalAt(q));
  if (!edited) return edited.diagnostics;
  adoptClosed(std::make_shared<const Mechanism>(std::move(*edited)), q, tr("Close loops"));
  return edited.diagnostics;
}

void Document::adoptClosed(MechanismPtr closed, const VectorXd& q, const QString& undoText) {
  const ChangeScope scope = changeScope(*mechanism_, *closed);
  if (scope == ChangeScope::None && q == pose_) return;  // closed already
  pushEdit(scope == ChangeScope::None ? mechanism_ : std::move(closed), std::max(scope, ChangeScope::Pose),
           undoText, -1, q);
}

Diagnostics Document::moveAnchorsToPose() {
  if (!build_ || !isModelCurrent()) return notNow();
  Outcome<Mechanism> moved = withAnchorsAtPose(*build_->model, pose_);
  if (!moved) return moved.diagnostics;
  adoptClosed(std::make_shared<const Mechanism>(std::move(*moved)), pose_, tr("Move anchors"));
  return moved.diagnostics;
}

std::vector<LoopCandidate> Document::loopCandidates(double tolerance, bool withHoles) const {
  if (!build_) return {};
  LoopCandidateOptions options;
  options.tolerance = tolerance;
  return loopCandidatesAt(*build_->model, pose_, options, withHoles);
}

Diagnostics Document::acceptCandidate(const LoopCandidate& candidate) {
  if (!build_ || !isModelCurrent()) return notNow();
  Outcome<AcceptedCandidate> accepted = acceptedCandidate(*build_->model, pose_, candidate);
  if (!accepted) return accepted.diagnostics;
  adoptClosed(accepted->mechanism, accepted->pose, tr("Close loops"));
  return accepted.diagnostics;
}

TravelSweep Document::sweepTravel(int joint, const TravelOptions& options) const {
  return grashof::sweepTravel(model(), pose_, joint, options);
}

Diagnostics Document::applyTravelLimits(const TravelSweep& sweep) {
  if (!build_ || !isModelCurrent()) return notNow();
  const std::optional<Edit> limits = travelAsLimits(*build_->model, sweep);
  if (!limits) return {};
  const MovableJoint& joint = build_->model->joints[static_cast<std::size_t>(sweep.joint)];
  return apply(*limits, tr("Limit %1 to its travel").arg(QString::fromStdString(joint.name)));
}

}  // namespace grashof
