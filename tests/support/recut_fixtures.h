// tests/support/recut_fixtures.h - loops to cut elsewhere, and what must stay as it was.
#pragma once
#include <cstdint>

#include "core/dynamics/model.h"
#include "core/mechanism/mechanism.h"

namespace grashof::fixtures {

VectorXd asVector(const std::vector<double>& q);

/// A random tree of nine joints, and one loop closed by what stands for a joint of the type `closing`.
Mechanism randomLoop(std::uint64_t seed, JointType closing, bool isFloating);

/// What links carry must not move: largest difference between the poses of inertial frames, m or 1, by the
/// oracle's own transforms.
double contentDifference(const Mechanism& a, const VectorXd& qa, const Mechanism& b, const VectorXd& qb);

/// Closed poses along a motion that the closures allow, the nominal one first.
std::vector<VectorXd> motion(const Model& model, int count, std::uint64_t seed);

}  // namespace grashof::fixtures
