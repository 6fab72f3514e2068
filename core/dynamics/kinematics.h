// core/dynamics/kinematics.h - poses, velocities and motion columns of the spanning tree, and loop errors.
// Hot path: no allocation, no exceptions, no virtual calls.
#pragma once
#include <span>
#include <vector>

#include "core/base/spatial.h"
#include "core/dynamics/model.h"

namespace grashof {

/// Pose and velocity of one body. Points are relative to O, the base's origin now (a floating base may walk
/// far without losing digits); V is about O in world axes.
struct BodyMotion {
  Matrix3d R_WB = Matrix3d::Identity();
  Vector3d p_OB = Vector3d::Zero();
  Motion V;
};

/// Result of treeKinematics; sized by makeTreeState.
struct TreeState {
  Vector3d p_WO = Vector3d::Zero();  ///< O in World
  std::vector<BodyMotion> body;      ///< [bodies]
  std::vector<Motion> S;             ///< [nv] motion column of each velocity about O; columns 0..5 of a floating base too
  Vector3d pointInWorld(int b, const Vector3d& p_B) const { return p_WO + body[b].p_OB + body[b].R_WB * p_B; }
  Vector3d pointVelocity(int b, const Vector3d& p_B) const {
    return body[b].V.v + body[b].V.w.cross(body[b].p_OB + body[b].R_WB * p_B);
  }
};
TreeState makeTreeState(const Model& model);

/// in q [nq], u [nv] (empty span: zero); out state. cost O(bodies).
/// ref Featherstone 2008, ch. 4-5
void treeKinematics(const Model& model, std::span<const double> q, std::span<const double> u,
                    TreeState& state) noexcept;

/// X_WL of a link (index as in the mechanism) and X_WF of a joint's frame.
Pose linkPose(const Model& model, const TreeState& state, int link);
Pose framePose(const Model& model, const TreeState& state, int frame);

/// q <- q (+) h u: positions move by h * velocity, quaternions by the exponential of the same angular velocity,
/// then normalised. Sizes [nq], [nv].
void integratePosition(const Model& model, std::span<double> q, std::span<const double> u, double h) noexcept;

/// The velocity [joint.nv] that, held for one unit of time, takes coordinates `from` to `to` [joint.nq]; turns are
/// rotation vectors in the frame of the joint's angular velocity, at most half a turn.
void jointDifference(const Model& model, const MovableJoint& joint, const double* from, const double* to,
                     double* difference) noexcept;

/// Dense Jacobian [3 x nv] of a body point, world axes: J u = velocity; and the rotational one.
MatrixXd pointJacobian(const Model& model, const TreeState& state, int body, const Vector3d& p_B);
MatrixXd rotationalJacobian(const Model& model, const TreeState& state, int body);

/// Which rows: as authored (a pin has three) or as kept after structural redundancy.
enum class RowSet { Authored, Kept };
/// Errors of all constraints, stacked in constraint order: translational rows, rotation row, mimic.
VectorXd constraintErrors(const Model& model, const TreeState& state, std::span<const double> q, RowSet rows);
/// d error/dt = J u, [rows x nv]; dense, for analysis and oracles (not in a step).
MatrixXd constraintJacobian(const Model& model, const TreeState& state, RowSet rows);
/// p1 - p2 in World (0 for mimics), and the norm of the error along the authored directions, m (a universal's
/// rotation error counts with an arm of model.size; |error| for mimics).
Vector3d separation(const Model& model, const TreeState& state, const Constraint& constraint);
double gapOf(const Model& model, const TreeState& state, std::span<const double> q, const Constraint& constraint);

}  // namespace grashof
