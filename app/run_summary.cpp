#include "app/run_summary.h"

#include <algorithm>
#include <cmath>

namespace grashof {

RunSummary::RunSummary(const Simulation& simulation)
    : constraints_(simulation.model().constraints.size()), energyFirst_(simulation.totalEnergy()) {}

void RunSummary::add(const Simulation& simulation, double kinetic) {
  ++steps_;
  kineticMax_ = std::max(kineticMax_, kinetic);
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    const ConstraintReading& r = simulation.readings()[i];
    constraints_[i].gapSquares += r.gap * r.gap;
    constraints_[i].gapMax = std::max(constraints_[i].gapMax, r.gap);
    constraints_[i].forceMax = std::max(constraints_[i].forceMax, r.force_W.norm());
  }
}

double RunSummary::gapRms(const PerConstraint& c) const {
  return steps_ == 0 ? 0.0 : std::sqrt(c.gapSquares / static_cast<double>(steps_));
}

double RunSummary::gapRms() const {
  double squares = 0;
  for (const PerConstraint& c : constraints_) squares += c.gapSquares;
  const double count = static_cast<double>(steps_) * static_cast<double>(constraints_.size());
  return count == 0 ? 0.0 : std::sqrt(squares / count);
}

double RunSummary::gapMax() const {
  double largest = 0;
  for (const PerConstraint& c : constraints_) largest = std::max(largest, c.gapMax);
  return largest;
}

}  // namespace grashof
