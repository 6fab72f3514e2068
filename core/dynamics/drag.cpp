#include "core/dynamics/drag.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/assemble.h"
#include "core/dynamics/drag_joint.h"
#include "core/dynamics/drag_point.h"

namespace grashof {
namespace {

/// A joint this close to the value (rad, m), a point this close to the target (share of the size): arrived.
constexpr double kReached = 1e-9;
/// m, what is a closed loop to people.
constexpr double kClosed = 1e-9;

}  // namespace

struct Dragger::Scratch {
  explicit Scratch(const Model& model) : joint(model), point(model, joint) {}
  JointDrag joint;
  PointDrag point;
};

Dragger::Dragger(ModelPtr model) : model_(std::move(model)), scratch_(std::make_unique<Scratch>(*model_)) {}
Dragger::~Dragger() = default;
Dragger::Dragger(Dragger&&) noexcept = default;
Dragger& Dragger::operator=(Dragger&&) noexcept = default;

void Dragger::setHeld(const std::vector<int>& joints) {
  scratch_->joint.setHeld(joints);
}

namespace {

void setStop(DragResult& result, DragStop stop) {
  result.stop = stop.kind;
  result.stopReason = std::move(stop.reason);
  result.hint = std::move(stop.hint);
  result.stopJoint = stop.joint;
}

/// The start, closed; false where it cannot be, the result then says so.
bool startFrom(const Model& model, const VectorXd& q, JointDrag& drag, DragResult& result) {
  result.q = q;
  if (q.size() != model.nq || !q.allFinite()) {
    setStop(result, {StopKind::CannotFollow, "the pose is not one of this mechanism", {}, -1});
    return false;
  }
  VectorXd start = q;
  clampToLimits(model, start);
  drag.resetIterations();
  result.isClosed = drag.begin(start);
  if (result.isClosed)
    result.q = start;
  else
    setStop(result, {StopKind::CannotFollow, "the loops are open", "close the loops first", -1});
  return result.isClosed;
}

/// Moves q by `run`; again with all rows where those that the model keeps let a closed loop open.
template <typename Run>
void runClosed(const Model& model, JointDrag& drag, VectorXd& q, const Run& run) {
  VectorXd start = q;
  run(q);
  if (largestGap(model, q).maxGap <= kClosed || !drag.useAllRows(start)) return;
  q = start;
  run(q);
}

void finish(const Model& model, int iterations, DragResult& result) {
  result.iterations = iterations;
  if (result.q.size() != model.nq) return;
  const GapReport gap = largestGap(model, result.q);
  result.gap = gap.maxGap;
  result.worstConstraint = gap.worstConstraint;
}

}  // namespace

DragResult Dragger::dragJoint(const VectorXd& q, int joint, double value) {
  const Model& model = *model_;
  JointDrag& drag = scratch_->joint;
  DragResult result;
  const bool isKnown = joint >= 0 && joint < static_cast<int>(model.joints.size()) &&
                       model.joints[joint].nv == 1 && std::isfinite(value);
  if (startFrom(model, q, drag, result) && isKnown) {
    const MovableJoint& dragged = model.joints[joint];
    if (dragged.lower <= dragged.upper && drag.freeVelocities()[dragged.v])
      runClosed(model, drag, result.q, [&](VectorXd& pose) {
        drag.run(pose, joint, std::clamp(value, dragged.lower, dragged.upper));
      });
    result.miss = std::abs(result.q[dragged.q] - value);
    result.hasReached = result.miss <= kReached;
    if (!result.hasReached) setStop(result, drag.whyStopped(result.q, joint, value));
  }
  finish(model, drag.iterations(), result);
  return result;
}

DragResult Dragger::dragPoint(const VectorXd& q, int body, const Vector3d& p_B, const Vector3d& target_W) {
  DragResult result;
  JointDrag& joint = scratch_->joint;
  PointDrag& point = scratch_->point;
  const bool isKnown =
      body >= 0 && body < static_cast<int>(model_->bodies.size()) && p_B.allFinite() && target_W.allFinite();
  point.resetIterations();
  if (startFrom(*model_, q, joint, result) && isKnown) {
    const std::vector<bool>& isFree = joint.freeVelocities();
    runClosed(*model_, joint, result.q,
              [&](VectorXd& pose) { point.run(pose, isFree, body, p_B, target_W); });
    TreeState state = makeTreeState(*model_);
    treeKinematics(*model_, {result.q.data(), static_cast<std::size_t>(result.q.size())}, {}, state);
    result.miss = (target_W - state.pointInWorld(body, p_B)).norm();
    result.hasReached = result.miss <= kReached * std::max(model_->size, 1e-3);
    if (!result.hasReached) setStop(result, point.whyStopped(result.q, isFree, body, p_B, target_W));
  }
  finish(*model_, joint.iterations() + point.iterations(), result);
  return result;
}

}  // namespace grashof
