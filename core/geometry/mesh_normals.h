// core/geometry/mesh_normals.h - smooth faces and vertex normals by a crease angle.
#pragma once
#include "core/geometry/tri_mesh.h"

namespace grashof {

constexpr double kCreaseAngle = 0.61;  ///< rad (35 degrees): a 12-sided cylinder still shades round

/// Welds equal positions, joins triangles across edges that bend less than `creaseAngle` to smooth faces, and
/// gives every vertex the angle-weighted normal of its face; vertices on a crease are split. Colours are kept
/// (vertices of different colour stay apart); degenerate triangles are dropped. Fills `normals` and `groups`.
/// ref  Thuermer and Wuethrich, Computing Vertex Normals from Polygonal Facets, 1998 (the weights)
TriMesh withCreaseNormals(const TriMesh& mesh, double creaseAngle = kCreaseAngle);

}  // namespace grashof
