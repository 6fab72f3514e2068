// tests/support/allocation_guard.h - counts what a piece of code takes from the heap.
#pragma once
#include <cstddef>

namespace grashof {

/// Counts this thread's malloc, calloc, realloc and aligned allocations (operator new ends there, too) while
/// it lives. Zero under a sanitizer, which brings an allocator of its own: see canCount().
class AllocationGuard {
 public:
  AllocationGuard();
  AllocationGuard(const AllocationGuard&) = delete;
  AllocationGuard& operator=(const AllocationGuard&) = delete;
  std::size_t count() const;
  static bool canCount();

 private:
  std::size_t start_;
};

}  // namespace grashof
