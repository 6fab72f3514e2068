// tests/support/loop_reference.h - one step's velocities by dense linear algebra: what LoopSolver has to
// find.
#pragma once
#include "core/dynamics/loop_solver.h"
#include "core/dynamics/step.h"

namespace grashof::oracle {

/// A pose and what acts there.
struct LoopCase {
  VectorXd q, u, tau, diagonal;
  double dt = 1e-3, beta = 0;
  Vector3d gravity{0.3, -0.2, -9.81};
};

struct LoopSolution {
  VectorXd uNext, uAdmissible;
  VectorXd constraintForce;  ///< J^T lambda, an impulse
  int rank = 0, rows = 0;
};

/// Kept rows, dense mass matrix and bias; null space and particular solution by a complete orthogonal
/// decomposition, so that redundant rows do no harm where they agree.
LoopSolution solveDensely(const Model& model, const TreeState& state, const LoopCase& at);

/// What LoopSolver finds.
struct Solved {
  VectorXd uNext, uAdmissible;
  VectorXd constraintForce;  ///< J^T lambda with a dense J
  int dropped = 0;
};
Solved solveWith(LoopSolver& solver, const Model& model, const TreeState& state, const LoopCase& at);
LoopStepInput inputOf(const LoopCase& at);

/// At the nominal pose: velocities up to 2, forces up to 5, implicit terms up to 0.01.
LoopCase randomCase(const Model& model, std::uint64_t seed, double beta);

inline std::span<const double> view(const VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
inline std::span<double> view(VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
/// |a - b| relative to the larger of the two, or to `floor`.
double relative(const VectorXd& a, const VectorXd& b, double floor);

}  // namespace grashof::oracle
