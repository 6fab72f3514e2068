// core/simulation/triple_buffer.h - latest value from one writer thread to one reader thread.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

namespace grashof {

/// The writer fills back() at leisure and publishes; the reader takes the newest and keeps it as long as it
/// likes. Neither waits; older values are overwritten. The middle slot's number and a "new" bit change hands
/// in one atomic exchange.
template <typename T>
class TripleBuffer {
 public:
  /// Writer: the slot to fill. It holds an old value, whose memory can be reused.
  T& back() { return slots_[back_]; }
  void publish() {
    back_ = middle_.exchange(static_cast<std::uint8_t>(back_ | kNew), std::memory_order_acq_rel) & kSlot;
  }
  /// Reader: true when something newer than front() has been published; front() is then that.
  bool takeNewest() {
    if ((middle_.load(std::memory_order_relaxed) & kNew) == 0) return false;
    front_ = middle_.exchange(front_, std::memory_order_acq_rel) & kSlot;
    return true;
  }
  T& front() { return slots_[front_]; }
  const T& front() const { return slots_[front_]; }

 private:
  static constexpr std::uint8_t kSlot = 3, kNew = 4;
  std::array<T, 3> slots_{};
  alignas(64) std::atomic<std::uint8_t> middle_{1};
  alignas(64) std::uint8_t back_ = 0;
  alignas(64) std::uint8_t front_ = 2;
};

/// The same for a small value, written as a whole: the drag target.
template <typename T>
class Mailbox {
 public:
  void post(const T& value) {
    buffer_.back() = value;
    buffer_.publish();
  }
  bool takeNewest(T& value) {
    if (!buffer_.takeNewest()) return false;
    value = buffer_.front();
    return true;
  }

 private:
  TripleBuffer<T> buffer_;
};

}  // namespace grashof
