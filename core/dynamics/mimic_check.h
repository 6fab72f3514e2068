// core/dynamics/mimic_check.h - what a mimic says beside the loops: something new, the same, or the contrary.
#pragma once
#include <string>

#include "core/dynamics/model.h"

namespace grashof {

enum class MimicRelation {
  Unknown,        ///< the mechanism cannot be compiled or closed
  Free,           ///< nothing else ties the two: the mimic takes a degree of freedom
  Redundant,      ///< the loops make the follower do just that
  Contradictory,  ///< the loops make it do something else
  Still,          ///< the loops let the leader not move
};
struct MimicVerdict {
  MimicRelation relation = MimicRelation::Unknown;
  double loopMultiplier = 0, loopOffset = 0;  ///< least squares over the travel; Redundant and Contradictory
  double maxDifference = 0;  ///< rad, m: of the mimic from what the loops do, over the travel
  std::string words;         ///< a sentence or two, degrees and mm
};

/// Judges `mimic` as the one of `follower` (index into Mechanism::joints), whatever it has now, over the
/// leader's travel from the pose q [nq]. cost: one compilation and, where loops tie the two, one travel sweep
MimicVerdict checkMimic(const Mechanism& mechanism, BaseMode base, const VectorXd& q, int follower,
                        const Mimic& mimic);

}  // namespace grashof
