// core/dynamics/joint_inertia.h - what each velocity moves: the diagonal of the mass matrix.
// Hot path: no allocation, no exceptions, no virtual calls.
#pragma once
#include "core/dynamics/kinematics.h"

namespace grashof {

/// in   composite  [bodies] scratch
/// out  inertia    [nv] diagonal of M(q), rotor inertia included; kg or kg m^2
void computeJointInertias(const Model& model, const TreeState& state, std::span<RigidInertia> composite,
                          std::span<double> inertia) noexcept;

}  // namespace grashof
