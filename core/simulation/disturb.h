// core/simulation/disturb.h - opens loops on purpose, so that one can watch the error decay.
#pragma once
#include "core/dynamics/kinematics.h"

namespace grashof {

struct DisturbResult {
  VectorXd q;      ///< [nq] the opened pose
  double gap = 0;  ///< m, of the constraint (all: the largest)
  bool isReached = false;
};

/// The pose nearest to q in which constraint `index` (-1: every constraint) is open by `metres` along its
/// authored directions, the other constraints keeping their errors as far as they are independent of it; a
/// floating base stays. Newton steps along the pseudo-inverse of the constraint rows.
/// cost a rank-revealing decomposition of all rows per iteration; not for the hot path
DisturbResult openConstraint(const Model& model, const VectorXd& q, int index, double metres);

}  // namespace grashof
