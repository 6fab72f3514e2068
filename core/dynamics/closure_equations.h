// core/dynamics/closure_equations.h - all closures as one scaled system of equations, for solvers outside a
// step.
#pragma once
#include "core/dynamics/assemble.h"
#include "core/dynamics/kinematics.h"

namespace grashof {

/// Errors e and their derivative A at one pose, in metres: a rotary velocity counts as the way it moves a
/// point one mechanism size away, so that A is of order one whatever the units and the scale.
class ClosureEquations {
 public:
  explicit ClosureEquations(const Model& model, RowSet rows = RowSet::Authored);

  /// Poses and errors at q [nq].
  void evaluate(const VectorXd& q);
  /// A at the pose evaluated last, [rows x nv].
  void linearise();
  /// q <- q (+) the step x [nv], in scaled coordinates.
  void move(VectorXd& q, const VectorXd& x) const;

  const VectorXd& errors() const { return e_; }
  const MatrixXd& matrix() const { return A_; }
  double columnScale(int v) const { return columnScale_[v]; }  ///< u = columnScale * x
  double largestError() const {
    return largestError_;
  }  ///< of any constraint: m; mimics in their follower's unit
  const TreeState& state() const { return state_; }

 private:
  const Model& model_;
  RowSet rows_;
  TreeState state_;
  VectorXd columnScale_, rowScale_;
  VectorXd e_;
  MatrixXd A_;
  double largestError_ = 0;
};

/// Which velocities a solver may change: per velocity, true = free.
std::vector<bool> freeColumns(const Model& model, bool keepBase, const std::vector<int>& heldJoints);

/// x [columns of A] that minimises |A x + e|^2 + mu |x|^2 over the free columns, zero elsewhere.
VectorXd dampedStep(const MatrixXd& A, const VectorXd& e, const std::vector<bool>& isFree, double mu);

/// Rows J [n x columns of A] made perpendicular to the rows of A, over the free columns; zero elsewhere. With
/// J the motion of something, the rows are how it moves when the closures hold.
MatrixXd projectedRows(const MatrixXd& A, const MatrixXd& J, const std::vector<bool>& isFree);

}  // namespace grashof
