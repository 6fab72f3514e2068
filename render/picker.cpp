#include "render/picker.h"

#include <algorithm>
#include <cmath>

#include "render/scene_geometry.h"

namespace grashof {
namespace {

constexpr double kAnchorReachPx = 10, kAxisReachPx = 6, kSnapReachPx = 16;

double distanceToSegment(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const Eigen::Vector2d d = b - a;
  const double s = d.squaredNorm() > 0 ? std::clamp((p - a).dot(d) / d.squaredNorm(), 0.0, 1.0) : 0;
  return (p - a - s * d).norm();
}

struct GlyphHit {
  ElementRef element;
  Vector3d p_W;
  double distancePx;
};

std::vector<GlyphHit> closureHits(const SceneFrame& frame, const ScreenCamera& camera, const Eigen::Vector2d& at) {
  std::vector<GlyphHit> hits;
  for (const ClosureFrame& c : frame.closures)
    for (const Vector3d& p : {c.p1_W, c.p2_W}) {
      if (!camera.isInFront(p)) continue;
      const double d = (camera.project(p).head<2>() - at).norm();
      if (d <= kAnchorReachPx) hits.push_back({c.element, p, d});
    }
  return hits;
}

std::vector<GlyphHit> axisHits(const Scene& scene, const SceneFrame& frame, const ScreenCamera& camera, const Eigen::Vector2d& at) {
  std::vector<GlyphHit> hits;
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const std::optional<PlacedAxis> axis = jointAxis(scene, frame, static_cast<int>(i));
    if (!axis || !camera.isInFront(axis->p_W)) continue;
    const Vector3d half = axis->direction_W * (kAxisHalfLengthPx * camera.metresPerPixel(axis->p_W));
    const double d = distanceToSegment(at, camera.project(axis->p_W - half).head<2>(), camera.project(axis->p_W + half).head<2>());
    if (d <= kAxisReachPx) hits.push_back({{ElementKind::Joint, static_cast<int>(i)}, axis->p_W, d});
  }
  return hits;
}

void appendNearestFirst(std::vector<GlyphHit> hits, std::vector<GlyphHit>& all) {
  std::stable_sort(hits.begin(), hits.end(), [](const GlyphHit& a, const GlyphHit& b) { return a.distancePx < b.distancePx; });
  all.insert(all.end(), hits.begin(), hits.end());
}

}  // namespace

void Picker::setScene(ScenePtr scene) {
  scene_ = std::move(scene);
  isSceneStale_ = true;
  features_.clear();  // keyed by address: a mesh that goes may be followed by another at the same place
}

void Picker::setFrame(const SceneFrame& frame) {
  frame_ = frame;
  isFrameStale_ = true;
}

void Picker::refresh() const {
  if (!scene_ || (!isSceneStale_ && !isFrameStale_)) return;
  const auto poseOfPart = [&](const ScenePart& part) { return frame_.linkPoses[part.link] * part.X_LG; };
  if (isSceneStale_ || partOfInstance_.empty()) {
    std::vector<MeshQuery::Instance> instances;
    partOfInstance_.clear();
    std::vector<bool> hasVisual(scene_->links.size(), false);
    for (const ScenePart& part : scene_->parts)
      if (!part.isCollision) hasVisual[part.link] = true;
    for (std::size_t i = 0; i < scene_->parts.size(); ++i) {
      const ScenePart& part = scene_->parts[i];
      // Collision shapes stand in only where a link has nothing else.
      if (static_cast<std::size_t>(part.link) >= frame_.linkPoses.size() || (part.isCollision && hasVisual[part.link])) continue;
      instances.push_back({part.mesh, poseOfPart(part)});
      partOfInstance_.push_back(static_cast<int>(i));
    }
    query_.setInstances(instances);
  } else {
    std::vector<Pose> poses;
    for (const int part : partOfInstance_) {
      if (static_cast<std::size_t>(scene_->parts[part].link) >= frame_.linkPoses.size()) return;
      poses.push_back(poseOfPart(scene_->parts[part]));
    }
    query_.setPoses(poses);
  }
  isSceneStale_ = isFrameStale_ = false;
}

PickResult Picker::pick(const ScreenCamera& camera, const QPointF& position, const ViewOptions& options) const {
  PickResult result;
  result.position = position;
  result.ray = {camera.rayOrigin(position.x(), position.y()), camera.rayDirection(position.x(), position.y())};
  result.p_W = focusAt(camera, position);
  if (!scene_) return result;
  refresh();

  const Eigen::Vector2d at(position.x(), position.y());
  std::vector<GlyphHit> glyphs;
  if (options.layers.anchors) appendNearestFirst(closureHits(frame_, camera, at), glyphs);
  if (options.layers.jointAxes) appendNearestFirst(axisHits(*scene_, frame_, camera, at), glyphs);
  const auto push = [&](ElementRef element) {
    if (std::find(result.stack.begin(), result.stack.end(), element) == result.stack.end()) result.stack.push_back(element);
  };
  for (const GlyphHit& g : glyphs) push(g.element);

  const std::vector<RayHit> hits = query_.castThrough(result.ray.origin_W, result.ray.direction_W);
  for (const RayHit& hit : hits) push({ElementKind::Link, scene_->parts[partOfInstance_[hit.instance]].link});
  if (!hits.empty()) {
    result.link = scene_->parts[partOfInstance_[hits.front().instance]].link;
    result.p_W = hits.front().p_W;
    result.p_L = frame_.linkPoses[result.link].inverse() * result.p_W;
    result.normal_W = hits.front().normal_W;
  }
  if (!result.stack.empty()) result.element = result.stack.front();
  if (!glyphs.empty()) {
    result.p_W = glyphs.front().p_W;
    if (result.link >= 0) result.p_L = frame_.linkPoses[result.link].inverse() * result.p_W;
  }
  result.snaps = snapsNear(camera, position, result, hits.empty() ? nullptr : &hits.front());
  return result;
}

std::vector<SnapCandidate> Picker::snapsNear(const ScreenCamera& camera, const QPointF& position, const PickResult& pick,
                                             const RayHit* hit) const {
  std::vector<SnapCandidate> all;
  const auto posed = [&](int link) { return link >= 0 && static_cast<std::size_t>(link) < frame_.linkPoses.size(); };
  for (const ClosureFrame& c : frame_.closures) {
    if (c.element.kind != ElementKind::Closure || c.element.index >= static_cast<int>(scene_->closures.size())) continue;
    const SceneClosure& closure = scene_->closures[c.element.index];
    all.push_back({SnapCandidate::Kind::Anchor, c.p1_W, closure.link1, {}, {}, 0, closure.name, 0});
    all.push_back({SnapCandidate::Kind::Anchor, c.p2_W, closure.link2, {}, {}, 0, closure.name, 0});
  }
  for (std::size_t i = 0; i < scene_->joints.size(); ++i) {
    const SceneJoint& joint = scene_->joints[i];
    if (!posed(joint.parent)) continue;
    const Pose X_WF = frame_.linkPoses[joint.parent] * joint.X_PF;
    std::optional<Vector3d> axis;
    if (hasAxis(joint.type)) axis = X_WF.R * joint.axis_F;
    // Fixed to whichever of its two links is under the pointer.
    const int link = pick.link == joint.parent || joint.child < 0 ? joint.parent : joint.child;
    all.push_back({SnapCandidate::Kind::JointOrigin, X_WF.p, link, {}, axis, 0, joint.name, 0});
  }
  if (posed(pick.link))
    all.push_back({SnapCandidate::Kind::LinkOrigin, frame_.linkPoses[pick.link].p, pick.link, {}, {}, 0,
                   scene_->links[pick.link].name + ", origin", 0});
  if (hit) {
    addMeshSnaps(camera, *hit, all);
    all.push_back({SnapCandidate::Kind::Surface, hit->p_W, pick.link, {}, hit->normal_W, 0, "Surface", 0});
  }
  const Eigen::Vector2d at(position.x(), position.y());
  std::erase_if(all, [&](SnapCandidate& s) {
    if (!posed(s.link) || !camera.isInFront(s.p_W)) return true;
    s.p_L = frame_.linkPoses[s.link].inverse() * s.p_W;
    const double toPoint = (camera.project(s.p_W).head<2>() - at).norm();
    s.distancePx = s.kind == SnapCandidate::Kind::CircleCentre ? std::min(s.distancePx, toPoint) : toPoint;
    return s.distancePx > kSnapReachPx;
  });
  // A surface point is always nearest, and a place on an edge nearly so; they must not beat a place with a name.
  const auto standing = [](const SnapCandidate& s) {
    return s.kind == SnapCandidate::Kind::Surface ? 2 : s.kind == SnapCandidate::Kind::Edge ? 1 : 0;
  };
  std::stable_sort(all.begin(), all.end(), [&](const SnapCandidate& a, const SnapCandidate& b) {
    if (standing(a) != standing(b)) return standing(a) < standing(b);
    if (std::abs(a.distancePx - b.distancePx) > 2) return a.distancePx < b.distancePx;
    return a.kind < b.kind;
  });
  return all;
}

void Picker::addMeshSnaps(const ScreenCamera& camera, const RayHit& hit, std::vector<SnapCandidate>& snaps) const {
  const ScenePart& part = scene_->parts[partOfInstance_[hit.instance]];
  const Pose X_WG = frame_.linkPoses[part.link] * part.X_LG;
  const double reach = kSnapReachPx * camera.metresPerPixel(hit.p_W);
  const Vector3d p_G = X_WG.inverse() * hit.p_W;
  auto known = features_.find(part.mesh.get());
  if (known == features_.end()) known = features_.emplace(part.mesh.get(), findFeatures(*part.mesh)).first;
  for (const MeshFeature& f : known->second) {
    const bool isCircle = f.kind == MeshFeature::Kind::CircleCentre, isEdge = f.kind == MeshFeature::Kind::Edge;
    // A circle is meant at its centre as well as on its rim, an edge all along.
    const Vector3d v = p_G - f.p_G;
    const double height = v.dot(f.normal_G), radial = (v - height * f.normal_G).norm();
    const double beyond = std::max(std::abs(height) - f.diameter / 2, 0.0);
    const double toRim = isCircle ? std::hypot(radial - f.diameter / 2, height) : 2 * reach;
    const double toEdge = isEdge ? std::hypot(radial, beyond) : 2 * reach;
    SnapCandidate s;
    s.link = part.link;
    if (isEdge && toEdge <= reach) {
      s.kind = SnapCandidate::Kind::Edge;
      s.p_W = X_WG * Vector3d(f.p_G + std::clamp(height, -f.diameter / 2, f.diameter / 2) * f.normal_G);
      s.direction_W = X_WG.R * f.normal_G;
      s.name = "Edge, " + lengthText(f.diameter);
      s.distancePx = toEdge / camera.metresPerPixel(hit.p_W);
      snaps.push_back(s);
    }
    if (v.norm() > reach && toRim > reach) continue;
    s.p_W = X_WG * f.p_G;
    if (isCircle) {
      s.kind = SnapCandidate::Kind::CircleCentre;
      s.diameter = f.diameter;
      s.direction_W = X_WG.R * f.normal_G;
      s.name = "Circle centre, \xC3\x98 " + lengthText(f.diameter);
    } else {
      s.kind = isEdge ? SnapCandidate::Kind::EdgeMidpoint : SnapCandidate::Kind::Vertex;
      s.direction_W.reset();
      s.name = isEdge ? "Edge midpoint" : "Vertex";
    }
    s.distancePx = std::min(v.norm(), toRim) / camera.metresPerPixel(hit.p_W);
    snaps.push_back(std::move(s));
  }
}

bool Picker::isHidden(const ScreenCamera& camera, const Vector3d& p_W, const std::vector<int>& ownLinks) const {
  if (!scene_) return false;
  refresh();
  const Eigen::Vector3d at = camera.project(p_W);
  const Vector3d origin = camera.rayOrigin(at.x(), at.y()), way = p_W - origin;
  const double length = way.norm(), margin = 2 * camera.metresPerPixel(p_W);
  if (!(length > margin) || !query_.isHidden(origin, p_W, margin)) return false;
  for (const RayHit& hit : query_.castThrough(origin, way, 8)) {
    if (hit.distance > length - margin) break;
    const int link = scene_->parts[partOfInstance_[hit.instance]].link;
    if (std::find(ownLinks.begin(), ownLinks.end(), link) == ownLinks.end()) return true;
  }
  return false;
}

Vector3d Picker::focusAt(const ScreenCamera& camera, const QPointF& position) const {
  const Vector3d origin = camera.rayOrigin(position.x(), position.y()), direction = camera.rayDirection(position.x(), position.y());
  if (scene_) {
    refresh();
    if (const std::optional<RayHit> hit = query_.castRay(origin, direction)) return hit->p_W;
  }
  const Vector3d forward = camera.camera().forward();
  return origin + direction * ((camera.camera().target - origin).dot(forward) / direction.dot(forward));
}

}  // namespace grashof
