// core/io/atomic_file.h - whole files in and out: a save either happens completely or changes nothing.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/outcome.h"

namespace grashof {

/// Larger files are refused: no mechanism is that big, and a mistaken pick must not fill the memory.
inline constexpr std::size_t kMaxFileBytes = 256u * 1024u * 1024u;

/// The file's bytes, unchanged. Codes: file-not-found, is-a-directory, cannot-read, file-too-large.
/// Pipes and devices are read to their end (up to the limit), so that `<(xacro ...)` works.
Outcome<std::string> readFile(const std::string& path, std::size_t maxBytes = kMaxFileBytes);

/// Replaces the file by `bytes`: temporary file in the same directory, write, fsync, rename, fsync of the
/// directory. A symbolic link is followed and stays; permission bits are kept; what was there before stays as
/// "<path>.bak". Bytes that are already there are not written again. Returns Errors (code cannot-write) when
/// nothing was written, a Warning (code no-backup) when only the backup could not be kept.
Diagnostics saveFileAtomically(const std::string& path, std::string_view bytes);

}  // namespace grashof
