// core/topology/rod.h - two points kept at a distance: a rod between them.
#pragma once
#include "core/base/outcome.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

/// No closure holds a distance alone: RaiSim's vocabulary has none, and a row of its own would be a model
/// that no other program reads. What keeps a distance in a machine is a rod, so that is what is made: a thin
/// steel link, hinged on link1 and closed onto link2.
struct RodEnds {
  int link1 = -1, link2 = -1;                             ///< indices into Mechanism::links
  Vector3d p1 = Vector3d::Zero(), p2 = Vector3d::Zero();  ///< m, in their links
};

/// The mechanism with a rod from p1 to p2 as they stand now.
///
/// in   X_RL  [links] poses of the links now, in any common frame
///      q     the configuration that belongs to them; it becomes the nominal one
///
/// Planar loop and a rod in its plane: a hinge along the normal, and two in-plane axes; one degree of freedom
/// less. Else a ball joint and a pin: one less as well, and the rod may spin about itself, which moves
/// nothing. Refused: one link, points that coincide.
Outcome<Mechanism> withRod(const Mechanism& mechanism, const RodEnds& ends, const std::vector<Pose>& X_RL,
                           const std::vector<double>& q);

/// Mass of such a rod, kg: a fiftieth as thick as long, steel.
double rodMass(double length);

}  // namespace grashof
