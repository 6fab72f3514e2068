// core/dynamics/limit_solver.h - position and velocity limits and Coulomb friction of the joints, solved on
// the mechanism that already moves as one: their impulses can never open a loop. Hot path: no allocation, no
// exceptions, no virtual calls; everything is sized when it is made.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/dynamics/loop_solver.h"
#include "core/dynamics/step.h"

namespace grashof {

/// Finds impulses lambda within their bounds on single joints so that v = v_free + A lambda satisfies
///
///     limit     s (v - target) >= 0,  s lambda >= 0, and one of them is zero   (restitution 0)
///     friction  |lambda| <= tau_c dt, opposing v, and v = 0 where it is not at its bound
///
/// A is the inverse inertia of the closed mechanism at these joints, one response of the solver per joint.
/// A strictly convex problem in the velocities. Solved by projected Gauss-Seidel sweeps, which choose the
/// rows at their bounds, and exact minimization over the others. ref  Silcowitz, Niebe, Erleben: Projected
/// Gauss-Seidel subspace minimization, 2010
class LimitSolver {
 public:
  explicit LimitSolver(const Model& model);

  /// Whether a limit or a friction takes part: q outside a range, |u| above a velocity limit, friction given.
  bool takesPart(const Model& model, std::span<const double> q, std::span<const double> u) noexcept;

  /// After takesPart() and the solver's solve() at `state`: moves `u` [nv] to the velocity with limits.
  /// in   diagonal  [nv] implicit part of M^
  /// out  StepFlag bits: kLimitActive, kLimitsNotConverged
  std::uint32_t apply(const Model& model, const TreeState& state, std::span<const double> diagonal, double dt,
                      LoopSolver& solver, std::span<double> u) noexcept;

 private:
  struct Row {
    int joint = 0;   ///< Model::joints
    int column = 0;  ///< of responses_
    bool isLimit = false;
    bool isBlocked = false;       ///< held by the loops and other limits
    double lower = 0, upper = 0;  ///< bounds of the impulse; friction: per second
    double target = 0;            ///< velocity that the impulse works towards
    double impulse = 0, error = 0, inverseInertia = 0;
  };

  void addRow(int joint, bool isLimit, double lower, double upper, double target) noexcept;
  void respondAtJoints(const Model& model, LoopSolver& solver) noexcept;
  void dropLockedRows(const Model& model) noexcept;
  bool solveRows(const Model& model) noexcept;
  bool releaseBlocked(double tolerance, int& releases) noexcept;
  void sweep(const Model& model) noexcept;
  void collectCandidates() noexcept;
  void factorFace(const Model& model) noexcept;
  void solveOnFace() noexcept;
  void minimizeOnFace(const Model& model) noexcept;
  void move(const Model& model, Row& row, double impulse) noexcept;
  double residual() const noexcept;
  double coupling(const Model& model, const Row& row, const Row& other) const noexcept;

  std::vector<Row> rows_;  ///< capacity for two per joint
  int columns_ = 0;
  MatrixXd responses_;           ///< [nv x joints that may take part]: velocities per unit impulse
  std::vector<double> inertia_;  ///< [nv] diagonal of M^
  std::vector<RigidInertia> composite_;
  std::vector<int> candidates_, free_;  ///< rows
  std::vector<double> step_;
  MatrixXd factor_;            ///< Cholesky factor of A on the free rows
  VectorXd impulse_, change_;  ///< [nv]
};

}  // namespace grashof
