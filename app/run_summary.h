// app/run_summary.h - the figures of a run: gaps, forces, energies.
#pragma once
#include <vector>

#include "core/simulation/simulation.h"

namespace grashof {

/// Fed after every step. Gaps are those at the steps' starts.
class RunSummary {
 public:
  explicit RunSummary(const Simulation& simulation);
  void add(const Simulation& simulation, double kinetic);

  struct PerConstraint {
    double gapSquares = 0, gapMax = 0, forceMax = 0;
  };
  std::uint64_t steps() const { return steps_; }
  double gapRms(const PerConstraint& c) const;
  double gapRms() const;  ///< over all constraints and steps
  double gapMax() const;
  const std::vector<PerConstraint>& constraints() const { return constraints_; }
  double kineticMax() const { return kineticMax_; }
  double energyFirst() const { return energyFirst_; }

 private:
  std::vector<PerConstraint> constraints_;
  std::uint64_t steps_ = 0;
  double kineticMax_ = 0, energyFirst_ = 0;
};

}  // namespace grashof
