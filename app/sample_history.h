// app/sample_history.h - the last minutes of a run for the plots: a ring of samples, one column per quantity.
#pragma once
#include <cstddef>
#include <memory>
#include <span>

#include "core/simulation/snapshot.h"

namespace grashof {

/// Fixed capacity, oldest samples overwritten. Column-wise, so that a curve reads contiguous memory. Column
/// numbers are SampleLayout's (0 is time).
class SampleHistory {
 public:
  SampleHistory() = default;
  /// Keeps at most `capacity` samples, fewer when they would need more than `maxBytes`.
  SampleHistory(SampleLayout layout, std::size_t capacity, std::size_t maxBytes = std::size_t{256} << 20);

  const SampleLayout& layout() const { return layout_; }
  std::size_t capacity() const { return capacity_; }
  std::size_t size() const { return size_; }
  bool isEmpty() const { return size_ == 0; }
  /// Samples ever appended; sample number n is kept while total() - size() <= n < total().
  std::size_t total() const { return total_; }

  /// What is not finite becomes NaN, which plots show as a gap.
  void append(std::span<const double> sample);
  void clear();
  void keepFirst(std::size_t count);  ///< forgets the newest samples beyond `count`

  /// Sample i (0 = oldest kept) of a column.
  double at(std::size_t i, int column) const;
  double time(std::size_t i) const { return at(i, 0); }
  /// The column from the oldest to the newest in at most two pieces (the ring's end and its start).
  struct Pieces {
    std::span<const double> older, newer;
  };
  Pieces column(int column) const;
  /// First sample whose time is >= t (size() when none); times rise within a history.
  std::size_t lowerBound(double t) const;

 private:
  std::size_t slot(std::size_t i) const { return (start_ + i) % capacity_; }
  SampleLayout layout_;
  std::size_t columns_ = 0, capacity_ = 0, size_ = 0, start_ = 0, total_ = 0;
  std::unique_ptr<double[]> data_;  ///< [columns x capacity], column-major; pages are touched as samples come
};

}  // namespace grashof
