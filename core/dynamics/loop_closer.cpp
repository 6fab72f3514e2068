#include "core/dynamics/loop_closer.h"

#include <algorithm>
#include <cmath>

namespace grashof {
namespace {

/// Farthest that a joint goes in one iteration, as a share of the mechanism's size (rad for rotary joints):
/// larger steps would leave the branch that is nearest to the start.
constexpr double kLargestStep = 0.5;
/// Bounds are found one set at a time; more rounds than this would only polish a step that is damped anyway.
constexpr int kBoundRounds = 8;
/// Share of a joint's motion below which the loops hold it (an end of travel, a locked loop).
constexpr double kHeldMotion = 1e-6;
/// Away from a solution, a step that hardly helps this often in a row means that there is none here.
constexpr int kSlowSteps = 15;

/// Room of a scaled step between a joint's coordinate and its limits.
struct Room {
  double below, above;
};
Room roomOf(const MovableJoint& joint, const VectorXd& q, double columnScale) {
  const double low = std::min(joint.lower - q[joint.q], 0.0) / columnScale;
  const double high = std::max(joint.upper - q[joint.q], 0.0) / columnScale;
  return {low, high};
}

/// A step to a limit may pass it by rounding, a predicted pose by more.
void bringWithinLimits(const Model& model, const std::vector<bool>& isFree, VectorXd& q) {
  for (const MovableJoint& joint : model.joints) {
    if (joint.nv != 1 || !isFree[joint.v] || joint.lower > joint.upper) continue;
    q[joint.q] = std::clamp(q[joint.q], joint.lower, joint.upper);
  }
}

}  // namespace

LoopCloser::LoopCloser(const Model& model, RowSet rows)
    : model_(model), equations_(model, rows), isFree_(static_cast<std::size_t>(model.nv), true) {}

VectorXd LoopCloser::boundedStep(const VectorXd& q, double mu, bool respectLimits) const {
  const MatrixXd& A = equations_.matrix();
  std::vector<bool> isFree = isFree_;
  VectorXd fixed = VectorXd::Zero(A.cols());
  VectorXd x = dampedStep(A, equations_.errors(), isFree, mu);
  for (int round = 0; respectLimits && round < kBoundRounds; ++round) {
    bool isBounded = false;
    for (const MovableJoint& joint : model_.joints) {
      if (joint.nv != 1 || !isFree[joint.v]) continue;
      const Room room = roomOf(joint, q, equations_.columnScale(joint.v));
      if (x[joint.v] >= room.below && x[joint.v] <= room.above) continue;
      fixed[joint.v] = std::clamp(x[joint.v], room.below, room.above);
      isFree[joint.v] = false;
      isBounded = true;
    }
    if (!isBounded) break;
    x = dampedStep(A, equations_.errors() + A * fixed, isFree, mu) + fixed;
  }
  // What still crosses a limit after the last round is cut off there; the next iteration goes on from it.
  for (const MovableJoint& joint : model_.joints) {
    if (!respectLimits || joint.nv != 1 || !isFree[joint.v]) continue;
    const Room room = roomOf(joint, q, equations_.columnScale(joint.v));
    x[joint.v] = std::clamp(x[joint.v], room.below, room.above);
  }
  const double largest = x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
  if (largest > kLargestStep * model_.size) x *= kLargestStep * model_.size / largest;
  return x;
}

bool LoopCloser::close(VectorXd& q, const CloserOptions& options) {
  iterations_ = 0;
  if (options.respectLimits) bringWithinLimits(model_, isFree_, q);
  equations_.evaluate(q);
  double lambda = 1e-2;
  int slow = 0;
  while (iterations_ < options.maxIterations && equations_.largestError() > options.tolerance) {
    ++iterations_;
    equations_.linearise();
    const double norm = equations_.errors().norm();
    const double gradient = (equations_.matrix().transpose() * equations_.errors()).norm();
    if (!(gradient > 1e-13 * norm)) return false;  // nothing that may move changes the gap

    bool isBetter = false;
    const VectorXd before = q, errorsBefore = equations_.errors();
    for (int attempt = 0; attempt < 12 && !isBetter; ++attempt) {
      const VectorXd x =
          boundedStep(before, lambda * std::min(norm / model_.size, 1.0), options.respectLimits);
      const double predicted = (errorsBefore + equations_.matrix() * x).norm();
      q = before;
      equations_.move(q, x);
      if (options.respectLimits) bringWithinLimits(model_, isFree_, q);
      equations_.evaluate(q);
      const double now = equations_.errors().norm();
      isBetter = now < norm;
      const double share = (norm * norm - now * now) / std::max(norm * norm - predicted * predicted, 1e-300);
      lambda = share > 0.75   ? std::max(lambda * 0.2, 1e-8)
               : share < 0.25 ? std::min(lambda * 6.0, 1e8)
                              : lambda;
      if (isBetter) slow = now > (1.0 - options.slowest) * norm ? slow + 1 : 0;
    }
    if (!isBetter) {
      q = before;
      equations_.evaluate(q);
      break;
    }
    if (slow > kSlowSteps) break;
  }
  return equations_.largestError() <= options.tolerance;
}

VectorXd LoopCloser::tangent(const VectorXd& q, int v, double sense, bool respectLimits) {
  equations_.evaluate(q);
  equations_.linearise();
  const MatrixXd& A = equations_.matrix();
  std::vector<bool> isFree = isFree_;
  for (int round = 0; round < kBoundRounds && isFree[v]; ++round) {
    // Projection of the unit vector of v on the null space.
    VectorXd t = dampedStep(A, A.col(v), isFree, 0.0);
    t[v] += 1.0;
    const double size = t.norm();
    if (size < kHeldMotion) break;
    t *= sense / size;
    bool isBounded = false;
    for (const MovableJoint& joint : model_.joints) {
      if (!respectLimits || joint.nv != 1 || !isFree[joint.v] || t[joint.v] == 0.0) continue;
      const Room room = roomOf(joint, q, equations_.columnScale(joint.v));
      if ((t[joint.v] > 0 ? room.above : -room.below) > 1e-12 * model_.size) continue;
      isFree[joint.v] = false;
      isBounded = true;
    }
    if (!isBounded) return t;
  }
  return VectorXd::Zero(A.cols());
}

void clampToLimits(const Model& model, VectorXd& q) {
  for (const MovableJoint& joint : model.joints)
    if (joint.nq == 1 && joint.lower <= joint.upper)
      q[joint.q] = std::clamp(q[joint.q], joint.lower, joint.upper);
}

}  // namespace grashof
