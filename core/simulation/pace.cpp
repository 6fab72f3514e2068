#include "core/simulation/pace.h"

#include <algorithm>

namespace grashof {

namespace {
constexpr std::chrono::microseconds kShortestSleep{300};
constexpr std::chrono::milliseconds kLongestSleep{4};
}  // namespace

void Pace::start(TimePoint now) {
  next_ = windowStart_ = now;
  simulated_ = 0;
  computing_ = {};
  steps_ = 0;
}

void Pace::stepped(double dt, TimePoint begin, TimePoint end) {
  if (speed_ > 0) {
    // Bounded, so that a huge dt or a tiny factor cannot overflow the clock.
    const double period = std::min(dt / speed_, 3600.0);
    next_ += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(period));
    if (end - next_ > kLongestBacklog) next_ = end;
  }
  simulated_ += dt;
  computing_ += end - begin;
  ++steps_;
  const auto elapsed = end - windowStart_;
  if (elapsed < kWindow) return;
  realtimeFactor_ = simulated_ / std::chrono::duration<double>(elapsed).count();
  usPerStep_ = std::chrono::duration<double, std::micro>(computing_).count() / steps_;
  windowStart_ = end;
  simulated_ = 0;
  computing_ = {};
  steps_ = 0;
}

Pace::TimePoint Pace::wakeTime(TimePoint now) const {
  return std::clamp<TimePoint>(next_, now + kShortestSleep, now + kLongestSleep);
}

}  // namespace grashof
