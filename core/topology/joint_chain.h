// core/topology/joint_chain.h - hinges and slides in series that stand for one joint which URDF has no type
// for.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "core/topology/joint_edge.h"

namespace grashof {

/// Joints in series from the first one's parent to the last one's child, through massless links.
using JointChain = std::vector<JointEdge>;

/// Pose of the last child in the first parent; nothing where an axis or quaternion is zero.
std::optional<Pose> chainPose(const JointChain& chain);

/// Sets the coordinates of hinges and slides so that the last child stands at X_PC, starting from those that
/// the chain has: the solution near them. Returns how far it cannot follow, m or rad.
/// ref  Newton on the pose's twist, steps by the complete orthogonal decomposition.
double setChainCoordinates(JointChain& chain, const Pose& X_PC);

/// The same chain from its other end.
JointChain reversed(JointChain chain);

/// What a chain of hinges and slides stands for, as one edge between its ends:
///   a hinge and a slide along it     cylindrical; joint frame on the hinge
///   two hinges across, in one point  universal: joint frame at the point, z along the first axis (n_a), x
///                                    along the second (n_b)
///   slides along axes of the parent link, then such two hinges
///                                    universal with those translations released
/// J and M coincide at the chain's coordinates.
std::optional<JointEdge> compoundOf(const JointChain& chain);

/// The chain that stands for a cylindrical or universal edge, which has J and M where they are now; all
/// coordinates zero. Links between are not numbered (-1). Names stay empty.
JointChain chainFor(const JointEdge& compound);

/// z and x of a universal joint's frame become n_a and n_b, from its axis as closuresOfCutJoint takes it.
void settleUniversalFrame(JointEdge& edge);

}  // namespace grashof
