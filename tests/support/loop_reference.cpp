#include "tests/support/loop_reference.h"

#include <algorithm>

#include "core/dynamics/dense.h"
#include "tests/support/random_mechanism.h"

namespace grashof::oracle {
LoopSolution solveDensely(const Model& model, const TreeState& state, const LoopCase& at) {
  MatrixXd M = massMatrix(model, state);
  M.diagonal() += at.diagonal;
  const VectorXd h = biasForce(model, state, view(at.u), at.gravity);
  const MatrixXd J = constraintJacobian(model, state, RowSet::Kept);
  const VectorXd c = -at.beta * constraintErrors(model, state, view(at.q), RowSet::Kept);
  LoopSolution out;
  out.rows = static_cast<int>(J.rows());
  VectorXd particular = VectorXd::Zero(model.nv);
  MatrixXd N = MatrixXd::Identity(model.nv, model.nv);
  if (J.rows() > 0) {
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> cod;
    cod.setThreshold(1e-9);
    cod.compute(J);
    out.rank = static_cast<int>(cod.rank());
    particular = cod.solve(c);
    // Range of J^T first: what remains of the orthonormal basis spans the null space.
    Eigen::ColPivHouseholderQR<MatrixXd> range(J.transpose());
    range.setThreshold(1e-9);
    const MatrixXd Q = range.householderQ();
    N = Q.rightCols(model.nv - out.rank);
  }
  const auto closest = [&](const VectorXd& b) -> VectorXd {
    if (N.cols() == 0) return particular;
    const MatrixXd reduced = N.transpose() * M * N;
    return particular + N * reduced.ldlt().solve(N.transpose() * (b - M * particular));
  };
  const VectorXd now = M * at.u;
  const VectorXd next = now + at.dt * (at.tau - h);
  out.uNext = closest(next);
  out.uAdmissible = closest(now);
  out.constraintForce = M * out.uNext - next;
  return out;
}

LoopStepInput inputOf(const LoopCase& at) {
  return {at.dt, view(at.q), view(at.u), view(at.tau), view(at.diagonal), at.gravity, at.beta, false};
}

Solved solveWith(LoopSolver& solver, const Model& model, const TreeState& state, const LoopCase& at) {
  Solved out{VectorXd(model.nv), VectorXd(model.nv), VectorXd::Zero(model.nv), 0};
  solver.solve(state, inputOf(at), view(out.uNext), view(out.uAdmissible));
  const VectorXd lambda = Eigen::Map<const VectorXd>(solver.multipliers().data(), solver.rows());
  if (solver.rows() > 0)
    out.constraintForce = constraintJacobian(model, state, RowSet::Kept).transpose() * lambda;
  out.dropped = solver.droppedRows();
  return out;
}

LoopCase randomCase(const Model& model, std::uint64_t seed, double beta) {
  fixtures::Random random(seed);
  LoopCase at;
  at.q = model.nominal;
  at.u = random.vector(model.nv, 2.0);
  at.tau = random.vector(model.nv, 5.0);
  at.diagonal = random.vector(model.nv, 0.01).cwiseAbs();
  if (model.isFloating) at.diagonal.head<6>().setZero();
  at.beta = beta;
  return at;
}

double relative(const VectorXd& a, const VectorXd& b, double floor) {
  return (a - b).norm() / std::max({a.norm(), b.norm(), floor});
}

}  // namespace grashof::oracle
