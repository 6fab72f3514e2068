#include "core/dynamics/limit_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/body_inertia.h"

namespace grashof {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLocked = 1e-9;      ///< inverse inertia of a locked joint, relative to the free one
constexpr double kTolerance = 1e-10;  ///< velocity residual relative to the largest violation
constexpr int kRounds = 50, kSweepsPerRound = 4;

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
  trial_.reserve(rows);
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
void LimitSolver::computeInertias(const Model& model, const TreeState& state,
                                  std::span<const double> diagonal) noexcept {
  const int n = static_cast<int>(model.bodies.size());
  for (int b = 0; b < n; ++b) composite_[at(b)] = inertiaAboutO(model.bodies[at(b)], state.body[at(b)]);
  for (int b = n - 1; b >= 0; --b) {
    const Body& body = model.bodies[at(b)];
    for (int v = body.v; v < body.v + body.nv; ++v)
      inertia_[at(v)] = dot(state.S[at(v)], composite_[at(b)] * state.S[at(v)]) + diagonal[at(v)] +
                        model.joints[at(body.joint)].rotorInertia;
    if (body.parent >= 0) composite_[at(body.parent)] += composite_[at(b)];
  }
}

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
    const double wanted = std::clamp(row.impulse - row.error / row.inverseInertia, row.lower, row.upper);
    worst = std::max(worst, std::abs(wanted - row.impulse) * row.inverseInertia);
  }
  return worst;
}

void LimitSolver::sweep(const Model& model) noexcept {
  for (Row& row : rows_) {
    const double wanted = std::clamp(row.impulse - row.error / row.inverseInertia, row.lower, row.upper);
    const double step = wanted - row.impulse;
    if (step == 0) continue;
    row.impulse = wanted;
    for (Row& other : rows_) other.error += coupling(model, other, row) * step;
  }
}

/// Solves the rows strictly inside their bounds exactly (to a ridge: redundant rows share), clamped; keeps
/// the result when it is better.
void LimitSolver::newtonOnFreeRows(const Model& model) noexcept {
  free_.clear();
  for (int r = 0; r < static_cast<int>(rows_.size()); ++r)
    if (rows_[at(r)].impulse > rows_[at(r)].lower && rows_[at(r)].impulse < rows_[at(r)].upper)
      free_.push_back(r);
  const int n = static_cast<int>(free_.size());
  if (n < 2) return;
  trial_.resize(free_.size());
  for (int i = 0; i < n; ++i) {
    const Row& row = rows_[at(free_[at(i)])];
    for (int j = 0; j <= i; ++j) {
      double sum = coupling(model, row, rows_[at(free_[at(j)])]);
      if (i == j) sum *= 1.0 + 1e-12;
      for (int k = 0; k < j; ++k) sum -= factor_(i, k) * factor_(j, k);
      if (i == j)
        factor_(i, i) = std::sqrt(std::max(sum, 1e-14 * row.inverseInertia));
      else
        factor_(i, j) = sum / factor_(j, j);
    }
    double y = -row.error;
    for (int k = 0; k < i; ++k) y -= factor_(i, k) * trial_[at(k)];
    trial_[at(i)] = y / factor_(i, i);
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) trial_[at(i)] -= factor_(k, i) * trial_[at(k)];
    trial_[at(i)] /= factor_(i, i);
  }
  for (int i = 0; i < n; ++i) {
    Row& row = rows_[at(free_[at(i)])];
    const double wanted = std::clamp(row.impulse + trial_[at(i)], row.lower, row.upper);
    const double step = wanted - row.impulse;
    row.impulse = wanted;
    for (Row& other : rows_) other.error += coupling(model, other, row) * step;
  }
}

bool LimitSolver::solveRows(const Model& model) noexcept {
  double scale = 0;
  for (const Row& row : rows_) scale = std::max(scale, std::abs(row.error));
  const double tolerance = kTolerance * scale + 1e-14;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kSweepsPerRound; ++i) sweep(model);
    if (residual() <= tolerance) return true;
    newtonOnFreeRows(model);
    if (residual() <= tolerance) return true;
  }
  return false;
}

std::uint32_t LimitSolver::apply(const Model& model, const TreeState& state, std::span<const double> diagonal,
                                 double dt, LoopSolver& solver, std::span<double> u) noexcept {
  computeInertias(model, state, diagonal);
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
