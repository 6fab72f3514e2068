#include "core/dynamics/closure_equations.h"

#include <cmath>

#include "core/dynamics/gram_factors.h"

namespace grashof {
namespace {

struct RowCount {
  int all;
  bool hasRotation;
};
RowCount rowCount(const Constraint& c, RowSet rows) {
  if (rows == RowSet::Authored) return {c.authoredRowCount(), c.hasRotationRow};
  return {c.keptRowCount(), c.keepsRotationRow};
}

}  // namespace

ClosureEquations::ClosureEquations(const Model& model, RowSet rows)
    : model_(model),
      rows_(rows),
      state_(makeTreeState(model)),
      columnScale_(VectorXd::Ones(model.nv)),
      rowScale_(VectorXd::Ones(rows == RowSet::Authored ? model.authoredRows() : model.keptRows())) {
  for (const Body& body : model.bodies) {
    const bool isTurning = body.type == BodyJoint::Revolute || body.type == BodyJoint::Spherical;
    if (isTurning) columnScale_.segment(body.v, body.nv).setConstant(1.0 / model.size);
    if (body.type == BodyJoint::FloatingBase)
      columnScale_.segment(body.v + 3, 3).setConstant(1.0 / model.size);
  }
  Eigen::Index row = 0;
  for (const Constraint& c : model.constraints) {
    const RowCount count = rowCount(c, rows);
    row += count.all;
    const bool isAngle = c.kind == ConstraintKind::Mimic && isRotary(model.joints[c.follower].type);
    if (count.all > 0 && (isAngle || count.hasRotation)) rowScale_[row - 1] = model.size;  // its last row
  }
}

void ClosureEquations::evaluate(const VectorXd& q) {
  const std::span<const double> coordinates(q.data(), static_cast<std::size_t>(q.size()));
  treeKinematics(model_, coordinates, {}, state_);
  e_ = constraintErrors(model_, state_, coordinates, rows_);
  largestError_ = 0;
  Eigen::Index row = 0;
  for (const Constraint& c : model_.constraints) {
    const RowCount count = rowCount(c, rows_);
    if (count.hasRotation) e_[row + count.all - 1] *= model_.size;
    largestError_ = std::max(largestError_, e_.segment(row, count.all).norm());
    if (c.kind == ConstraintKind::Mimic && count.all > 0) e_[row] *= rowScale_[row];
    row += count.all;
  }
}

void ClosureEquations::linearise() {
  A_ = constraintJacobian(model_, state_, rows_);
  for (Eigen::Index r = 0; r < A_.rows(); ++r)
    if (rowScale_[r] != 1.0) A_.row(r) *= rowScale_[r];
  for (Eigen::Index v = 0; v < A_.cols(); ++v) A_.col(v) *= columnScale_[v];
}

void ClosureEquations::move(VectorXd& q, const VectorXd& x) const {
  const VectorXd u = columnScale_.cwiseProduct(x);
  integratePosition(model_, {q.data(), static_cast<std::size_t>(q.size())},
                    {u.data(), static_cast<std::size_t>(u.size())}, 1.0);
}

std::vector<bool> freeColumns(const Model& model, bool keepBase, const std::vector<int>& heldJoints) {
  std::vector<bool> isFree(static_cast<std::size_t>(model.nv), true);
  const auto hold = [&](int v, int count) {
    for (int i = v; i < v + count; ++i) isFree[i] = false;
  };
  if (keepBase && model.isFloating) hold(0, 6);
  for (const int j : heldJoints) hold(model.joints[j].v, model.joints[j].nv);
  return isFree;
}

namespace {

std::vector<int> indicesOf(const std::vector<bool>& isFree, Eigen::Index count) {
  std::vector<int> columns;
  for (Eigen::Index c = 0; c < count; ++c)
    if (isFree[c]) columns.push_back(static_cast<int>(c));
  return columns;
}

}  // namespace

VectorXd dampedStep(const MatrixXd& A, const VectorXd& e, const std::vector<bool>& isFree, double mu) {
  const std::vector<int> columns = indicesOf(isFree, A.cols());
  VectorXd x = VectorXd::Zero(A.cols());
  if (columns.empty() || A.rows() == 0) return x;
  const VectorXd y = GramFactors(A(Eigen::all, columns), mu).leastSquares(e);
  for (std::size_t i = 0; i < columns.size(); ++i) x[columns[i]] = y[static_cast<Eigen::Index>(i)];
  return x;
}

MatrixXd projectedRows(const MatrixXd& A, const MatrixXd& J, const std::vector<bool>& isFree) {
  const std::vector<int> columns = indicesOf(isFree, A.cols());
  MatrixXd out = MatrixXd::Zero(J.rows(), J.cols());
  if (columns.empty()) return out;
  MatrixXd X = J(Eigen::all, columns).transpose();
  if (A.rows() > 0) {
    const GramFactors factors(A(Eigen::all, columns), 0.0);
    // Twice: what rounding leaves of the rows of A after one projection goes with the next.
    for (int pass = 0; pass < 2; ++pass) X += factors.leastSquares(factors.rowsTimes(X));
  }
  for (std::size_t i = 0; i < columns.size(); ++i)
    out.col(columns[i]) = X.row(static_cast<Eigen::Index>(i)).transpose();
  return out;
}

}  // namespace grashof
