// core/dynamics/drag_stop.h - why a dragged joint goes no farther, in words.
#pragma once
#include <string>

#include "core/dynamics/model.h"

namespace grashof {

/// "limit of rocker_joint", "end of travel: coupler and rocker in line", or "the loops hold NAME".
///
/// in   joint   the one that is dragged, towards `sense` (+1, -1)
///      motion  [nv] what the closures allow there, limits ignored; scaled to metres; zero when they allow
///      nothing
std::string stopReason(const Model& model, const VectorXd& q, const MovableJoint& joint, double sense,
                       const VectorXd& motion);

}  // namespace grashof
