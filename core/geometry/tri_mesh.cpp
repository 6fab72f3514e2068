#include "core/geometry/tri_mesh.h"

namespace grashof {

Bounds boundsOf(const TriMesh& mesh) {
  Bounds b;
  for (const Eigen::Vector3f& vertex : mesh.vertices) {
    const Eigen::Vector3d v = vertex.cast<double>();
    b.lower = b.isEmpty ? v : b.lower.cwiseMin(v);
    b.upper = b.isEmpty ? v : b.upper.cwiseMax(v);
    b.isEmpty = false;
  }
  return b;
}

double signedVolume(const TriMesh& mesh) {
  double sixfold = 0;
  for (const auto& t : mesh.triangles) {
    const Eigen::Vector3d a = mesh.vertices[t[0]].cast<double>(), b = mesh.vertices[t[1]].cast<double>(),
                          c = mesh.vertices[t[2]].cast<double>();
    sixfold += a.dot(b.cross(c));
  }
  return sixfold / 6.0;
}

}  // namespace grashof
