#include "core/geometry/mesh_query.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace grashof {
namespace {

struct DeviceDeleter {
  void operator()(RTCDeviceTy* d) const { rtcReleaseDevice(d); }
};
struct SceneDeleter {
  void operator()(RTCSceneTy* s) const { rtcReleaseScene(s); }
};
using DevicePtr = std::unique_ptr<RTCDeviceTy, DeviceDeleter>;
using ScenePtr = std::unique_ptr<RTCSceneTy, SceneDeleter>;

void setTransform(RTCGeometry geometry, const Pose& X) {
  float columns[12];
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) columns[3 * c + r] = static_cast<float>(X.R(r, c));
  for (int r = 0; r < 3; ++r) columns[9 + r] = static_cast<float>(X.p[r]);
  rtcSetGeometryTransform(geometry, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, columns);
  rtcCommitGeometry(geometry);
}

RTCRay makeRay(const Vector3d& origin, const Vector3d& direction, double from, double to) {
  RTCRay ray{};
  ray.org_x = static_cast<float>(origin.x());
  ray.org_y = static_cast<float>(origin.y());
  ray.org_z = static_cast<float>(origin.z());
  ray.dir_x = static_cast<float>(direction.x());
  ray.dir_y = static_cast<float>(direction.y());
  ray.dir_z = static_cast<float>(direction.z());
  ray.tnear = static_cast<float>(from);
  ray.tfar = static_cast<float>(to);
  ray.mask = ~0u;  // Debian builds Embree with ray masks on: zero would hit nothing
  return ray;
}

}  // namespace

struct MeshQuery::Embree {
  DevicePtr device{rtcNewDevice("threads=1")};
  ScenePtr world;
  std::map<const TriMesh*, std::pair<MeshPtr, ScenePtr>> meshes;
  std::vector<MeshQuery::Instance> instances;

  RTCScene sceneOf(const MeshPtr& mesh) {
    auto& [keep, scene] = meshes[mesh.get()];
    if (scene) return scene.get();
    keep = mesh;
    scene.reset(rtcNewScene(device.get()));
    RTCGeometry g = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* v = static_cast<float*>(rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                          3 * sizeof(float), mesh->vertices.size()));
    for (const Eigen::Vector3f& p : mesh->vertices) v = std::copy(p.data(), p.data() + 3, v);
    auto* t = static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                                  3 * sizeof(std::uint32_t), mesh->triangles.size()));
    for (const auto& triangle : mesh->triangles) t = std::copy(triangle.begin(), triangle.end(), t);
    rtcCommitGeometry(g);
    rtcAttachGeometry(scene.get(), g);
    rtcReleaseGeometry(g);
    rtcCommitScene(scene.get());
    return scene.get();
  }

  std::optional<RayHit> cast(const Vector3d& origin, const Vector3d& unit, double from) const {
    if (!world) return std::nullopt;
    RTCRayHit query{};
    query.ray = makeRay(origin, unit, from, std::numeric_limits<float>::infinity());
    query.hit.geomID = query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(world.get(), &context, &query);
    if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
    RayHit hit;
    hit.instance = static_cast<int>(query.hit.instID[0]);
    hit.triangle = query.hit.primID;
    hit.distance = query.ray.tfar;
    hit.p_W = origin + hit.distance * unit;
    const Vector3d normal_G(query.hit.Ng_x, query.hit.Ng_y, query.hit.Ng_z);
    hit.normal_W = (instances[static_cast<std::size_t>(hit.instance)].X_WG.R * normal_G).normalized();
    if (hit.normal_W.dot(unit) > 0) hit.normal_W = -hit.normal_W;
    return hit;
  }
};

MeshQuery::MeshQuery() : embree_(std::make_unique<Embree>()) {}
MeshQuery::~MeshQuery() = default;

void MeshQuery::setInstances(const std::vector<Instance>& instances) {
  Embree& e = *embree_;
  e.instances = instances;
  e.world.reset(rtcNewScene(e.device.get()));
  rtcSetSceneFlags(e.world.get(), RTC_SCENE_FLAG_DYNAMIC);
  rtcSetSceneBuildQuality(e.world.get(), RTC_BUILD_QUALITY_LOW);
  for (std::size_t i = 0; i < instances.size(); ++i) {
    RTCGeometry g = rtcNewGeometry(e.device.get(), RTC_GEOMETRY_TYPE_INSTANCE);
    rtcSetGeometryInstancedScene(g, e.sceneOf(instances[i].mesh));
    rtcSetGeometryTimeStepCount(g, 1);
    setTransform(g, instances[i].X_WG);
    rtcAttachGeometryByID(e.world.get(), g, static_cast<unsigned>(i));
    rtcReleaseGeometry(g);
  }
  rtcCommitScene(e.world.get());
  std::erase_if(e.meshes, [&](const auto& entry) {
    return std::none_of(instances.begin(), instances.end(), [&](const Instance& i) { return i.mesh.get() == entry.first; });
  });
}

void MeshQuery::setPoses(const std::vector<Pose>& poses) {
  Embree& e = *embree_;
  if (!e.world) return;
  const std::size_t n = std::min(poses.size(), e.instances.size());
  for (std::size_t i = 0; i < n; ++i) {
    e.instances[i].X_WG = poses[i];
    setTransform(rtcGetGeometry(e.world.get(), static_cast<unsigned>(i)), poses[i]);
  }
  rtcCommitScene(e.world.get());
}

std::optional<RayHit> MeshQuery::castRay(const Vector3d& origin_W, const Vector3d& direction_W) const {
  return embree_->cast(origin_W, direction_W.normalized(), 0);
}

std::vector<RayHit> MeshQuery::castThrough(const Vector3d& origin_W, const Vector3d& direction_W, int limit) const {
  constexpr int kMostSurfaces = 256;
  std::vector<RayHit> hits;
  const Vector3d unit = direction_W.normalized();
  double from = 0;
  for (int surface = 0; surface < kMostSurfaces && static_cast<int>(hits.size()) < limit; ++surface) {
    const std::optional<RayHit> hit = embree_->cast(origin_W, unit, from);
    if (!hit) break;
    if (std::none_of(hits.begin(), hits.end(), [&](const RayHit& h) { return h.instance == hit->instance; }))
      hits.push_back(*hit);
    from = hit->distance + std::max(1e-6, 1e-5 * hit->distance);
  }
  return hits;
}

bool MeshQuery::isHidden(const Vector3d& from_W, const Vector3d& to_W, double margin) const {
  if (!embree_->world) return false;
  const Vector3d way = to_W - from_W;
  const double length = way.norm();
  if (!(length > margin)) return false;
  RTCRay ray = makeRay(from_W, way / length, 0, length - margin);
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcOccluded1(embree_->world.get(), &context, &ray);
  return ray.tfar < 0;
}

}  // namespace grashof
