// core/geometry/tri_mesh.h - a triangle mesh in metres, in the frame of the visual or collision it belongs to.
#pragma once
#include <Eigen/Dense>
#include <array>
#include <cstdint>
#include <vector>

namespace grashof {

struct TriMesh {
  std::vector<Eigen::Vector3f> vertices;
  std::vector<Eigen::Vector3f> normals;   ///< one per vertex, unit; empty = flat
  std::vector<Eigen::Vector4f> colors;    ///< one per vertex, rgba; empty = none
  std::vector<std::uint32_t> groups;      ///< one per vertex: smooth face it belongs to, see mesh_normals.h; may be empty
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counter-clockwise seen from outside

  bool empty() const { return triangles.empty(); }
};

struct Bounds {
  Eigen::Vector3d lower = Eigen::Vector3d::Zero(), upper = Eigen::Vector3d::Zero();
  bool isEmpty = true;
};
Bounds boundsOf(const TriMesh& mesh);
/// By the divergence theorem, m^3; positive when the triangles wind outwards.
double signedVolume(const TriMesh& mesh);

}  // namespace grashof
