#include "core/geometry/mesh_features.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace grashof {
namespace {

using Key = std::tuple<float, float, float>;
Key keyOf(const Eigen::Vector3f& v) { return {v.x(), v.y(), v.z()}; }

/// Crease edges between places (welded positions).
struct Creases {
  std::vector<Eigen::Vector3d> places;
  std::vector<std::vector<int>> neighbours;  // per place, along creases
};

Creases creasesOf(const TriMesh& mesh) {
  Creases c;
  std::map<Key, int> numbers;
  const auto place = [&](std::uint32_t v) {
    const auto [it, isNew] = numbers.try_emplace(keyOf(mesh.vertices[v]), static_cast<int>(c.places.size()));
    if (isNew) c.places.push_back(mesh.vertices[v].cast<double>());
    return it->second;
  };
  std::map<std::pair<int, int>, std::set<std::uint32_t>> groups;  // smooth faces at each edge
  for (const auto& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const int a = place(t[k]), b = place(t[(k + 1) % 3]);
      groups[{std::min(a, b), std::max(a, b)}].insert(mesh.groups[t[k]]);
    }
  c.neighbours.resize(c.places.size());
  for (const auto& [edge, faces] : groups)
    if (faces.size() > 1) {
      c.neighbours[edge.first].push_back(edge.second);
      c.neighbours[edge.second].push_back(edge.first);
    }
  return c;
}

/// The closed run of creases through `start` whose places all have exactly two neighbours; empty when there is none.
std::vector<int> loopThrough(const Creases& c, int start) {
  std::vector<int> loop{start};
  int before = -1, here = start;
  do {
    if (c.neighbours[here].size() != 2) return {};
    const int next = c.neighbours[here][0] == before ? c.neighbours[here][1] : c.neighbours[here][0];
    before = here;
    here = next;
    if (here != start) loop.push_back(here);
  } while (here != start && loop.size() <= c.places.size());
  return here == start ? loop : std::vector<int>{};
}

bool fitCircle(const Creases& c, const std::vector<int>& loop, MeshFeature& circle) {
  constexpr std::size_t kFewestCorners = 8;
  constexpr double kTolerance = 0.01;
  if (loop.size() < kFewestCorners) return false;
  Eigen::Vector3d center = Eigen::Vector3d::Zero(), normal = Eigen::Vector3d::Zero();
  for (const int i : loop) center += c.places[i] / static_cast<double>(loop.size());
  for (std::size_t i = 0; i < loop.size(); ++i)
    normal += (c.places[loop[i]] - center).cross(c.places[loop[(i + 1) % loop.size()]] - center);
  if (!(normal.norm() > 0)) return false;
  normal.normalize();
  double radius = 0;
  for (const int i : loop) radius += (c.places[i] - center).norm() / static_cast<double>(loop.size());
  for (const int i : loop) {
    const Eigen::Vector3d v = c.places[i] - center;
    if (std::abs(v.norm() - radius) > kTolerance * radius || std::abs(v.dot(normal)) > kTolerance * radius) return false;
  }
  circle = {MeshFeature::Kind::CircleCentre, center, normal, 2 * radius};
  return true;
}

}  // namespace

std::vector<MeshFeature> findFeatures(const TriMesh& mesh) {
  constexpr std::size_t kLargestMesh = 200000;
  std::vector<MeshFeature> found;
  if (mesh.groups.size() != mesh.vertices.size() || mesh.triangles.size() > kLargestMesh) return found;
  const Creases c = creasesOf(mesh);
  const int n = static_cast<int>(c.places.size());
  std::vector<bool> isVisited(c.places.size(), false), isOnCircle(c.places.size(), false);
  for (int i = 0; i < n; ++i) {
    if (isVisited[i] || c.neighbours[i].size() != 2) continue;
    const std::vector<int> loop = loopThrough(c, i);
    for (const int k : loop) isVisited[k] = true;
    MeshFeature circle;
    if (loop.empty() || !fitCircle(c, loop, circle)) continue;
    found.push_back(circle);
    for (const int k : loop) isOnCircle[k] = true;
  }
  for (int i = 0; i < n; ++i) {
    if (c.neighbours[i].empty() || isOnCircle[i]) continue;
    if (c.neighbours[i].size() > 2) found.push_back({MeshFeature::Kind::Vertex, c.places[i], Eigen::Vector3d::UnitZ(), 0});
    for (const int k : c.neighbours[i])
      if (k > i) {
        const Eigen::Vector3d along = c.places[k] - c.places[i];
        found.push_back({MeshFeature::Kind::Edge, (c.places[i] + c.places[k]) / 2, along.normalized(), along.norm()});
      }
  }
  return found;
}

}  // namespace grashof
