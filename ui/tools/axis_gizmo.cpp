#include "ui/tools/axis_gizmo.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "render/view_theme.h"
#include "ui/quantity.h"
#include "ui/theme.h"
#include "ui/tools/joint_drag.h"

namespace grashof {
namespace {

constexpr int kRingPoints = 64;
constexpr double kFine = 0.2;
constexpr double kSnapAngle = 5.0 * M_PI / 180;

QChar axisLetter(int axis) {
  return QChar(u'X' + axis);
}

/// Half way between the other two axes, where no ring crosses.
Vector3d ringHandle(const AxisGizmo& gizmo, int axis) {
  const Vector3d way = Vector3d::Unit((axis + 1) % 3) + Vector3d::Unit((axis + 2) % 3);
  return gizmo.center_W + gizmo.reach * way.normalized();
}

Vector3d tip(const AxisGizmo& gizmo) {
  return gizmo.center_W + gizmo.reach * gizmo.axis_W;
}

/// Of the 26 directions from a cube's middle to its corners, edges and faces the one nearest to `axis`.
Vector3d nearestDiagonal(const Vector3d& axis) {
  Vector3d best = axis;
  double nearest = -1;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        const Vector3d way = Vector3d(x, y, z).normalized();
        if (way.dot(axis) <= nearest) continue;
        nearest = way.dot(axis);
        best = way;
      }
  return best;
}

std::optional<GizmoTurn> turnRing(const AxisGizmo& start, int axis, const DragMotion& motion) {
  const Vector3d about = Vector3d::Unit(axis);
  const std::optional<Vector3d> met = pointOnPlane(motion.ray, start.center_W, about);
  if (!met) return std::nullopt;
  const Vector3d from = ringHandle(start, axis) - start.center_W, to = *met - start.center_W;
  if (to.norm() < 0.05 * start.reach) return std::nullopt;
  double angle = std::atan2(about.dot(from.cross(to)), from.dot(to));
  if (motion.modifiers & Qt::ShiftModifier) angle *= kFine;
  if (motion.modifiers & Qt::ControlModifier) angle = std::round(angle / kSnapAngle) * kSnapAngle;
  const Vector3d turned = Eigen::AngleAxisd(angle, about) * start.axis_W;
  return GizmoTurn{
      turned.normalized(),
      QObject::tr("Turned %1 about %2").arg(coordinateText(angle, true), QString(axisLetter(axis)))};
}

/// The tip stays on its sphere, on the side of the viewer; beyond its edge it follows along the edge.
std::optional<GizmoTurn> turnTip(const AxisGizmo& start, const DragMotion& motion) {
  const Vector3d& d = motion.ray.direction_W;
  const Vector3d toCenter = start.center_W - motion.ray.origin_W;
  const Vector3d aside = d * toCenter.dot(d) - toCenter;  // from the centre to the ray
  const double depth2 = start.reach * start.reach - aside.squaredNorm();
  const Vector3d way = depth2 > 0 ? Vector3d(aside - d * std::sqrt(depth2)) : aside;
  if (way.norm() < 1e-9 * start.reach) return std::nullopt;
  Vector3d axis = way.normalized();
  if (motion.modifiers & Qt::ControlModifier) axis = nearestDiagonal(axis);
  const double angle = std::acos(std::clamp(axis.dot(start.axis_W), -1.0, 1.0));
  return GizmoTurn{axis, QObject::tr("Turned %1").arg(coordinateText(angle, true))};
}

}  // namespace

std::optional<GizmoHandle> handleAt(const AxisGizmo& gizmo, const Vector3d& p_W) {
  const double margin = 1e-6 * gizmo.reach;
  if ((p_W - tip(gizmo)).norm() < margin) return GizmoHandle::Tip;
  for (int axis = 0; axis < 3; ++axis)
    if ((p_W - ringHandle(gizmo, axis)).norm() < margin) return static_cast<GizmoHandle>(axis);
  return std::nullopt;
}

void drawGizmo(ToolOverlay& overlay, const AxisGizmo& gizmo) {
  const ViewTheme view = viewTheme(theme().isDark());
  const std::array<QColor, 3> colors = {view.axisX, view.axisY, view.axisZ};
  for (int axis = 0; axis < 3; ++axis) {
    OverlayLine ring;
    for (int i = 0; i < kRingPoints; ++i) {
      const double angle = 2 * M_PI * i / kRingPoints;
      ring.points_W.push_back(gizmo.center_W +
                              gizmo.reach * (std::cos(angle) * Vector3d::Unit((axis + 1) % 3) +
                                             std::sin(angle) * Vector3d::Unit((axis + 2) % 3)));
    }
    ring.isClosed = true;
    ring.color = colors[static_cast<std::size_t>(axis)];
    ring.widthPx = 1.2;
    overlay.lines.push_back(ring);
    overlay.points.push_back({ringHandle(gizmo, axis), OverlayPoint::Shape::Handle, ring.color, 0});
  }
  overlay.points.push_back(
      {tip(gizmo), OverlayPoint::Shape::Handle, theme().color(QStringLiteral("accent")), 0});
}

std::optional<GizmoTurn> gizmoTurn(const AxisGizmo& start, GizmoHandle handle, const DragMotion& motion) {
  if (handle == GizmoHandle::Tip) return turnTip(start, motion);
  return turnRing(start, static_cast<int>(handle), motion);
}

}  // namespace grashof
