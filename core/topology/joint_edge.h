// core/topology/joint_edge.h - a joint seen from both of its links, so that it can be turned round.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// A joint between two links, neither of which owns its frame. J: the joint frame on the parent's side, M: on
/// the child's (the moved one); they coincide at zero coordinates. `joint.parent`, `child`, `origin` and
/// `childOrigin` are stale while it is an edge; poses and links here count.
struct JointEdge {
  Joint joint;
  int parent = -1, child = -1;      ///< links
  Pose X_PJ, X_CM;                  ///< in the links' frames
  std::vector<double> coordinates;  ///< at the nominal configuration
  /// Universal only: which translations along the parent link's axes are held.
  std::array<bool, 3> locked{true, true, true};

  int other(int link) const { return link == parent ? child : parent; }
};

/// The same joint with its ends swapped. One coordinate: the axis is negated, the coordinate and all that is
/// said of it stay. More: coordinates and spring mount are those of the inverse motion. A universal joint with
/// J's z along n_a and x along n_b has the two swapped.
void reverse(JointEdge& edge);

/// Turns the joint frame so that it has the child link's directions at zero coordinates (R_CM = identity), as
/// URDF wants where the link keeps its directions. Axis and coordinates are expressed anew.
void alignWithChild(JointEdge& edge);

/// Pose of the child in the parent by the edge's joint; nothing where an axis or quaternion is zero.
std::optional<Pose> childInParent(const JointEdge& edge);

/// Sets the coordinates to those at which the child stands at X_PC. Returns how far the joint cannot follow:
/// the gap between the frames, m, and the turn between them, rad, whichever is larger.
double setCoordinatesFrom(JointEdge& edge, const Pose& X_PC);

/// For text that people read: rounding noise of a change of frame removed. Components below 1e-14 of `scale`
/// become zero, others have 14 digits of the largest.
double cleaned(double value, double scale);
Vector3d cleaned(const Vector3d& v, double scale);

/// originOf with cleaned numbers; `scale` m, a length of the mechanism's own size.
Origin cleanOrigin(const Pose& X, double scale);

}  // namespace grashof
