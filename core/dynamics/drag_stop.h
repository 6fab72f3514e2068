// core/dynamics/drag_stop.h - why a dragged joint or point goes no farther, in words.
#pragma once
#include <string>

#include "core/dynamics/kinematics.h"

namespace grashof {

enum class StopKind {
  None,          ///< it got there
  Limit,         ///< a joint met its limit
  EndOfTravel,   ///< two links in line: the mechanism turns back here
  DeadPoint,     ///< the loops can move, but this joint cannot say which way
  NoMobility,    ///< the loops hold it: a structure
  OutOfReach,    ///< dragging a point: no motion brings it nearer
  CannotFollow,  ///< the loops are open, or the continuation found no way on
};

struct DragStop {
  StopKind kind = StopKind::None;
  std::string
      reason;        ///< "joint limit of rocker_joint", "end of travel: coupler and rocker in line (toggle)"
  std::string hint;  ///< "drive crank_joint instead", may be empty
  int joint = -1;    ///< Limit: index into Model::joints
};

/// Why a joint stopped.
///
/// in   joint   the one that is dragged, towards `sense` (+1, -1)
///      motion  [nv] what the closures allow there, limits ignored; scaled to metres; zero when they allow
///      nothing
DragStop whyJointStopped(const Model& model, const VectorXd& q, const MovableJoint& joint, double sense,
                         const VectorXd& motion);

/// The first link of a body.
std::string nameOfBody(const Model& model, int body);
/// "thigh and shank in line" where the hinges before the point p_B of a body, or of a loop that it is part
/// of, and the pull r (world) lie on one line; empty where they do not.
std::string linksInLineTowards(const Model& model, const TreeState& state, int body, const Vector3d& p_B,
                               const Vector3d& r_W);

}  // namespace grashof
