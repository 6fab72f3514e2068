#include "core/dynamics/drag_joint.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/assemble.h"

namespace grashof {
namespace {

/// No joint moves farther than this in one sub-step (rad, or share of the size): the correction stays on its
/// branch.
constexpr double kSubstep = 0.15;
/// Smallest sub-step: an end of travel is met with the other joints this close to it, and the dragged joint
/// with the square of it. Closer, the two branches that meet there can no longer be told apart.
constexpr double kSmallestSubstep = 1e-5;
/// Bounds the work of one drag event, however far away the target is.
constexpr int kLargestCount = 2000;
/// Trial of the motion through a dead point (rad, share of the size).
constexpr double kTrial = 1e-3;
/// Where less than this share of the motion goes into the dragged joint, an end of travel may be within a
/// step.
constexpr double kNearEnd = 0.3;
/// m, what is a closed loop to people
constexpr double kClosed = 1e-9;

}  // namespace

double roomAlong(const Model& model, const ClosureEquations& equations, const VectorXd& q,
                 const VectorXd& t) {
  double room = std::numeric_limits<double>::infinity();
  for (const MovableJoint& joint : model.joints) {
    if (joint.nv != 1 || t[joint.v] == 0.0) continue;
    const double limit = t[joint.v] > 0 ? joint.upper - q[joint.q] : q[joint.q] - joint.lower;
    const double length = limit / (equations.columnScale(joint.v) * std::abs(t[joint.v]));
    if (length > 0) room = std::min(room, length);
  }
  return room;
}

MatrixXd closedMotions(const MatrixXd& A, const std::vector<bool>& isFree, double tolerance) {
  std::vector<int> columns;
  for (Eigen::Index c = 0; c < A.cols(); ++c)
    if (isFree[c]) columns.push_back(static_cast<int>(c));
  const Eigen::Index n = static_cast<Eigen::Index>(columns.size());
  MatrixXd N = MatrixXd::Zero(A.cols(), n);
  if (n == 0) return N;
  // Singular values of A over the free columns, from its Gram matrix padded to full width.
  MatrixXd F = MatrixXd::Zero(std::max(A.rows(), n), n);
  F.topRows(A.rows()) = A(Eigen::all, columns);
  const Eigen::JacobiSVD<MatrixXd> svd(F, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Eigen::Index rank = 0;
  while (rank < n && svd.singularValues()[rank] > tolerance) ++rank;
  for (std::size_t c = 0; c < columns.size(); ++c)
    N.row(columns[c]).head(n - rank) = svd.matrixV().row(static_cast<Eigen::Index>(c)).tail(n - rank);
  return N.leftCols(n - rank);
}

JointDrag::JointDrag(const Model& model) : model_(model), closer_(std::in_place, model, RowSet::Kept) {
  setHeld({});
}

void JointDrag::setHeld(const std::vector<int>& joints) {
  follow_ = freeColumns(model_, true, joints);
}

bool JointDrag::begin(VectorXd& q) {
  closer_->setFree(follow_);
  const bool isClosed = closer_->close(q, {1e-12, 100, true});
  iterations_ += closer_->iterations();
  if (isClosed && !hasTriedAll_ && largestGap(model_, q).maxGap > kClosed) (void)useAllRows(q);
  return isClosed;
}

bool JointDrag::useAllRows(VectorXd& start) {
  if (hasTriedAll_ || model_.keptRows() == model_.authoredRows()) return false;
  hasTriedAll_ = true;
  VectorXd closed = start;
  closer_.emplace(model_, RowSet::Authored);
  closer_->setFree(follow_);
  const bool isClosed = closer_->close(closed, {1e-12, 100, true});
  iterations_ += closer_->iterations();
  if (isClosed)
    start = closed;
  else
    closer_.emplace(model_, RowSet::Kept);
  return isClosed;
}

void JointDrag::run(VectorXd& q, int joint, double target) {
  const MovableJoint& dragged = model_.joints[joint];
  const double scale = closer_->equations().columnScale(dragged.v);  // coordinate per scaled unit
  double longest = kSubstep * model_.size;
  for (int count = 0; count < kLargestCount; ++count) {
    const double remaining = (target - q[dragged.q]) / scale;  // in scaled units, as all steps here
    if (std::abs(remaining) <= 1e-15 * model_.size) return;
    closer_->setFree(follow_);
    const VectorXd t = closer_->tangent(q, dragged.v, remaining > 0 ? 1.0 : -1.0);
    if (t.isZero(0.0)) return;
    const double whole = std::abs(remaining / t[dragged.v]);
    double s =
        std::min({whole, longest / t.cwiseAbs().maxCoeff(), roomAlong(model_, closer_->equations(), q, t)});
    bool hasMoved = false;
    for (bool isLast = s == whole; !hasMoved && (isLast || s > kSmallestSubstep * model_.size);
         isLast = false) {
      hasMoved = isLast ? arrive(q, s * t, dragged, target) : advance(q, s * t, dragged);
      if (!hasMoved) s *= 0.5;
    }
    if (!hasMoved) return;
    longest = std::min(2.0 * s * t.cwiseAbs().maxCoeff(), kSubstep * model_.size);
  }
}

bool JointDrag::close(const VectorXd& q, VectorXd& candidate) {
  const VectorXd predicted = candidate;
  const bool isClosed = closer_->close(candidate, {1e-12, 30, true, 1e-2});
  iterations_ += closer_->iterations();
  // A correction as large as the step itself has jumped to another branch.
  const double moved = (predicted - q).cwiseAbs().maxCoeff();
  return isClosed && (candidate - predicted).cwiseAbs().maxCoeff() <= 0.5 * moved + 1e-10;
}

/// The whole rest of the way, the dragged joint exactly at its target.
bool JointDrag::arrive(VectorXd& q, const VectorXd& x, const MovableJoint& joint, double target) {
  VectorXd candidate = q;
  closer_->equations().move(candidate, x);
  candidate[joint.q] = target;
  std::vector<bool> isFree = follow_;
  isFree[joint.v] = false;
  closer_->setFree(std::move(isFree));
  if (!close(q, candidate)) return false;
  if (std::abs(x[joint.v]) < kNearEnd * x.norm() && !keepsBranch(candidate, x, joint)) return false;
  q = candidate;
  return true;
}

/// Past an end of travel the same motion would turn the dragged joint back; right at it the joint no longer
/// tells the two branches apart, and there would be no way back.
bool JointDrag::keepsBranch(const VectorXd& q, const VectorXd& x, const MovableJoint& joint) {
  closer_->setFree(follow_);
  const VectorXd next = closer_->tangent(q, joint.v, x[joint.v] > 0 ? 1.0 : -1.0, false);
  if (next.dot(x) < 0) return false;
  const double share = std::abs(next[joint.v]);
  return share >= kSmallestSubstep || share >= std::abs(x[joint.v]) / x.norm();
}

/// Part of the way.
bool JointDrag::advance(VectorXd& q, const VectorXd& x, const MovableJoint& joint) {
  VectorXd candidate = q;
  closer_->equations().move(candidate, x);
  closer_->setFree(follow_);
  if (!close(q, candidate)) return false;
  if (!keepsBranch(candidate, x, joint)) return false;
  q = candidate;
  return true;
}

DragStop JointDrag::whyStopped(const VectorXd& q, int joint, double value) {
  const MovableJoint& dragged = model_.joints[joint];
  closer_->setFree(follow_);
  const double sense = value > q[dragged.q] ? 1.0 : -1.0;
  if (!follow_[dragged.v]) return {StopKind::NoMobility, dragged.name + " is held", {}, -1};
  const VectorXd motion = closer_->tangent(q, dragged.v, sense, false);
  if (motion.isZero(0.0)) return atDeadPoint(q, dragged, sense);
  return whyJointStopped(model_, q, dragged, sense, motion);
}

/// The joint stands still to first order. Where others can move, it turns back on one side to second order:
/// towards that side there are two ways to go, towards the other there is none.
DragStop JointDrag::atDeadPoint(const VectorXd& q, const MovableJoint& joint, double sense) {
  ClosureEquations& equations = closer_->equations();
  equations.evaluate(q);
  equations.linearise();
  const MatrixXd N = closedMotions(equations.matrix(), follow_, 1e-6);
  for (Eigen::Index i = 0; i < N.cols(); ++i) {
    VectorXd t = N.col(i);
    t *= kTrial * model_.size / t.cwiseAbs().maxCoeff();
    VectorXd candidate = q;
    equations.move(candidate, t);
    closer_->setFree(follow_);
    const bool isClosed = closer_->close(candidate, {1e-12, 30, false, 1e-2});
    const double change = (candidate[joint.q] - q[joint.q]) / equations.columnScale(joint.v);
    if (!isClosed || std::abs(change) < 1e-3 * kTrial * kTrial * model_.size) continue;
    DragStop stop = whyJointStopped(model_, q, joint, sense, N.col(i));
    if (stop.kind == StopKind::EndOfTravel && change * sense > 0) {
      stop.kind = StopKind::DeadPoint;
      stop.reason = "dead point of " + joint.name + ": two ways to go";
    }
    return stop;
  }
  return whyJointStopped(model_, q, joint, sense, VectorXd::Zero(model_.nv));
}

}  // namespace grashof
