#include "app/main/allocation_counter.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define GRASHOF_COUNTS_ALLOCATIONS 0
#else
#define GRASHOF_COUNTS_ALLOCATIONS 1
#endif

namespace {
std::atomic<unsigned long long> allocations{0};
}

namespace grashof {
bool canCountAllocations() {
  return GRASHOF_COUNTS_ALLOCATIONS != 0;
}
unsigned long long allocationCount() {
  return allocations.load(std::memory_order_relaxed);
}
}  // namespace grashof

#if GRASHOF_COUNTS_ALLOCATIONS
// Eigen allocates by malloc, not by operator new, so malloc itself is counted: the executable's definition
// goes before the C library's, which stays reachable under these names.
extern "C" {
void* __libc_malloc(std::size_t size);  // NOLINT(bugprone-reserved-identifier): glibc's name
void* __libc_calloc(std::size_t count, std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* old, std::size_t size);         // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(old, size);
}
}
#endif
