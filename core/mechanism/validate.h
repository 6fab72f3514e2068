// core/mechanism/validate.h - findings about a mechanism that do not depend on the file it came from.
#pragma once
#include "core/base/diagnostic.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

/// All findings about names, graph, closures, mimics, limits, masses, inertias and the nominal configuration;
/// each carries the line of its element. The reader calls it after parsing, the window after every edit.
Diagnostics validate(const Mechanism& mechanism);

/// How the base is chosen: Auto = fixed when the root link is called `world`.
enum class BaseMode { Auto, Fixed, Floating };
bool isBaseFixed(const Mechanism& mechanism, BaseMode mode);

/// Names of the nominal configuration's entries in order, for messages: "base x", "base y", ..., "hip_a".
std::vector<std::string> nominalEntryNames(const Mechanism& mechanism, BaseMode mode);

}  // namespace grashof
