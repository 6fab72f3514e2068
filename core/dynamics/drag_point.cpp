#include "core/dynamics/drag_point.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/drag_joint.h"

namespace grashof {
namespace {

/// No joint moves farther than this in one sub-step (rad, or share of the size).
constexpr double kSubstep = 0.15;
constexpr double kSmallestSubstep = 1e-7;
/// Nearer than this (share of the size) the point is at its target.
constexpr double kThere = 1e-10;
/// A step that goes by less (share of the size) and gains less (share of the distance) is the last one: there
/// is no nearer place.
constexpr double kLastStep = 1e-5;
constexpr double kSmallGain = 1e-3;
/// A step shorter than this (share of the size) towards no nearer place is not taken.
constexpr double kNoStep = 1e-7;
/// Bounds of the secant's change of a pull.
constexpr double kShortestPull = 0.02, kLongestPull = 10.0;
/// Share of what the point could do without loops below which the loops hold it.
constexpr double kHeldMotion = 1e-6;
/// The same for a direction that the point must not lose.
constexpr double kSmallestShare = 1e-5;
/// Share of what the point could do without loops below which it stands at an end of travel.
constexpr double kNearEnd = 1e-3;
/// Bounds the work of one drag event.
constexpr int kLargestCount = 400;
constexpr int kBoundRounds = 8;

}  // namespace

/// A step towards the target and what stands in its way.
struct PointDrag::Pull {
  VectorXd x;                                      ///< [nv], scaled; zero where nothing helps
  double mobility = 0;                             ///< largest motion of the point that the loops leave
  double freely = 0;                               ///< the same without loops, of that order
  Vector3d singular = Vector3d::Zero();            ///< of the point's motion, ascending
  Eigen::Matrix3d ways = Eigen::Matrix3d::Zero();  ///< columns: unit directions, world, of `singular`
  MatrixXd J;  ///< [3 x nv] the point's motion as far as the closures leave it, limits aside
};

PointDrag::PointDrag(const Model& model, JointDrag& drag) : model_(model), drag_(drag) {}

/// Closures and point at q; returns the way left to the target.
Vector3d PointDrag::linearise(const VectorXd& q, int body, const Vector3d& p_B, const Vector3d& target_W) {
  ClosureEquations& equations = drag_.closer().equations();
  equations.evaluate(q);
  equations.linearise();
  Jp_ = pointJacobian(model_, equations.state(), body, p_B);
  for (Eigen::Index v = 0; v < Jp_.cols(); ++v) Jp_.col(v) *= equations.columnScale(static_cast<int>(v));
  return target_W - equations.state().pointInWorld(body, p_B);
}

PointDrag::Pull PointDrag::pullAt(const VectorXd& q, const std::vector<bool>& free, const Vector3d& r,
                                  bool respectLimits) const {
  const MatrixXd& A = drag_.closer().equations().matrix();
  std::vector<bool> isFree = free;
  Pull pull;
  pull.x = VectorXd::Zero(A.cols());
  for (int round = 0; round < kBoundRounds; ++round) {
    // Rows of the point's motion, projected on what keeps the loops closed.
    MatrixXd J = projectedRows(A, Jp_, isFree);
    const Eigen::Matrix3d JJ = J * J.transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(JJ);
    const double strongest = std::max(eigen.eigenvalues()[2], 0.0);
    pull.mobility = std::sqrt(strongest);
    pull.freely = std::max(Jp_.norm(), 1e-300);
    if (round == 0) {
      pull.singular = eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt();
      pull.ways = eigen.eigenvectors();
      pull.J = J;
    }
    pull.x.setZero();
    if (pull.mobility <= kHeldMotion * pull.freely) return pull;
    // Directions in which the point hardly moves are left alone: no long swing for a small gain.
    const double mu = 1e-6 * strongest;
    const Vector3d along = eigen.eigenvectors().transpose() * r;
    Vector3d y = Vector3d::Zero();
    for (int i = 0; i < 3; ++i)
      y += eigen.eigenvectors().col(i) * (along[i] / (std::max(eigen.eigenvalues()[i], 0.0) + mu));
    pull.x = J.transpose() * y;
    bool isBounded = false;
    for (const MovableJoint& joint : model_.joints) {
      if (!respectLimits || joint.nv != 1 || !isFree[joint.v] || pull.x[joint.v] == 0.0) continue;
      const double room = pull.x[joint.v] > 0 ? joint.upper - q[joint.q] : q[joint.q] - joint.lower;
      if (room / drag_.closer().equations().columnScale(joint.v) > 1e-12 * model_.size) continue;
      isFree[joint.v] = false;
      isBounded = true;
    }
    if (!isBounded) return pull;
  }
  pull.x.setZero();
  return pull;
}

bool PointDrag::tryStep(VectorXd& q, const VectorXd& x, const std::vector<bool>& isFree) {
  VectorXd candidate = q;
  drag_.closer().equations().move(candidate, x);
  const VectorXd predicted = candidate;
  drag_.closer().setFree(isFree);
  const bool isClosed = drag_.closer().close(candidate, {1e-12, 30, true, 1e-2});
  iterations_ += drag_.closer().iterations();
  // A correction as large as the step itself has jumped to another branch.
  const double moved = (predicted - q).cwiseAbs().maxCoeff();
  if (!isClosed || (candidate - predicted).cwiseAbs().maxCoeff() > 0.5 * moved + 1e-10) return false;
  q = candidate;
  return true;
}

/// Far from the target the way bends within a pull, and plain pulls would creep or overshoot: by how much the
/// next one is to be longer, from what the last step changed.
double PointDrag::secantFactor(const VectorXd& before, const VectorXd& after, const VectorXd& step) {
  const VectorXd change = before - after;
  const double factor = step.dot(change) / std::max(change.squaredNorm(), 1e-300);
  return factor > 0 ? std::clamp(factor, kShortestPull, kLongestPull) : 1.0;
}

/// By how much (m) the step x brings the point nearer to its target, which is r away, to first order.
double PointDrag::gainOf(const VectorXd& x, const Vector3d& r) const {
  return r.dot(Jp_ * x) / std::max(r.norm(), 1e-300);
}

void PointDrag::run(VectorXd& q, const std::vector<bool>& isFree, int body, const Vector3d& p_B,
                    const Vector3d& target_W) {
  double longest = kSubstep * model_.size;
  Vector3d r = linearise(q, body, p_B, target_W);
  Pull pull = pullAt(q, isFree, r, true);
  // The way bends much as it did at the last event of the same gesture.
  double secant = body == lastBody_ ? lastSecant_ : 1.0;
  lastBody_ = body;
  for (int count = 0; count < kLargestCount && r.norm() > kThere * model_.size; ++count) {
    VectorXd x = secant * pull.x;
    const double length = x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
    if (length < kNoStep * model_.size && gainOf(x, r) < kSmallGain * r.norm()) return;
    x *= std::min({1.0, longest / length, roomAlong(model_, drag_.closer().equations(), q, x)});
    const double whole = x.cwiseAbs().maxCoeff();
    double s = 1.0;
    bool hasMoved = false;
    const double wayBefore = r.norm();
    const VectorXd pulledBefore = pull.x;
    // The last bit of the way may be shorter than the smallest step.
    for (bool isFirst = true; !hasMoved && (isFirst || s * whole > kSmallestSubstep * model_.size);
         isFirst = false) {
      VectorXd candidate = q;
      if (tryStep(candidate, s * x, isFree)) {
        const Vector3d left = linearise(candidate, body, p_B, target_W);
        Pull next = pullAt(candidate, isFree, left, true);
        hasMoved = left.norm() < r.norm() && keepsBranch(pull, next);
        if (hasMoved) {
          q = candidate;
          r = left;
          pull = std::move(next);
        }
      }
      if (!hasMoved) s *= 0.5;
    }
    const bool isNearest = wayBefore - r.norm() < kSmallGain * wayBefore;
    if (!hasMoved || (isNearest && s * whole < kLastStep * model_.size)) return;
    lastSecant_ = secant = secantFactor(pulledBefore, pull.x, s * x);
    longest = std::min(2.0 * s * whole, kSubstep * model_.size);
  }
}

/// Where the point loses a direction (links in line) it cannot be pulled back from: it stops just before. A
/// direction that takes the joints the other way round than before lies beyond such a place.
bool PointDrag::keepsBranch(const Pull& before, const Pull& after) {
  for (int i = 0; i < 3; ++i) {
    const bool isDirection = before.singular[i] > kHeldMotion * before.freely;
    if (isDirection && after.singular[i] < std::min(kSmallestShare * after.freely, before.singular[i]))
      return false;
    const Vector3d way = before.ways.col(i);
    if (isDirection && (before.J.transpose() * way).dot(after.J.transpose() * way) <= 0) return false;
  }
  return true;
}

/// Some motion that the loops allow turns a joint between the body and the ground.
bool PointDrag::canMove(const std::vector<bool>& isFree, int body) {
  const MatrixXd N = closedMotions(drag_.closer().equations().matrix(), isFree, kHeldMotion);
  for (int b = body; b > 0; b = model_.bodies[b].parent)
    if (!N.middleRows(model_.bodies[b].v, model_.bodies[b].nv).isZero(1e-3)) return true;
  return false;
}

/// The one motion left leaves a joint between the body and the ground at rest: it turns back here.
std::optional<DragStop> PointDrag::endOfTravel(const VectorXd& q, const std::vector<bool>& isFree, int body,
                                               const Pull& pull) {
  if (pull.mobility > kNearEnd * pull.freely) return std::nullopt;
  const MatrixXd N = closedMotions(drag_.closer().equations().matrix(), isFree, kHeldMotion);
  if (N.cols() != 1) return std::nullopt;
  const VectorXd motion = N.col(0);
  for (int b = body; b > 0; b = model_.bodies[b].parent) {
    const int j = model_.bodies[b].joint;
    if (j < 0 || model_.joints[j].nv != 1) continue;
    const double share = std::abs(motion[model_.joints[j].v]) / motion.cwiseAbs().maxCoeff();
    if (share > kNearEnd) continue;
    DragStop stop = whyJointStopped(model_, q, model_.joints[j], pull.x[model_.joints[j].v], motion);
    if (stop.kind == StopKind::EndOfTravel) return stop;
  }
  return std::nullopt;
}

DragStop PointDrag::whyStopped(const VectorXd& q, const std::vector<bool>& isFree, int body,
                               const Vector3d& p_B, const Vector3d& target_W) {
  const Vector3d r = linearise(q, body, p_B, target_W);
  const std::string link = nameOfBody(model_, body);
  if (Jp_.isZero(0.0)) return {StopKind::NoMobility, link + " is part of the ground", {}, -1};
  const Pull free = pullAt(q, isFree, r, false);
  if (free.mobility <= kHeldMotion * Jp_.norm())
    return canMove(isFree, body)
               ? DragStop{StopKind::DeadPoint, "dead point of " + link + ": it cannot be pulled from here",
                          "drag another link", -1}
               : DragStop{StopKind::NoMobility,
                          "the loops hold " + link + ": a structure with no mobility",
                          {},
                          -1};
  // The joint at a limit that the free motion would pass by most.
  const MovableJoint* limit = nullptr;
  double farthest = 1e-9;
  for (const MovableJoint& joint : model_.joints) {
    if (joint.nv != 1) continue;
    const double x = free.x[joint.v];
    const double room = x > 0 ? joint.upper - q[joint.q] : q[joint.q] - joint.lower;
    if (room > 1e-9 || std::abs(x) <= farthest * model_.size) continue;
    farthest = std::abs(x) / model_.size;
    limit = &joint;
  }
  if (limit)
    return {
        StopKind::Limit, "joint limit of " + limit->name, {}, static_cast<int>(limit - model_.joints.data())};
  if (std::optional<DragStop> end = endOfTravel(q, isFree, body, free)) return *end;
  const std::string inLine = linksInLineTowards(model_, drag_.closer().equations().state(), body, p_B, r);
  if (!inLine.empty()) return {StopKind::EndOfTravel, "end of travel: " + inLine, {}, -1};
  return {StopKind::OutOfReach, "out of reach: " + link + " comes no nearer", {}, -1};
}

}  // namespace grashof
