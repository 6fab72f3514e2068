// core/mechanism/validate.h - findings about a mechanism that do not depend on the file it came from.
#pragma once
#include "core/base/diagnostic.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

/// How the base is chosen: Auto = fixed when the root link is called `world`.
enum class BaseMode { Auto, Fixed, Floating };
bool isBaseFixed(const Mechanism& mechanism, BaseMode mode);

/// All findings about names, graph, closures, mimics, limits, masses, inertias and the nominal configuration;
/// each carries the line of its element. The reader calls it after parsing, the window after every edit.
Diagnostics validate(const Mechanism& mechanism, BaseMode mode = BaseMode::Auto);

/// The part of them that concerns one element each: names, ends, axes, limits, mimics, masses, magnitudes.
/// What depends on all numbers together (the nominal configuration, which bodies lack mass) is left out, for
/// a mechanism some of whose numbers could not be read.
Diagnostics validateElements(const Mechanism& mechanism);

/// Names of the nominal configuration's entries in order, for messages: "base x", "base y", "base z", "base
/// qw",
/// ..., "hip_a"; a joint with several coordinates has one entry each: "ball qw", "ball qx", ...
std::vector<std::string> nominalEntryNames(const Mechanism& mechanism, BaseMode mode);

}  // namespace grashof
