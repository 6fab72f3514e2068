// core/dynamics/applied_forces.h - what acts on the joints besides inertia, gravity and constraints.
// Hot path: no allocation, no exceptions, no virtual calls.
#pragma once
#include "core/dynamics/step.h"

namespace grashof {

/// in   state, u     the tree's state at q, u
/// out  commanded  [nv]  clamp(tau + Kp (q* - q) + Kd (u* - u), +-effort)
///      total      [nv]  commanded - b u + ks (q_s - q) + J^T F of the pull
void computeAppliedForces(const Model& model, const Actuation& actuation, const TreeState& state,
                          std::span<const double> q, std::span<const double> u, std::span<double> commanded,
                          std::span<double> total) noexcept;

/// diagonal [nv] = dt/2 (b + Kd) + dt^2/4 (Kp + ks): damping, gains and springs taken implicitly.
void computeImplicitDiagonal(const Model& model, const Actuation& actuation, double dt,
                             std::span<double> diagonal) noexcept;

}  // namespace grashof
