// core/dynamics/analysis_words.h - parts of analyse(): the sentences and the findings.
#pragma once
#include "core/dynamics/analysis_loops.h"
#include "core/dynamics/mobility.h"

namespace grashof {

/// What a colleague would say: "1 degree of freedom. Pin 3 repeats pins 1 and 2. Direction y of pin 2 is held
/// by the parallel hinges."
std::string mobilityWords(const Model& model, const TreeState& nominal, const Mobility& mobility);

/// Findings that need the mobility: "closure-locks-loop", "moves-infinitesimally", "singular-pose",
/// "loop-open-at-nominal", and "loop-can-close" (the pose in which marked tips of two links meet).
Diagnostics analysisFindings(const Model& model, const TreeState& nominal, const Analysis& analysis,
                             const Mobility& mobility);

}  // namespace grashof
