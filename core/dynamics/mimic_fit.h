// core/dynamics/mimic_fit.h - a loop of one degree of freedom as mimic joints, for readers without loops.
#pragma once
#include <string>
#include <vector>

#include "core/dynamics/travel_sweep.h"

namespace grashof {

/// q = multiplier * q_driver + offset, by least squares over the samples of the travel. Where the driver turns
/// all the way round, the multiplier is the joint's turns per turn of the driver.
struct FittedMimic {
  int joint = -1;  ///< index into Model::joints
  double multiplier = 0, offset = 0;
  double maxError = 0;   ///< rad, m; over the travel
  bool isStill = false;  ///< does not move along: it becomes a fixed joint
};

struct MimicFit {
  std::string problem;  ///< why there is none; empty: the rest is filled
  int driver = -1;      ///< index into Model::joints
  double lower = 0, upper = 0;
  bool isFullTurn = false;
  std::vector<FittedMimic> joints;  ///< the other joints of the loops that the driver moves, in joint order
  std::vector<int> constraints;     ///< closures that the mimics replace, indices into Model::constraints
  double maxTurnError = 0;          ///< rad, of the turning joints
  double maxSlideError = 0;         ///< m, of the sliding joints
  double maxDisplacement = 0;       ///< m: how far a point of a link is from where the loop has it
  int worstLink = -1;               ///< whose point (origin, centre of mass, joints and anchors on it)
  double worstAt = 0;               ///< of the driver
  double maxGap = 0;                ///< m, by which a replaced closure opens
  std::string words;                ///< for people, degrees and mm
};

/// Fits what `sweep` recorded of this model. Refused: loops that the driver does not determine, joints with
/// several coordinates in them, a joint with two parents as closure (it would have to be a closure first).
/// cost: two kinematics per sample
MimicFit fitMimics(const Model& model, const TravelSweep& sweep);

/// The mechanism with mimics instead of those closures; the driver is limited to the travel unless it turns
/// all the way round.
Outcome<Mechanism> withFittedMimics(const Model& model, const MimicFit& fit);

}  // namespace grashof
