// core/geometry/mesh_query.h - ray casts against placed meshes (Embree).
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/base/pose.h"
#include "core/geometry/mesh_library.h"

namespace grashof {

struct RayHit {
  int instance = -1;
  std::uint32_t triangle = 0;
  double distance = 0;           ///< m along the unit direction
  Vector3d p_W = Vector3d::Zero(), normal_W = Vector3d::UnitZ();  ///< normal towards the ray's origin, unit
};

/// A two-level hierarchy: each mesh once, instances that move. Not copyable; one thread at a time.
class MeshQuery {
 public:
  struct Instance {
    MeshPtr mesh;
    Pose X_WG;
  };
  MeshQuery();
  ~MeshQuery();
  MeshQuery(const MeshQuery&) = delete;
  MeshQuery& operator=(const MeshQuery&) = delete;

  /// Replaces all instances; hierarchies of meshes that stay are kept.
  void setInstances(const std::vector<Instance>& instances);
  /// Moves them; poses in the order of setInstances. Invisible instances are not hit.
  void setPoses(const std::vector<Pose>& poses);

  /// Direction need not be unit; distances are along the unit direction.
  std::optional<RayHit> castRay(const Vector3d& origin_W, const Vector3d& direction_W) const;
  /// Nearest hit of each of the first `limit` instances along the ray, nearest first.
  std::vector<RayHit> castThrough(const Vector3d& origin_W, const Vector3d& direction_W, int limit = 16) const;
  /// Whether something stands between the two points, a `margin` (m) before `to_W` left out.
  bool isHidden(const Vector3d& from_W, const Vector3d& to_W, double margin) const;

 private:
  struct Embree;
  std::unique_ptr<Embree> embree_;
};

}  // namespace grashof
