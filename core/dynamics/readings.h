// core/dynamics/readings.h - what each constraint did in a step, along its authored directions and in World.
// Hot path: no allocation, no exceptions, no virtual calls.
#pragma once
#include "core/dynamics/loop_solver.h"
#include "core/dynamics/step.h"

namespace grashof {

/// in   state, q  at the step's start; the solver's last solve() was made there
/// out  readings [constraints]
void computeReadings(const Model& model, const TreeState& state, std::span<const double> q, double dt,
                     const LoopSolver& solver, std::span<ConstraintReading> readings) noexcept;

}  // namespace grashof
