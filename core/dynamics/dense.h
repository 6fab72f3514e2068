// core/dynamics/dense.h - dense quantities for tests, papers and the eval command (not used in a step).
#pragma once
#include "core/dynamics/step.h"

namespace grashof {

/// Joint-space mass matrix [nv x nv], rotor inertia on the diagonal included.
MatrixXd massMatrix(const Model& model, const TreeState& state);
/// h(q, u): Coriolis, centrifugal and gravity forces, [nv], so that M qdd + h = tau.
VectorXd biasForce(const Model& model, const TreeState& state, std::span<const double> u, const Vector3d& gravity);
double kineticEnergy(const Model& model, const TreeState& state, std::span<const double> u);
/// -sum m g . c, plus springs; J.
double potentialEnergy(const Model& model, const TreeState& state, std::span<const double> q, const Vector3d& gravity);
/// Linear momentum and angular momentum about the world origin, world axes.
struct Momentum { Vector3d linear, angular; };
Momentum momentum(const Model& model, const TreeState& state);

}  // namespace grashof
