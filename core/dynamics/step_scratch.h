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
};

inline std::span<double> view(VectorXd& v) noexcept {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
inline std::span<const double> view(const VectorXd& v) noexcept {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

/// One step of RK4 or the explicit midpoint rule for a mechanism without constraint rows; joint limits and
/// friction act at the end of the step. out  ws.scratch->q, ->uNext; StepFlag bits
std::uint32_t advanceByStages(const Model& model, const StepSettings& settings, const Actuation& actuation,
                              const State& state, Workspace& ws) noexcept;

}  // namespace grashof
