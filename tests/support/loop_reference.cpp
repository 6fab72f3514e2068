#include "tests/support/loop_reference.h"

#include "core/dynamics/dense.h"

namespace grashof::oracle {
namespace {

std::span<const double> view(const VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

}  // namespace

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

}  // namespace grashof::oracle
