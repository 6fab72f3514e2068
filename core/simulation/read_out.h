// core/simulation/read_out.h - gaps and anchors of a pose, written into constraint readings.
#pragma once
#include <span>

#include "core/dynamics/step.h"

namespace grashof {

inline std::span<const double> asSpan(const VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

/// Anchors, separation, gap and authored errors at the pose of `tree`; forces are left alone. `readings`
/// holds one entry per constraint.
void readGaps(const Model& model, const TreeState& tree, std::span<const double> q,
              std::span<ConstraintReading> readings);
void clearForces(ConstraintReading& reading);

}  // namespace grashof
