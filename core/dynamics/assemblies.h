// core/dynamics/assemblies.h - all the ways in which a mechanism can be put together, and why there is none.
#pragma once
#include <string>
#include <vector>

#include "core/dynamics/assemble.h"

namespace grashof {

/// One closed pose per branch ("elbow up", "elbow down").
struct Assembly {
  VectorXd q;           ///< [nq]
  double gap = 0;       ///< m
  double distance = 0;  ///< from the start: root of the sum of squares, rad, and m per mechanism size
};

struct AssembliesOptions {
  AssembleOptions closing;  ///< tolerance, held joints, limits
  int starts = 160;         ///< multi-start attempts, the same on every run
  int most = 24;            ///< assemblies kept, the nearest ones
  double distinct = 1e-3;   ///< distance below which two poses are the same assembly
};

struct Assemblies {
  std::vector<Assembly> found;  ///< nearest to the start first; empty: the loops do not close
  std::vector<int> drivers;  ///< joints kept at one value so that branches are separate poses: the held ones
                             ///< and as many more as the mobility asks for (actuated ones first)
  bool driversKeepStart = false;  ///< they have the start's values; else those of the nearest closed pose
};
/// cost `starts` closings
Assemblies findAssemblies(const Model& model, const VectorXd& start, const AssembliesOptions& options = {});

/// Why a mechanism does not close, and what would mend it.
struct GapExplanation {
  int loop = -1;                      ///< index into fundamentalLoops(*model.mechanism), -1: a mimic
  std::vector<int> constraints;       ///< those that stay open or disagree, widest first
  std::vector<int> jointsAtLimit;     ///< indices into Model::joints
  std::string words;                  ///< "Loop pin a - b stays open by 12.3 mm."
  std::vector<std::string> remedies;  ///< best first: "coupler is 12.3 mm too short at this pivot_o", ...
};
/// in  result  of assemble(model, start, options), not closed
GapExplanation explainGap(const Model& model, const VectorXd& start, const AssembleResult& result,
                          const AssembleOptions& options);

/// The gap of a constraint with its unit: "12.3 mm"; "0.1 rad" for a mimic of rotary joints.
std::string gapWords(const Model& model, int constraint, double gap);

}  // namespace grashof
