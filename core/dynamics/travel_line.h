// core/dynamics/travel_line.h - one joint as a line in another, over a travel: what a mimic would say.
#pragma once
#include "core/dynamics/travel_sweep.h"

namespace grashof {

struct TravelLine {
  double multiplier = 0, offset = 0;
  bool isStill = false;  ///< y does not move along: multiplier 0
};

/// q[y] = multiplier * q[x] + offset over the samples, by least squares; y and x index q [nq], x is the
/// driver. Where the driver turns all the way round, the multiplier is the turns of y per turn of x: any
/// other would lead farther away with every turn. Rounded to 1e-10, so that a parallelogram's is 1.
TravelLine lineOver(const TravelSweep& sweep, int x, int y);

}  // namespace grashof
