#include "core/geometry/primitives.h"

#include <cmath>

#include "core/geometry/mesh_normals.h"

namespace grashof {
namespace {

struct ProfilePoint {
  double radius, z;
};

/// Surface of revolution about z from a profile that runs from the bottom pole to the top pole (both on the axis).
TriMesh revolve(const std::vector<ProfilePoint>& profile, int segments) {
  TriMesh mesh;
  const auto rings = static_cast<std::uint32_t>(profile.size());
  const auto n = static_cast<std::uint32_t>(segments);
  for (const ProfilePoint& p : profile)
    for (std::uint32_t i = 0; i < n; ++i) {
      const double angle = 2 * M_PI * i / n;
      mesh.vertices.emplace_back(static_cast<float>(p.radius * std::cos(angle)),
                                 static_cast<float>(p.radius * std::sin(angle)), static_cast<float>(p.z));
    }
  for (std::uint32_t r = 0; r + 1 < rings; ++r)
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t a = r * n + i, b = r * n + (i + 1) % n, c = a + n, d = b + n;
      if (profile[r].radius > 0) mesh.triangles.push_back({a, b, d});
      if (profile[r + 1].radius > 0) mesh.triangles.push_back({a, d, c});
    }
  return withCreaseNormals(mesh);
}

}  // namespace

TriMesh makeBox(const Eigen::Vector3d& size) {
  TriMesh mesh;
  const Eigen::Vector3f half = (size / 2).cast<float>();
  for (int i = 0; i < 8; ++i)
    mesh.vertices.emplace_back(i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(), i & 4 ? half.z() : -half.z());
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return withCreaseNormals(mesh);
}

TriMesh makeCylinder(double radius, double length, int segments) {
  const double h = length / 2;
  return revolve({{0, -h}, {radius, -h}, {radius, h}, {0, h}}, segments);
}

TriMesh makeCapsule(double radius, double length, int segments) {
  std::vector<ProfilePoint> profile;
  const int quarter = segments / 4;
  for (int half = 0; half < 2; ++half)
    for (int i = 0; i <= quarter; ++i) {
      const double latitude = (half ? 0.0 : -M_PI / 2) + M_PI / 2 * i / quarter;
      const bool isPole = half ? i == quarter : i == 0;
      profile.push_back({isPole ? 0.0 : radius * std::cos(latitude),
                         (half ? length : -length) / 2 + radius * std::sin(latitude)});
    }
  return revolve(profile, segments);
}

TriMesh makeSphere(double radius, int segments) {
  std::vector<ProfilePoint> profile;
  const int rows = segments / 2;
  for (int i = 0; i <= rows; ++i) {
    const double latitude = M_PI * i / rows - M_PI / 2;
    profile.push_back({i == 0 || i == rows ? 0.0 : radius * std::cos(latitude), radius * std::sin(latitude)});
  }
  return revolve(profile, segments);
}

}  // namespace grashof
