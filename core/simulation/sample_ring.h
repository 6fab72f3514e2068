// core/simulation/sample_ring.h - ring of equally long rows of doubles between two threads.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace grashof {

/// One producer, one consumer; memory is taken once. A row that finds no room is counted, not kept.
class SampleRing {
 public:
  SampleRing(std::size_t columns, std::size_t rows) : columns_(columns), rows_(rows), data_(columns * rows) {}

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }

  /// Producer: `fill(span)` writes the row in place. False when full.
  template <typename Fill>
  bool push(Fill&& fill) {
    const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) >= rows_) {
      lost_.fetch_add(1, std::memory_order_relaxed);
      return false;
    }
    fill(row(tail));
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }
  /// Consumer: `take(span<const double>)` sees every waiting row, oldest first. Returns how many.
  template <typename Take>
  std::size_t drain(Take&& take) {
    const std::uint64_t head = head_.load(std::memory_order_relaxed);
    const std::uint64_t tail = tail_.load(std::memory_order_acquire);
    for (std::uint64_t i = head; i != tail; ++i) {
      take(std::span<const double>(row(i)));
      head_.store(i + 1, std::memory_order_release);
    }
    return static_cast<std::size_t>(tail - head);
  }
  std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }

 private:
  std::span<double> row(std::uint64_t i) { return {data_.data() + columns_ * (i % rows_), columns_}; }
  std::size_t columns_, rows_;
  std::vector<double> data_;
  alignas(64) std::atomic<std::uint64_t> head_{0};
  alignas(64) std::atomic<std::uint64_t> tail_{0};
  std::atomic<std::uint64_t> lost_{0};
};

}  // namespace grashof
