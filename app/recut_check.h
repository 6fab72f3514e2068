// app/recut_check.h - whether a re-cut mechanism is the same linkage: measured along a motion.
#pragma once
#include "app/build.h"

namespace grashof {

struct RecutCheck {
  int dofBefore = 0, dofAfter = 0;          ///< at the nominal configuration
  int genericBefore = 0, genericAfter = 0;  ///< at nearby closed poses
  int rankBefore = 0, rankAfter = 0;
  int coordinatesBefore = 0, coordinatesAfter = 0;  ///< rank and coordinates change by the same number
  int poses = 0;                                    ///< compared, along a motion that the closures allow
  double poseError = 0;                             ///< m and rad: largest difference of a link's world pose
  double contentError = 0;  ///< m and rad: what hangs on a link, where a link frame has moved
  double gap = 0;           ///< m: largest gap of the new closures at the old mechanism's closed poses
  double energyError = 0;   ///< of kinetic and potential energy, relative to the largest seen
  /// rad: the hinges of planar loops are parallel up to this. A hinge that stood for two in-plane axes takes
  /// the place of one that was tilted by as much, so poses cannot agree better.
  double tilt = 0;
  double motionError = 0;      ///< m and rad: largest difference of a link's pose in a short run from rest
  bool comparesMotion = true;  ///< the cut joint had no dynamics, limits or mimic that now do not act
  bool comparesEnergy = true;  ///< the cut joint had no spring or rotor inertia of its own
  bool holds() const;
};

/// Moves `before` through poses that its closures allow (deterministic), puts `after` into the same poses and
/// compares. `after.mechanism` is what recut() made of `before.mechanism`, or what was read back from its
/// file.
RecutCheck checkRecut(const Build& before, const Build& after);

}  // namespace grashof
