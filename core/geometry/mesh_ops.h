// core/geometry/mesh_ops.h - operations on whole meshes that Open3D does.
#pragma once
#include "core/geometry/tri_mesh.h"

namespace grashof {

/// Which vertices stand at the same place. Mesh files, STL above all, arrive unwelded.
struct Weld {
  std::vector<std::uint32_t> target;  ///< per vertex: number of its place, 0..places-1
  std::uint32_t places = 0;
};
/// Exactly equal positions.
Weld weldPositions(const TriMesh& mesh);

/// Convex hull with outward triangles; empty for flat or too few points.
TriMesh convexHull(const TriMesh& mesh);

}  // namespace grashof
