#include "core/geometry/mesh_ops.h"

#include <open3d/geometry/TriangleMesh.h>

#include <stdexcept>
#include <unordered_map>

namespace grashof {

Weld weldPositions(const TriMesh& mesh) {
  // Open3D's RemoveDuplicatedVertices drops the way back from old to new vertices, which colours need.
  struct Hash {
    std::size_t operator()(const Eigen::Vector3f& v) const {
      std::size_t seed = 0;
      for (int i = 0; i < 3; ++i) seed ^= std::hash<float>{}(v[i]) + 0x9E3779B97F4A7C15ull + (seed << 6) + (seed >> 2);
      return seed;
    }
  };
  std::unordered_map<Eigen::Vector3f, std::uint32_t, Hash> places;
  places.reserve(mesh.vertices.size());
  Weld weld;
  weld.target.reserve(mesh.vertices.size());
  for (const Eigen::Vector3f& v : mesh.vertices)
    weld.target.push_back(places.try_emplace(v, static_cast<std::uint32_t>(places.size())).first->second);
  weld.places = static_cast<std::uint32_t>(places.size());
  return weld;
}

TriMesh convexHull(const TriMesh& mesh) {
  TriMesh hull;
  if (mesh.vertices.size() < 4) return hull;
  open3d::geometry::TriangleMesh input;
  for (const Eigen::Vector3f& v : mesh.vertices) input.vertices_.push_back(v.cast<double>());
  std::shared_ptr<open3d::geometry::TriangleMesh> output;
  try {
    output = std::get<0>(input.ComputeConvexHull());
  } catch (const std::exception&) {
    return hull;  // Qhull refuses points in a plane
  }
  for (const Eigen::Vector3d& v : output->vertices_) hull.vertices.push_back(v.cast<float>());
  for (const Eigen::Vector3i& t : output->triangles_)
    hull.triangles.push_back({static_cast<std::uint32_t>(t[0]), static_cast<std::uint32_t>(t[1]),
                              static_cast<std::uint32_t>(t[2])});
  // Qhull's facets come in either order: turn each away from the middle.
  Eigen::Vector3f middle = Eigen::Vector3f::Zero();
  for (const Eigen::Vector3f& v : hull.vertices) middle += v / static_cast<float>(hull.vertices.size());
  for (auto& t : hull.triangles) {
    const Eigen::Vector3f &a = hull.vertices[t[0]], &b = hull.vertices[t[1]], &c = hull.vertices[t[2]];
    if ((b - a).cross(c - a).dot(a - middle) < 0) std::swap(t[1], t[2]);
  }
  return hull;
}

}  // namespace grashof
