// core/dynamics/loop_solver.h - the velocities of one step with every loop and mimic row eliminated.
// Hot path: no allocation, no exceptions, no virtual calls; everything is sized when the solver is made.
// ref  the project's note on elimination: multifrontal null-space elimination on a plan made at load
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "core/dynamics/kinematics.h"
#include "core/dynamics/model.h"

namespace grashof {

/// What a step asks of the mechanism. M^ = M + diag(rotor inertia) + diag(diagonal); the rotor inertia comes
/// from the model, `diagonal` is the implicit part of damping, springs and gains.
struct LoopStepInput {
  double dt = 1e-3;             ///< s
  std::span<const double> q;    ///< [nq] coordinates at the step's start (mimic errors)
  std::span<const double> u;    ///< [nv] velocities that `state` was made with
  std::span<const double> tau;  ///< [nv] generalized forces, J^T F of external forces included; a floating
                                ///< base: force, then moment about its origin, world axes
  std::span<const double> diagonal;  ///< [nv] dt/2 (b + Kd) + dt^2/4 (Kp + ks); empty: zero
  Vector3d gravity{0, 0, -9.81};
  double beta = 0;             ///< 1/s, rows aim at J u = -beta e
  bool withCurvature = false;  ///< rows aim at -beta e - dt/2 Jdot u
  /// Rows aim at J u - dt Jdot u instead: (u+ - u)/dt is the acceleration of the closed mechanism at (q, u).
  bool atAcceleration = false;
};

/// How a kept row took part at this pose.
enum class RowState : unsigned char { Held, Soft, Dropped };

struct LoopPlan;
struct LoopWorkspace;

/// Solves, for the rows that the model keeps,
///
///     M^ u+ - J^T lambda = M^ u + dt (tau - h),   J u+ = c,   c = -beta e (- dt/2 Jdot u), or J u - dt Jdot u
///
/// without forming M, h or J. Rows are numbered in constraint order: per constraint the kept translational
/// rows, then the rotation row, or the one mimic row. Multipliers are impulses (N s, N m s): positive acts on
/// body1 along +axis; force = impulse / dt.
class LoopSolver {
 public:
  explicit LoopSolver(const Model& model);
  ~LoopSolver();
  LoopSolver(LoopSolver&&) noexcept;
  LoopSolver& operator=(LoopSolver&&) noexcept;

  /// One elimination, two right-hand sides.
  ///
  /// in   state  poses, V and S at (q, u), from treeKinematics
  /// out  uNext        [nv] u+
  ///      uAdmissible  [nv] the velocity closest to u in the metric of M^ with J u~ = c (same c); may be
  ///      empty
  /// cost linear in joints and independent loops
  void solve(const TreeState& state, const LoopStepInput& in, std::span<double> uNext,
             std::span<double> uAdmissible) noexcept;

  /// One more right-hand side with the factors of the last solve():
  ///
  ///     M^ du - J^T lambda = impulse,   J du = targets
  ///
  /// in   impulse  [nv] generalized impulse; empty: zero
  ///      targets  [rows()]; empty: zero. Projection of positions: impulse empty, targets -e, q (+) du;
  ///               projection of a velocity: impulse empty, targets -J u
  /// out  du [nv]; may be the same memory as `impulse`
  ///      multipliers() grow by this solve's lambda when `addMultipliers`
  void respond(std::span<const double> impulse, std::span<const double> targets, std::span<double> du,
               bool addMultipliers) noexcept;

  /// Errors of the kept rows at any pose, [rows()]; m, rad (mimic of a prismatic joint: m), 1 (rotation row).
  void computeErrors(const TreeState& state, std::span<const double> q, std::span<double> e) const noexcept;
  /// J u of the kept rows for the velocity that `state` was made with, [rows()].
  void computeRowVelocities(const TreeState& state, std::span<const double> u,
                            std::span<double> Ju) const noexcept;

  int rows() const;
  int rowOf(int constraint) const;  ///< its first row
  // Read-outs of the last solve(), [rows()].
  std::span<const double> errors() const;
  std::span<const double> curvature() const;    ///< Jdot u; zero where the input asks for neither
  std::span<const double> multipliers() const;  ///< impulses
  std::span<const RowState> rowStates() const;
  int droppedRows() const;     ///< rows of the last solve() that are not Held
  int delayedColumns() const;  ///< columns that a front left to its parent: pivots were small

  const LoopPlan& plan() const { return *plan_; }

 private:
  std::unique_ptr<const LoopPlan> plan_;
  std::unique_ptr<LoopWorkspace> ws_;
};

}  // namespace grashof
