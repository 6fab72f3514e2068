#include "core/dynamics/limit_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/joint_inertia.h"

namespace grashof {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLocked = 1e-9;      ///< inverse inertia of a locked joint, relative to the free one
constexpr double kTolerance = 1e-10;  ///< velocity residual relative to the largest violation
constexpr double kBlocked = 1e-6;     ///< the same once other limits hold: a lever of 1/1000, squared
constexpr double kRidge = 1e-13;
constexpr int kRounds = 200;
constexpr int kReleases = 3;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

bool mayTakePart(const MovableJoint& joint) {
  return hasOneDof(joint.type) && (joint.friction > 0 || std::isfinite(joint.lower) ||
                                   std::isfinite(joint.upper) || std::isfinite(joint.velocity));
}

}  // namespace

LimitSolver::LimitSolver(const Model& model)
    : inertia_(at(model.nv)), composite_(model.bodies.size()), impulse_(model.nv), change_(model.nv) {
  const auto count = std::count_if(model.joints.begin(), model.joints.end(), mayTakePart);
  const auto rows = 2 * static_cast<std::size_t>(count);
  rows_.reserve(rows);
  free_.reserve(rows);
  candidates_.reserve(rows);
  step_.reserve(rows);
  responses_.resize(model.nv, count);
  factor_.resize(2 * count, 2 * count);
}

void LimitSolver::addRow(int joint, bool isLimit, double lower, double upper, double target) noexcept {
  const bool isShared = !rows_.empty() && rows_.back().joint == joint;
  Row row;
  row.joint = joint;
  row.column = isShared ? rows_.back().column : columns_++;
  row.isLimit = isLimit;
  row.lower = lower;
  row.upper = upper;
  row.target = target;
  rows_.push_back(row);
}

bool LimitSolver::takesPart(const Model& model, std::span<const double> q,
                            std::span<const double> u) noexcept {
  rows_.clear();
  columns_ = 0;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const MovableJoint& joint = model.joints[at(j)];
    if (!hasOneDof(joint.type)) continue;
    const double position = q[at(joint.q)], velocity = u[at(joint.v)];
    if (position < joint.lower)
      addRow(j, true, 0, kInfinity, 0);
    else if (position > joint.upper)
      addRow(j, true, -kInfinity, 0, 0);
    else if (velocity > joint.velocity)
      addRow(j, true, -kInfinity, 0, joint.velocity);
    else if (velocity < -joint.velocity)
      addRow(j, true, 0, kInfinity, -joint.velocity);
    if (joint.friction > 0) addRow(j, false, -joint.friction, joint.friction, 0);
  }
  return !rows_.empty();
}

/// Diagonal of M^: what a joint would feel if nothing else were constrained.
void LimitSolver::respondAtJoints(const Model& model, LoopSolver& solver) noexcept {
  const auto nv = static_cast<std::size_t>(model.nv);
  impulse_.setZero();
  int done = 0;
  for (Row& row : rows_) {
    const int v = model.joints[at(row.joint)].v;
    if (row.column == done) {
      impulse_[v] = 1.0;
      solver.respond({impulse_.data(), nv}, {}, {responses_.col(done++).data(), nv}, false);
      impulse_[v] = 0.0;
    }
    row.inverseInertia = responses_(v, row.column);
  }
}

/// A joint that the loops lock cannot move, whatever acts on it.
void LimitSolver::dropLockedRows(const Model& model) noexcept {
  const auto isLocked = [&](const Row& row) {
    return !(row.inverseInertia * inertia_[at(model.joints[at(row.joint)].v)] > kLocked);
  };
  rows_.erase(std::remove_if(rows_.begin(), rows_.end(), isLocked), rows_.end());
}

double LimitSolver::coupling(const Model& model, const Row& row, const Row& other) const noexcept {
  return responses_(model.joints[at(row.joint)].v, other.column);
}

/// Largest velocity by which a row is not at rest: zero where impulse and error agree with the bounds.
double LimitSolver::residual() const noexcept {
  double worst = 0;
  for (const Row& row : rows_) {
    if (row.isBlocked) continue;
    const double wanted = std::clamp(row.impulse - row.error / row.inverseInertia, row.lower, row.upper);
    worst = std::max(worst, std::abs(wanted - row.impulse) * row.inverseInertia);
  }
  return worst;
}

void LimitSolver::sweep(const Model& model) noexcept {
  for (Row& row : rows_)
    if (!row.isBlocked)
      move(model, row, std::clamp(row.impulse - row.error / row.inverseInertia, row.lower, row.upper));
}

/// Cholesky factor of A on the free rows. A limit on a joint that the loops and the limits before it hold
/// already is blocked: it cannot act, and where it contradicts them (a loop that is closing against a stop)
/// its impulse would grow without bound. Friction that repeats other rows gets a ridge: its bounds keep it
/// finite.
void LimitSolver::factorFace(const Model& model) noexcept {
  int n = 0;
  for (const int r : candidates_) {
    Row& row = rows_[at(r)];
    if (row.isBlocked) continue;
    for (int j = 0; j <= n; ++j) {
      double sum = coupling(model, row, j < n ? rows_[at(free_[at(j)])] : row);
      for (int k = 0; k < j; ++k) sum -= factor_(n, k) * factor_(j, k);
      if (j < n) {
        factor_(n, j) = sum / factor_(j, j);
        continue;
      }
      row.isBlocked = row.isLimit && sum < kBlocked * row.inverseInertia;
      factor_(n, n) = std::sqrt(std::max(sum, kRidge * row.inverseInertia));
    }
    if (row.isBlocked) {
      move(model, row, 0);
    } else {
      free_.push_back(r);
      ++n;
    }
  }
}

/// Newton step of the free rows: factor_ factor_^T step_ = -error.
void LimitSolver::solveOnFace() noexcept {
  const int n = static_cast<int>(free_.size());
  step_.resize(free_.size());
  for (int i = 0; i < n; ++i) {
    double y = -rows_[at(free_[at(i)])].error;
    for (int k = 0; k < i; ++k) y -= factor_(i, k) * step_[at(k)];
    step_[at(i)] = y / factor_(i, i);
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) step_[at(i)] -= factor_(k, i) * step_[at(k)];
    step_[at(i)] /= factor_(i, i);
  }
}

/// Rows strictly inside their bounds; limits before friction.
void LimitSolver::collectCandidates() noexcept {
  candidates_.clear();
  for (const bool limits : {true, false})
    for (int r = 0; r < static_cast<int>(rows_.size()); ++r) {
      const Row& row = rows_[at(r)];
      const bool isInside = row.impulse > row.lower && row.impulse < row.upper;
      if (row.isLimit == limits && isInside && !row.isBlocked) candidates_.push_back(r);
    }
}

/// Minimizes over the rows strictly inside their bounds. A row that meets its bound on the way stays there,
/// and the rest goes on: the objective falls all the time, so that faces cannot repeat.
void LimitSolver::minimizeOnFace(const Model& model) noexcept {
  collectCandidates();
  while (!candidates_.empty()) {
    free_.clear();
    factorFace(model);
    solveOnFace();
    double share = 1.0;
    std::size_t first = free_.size();
    for (std::size_t i = 0; i < free_.size(); ++i) {
      const Row& row = rows_[at(free_[i])];
      const double room = (step_[i] > 0 ? row.upper : row.lower) - row.impulse;
      if (std::abs(room) < share * std::abs(step_[i])) {
        share = room / step_[i];
        first = i;
      }
    }
    for (std::size_t i = 0; i < free_.size(); ++i) {
      Row& row = rows_[at(free_[i])];
      const double bound = step_[i] > 0 ? row.upper : row.lower;
      move(model, row, i == first ? bound : row.impulse + share * step_[i]);
    }
    if (first == free_.size()) return;
    candidates_.erase(std::find(candidates_.begin(), candidates_.end(), free_[first]));
  }
}

/// Gives a row this impulse; every row's velocity follows.
void LimitSolver::move(const Model& model, Row& row, double impulse) noexcept {
  const double change = impulse - row.impulse;
  if (change == 0) return;
  row.impulse = impulse;
  for (Row& other : rows_) other.error += coupling(model, other, row) * change;
}

/// Whether blocked rows get another chance: one of them is violated, and what blocked it may have let go
/// since. Not for ever: where limits contradict a closing loop, it stays violated.
bool LimitSolver::releaseBlocked(double tolerance, int& releases) noexcept {
  const auto isViolated = [tolerance](const Row& row) {
    return row.isBlocked && std::abs(std::clamp(-row.error, row.lower, row.upper)) > tolerance;
  };
  if (releases == 0 || std::none_of(rows_.begin(), rows_.end(), isViolated)) return false;
  for (Row& row : rows_) row.isBlocked = false;
  --releases;
  return true;
}

bool LimitSolver::solveRows(const Model& model) noexcept {
  double scale = 0;
  for (const Row& row : rows_) scale = std::max(scale, std::abs(row.error));
  const double tolerance = kTolerance * scale + 1e-14;
  int releases = kReleases;
  for (int round = 0; round < kRounds; ++round) {
    sweep(model);
    if (residual() > tolerance) minimizeOnFace(model);
    if (residual() <= tolerance && !releaseBlocked(tolerance, releases)) return true;
  }
  return false;
}

std::uint32_t LimitSolver::apply(const Model& model, const TreeState& state, std::span<const double> diagonal,
                                 double dt, LoopSolver& solver, std::span<double> u) noexcept {
  computeJointInertias(model, state, composite_, inertia_);
  for (std::size_t v = 0; v < inertia_.size(); ++v) inertia_[v] += diagonal[v];
  respondAtJoints(model, solver);
  dropLockedRows(model);
  for (Row& row : rows_) {
    if (!row.isLimit) {
      row.lower *= dt;
      row.upper *= dt;
    }
    row.error = u[at(model.joints[at(row.joint)].v)] - row.target;
  }
  std::uint32_t flags = solveRows(model) ? 0u : static_cast<std::uint32_t>(kLimitsNotConverged);
  impulse_.setZero();
  bool acts = false;
  for (const Row& row : rows_) {
    if (row.impulse == 0) continue;
    acts = true;
    if (row.isLimit) flags |= kLimitActive;
    impulse_[model.joints[at(row.joint)].v] += row.impulse;
  }
  if (!acts) return flags;
  const auto nv = static_cast<std::size_t>(model.nv);
  solver.respond({impulse_.data(), nv}, {}, {change_.data(), nv}, true);
  for (std::size_t i = 0; i < nv; ++i) u[i] += change_[static_cast<Eigen::Index>(i)];
  return flags;
}

}  // namespace grashof
