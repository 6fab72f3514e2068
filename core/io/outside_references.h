// core/io/outside_references.h - elements that name joints and links from outside the mechanism:
// transmissions, ros2_control, gazebo and what else a file carries along.
#pragma once
#include "core/base/diagnostic.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

/// What `after`, made by editing `before`, leaves behind in the parts of the file that a Mechanism keeps
/// without reading them. They are kept as they are; warnings, each with the line:
///   reference-lost    an element names a joint or a link that is no longer there (a joint that was cut)
///   reference-moved   an element places something in the frame of a link whose frame has moved
/// Empty for a mechanism that was not read from a text.
Diagnostics outsideReferences(const Mechanism& before, const Mechanism& after);

}  // namespace grashof
