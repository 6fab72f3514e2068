// core/simulation/snapshot.h - what leaves the simulation thread: one picture, and fixed-size plot samples.
#pragma once
#include <cstdint>
#include <vector>

#include "core/dynamics/step.h"

namespace grashof {

/// Everything the view and the inspector show of one instant; newest wins.
struct Snapshot {
  std::uint64_t revision = 0;  ///< of the model it belongs to
  std::uint64_t steps = 0;
  double t = 0;
  VectorXd q, u, tau;
  std::vector<Pose> linkPoses;  ///< X_WL per mechanism link
  std::vector<ConstraintReading> constraints;
  double kinetic = 0, potential = 0;
  double realtimeFactor = 0, usPerStep = 0;
  double maxGap = 0;
  int worstConstraint = -1;
  std::uint32_t flags = 0;  ///< StepFlag bits since the last snapshot
  std::uint64_t lostSamples = 0;
  std::uint64_t commandsDone = 0;  ///< commands that the thread has taken so far; tells old pictures from new
  bool isRunning = false;
};

/// Layout of one plot sample, a row of doubles: time, then per constraint gap, fx, fy, fz, then q, u, tau,
/// then kinetic and potential energy. One sample is one step: time, gaps, q, u and energies at its start,
/// forces and tau during it.
struct SampleLayout {
  int constraints = 0, nq = 0, nv = 0;
  int size() const { return 1 + 4 * constraints + nq + 2 * nv + 2; }
  int gap(int i) const { return 1 + 4 * i; }
  int force(int i) const { return 2 + 4 * i; }  ///< x; y and z follow
  int q(int i) const { return 1 + 4 * constraints + i; }
  int u(int i) const { return q(nq) + i; }
  int tau(int i) const { return u(nv) + i; }
  int kinetic() const { return tau(nv); }
  int potential() const { return kinetic() + 1; }
  bool operator==(const SampleLayout&) const = default;
};

}  // namespace grashof
