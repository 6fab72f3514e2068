#include "core/geometry/mesh_normals.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "core/geometry/mesh_ops.h"

namespace grashof {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// Faces joined so far, as a forest (union-find with path halving).
class FaceSets {
 public:
  explicit FaceSets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) { parent_[root(a)] = root(b); }

 private:
  std::vector<std::uint32_t> parent_;
};

struct EdgeUse {
  std::uint64_t key;   // the two corners, smaller first
  std::uint32_t face;
  bool isForward;      // runs from the smaller corner to the larger
};

std::vector<EdgeUse> sortedEdges(const std::vector<Triangle>& faces) {
  std::vector<EdgeUse> edges;
  edges.reserve(faces.size() * 3);
  for (std::uint32_t f = 0; f < faces.size(); ++f)
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = faces[f][k], b = faces[f][(k + 1) % 3];
      edges.push_back({std::uint64_t{std::min(a, b)} << 32 | std::max(a, b), f, a < b});
    }
  std::sort(edges.begin(), edges.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return a.key != b.key ? a.key < b.key : a.face < b.face;
  });
  return edges;
}

FaceSets smoothFaces(const std::vector<Triangle>& faces, const std::vector<Eigen::Vector3f>& normals,
                     double creaseAngle) {
  FaceSets sets(faces.size());
  const auto cosine = static_cast<float>(std::cos(creaseAngle));
  const std::vector<EdgeUse> edges = sortedEdges(faces);
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const EdgeUse &a = edges[i], &b = edges[i + 1];
    // Two triangles that run along their edge the same way are wound against each other: no smooth face.
    if (a.key != b.key || a.isForward == b.isForward) continue;
    if (normals[a.face].dot(normals[b.face]) > cosine) sets.join(a.face, b.face);
  }
  return sets;
}

float cornerAngle(const TriMesh& mesh, const Triangle& t, int k) {
  const Eigen::Vector3f& p = mesh.vertices[t[k]];
  const Eigen::Vector3f a = mesh.vertices[t[(k + 1) % 3]] - p, b = mesh.vertices[t[(k + 2) % 3]] - p;
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

}  // namespace

TriMesh withCreaseNormals(const TriMesh& mesh, double creaseAngle) {
  const Weld weld = weldPositions(mesh);
  // Faces between welded positions, without the degenerate ones.
  std::vector<Triangle> faces;       // welded corners
  std::vector<Triangle> corners;     // the same triangles in `mesh`
  std::vector<Eigen::Vector3f> faceNormals;
  for (const Triangle& t : mesh.triangles) {
    const Triangle w{weld.target[t[0]], weld.target[t[1]], weld.target[t[2]]};
    if (w[0] == w[1] || w[1] == w[2] || w[2] == w[0]) continue;
    const Eigen::Vector3d p = mesh.vertices[t[0]].cast<double>();
    const Eigen::Vector3d n = (mesh.vertices[t[1]].cast<double>() - p).cross(mesh.vertices[t[2]].cast<double>() - p);
    if (!(n.norm() > 0)) continue;
    faces.push_back(w);
    corners.push_back(t);
    faceNormals.push_back(n.normalized().cast<float>());
  }
  FaceSets sets = smoothFaces(faces, faceNormals, creaseAngle);

  struct Key {
    std::uint32_t position, group, color;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const {
      return (k.position * 0x9E3779B97F4A7C15ull) ^ (k.group * 0xC2B2AE3D27D4EB4Full) ^ k.color;
    }
  };
  const bool hasColors = mesh.colors.size() == mesh.vertices.size();
  std::unordered_map<Key, std::uint32_t, Hash> made;
  made.reserve(faces.size() * 2);
  TriMesh out;
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    const std::uint32_t group = sets.root(f);
    Triangle t{};
    for (int k = 0; k < 3; ++k) {
      std::uint32_t color = 0;
      if (hasColors)
        for (int c = 0; c < 4; ++c)
          color = color << 8 | static_cast<std::uint32_t>(std::lround(std::clamp(mesh.colors[corners[f][k]][c], 0.f, 1.f) * 255.f));
      const auto [it, isNew] = made.try_emplace(Key{faces[f][k], group, color}, out.vertices.size());
      if (isNew) {
        out.vertices.push_back(mesh.vertices[corners[f][k]]);
        out.normals.push_back(Eigen::Vector3f::Zero());
        out.groups.push_back(group);
        if (hasColors) out.colors.push_back(mesh.colors[corners[f][k]]);
      }
      t[k] = it->second;
      out.normals[t[k]] += cornerAngle(mesh, corners[f], k) * faceNormals[f];
    }
    out.triangles.push_back(t);
  }
  for (std::size_t i = 0; i < out.triangles.size(); ++i)
    for (const std::uint32_t v : out.triangles[i])
      if (out.normals[v].squaredNorm() < 1e-12f) out.normals[v] = faceNormals[i];
  for (Eigen::Vector3f& n : out.normals) n.normalize();
  return out;
}

}  // namespace grashof
