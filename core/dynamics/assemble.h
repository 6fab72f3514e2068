// core/dynamics/assemble.h - closing the loops: a pose near the given one in which every constraint holds.
#pragma once
#include <string>
#include <vector>

#include "core/dynamics/kinematics.h"

namespace grashof {

struct AssembleOptions {
  double tolerance = 1e-12;       ///< m, largest gap accepted
  int maxIterations = 200;
  bool keepBase = true;           ///< a floating base stays where it is
  std::vector<int> heldJoints;    ///< indices into Model::joints that keep their coordinates
  bool respectLimits = true;
  bool allowRestarts = true;      ///< deterministic perturbation and restarts at singular starts
};
struct AssembleResult {
  VectorXd q;                     ///< best pose found
  double gap = 0;                 ///< m, largest gap of any constraint at q
  int worstConstraint = -1;
  int iterations = 0;
  bool isClosed = false;
};
/// Damped Gauss-Newton within limits from `start` [nq]; stays on the branch nearest to the start.
AssembleResult assemble(const Model& model, const VectorXd& start, const AssembleOptions& options = {});

/// Largest gap of any constraint at q, and which.
struct GapReport { double maxGap = 0; int worstConstraint = -1; };
GapReport largestGap(const Model& model, const VectorXd& q);

}  // namespace grashof
