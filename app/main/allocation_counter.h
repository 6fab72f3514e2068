// app/main/allocation_counter.h - how many heap allocations the process has made.
#pragma once

namespace grashof {

/// True where the C library lets us count (glibc, no sanitizer, which has an allocator of its own).
bool canCountAllocations();
/// Calls of malloc, calloc and realloc so far (operator new ends there, too), all threads.
unsigned long long allocationCount();

}  // namespace grashof
