// core/simulation/spsc_queue.h - bounded queue between one producer thread and one consumer thread.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>

namespace grashof {

/// Wait-free on both sides; never allocates. `Capacity` is a power of two. Each index is written by one side
/// only and sits on its own cache line; both count upwards for ever and are masked on use.
template <typename T, std::size_t Capacity>
class SpscQueue {
  static_assert(Capacity > 0 && (Capacity & (Capacity - 1)) == 0, "capacity must be a power of two");

 public:
  /// Producer. False (and `value` untouched) when full.
  bool tryPush(T&& value) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == Capacity) return false;
    slots_[tail & (Capacity - 1)] = std::move(value);
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }
  /// Consumer. The slot is left in T's default state, so that what it owned goes with the popped value.
  std::optional<T> tryPop() {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return std::nullopt;
    std::optional<T> value(std::exchange(slots_[head & (Capacity - 1)], T{}));
    head_.store(head + 1, std::memory_order_release);
    return value;
  }
  /// Either side; exact only when the other rests.
  bool isEmpty() const {
    return head_.load(std::memory_order_acquire) == tail_.load(std::memory_order_acquire);
  }

 private:
  alignas(64) std::atomic<std::size_t> head_{0};
  alignas(64) std::atomic<std::size_t> tail_{0};
  alignas(64) std::array<T, Capacity> slots_{};
};

}  // namespace grashof
