// core/dynamics/pose_report.h - what is special about one pose: singular, or a dead point of a driver.
#pragma once
#include <string>
#include <vector>

#include "core/dynamics/model.h"

namespace grashof {

/// A singular pose and a dead point are different things. At a singular pose the closures' own rank falls:
/// forces in the loops are not determined and two branches may meet. At a dead point the rank is kept, but
/// one joint cannot drive: the others can move while it stands still.
struct PoseReport {
  double gap = 0;                 ///< m
  int rank = 0, genericRank = 0;  ///< of the closures here, and at nearby poses
  int dof = 0;                    ///< motions that the closures allow here, to first order
  bool isSingular = false;        ///< rank < genericRank
  double smallestSingular = 0;    ///< of the closures, scaled by natural levers
  struct Driver {
    int joint = -1;           ///< index into Model::joints
    double transmission = 0;  ///< smallest singular value of its loops' closures with this joint held
    bool isDeadPoint = false;
    int driveInstead = -1;  ///< dead point: a joint that moves the linkage well here, -1
  };
  std::vector<Driver> drivers;  ///< those asked for
  std::string words;  ///< "crank_joint is at a dead point: drive rocker_joint instead."; empty: none
};
/// in  drivers  joints to look at (1-DoF, indices into Model::joints); empty: all actuated ones
PoseReport reportPose(const Model& model, const VectorXd& q, std::vector<int> drivers = {});

/// Smallest singular value of the closures with `joint` and `held` not moving, over the loops that `joint`
/// takes part in; scaled by natural levers. Infinite when it is in no loop.
double transmissionOf(const Model& model, const VectorXd& q, int joint, const std::vector<int>& held);

}  // namespace grashof
