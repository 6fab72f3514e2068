// tests/support/loop_reference.h - one step's velocities by dense linear algebra: what LoopSolver has to find.
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

}  // namespace grashof::oracle
