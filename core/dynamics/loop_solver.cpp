#include "core/dynamics/loop_solver.h"

#include <algorithm>

#include "core/dynamics/loop_passes.h"

namespace grashof {
namespace {

void resetRows(const LoopPlan& plan, LoopWorkspace& ws) {
  std::fill(ws.rowState.begin(), ws.rowState.end(), RowState::Held);
  std::fill(ws.softWeight.begin(), ws.softWeight.end(), 0.0);
  for (int row : plan.emptyRows) ws.rowState[row] = RowState::Dropped;
  ws.droppedRows = static_cast<int>(plan.emptyRows.size());
}

/// Pieces from the tips to the base, each front by front.
void factorMechanism(const LoopPlan& plan, LoopWorkspace& ws) {
  ws.usedDoubles = ws.usedInts = 0;
  std::fill(ws.takenColumns.begin(), ws.takenColumns.end(), 0);
  std::fill(ws.takenRows.begin(), ws.takenRows.end(), 0);
  for (int p = static_cast<int>(plan.pieces.size()) - 1; p >= 0; --p) {
    composePiece(plan, p, ws);
    const IndexRange fronts = plan.pieces[p].fronts;
    for (int f = fronts.begin; f < fronts.end; ++f) factorFront(plan, f, ws);
    closeSlots(plan, p, ws);
  }
  if (plan.isFloating) factorBase(plan, ws);
}

}  // namespace

LoopSolver::LoopSolver(const Model& model)
    : plan_(std::make_unique<const LoopPlan>(makeLoopPlan(model))),
      ws_(std::make_unique<LoopWorkspace>(makeLoopWorkspace(model, *plan_))) {}
LoopSolver::~LoopSolver() = default;
LoopSolver::LoopSolver(LoopSolver&&) noexcept = default;
LoopSolver& LoopSolver::operator=(LoopSolver&&) noexcept = default;

void LoopSolver::solve(const TreeState& state, const LoopStepInput& in, std::span<double> uNext,
                       std::span<double> uAdmissible) noexcept {
  const LoopPlan& plan = *plan_;
  LoopWorkspace& ws = *ws_;
  std::fill(ws.matrixPool.begin(), ws.matrixPool.end(), 0.0);
  resetRows(plan, ws);
  computeBodies(plan, state, in, ws);
  computeRows(plan, state, in, ws);
  factorMechanism(plan, ws);
  solveMomenta(plan, in, ws);
  for (int c = 0; c < plan.columns; ++c) uNext[c] = ws.u[2 * c];
  if (!uAdmissible.empty())
    for (int c = 0; c < plan.columns; ++c) uAdmissible[c] = ws.u[2 * c + 1];
  for (int r = 0; r < plan.rows; ++r) ws.multiplier[r] = plan.rowScale[r] * ws.lambda[r];
}

void LoopSolver::respond(std::span<const double> impulse, std::span<const double> targets,
                         std::span<double> du, bool addMultipliers) noexcept {
  const LoopPlan& plan = *plan_;
  LoopWorkspace& ws = *ws_;
  for (int c = 0; c < plan.columns; ++c) ws.b[c] = impulse.empty() ? 0.0 : impulse[c];
  for (int r = 0; r < plan.rows; ++r) ws.c[r] = targets.empty() ? 0.0 : plan.rowScale[r] * targets[r];
  solveImpulse(plan, ws);
  std::copy_n(ws.u.begin(), plan.columns, du.begin());
  if (addMultipliers)
    for (int r = 0; r < plan.rows; ++r) ws.multiplier[r] += plan.rowScale[r] * ws.lambda[r];
}

void LoopSolver::computeErrors(const TreeState& state, std::span<const double> q,
                               std::span<double> e) const noexcept {
  computeRowErrors(*plan_, *ws_, state, q, e);
}

void LoopSolver::computeRowVelocities(const TreeState& state, std::span<const double> u,
                                      std::span<double> Ju) const noexcept {
  grashof::computeRowVelocities(*plan_, *ws_, state, u, Ju);
}

int LoopSolver::rows() const {
  return plan_->rows;
}
int LoopSolver::rowOf(int constraint) const {
  return plan_->firstRowOfConstraint[constraint];
}
std::span<const double> LoopSolver::errors() const {
  return ws_->error;
}
std::span<const double> LoopSolver::curvature() const {
  return ws_->curvature;
}
std::span<const double> LoopSolver::multipliers() const {
  return ws_->multiplier;
}
std::span<const RowState> LoopSolver::rowStates() const {
  return ws_->rowState;
}
int LoopSolver::droppedRows() const {
  return ws_->droppedRows;
}
int LoopSolver::delayedColumns() const {
  int count = 0;
  for (const FrontNumbers& n : ws_->front) count += n.delayed;
  return count;
}

}  // namespace grashof
