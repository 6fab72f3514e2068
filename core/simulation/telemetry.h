// core/simulation/telemetry.h - what the simulation thread reports besides pictures and samples.
#pragma once
#include <memory>
#include <variant>

#include "core/base/diagnostic.h"

namespace grashof {

class Simulation;

/// A simulation that has been replaced: freed where it was made, not in the middle of a run.
struct Retired {
  std::unique_ptr<Simulation> simulation;
};
using SimEvent = std::variant<std::monostate, Diagnostic, Retired>;

}  // namespace grashof
