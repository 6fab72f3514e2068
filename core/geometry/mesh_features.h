// core/geometry/mesh_features.h - places on a mesh that a person means: corners, edges, circle centres.
#pragma once
#include <vector>

#include "core/geometry/tri_mesh.h"

namespace grashof {

struct MeshFeature {
  enum class Kind { Vertex, Edge, CircleCentre };
  Kind kind = Kind::Vertex;
  Eigen::Vector3d p_G = Eigen::Vector3d::Zero();       ///< in the mesh's frame, m; of an edge its midpoint
  Eigen::Vector3d normal_G = Eigen::Vector3d::UnitZ(); ///< circles: normal of their plane; edges: along them
  double diameter = 0;                                 ///< circles: diameter, edges: length; m
};

/// All features. Edges are creases (where smooth faces meet), vertices are where three creases meet; a run of
/// creases that closes on a circle (to 1 % of its radius, 8 corners at least) gives its centre. Takes a while on
/// large meshes: keep the result. Empty beyond 200 000 triangles and for meshes without smooth faces.
std::vector<MeshFeature> findFeatures(const TriMesh& mesh);

}  // namespace grashof
