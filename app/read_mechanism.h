// app/read_mechanism.h - from a path to a build: every format the importers know.
#pragma once
#include <string>
#include <vector>

#include "app/build.h"
#include "core/io/package_paths.h"

namespace grashof {

/// What opening a file gave. `build` is null when there is nothing to show; its model is null when what was
/// read cannot be simulated.
struct Opened {
  BuildPtr build;
  Diagnostics readFindings;  ///< of the text only, which no later validation repeats
  Diagnostics diagnostics;   ///< all, each once
};
/// `packageDirs` are looked in before the environment's. Any thread.
Opened openMechanism(const std::string& path, const std::vector<std::string>& packageDirs, BaseMode base);
/// The same from a text; `name` stands for the file in messages.
Opened openMechanismText(std::string text, const std::string& name,
                         const std::vector<std::string>& packageDirs, BaseMode base);

/// First findings, then those of `more` that are not among them.
Diagnostics mergedFindings(Diagnostics findings, const Diagnostics& more);

}  // namespace grashof
