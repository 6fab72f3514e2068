#include "core/simulation/disturb.h"

#include <algorithm>
#include <cmath>

namespace grashof {
namespace {

// Rows that depend on others below this share of the largest pivot count as dependent: the loops' redundant
// rows differ from exact dependence by the rounding of the file's digits.
constexpr double kRankThreshold = 1e-7;
constexpr double kReachable = 1e-6;   // 1 - eigenvalue of the range projector
constexpr double kPriority = 1e4;     // weight of the opened rows where not all can be kept
constexpr double kLargestStep = 0.3;  // rad or m per Newton step
constexpr int kMaxIterations = 100;

struct RowBlock {
  int first = 0, count = 0;
};

std::vector<RowBlock> rowBlocks(const Model& model) {
  std::vector<RowBlock> blocks;
  int first = 0;
  for (const Constraint& c : model.constraints) {
    blocks.push_back({first, c.authoredRowCount()});
    first += c.authoredRowCount();
  }
  return blocks;
}

struct Linearisation {
  VectorXd errors;  // [rows]
  MatrixXd J;       // [rows x nv], base columns zeroed: the base stays where it is
};

Linearisation linearise(const Model& model, const VectorXd& q, TreeState& tree) {
  treeKinematics(model, {q.data(), static_cast<std::size_t>(q.size())}, {}, tree);
  Linearisation lin{
      constraintErrors(model, tree, {q.data(), static_cast<std::size_t>(q.size())}, RowSet::Authored),
      constraintJacobian(model, tree, RowSet::Authored)};
  if (model.isFloating) lin.J.leftCols(6).setZero();
  return lin;
}

/// Orthonormal basis of the errors that the joints can produce, [rows x rank].
MatrixXd rangeOf(const MatrixXd& J) {
  Eigen::ColPivHouseholderQR<MatrixXd> qr(J);
  qr.setThreshold(kRankThreshold);
  return qr.householderQ() * MatrixXd::Identity(J.rows(), qr.rank());
}

/// The authored direction of the block closest to what can be reached without moving the other rows; [count].
VectorXd openingDirection(const Linearisation& lin, const RowBlock& block) {
  MatrixXd basis = rangeOf(lin.J).middleRows(block.first, block.count);
  Eigen::SelfAdjointEigenSolver<MatrixXd> alone(basis * basis.transpose());
  double least = 1.0 - kReachable;
  if (alone.eigenvalues().maxCoeff() < least) {  // not without opening others too
    basis = rangeOf(lin.J.middleRows(block.first, block.count));
    alone.compute(basis * basis.transpose());
  }
  MatrixXd reachable = MatrixXd::Zero(block.count, block.count);
  for (int i = 0; i < block.count; ++i)
    if (alone.eigenvalues()[i] >= least)
      reachable += alone.eigenvectors().col(i) * alone.eigenvectors().col(i).transpose();
  VectorXd best = VectorXd::Zero(block.count);
  double longest = 0;
  for (int i = 0; i < block.count; ++i) {
    const double length = reachable.col(i).norm();
    if (length > longest + 1e-9) {
      longest = length;
      best = reachable.col(i) / length;
    }
  }
  return best;
}

/// One bounded Newton step; returns its length.
double moveTowards(const Model& model, const Linearisation& lin, const VectorXd& wanted,
                   const VectorXd& weights, VectorXd& q) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(kRankThreshold);
  solver.compute(weights.asDiagonal() * lin.J);
  VectorXd dq = solver.solve(weights.asDiagonal() * (wanted - lin.errors));
  const double largest = dq.size() > 0 ? dq.cwiseAbs().maxCoeff() : 0.0;
  if (largest > kLargestStep) dq *= kLargestStep / largest;
  integratePosition(model, {q.data(), static_cast<std::size_t>(q.size())},
                    {dq.data(), static_cast<std::size_t>(dq.size())}, 1.0);
  return largest;
}

}  // namespace

DisturbResult openConstraint(const Model& model, const VectorXd& q, int index, double metres) {
  DisturbResult result{q, 0.0, false};
  const int count = static_cast<int>(model.constraints.size());
  if (count == 0 || index >= count || !std::isfinite(metres)) return result;
  const std::vector<RowBlock> blocks = rowBlocks(model);
  TreeState tree = makeTreeState(model);
  Linearisation lin = linearise(model, q, tree);
  if (lin.J.rows() == 0) return result;
  VectorXd wanted = lin.errors;
  VectorXd weights = VectorXd::Ones(lin.errors.size());
  for (int i = 0; i < count; ++i) {
    if ((index >= 0 && i != index) || blocks[i].count == 0) continue;
    wanted.segment(blocks[i].first, blocks[i].count) = metres * openingDirection(lin, blocks[i]);
    if (index >= 0) weights.segment(blocks[i].first, blocks[i].count).setConstant(kPriority);
  }
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    if (moveTowards(model, lin, wanted, weights, result.q) < 1e-14) break;
    lin = linearise(model, result.q, tree);
  }
  const std::span<const double> qs(result.q.data(), static_cast<std::size_t>(result.q.size()));
  for (int i = 0; i < count; ++i)
    if (index < 0 || i == index)
      result.gap = std::max(result.gap, gapOf(model, tree, qs, model.constraints[i]));
  // With every loop open at once dependent rows share what they can reach; then the largest gap tells.
  result.isReached = std::abs(result.gap - std::abs(metres)) <= (index >= 0 ? 1e-9 : 0.5 * std::abs(metres));
  return result;
}

}  // namespace grashof
