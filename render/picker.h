// render/picker.h - what is under a point of the picture: rays against the parts, glyphs by their size on screen.
#pragma once
#include <map>
#include <memory>

#include "core/geometry/mesh_features.h"
#include "core/geometry/mesh_query.h"
#include "render/camera.h"
#include "render/pick.h"
#include "render/scene.h"
#include "render/view_options.h"

namespace grashof {

class Picker {
 public:
  void setScene(ScenePtr scene);
  void setFrame(const SceneFrame& frame);

  /// Everything under (x, y), glyphs first, then the links along the ray, nearest first.
  PickResult pick(const ScreenCamera& camera, const QPointF& position, const ViewOptions& options) const;
  /// Whether a part of another link than these stands before the point.
  bool isHidden(const ScreenCamera& camera, const Vector3d& p_W, const std::vector<int>& ownLinks) const;
  /// Point of the scene to zoom at: the surface under the cursor, else the target plane.
  Vector3d focusAt(const ScreenCamera& camera, const QPointF& position) const;

 private:
  void refresh() const;
  std::vector<SnapCandidate> snapsNear(const ScreenCamera& camera, const QPointF& position, const PickResult& pick,
                                       const RayHit* hit) const;
  void addMeshSnaps(const ScreenCamera& camera, const RayHit& hit, std::vector<SnapCandidate>& snaps) const;

  ScenePtr scene_;
  SceneFrame frame_;
  // Brought up to date when a ray is asked for: a running view is rarely picked.
  mutable MeshQuery query_;
  mutable std::vector<int> partOfInstance_;
  mutable std::map<const TriMesh*, std::vector<MeshFeature>> features_;
  mutable bool isSceneStale_ = true, isFrameStale_ = true;
};

/// Half length of an axis glyph on the screen, px.
constexpr double kAxisHalfLengthPx = 34;

}  // namespace grashof
