#include "core/dynamics/travel_line.h"

#include <algorithm>
#include <cmath>

namespace grashof {
namespace {

constexpr double kStill = 1e-9;  ///< rad, m

double withoutNoise(double value) {
  return std::round(value * 1e10) / 1e10;
}

}  // namespace

TravelLine lineOver(const TravelSweep& sweep, int x, int y) {
  if (sweep.samples.empty()) return {};
  const double n = static_cast<double>(sweep.samples.size());
  double meanX = 0, meanY = 0, xx = 0, xy = 0, low = sweep.samples[0].q[y], high = low;
  for (const TravelSample& s : sweep.samples) meanX += s.q[x] / n, meanY += s.q[y] / n;
  for (const TravelSample& s : sweep.samples) {
    xx += (s.q[x] - meanX) * (s.q[x] - meanX);
    xy += (s.q[x] - meanX) * (s.q[y] - meanY);
    low = std::min(low, s.q[y]);
    high = std::max(high, s.q[y]);
  }
  TravelLine line;
  line.isStill = high - low <= kStill;
  if (!line.isStill && sweep.isFullTurn) {
    const VectorXd turn = sweep.samples.back().q - sweep.samples.front().q;
    line.multiplier = std::round(turn[y] / turn[x]);
  } else if (!line.isStill && xx > 0) {
    line.multiplier = withoutNoise(xy / xx);
  }
  line.offset = withoutNoise(meanY - line.multiplier * meanX);
  return line;
}

}  // namespace grashof
