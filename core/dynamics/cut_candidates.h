// core/dynamics/cut_candidates.h - which joint of a loop to cut, and why.
#pragma once
#include "core/dynamics/analysis.h"
#include "core/dynamics/kinematics.h"

namespace grashof {

/// All joints of the loop (its cut joint too), best first: a cut joint has no coordinate, so it can be
/// neither driven nor limited nor sprung, and the remaining passive joints should determine it well.
std::vector<CutCandidate> rankCutCandidates(const Model& model, const TreeState& nominal,
                                            const LoopReport& loop);

}  // namespace grashof
