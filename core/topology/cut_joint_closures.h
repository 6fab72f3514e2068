// core/topology/cut_joint_closures.h - the point closures that stand for a joint outside the spanning tree.
#pragma once
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// Closures whose rows are exactly those of the cut joint, between its parent (body1) and its child (body2).
/// With c = joint origin, z = joint axis, d = `length`, x and y = unit vectors that complete z:
///
///   spherical            pin at c
///   revolute, planar     equality at c, axes x and y
///   revolute, spatial    pin at c, pin at c + d z
///   fixed                pins at c, c + d x, c + d y
///   cylindrical          equality with x and y at c and at c + d z
///   prismatic            the cylindrical's, and y at c + d x
///   planar               equality with z at c, c + d x, c + d y
///   universal            pin at c, and equality with n_a = z at c + d n_b, n_b = x (its error is -d n_a .
///   n_b) floating             nothing
///
/// in   joint         index into mechanism.joints
///      length        m, a length of the mechanism's own size: it makes rotations and translations comparable
///      isPlanarLoop  the axes of the loop's other joints are parallel to this one's
/// out  anchors and axes in the parent link's frame; anchor2 in the child's frame where `childOrigin` places
/// the
///      joint there, else absent (the point that coincides at the nominal configuration)
std::vector<Closure> closuresOfCutJoint(const Mechanism& mechanism, int joint, double length,
                                        bool isPlanarLoop);

/// How far apart the points of one cut joint's closures stand: the mean distance of joint origins from their
/// parents' frames, m; 0.1 where all coincide.
double ownLength(const Mechanism& mechanism);

/// A unit vector perpendicular to `z`, the same for equal input: the base axis that follows the largest
/// component of z (x -> y -> z -> x), made perpendicular.
Vector3d perpendicularTo(const Vector3d& z);

}  // namespace grashof
