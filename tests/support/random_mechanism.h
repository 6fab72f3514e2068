// tests/support/random_mechanism.h - reproducible random trees with closures and mimics.
#pragma once
#include <cstdint>
#include <random>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof::fixtures {

/// Uniform numbers that are the same on every platform (std distributions are not).
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double uniform(double lower, double upper) {
    return lower + (upper - lower) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  int integer(int below) { return static_cast<int>(uniform(0, below)); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  Vector3d vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
  Vector3d direction();
  VectorXd vector(int n, double size);

 private:
  std::mt19937_64 engine_;
};

struct RandomMechanismOptions {
  int joints = 8;
  bool isFloating = false;
  std::vector<JointType> types{JointType::Revolute, JointType::Prismatic, JointType::Spherical};
  double fixedShare = 0.0;    ///< probability that a joint is fixed
  double alignedShare = 0.3;  ///< probability of an axis along +-z and no rotation of the origin
  double branching = 0.4;     ///< probability that a joint starts at a random earlier link
  int pins = 0, equalities = 0, universals = 0, mimics = 0;
  bool hasDynamics = false;  ///< damping, springs, rotor inertia, effort
};

/// Closed at its nominal configuration by construction (body2's anchors coincide there). Every link has mass.
Mechanism randomMechanism(std::uint64_t seed, const RandomMechanismOptions& options);

}  // namespace grashof::fixtures
