#include "tests/support/allocation_guard.h"

#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define GRASHOF_COUNTS_ALLOCATIONS 0
#else
#define GRASHOF_COUNTS_ALLOCATIONS 1
#endif

namespace grashof {
namespace {
// Constant-initialised and trivial: reading it must not allocate.
thread_local std::size_t allocations = 0;
}  // namespace

AllocationGuard::AllocationGuard() : start_(allocations) {}
std::size_t AllocationGuard::count() const {
  return allocations - start_;
}
bool AllocationGuard::canCount() {
  return GRASHOF_COUNTS_ALLOCATIONS != 0;
}

#if GRASHOF_COUNTS_ALLOCATIONS
// Eigen allocates by malloc, so malloc itself is counted: the executable's definition goes before the C
// library's, which stays reachable under these names.
extern "C" {
void* __libc_malloc(std::size_t size);                     // NOLINT(bugprone-reserved-identifier): glibc's
void* __libc_calloc(std::size_t count, std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* old, std::size_t size);         // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t alignment, std::size_t size);  // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  ++allocations;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}
}
#endif

}  // namespace grashof
