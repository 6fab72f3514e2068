// core/dynamics/step_scratch.h - the buffers of one step; private to it.
#pragma once
#include <span>

#include "core/dynamics/limit_solver.h"
#include "core/dynamics/loop_solver.h"
#include "core/dynamics/step.h"

namespace grashof {

struct Workspace::Scratch {
  explicit Scratch(const Model& model);

  LimitSolver limits;
  TreeState moved;                     ///< at other poses than the step's start
  VectorXd tau, diagonal, commanded;   ///< [nv]
  VectorXd uNext, uAdmissible, uMean;  ///< [nv]
  VectorXd q, u;                       ///< [nq], [nv] of a stage
  VectorXd slopeU, slopeQ;  ///< [nv] of a stage: acceleration, velocity in the chart of the step's start
  VectorXd sumU, sumQ;      ///< [nv] weighted sums of the stages
  VectorXd targets;         ///< [kept rows]
  VectorXd inertia;         ///< [nv]
  std::vector<RigidInertia> composite;  ///< [bodies]
};

inline std::span<double> view(VectorXd& v) noexcept {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
inline std::span<const double> view(const VectorXd& v) noexcept {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

/// One Newton step of the positions `q` onto the loops, with the factors of the last solve().
/// in   share  of the errors to remove; errors as small as drift are removed at once
void projectPositions(const Model& model, Workspace& ws, double share, VectorXd& q) noexcept;

/// The velocity closest to `u` at `q` that keeps the loops, J u = 0, with the factors of the last solve().
void projectVelocity(const Model& model, Workspace& ws, const VectorXd& q, VectorXd& u) noexcept;

/// beta dt: the share of the closing error that a step removes. ref  RaiSim's erp
double feedbackShare(const StepSettings& settings) noexcept;

/// One step of RK4 or the explicit midpoint rule, with the accelerations of the closed mechanism; the result
/// is projected onto the loops, which keeps the scheme's order. Joint limits and friction act at the end of
/// the step.
/// out  ws.scratch->q, ->uNext, flags (StepFlag bits); false: not made, for rows lose rank at one of the stages
///      or the stages lose the loops
/// ref  Hairer, Lubich, Wanner: Geometric Numerical Integration, IV.4 (projection methods)
bool advanceByStages(const Model& model, const StepSettings& settings, const Actuation& actuation,
                     const State& state, Workspace& ws, std::uint32_t& flags) noexcept;

}  // namespace grashof
