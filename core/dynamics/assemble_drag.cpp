#include <algorithm>
#include <cmath>

#include "core/dynamics/assemble.h"
#include "core/dynamics/drag_stop.h"
#include "core/dynamics/loop_closer.h"

namespace grashof {
namespace {

/// No joint moves farther than this in one sub-step (rad, or share of the size): the correction stays on its
/// branch.
constexpr double kSubstep = 0.15;
/// Smallest sub-step: an end of travel is met with the other joints this close to it, and the dragged joint
/// with the square of it. Closer, the two branches that meet there can no longer be told apart.
constexpr double kSmallestSubstep = 1e-5;
/// A joint this close to the value (rad, m) has arrived.
constexpr double kReached = 1e-9;
/// Bounds the work of one drag event, however far away the target is.
constexpr int kLargestCount = 2000;

/// Follows the closed poses from one to the next with one joint pulled towards a value.
class Drag {
 public:
  Drag(const Model& model, int joint)
      : model_(model), joint_(model.joints[joint]), closer_(model, RowSet::Kept) {
    follow_ = freeColumns(model, true, {});
    arrive_ = freeColumns(model, true, {joint});
    scale_ = closer_.equations().columnScale(joint_.v);
  }

  bool begin(VectorXd& q) {
    closer_.setFree(follow_);
    const bool isClosed = closer_.close(q, {1e-12, 100, true});
    iterations_ += closer_.iterations();
    return isClosed;
  }

  void run(VectorXd& q, double target) {
    double longest = kSubstep * model_.size;
    for (int count = 0; count < kLargestCount; ++count) {
      const double remaining = (target - q[joint_.q]) / scale_;  // in scaled units, as all steps here
      if (std::abs(remaining) <= 1e-15 * model_.size) return;
      closer_.setFree(follow_);
      const VectorXd t = closer_.tangent(q, joint_.v, remaining > 0 ? 1.0 : -1.0);
      if (t.isZero(0.0)) return;
      const double whole = std::abs(remaining / t[joint_.v]);
      double s = std::min({whole, longest / t.cwiseAbs().maxCoeff(), roomAlong(q, t)});
      bool hasMoved = false;
      for (bool isLast = s == whole; !hasMoved && (isLast || s > kSmallestSubstep * model_.size);
           isLast = false) {
        hasMoved = isLast ? arrive(q, s * t, target) : advance(q, s * t);
        if (!hasMoved) s *= 0.5;
      }
      if (!hasMoved) return;
      longest = std::min(2.0 * s * t.cwiseAbs().maxCoeff(), kSubstep * model_.size);
    }
  }

  std::string whyStopped(const VectorXd& q, double value) {
    closer_.setFree(follow_);
    const double sense = value > q[joint_.q] ? 1.0 : -1.0;
    const VectorXd motion = closer_.tangent(q, joint_.v, sense, false);
    return whyJointStopped(model_, q, joint_, sense, motion).reason;
  }

  int iterations() const { return iterations_; }

 private:
  /// Length of t after which the first joint meets a limit; joints that stand at one already are not in t.
  double roomAlong(const VectorXd& q, const VectorXd& t) const {
    double room = std::numeric_limits<double>::infinity();
    for (const MovableJoint& joint : model_.joints) {
      if (joint.nv != 1 || t[joint.v] == 0.0) continue;
      const double limit = t[joint.v] > 0 ? joint.upper - q[joint.q] : q[joint.q] - joint.lower;
      const double length = limit / (closer_.equations().columnScale(joint.v) * std::abs(t[joint.v]));
      if (length > 0) room = std::min(room, length);
    }
    return room;
  }

  bool close(const VectorXd& q, VectorXd& candidate) {
    const VectorXd predicted = candidate;
    const bool isClosed = closer_.close(candidate, {1e-12, 30, true, 1e-2});
    iterations_ += closer_.iterations();
    // A correction as large as the step itself has jumped to another branch.
    const double moved = (predicted - q).cwiseAbs().maxCoeff();
    return isClosed && (candidate - predicted).cwiseAbs().maxCoeff() <= 0.5 * moved + 1e-10;
  }

  /// The whole rest of the way, the dragged joint exactly at its target.
  bool arrive(VectorXd& q, const VectorXd& x, double target) {
    VectorXd candidate = q;
    closer_.equations().move(candidate, x);
    candidate[joint_.q] = target;
    closer_.setFree(arrive_);
    if (!close(q, candidate)) return false;
    q = candidate;
    return true;
  }

  /// Part of the way. Past an end of travel the same motion would turn the dragged joint back: refused.
  bool advance(VectorXd& q, const VectorXd& x) {
    VectorXd candidate = q;
    closer_.equations().move(candidate, x);
    closer_.setFree(follow_);
    if (!close(q, candidate)) return false;
    const VectorXd next = closer_.tangent(candidate, joint_.v, x[joint_.v] > 0 ? 1.0 : -1.0);
    if (next.dot(x) < 0) return false;
    q = candidate;
    return true;
  }

  const Model& model_;
  const MovableJoint& joint_;
  LoopCloser closer_;
  std::vector<bool> follow_, arrive_;
  double scale_ = 1;  ///< coordinate per scaled unit
  int iterations_ = 0;
};

}  // namespace

AssembleResult assembleWithJoint(const Model& model, const VectorXd& start, int joint, double value) {
  const MovableJoint& dragged = model.joints[joint];
  Drag drag(model, joint);
  AssembleResult result;
  result.q = start;
  clampToLimits(model, result.q);
  result.isClosed = drag.begin(result.q);
  if (result.isClosed && dragged.nv == 1 && dragged.lower <= dragged.upper)
    drag.run(result.q, std::clamp(value, dragged.lower, dragged.upper));
  if (result.isClosed && dragged.nv == 1 && std::abs(result.q[dragged.q] - value) > kReached)
    result.stopReason = drag.whyStopped(result.q, value);
  result.iterations = drag.iterations();
  const GapReport gap = largestGap(model, result.q);
  result.gap = gap.maxGap;
  result.worstConstraint = gap.worstConstraint;
  return result;
}

}  // namespace grashof
