#include "app/sample_history.h"

#include <algorithm>
#include <cmath>

namespace grashof {

SampleHistory::SampleHistory(SampleLayout layout, std::size_t capacity, std::size_t maxBytes)
    : layout_(layout),
      columns_(static_cast<std::size_t>(layout.size())),
      capacity_(std::max<std::size_t>(1, std::min(capacity, maxBytes / (sizeof(double) * columns_)))),
      data_(std::make_unique_for_overwrite<double[]>(columns_ * capacity_)) {}

void SampleHistory::append(std::span<const double> sample) {
  if (sample.size() != columns_ || capacity_ == 0) return;
  const std::size_t at = slot(size_);
  for (std::size_t c = 0; c < columns_; ++c)
    data_[c * capacity_ + at] = std::isfinite(sample[c]) ? sample[c] : std::nan("");
  ++total_;
  if (size_ < capacity_)
    ++size_;
  else
    start_ = (start_ + 1) % capacity_;
}

void SampleHistory::clear() {
  size_ = start_ = total_ = 0;
}

void SampleHistory::keepFirst(std::size_t count) {
  if (count >= size_) return;
  total_ -= size_ - count;
  size_ = count;
}

double SampleHistory::at(std::size_t i, int column) const {
  return data_[static_cast<std::size_t>(column) * capacity_ + slot(i)];
}

SampleHistory::Pieces SampleHistory::column(int column) const {
  if (size_ == 0) return {};
  const std::span<const double> all(data_.get() + static_cast<std::size_t>(column) * capacity_, capacity_);
  const std::size_t older = std::min(size_, capacity_ - start_);
  return {all.subspan(start_, older), all.first(size_ - older)};
}

std::size_t SampleHistory::lowerBound(double t) const {
  std::size_t low = 0, high = size_;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (time(middle) < t)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace grashof
