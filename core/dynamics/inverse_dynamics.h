// core/dynamics/inverse_dynamics.h - joint reactions, and the torques that hold or move a closed mechanism.
// For reports and tools; not used in a step.
#pragma once
#include <optional>

#include "core/dynamics/step.h"

namespace grashof {

/// What the parent applies on the child through a joint, at the joint's origin, world axes. Torque about a
/// driven axis is the drive's; along a passive axis it vanishes.
struct JointReaction {
  Vector3d force_W = Vector3d::Zero();   ///< N
  Vector3d torque_W = Vector3d::Zero();  ///< N m
};

/// The constraints' forces at the step's start turned into generalized forces: J^T lambda, [nv].
///
/// in   readings  [constraints] of a step that started at `state`
VectorXd constraintForce(const Model& model, const TreeState& state,
                         std::span<const ConstraintReading> readings);

struct InverseDynamics {
  VectorXd tau;  ///< [nv] M qdd + h - J^T lambda: what drives, springs, damping and external forces add up to
  std::vector<JointReaction> joints;  ///< [Model::joints]; of the floating base: zero
  JointReaction base;                 ///< what the ground applies on a fixed base, about the world origin
};
/// Forces in every tree joint while the mechanism moves with accelerations `qdd` and the constraints carry
/// what `readings` say.
///
/// in   state     at (q, u);  u, qdd [nv]
///      readings  [constraints]; empty: an open tree
/// ref  Featherstone 2008, ch. 5: recursive Newton-Euler
InverseDynamics inverseDynamics(const Model& model, const TreeState& state, std::span<const double> u,
                                std::span<const double> qdd, const Vector3d& gravity,
                                std::span<const ConstraintReading> readings);

struct HoldingTorques {
  VectorXd tau;  ///< [nv] non-zero at the actuators only; of least norm where actuators work against each other
  VectorXd residual;    ///< [nv] generalized force that remains unbalanced
  bool isHeld = false;  ///< nothing remains
};
/// Drive torques that keep the closed mechanism in equilibrium at `q` against gravity and its springs, with
/// loop and mimic constraints carrying what they can. No friction.
///
/// in   actuators  indices into Model::joints
/// out  isHeld false: these actuators cannot; the residual says which joints would move
HoldingTorques holdingTorques(const Model& model, std::span<const double> q, std::span<const int> actuators,
                              const Vector3d& gravity);

}  // namespace grashof
