// core/dynamics/loop_passes.h - the passes of one solve, in the order in which they run.
// Each reads the plan and earlier passes and writes only its own group of the workspace.
#pragma once
#include "core/dynamics/loop_workspace.h"

namespace grashof {

/// Own inertias, accelerations at q'' = 0 and momenta p_i = I V - dt (I A + V x* I V), and I V beside it
/// (momentum sides 0 and 1). loop_bodies.cpp
void computeBodies(const LoopPlan& plan, const TreeState& state, const LoopStepInput& in,
                   LoopWorkspace& ws) noexcept;

/// Errors, curvature, targets and the entries of J. loop_rows.cpp
void computeRows(const LoopPlan& plan, const TreeState& state, const LoopStepInput& in,
                 LoopWorkspace& ws) noexcept;
/// Errors alone.
void computeRowErrors(const LoopPlan& plan, const LoopWorkspace& ws, const TreeState& state,
                      std::span<const double> q, std::span<double> e) noexcept;
void computeRowVelocities(const LoopPlan& plan, const LoopWorkspace& ws, const TreeState& state,
                          std::span<const double> u, std::span<double> Ju) noexcept;

/// Composite inertias and F = I^C S of one piece, its M entries and X. loop_composites.cpp
void composePiece(const LoopPlan& plan, int piece, LoopWorkspace& ws) noexcept;

/// Eliminates one front. loop_fronts.cpp, loop_front_*.cpp; the unrolled kernels in
/// loop_fronts_determined.cpp
void factorFront(const LoopPlan& plan, int front, LoopWorkspace& ws) noexcept;
/// False: a pivot is too small for this kernel; nothing has been changed.
bool factorDetermined(const LoopPlan& plan, int front, LoopWorkspace& ws) noexcept;

/// Eliminates the slots that close in this piece. loop_slots.cpp
void closeSlots(const LoopPlan& plan, int piece, LoopWorkspace& ws) noexcept;
/// L D L^T of a floating base's inertia as the rest of the mechanism lets it feel.
void factorBase(const LoopPlan& plan, LoopWorkspace& ws) noexcept;

/// Right-hand sides through the factors. From momenta: ws.momentum and `in`, two sides; from an impulse: ws.b
/// as filled by the caller, one side. loop_rhs*.cpp
void solveMomenta(const LoopPlan& plan, const LoopStepInput& in, LoopWorkspace& ws) noexcept;
void solveImpulse(const LoopPlan& plan, LoopWorkspace& ws) noexcept;

/// |J^| below which a row waits for columns that come later, and below which a row of a root front, where
/// nothing comes later, is soft (loop_fronts.cpp).
inline constexpr double kDelayPivot = 0.02;
inline constexpr double kDropPivot = 1e-3;

}  // namespace grashof
