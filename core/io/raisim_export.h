// core/io/raisim_export.h - a URDF that RaiSim loads: a spanning tree, and <pin> and <equality> for its
// loops.
#pragma once
#include <string>

#include "core/base/outcome.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

/// The mechanism's text (patched from its source, as writeUrdf does) with everything said in RaiSim's words:
/// cut joints become closures by the table of core/topology/cut_joint_closures.h, universals pins with one
/// axis, and a nominal configuration is always there when closures are.
///
/// Refused (errors) when the result would not load: whatever validate() calls an error, a nominal
/// configuration of the wrong size, a universal with released directions, which those words cannot say. A
/// closure whose two points are apart at the nominal configuration is exported with the warning
/// `export-moves-anchor`, since RaiSim attaches body2 where body1's anchor is.
Outcome<std::string> exportRaisimUrdf(const Mechanism& mechanism);

}  // namespace grashof
