// core/geometry/primitives.h - box, cylinder, capsule and sphere as triangles, centred, axis along z.
#pragma once
#include "core/geometry/tri_mesh.h"

namespace grashof {

/// Chords stay within 1/800 of the radius, so that a silhouette looks round at any zoom.
constexpr int kRoundSegments = 64;

TriMesh makeBox(const Eigen::Vector3d& size);
TriMesh makeCylinder(double radius, double length, int segments = kRoundSegments);
/// `length` of the cylindrical part, without the caps.
TriMesh makeCapsule(double radius, double length, int segments = kRoundSegments);
TriMesh makeSphere(double radius, int segments = kRoundSegments);

}  // namespace grashof
