#include "ui/tools/snap_point.h"

#include "ui/theme.h"

namespace grashof {
namespace {
constexpr double kSnapPx = 14;
constexpr double kEdgePx = 7;  // a face beside an edge must stay within reach

bool serves(const SnapCandidate& snap, SnapFor use) {
  const bool isEdge = snap.kind == SnapCandidate::Kind::Edge;
  if (use == SnapFor::Place) return !isEdge;
  return snap.direction_W && (!isEdge || snap.distancePx <= kEdgePx);
}

}  // namespace

std::optional<SnapPoint> snapPoint(const PickResult& pick, const std::vector<Pose>& linkPoses,
                                   bool withSnapping, int nth, int exceptLink, SnapFor use) {
  const auto inLink = [&](int link, const Vector3d& direction_W) -> std::optional<Vector3d> {
    if (link < 0 || link >= static_cast<int>(linkPoses.size())) return std::nullopt;
    return linkPoses[static_cast<std::size_t>(link)].R.transpose() * direction_W;
  };
  std::vector<const SnapCandidate*> near;
  if (withSnapping)
    for (const SnapCandidate& snap : pick.snaps)
      if (snap.distancePx <= kSnapPx && snap.kind != SnapCandidate::Kind::Surface && snap.link >= 0 &&
          snap.link != exceptLink && serves(snap, use))
        near.push_back(&snap);
  if (!near.empty()) {
    const SnapCandidate& snap = *near[static_cast<std::size_t>(nth) % near.size()];
    SnapPoint point{snap.link, snap.p_L, snap.p_W, {}, QString::fromStdString(snap.name), true};
    if (snap.direction_W) point.direction_L = inLink(snap.link, *snap.direction_W);
    return point;
  }
  if (pick.link < 0) return std::nullopt;
  return SnapPoint{pick.link, pick.p_L, pick.p_W, inLink(pick.link, pick.normal_W), QStringLiteral("Surface"),
                   false};
}

void drawSnap(ToolOverlay& overlay, const SnapPoint& point) {
  const QColor accent = theme().color(QStringLiteral("accent"));
  overlay.points.push_back(
      {point.p_W, point.isSnap ? OverlayPoint::Shape::SnapRing : OverlayPoint::Shape::Dot, accent, 0});
  if (!point.isSnap) return;
  OverlayLabel label;
  label.p_W = point.p_W;
  label.text = point.name;
  label.icon = QStringLiteral("pick");
  label.iconColor = accent;
  overlay.labels.push_back(label);
}

}  // namespace grashof
