// core/io/urdf_writer.h - a Mechanism as URDF with RaiSim's <constraints>.
#pragma once
#include <string>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// The text that saving writes: the source with what was edited replaced in place. Unedited, it is the source
/// byte for byte; edited, elements that nobody touched keep their bytes (comments, order, unknown tags,
/// quotes, line ends, the spelling of numbers). Elements are recognised by their SourceRef, so that renamed
/// ones keep their place. A mechanism without a source is written anew.
///
/// Where a closure was added and there is no nominal configuration, the neutral one is written, since RaiSim
/// takes no <constraints> without it. Which of two joints into one link is cut is not part of the format: cut
/// joints stay ordinary <joint> elements (see exportRaisimUrdf), and a choice other than the reader's own is
/// kept as the attribute cut="true" (docs/manual/file_format.md).
std::string writeUrdf(const Mechanism& mechanism);

/// A whole new file, whatever the mechanism was read from.
std::string writeNewUrdf(const Mechanism& mechanism);

}  // namespace grashof
