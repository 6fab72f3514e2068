// ui/tools/axis_gizmo.h - rings and a tip by which the mouse turns an axis.
#pragma once
#include <QString>
#include <optional>

#include "render/pick.h"
#include "render/tool_overlay.h"

namespace grashof {

/// Stands around a point of the axis, its rings about the world's axes; `reach` is their radius, m.
struct AxisGizmo {
  Vector3d center_W = Vector3d::Zero();
  Vector3d axis_W = Vector3d::UnitZ();  ///< unit, where the tip is
  double reach = 0;
};

/// Its handles in the order in which drawGizmo() appends them: rings about x, y, z, then the tip.
enum class GizmoHandle { RingX, RingY, RingZ, Tip };
/// The handle at a place where the overlay's handle was grabbed.
std::optional<GizmoHandle> handleAt(const AxisGizmo& gizmo, const Vector3d& p_W);

void drawGizmo(ToolOverlay& overlay, const AxisGizmo& gizmo);

/// The axis that a drag of the handle asks for, and how it is called: "Turned 30.0° about X".
struct GizmoTurn {
  Vector3d axis_W = Vector3d::UnitZ();
  QString name;
};
/// Shift turns a ring by a fifth; Ctrl in steps of 5°, and the tip to the nearest of the world's axes and
/// their diagonals. Nothing where the pointer says no angle (a ring seen from its edge).
///
/// in   start   the gizmo when the handle was grabbed
std::optional<GizmoTurn> gizmoTurn(const AxisGizmo& start, GizmoHandle handle, const DragMotion& motion);

}  // namespace grashof
