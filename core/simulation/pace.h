// core/simulation/pace.h - when the next step is due, and how well the pace is kept.
#pragma once
#include <chrono>

namespace grashof {

/// Time is passed in, so that tests need no clock. A backlog beyond kLongestBacklog is dropped: a machine
/// that is too slow runs slower than asked (realtimeFactor says so) instead of freezing while it catches up.
class Pace {
 public:
  using Clock = std::chrono::steady_clock;
  using TimePoint = Clock::time_point;
  static constexpr std::chrono::milliseconds kLongestBacklog{100};
  static constexpr std::chrono::milliseconds kWindow{250};

  /// factor times real time; 0: as fast as possible.
  void setSpeed(double factor) { speed_ = factor; }
  double speed() const { return speed_; }
  void start(TimePoint now);
  bool isDue(TimePoint now) const { return speed_ <= 0 || now >= next_; }
  /// A step of `dt` s was made between two times.
  void stepped(double dt, TimePoint begin, TimePoint end);
  /// Until when to sleep: the next step, but neither so short that the machine only wakes, nor so long that a
  /// command has to wait.
  TimePoint wakeTime(TimePoint now) const;

  double realtimeFactor() const { return realtimeFactor_; }
  double usPerStep() const { return usPerStep_; }

 private:
  double speed_ = 1.0;
  TimePoint next_{}, windowStart_{};
  double simulated_ = 0;                   ///< s, in the window
  std::chrono::nanoseconds computing_{0};  ///< in the window
  int steps_ = 0;
  double realtimeFactor_ = 0, usPerStep_ = 0;
};

}  // namespace grashof
