// render/pick.h - what is under the pointer.
#pragma once
#include <QMetaType>
#include <QPointF>
#include <Qt>
#include <optional>
#include <string>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// A distinguished point near the pointer. Edge: the nearest place on it, for its direction.
struct SnapCandidate {
  enum class Kind { Anchor, JointOrigin, LinkOrigin, CircleCentre, Vertex, EdgeMidpoint, Edge, Surface };
  Kind kind = Kind::Surface;
  Vector3d p_W = Vector3d::Zero();
  int link = -1;                 ///< the link it is fixed to
  Vector3d p_L = Vector3d::Zero();  ///< in that link's frame
  std::optional<Vector3d> direction_W;  ///< joint axis, circle's or face's normal, along an edge
  double diameter = 0;           ///< circles, m
  std::string name;              ///< "knee_l_fr", "Vertex", "Circle centre, Ø 8.0 mm"
  double distancePx = 0;         ///< from the pointer on the screen
};

struct Ray {
  Vector3d origin_W = Vector3d::Zero(), direction_W = -Vector3d::UnitZ();
};

struct PickResult {
  ElementRef element;            ///< closure and axis glyphs win over the mesh in front; None: empty space
  int link = -1;                 ///< link whose surface is hit, -1
  Vector3d p_W = Vector3d::Zero();   ///< surface point (glyph picks: the point on the glyph)
  Vector3d p_L = Vector3d::Zero();   ///< the same in the link's frame
  Vector3d normal_W = Vector3d::UnitZ();
  Ray ray;
  QPointF position;              ///< in the widget, logical px
  std::vector<SnapCandidate> snaps;  ///< nearest on the screen first; kinds earlier in the enum win ties
  std::vector<ElementRef> stack; ///< everything under the pointer, what a click takes first
};

/// A drag of a body or of an overlay's handle: the grabbed point and where the pointer took it, in the plane through the grabbed point
/// that faces the camera.
struct DragMotion {
  PickResult start;
  bool isHandle = false;          ///< a handle of the overlay was grabbed; start.p_W is where it stands
  Ray ray;
  Vector3d p_W = Vector3d::Zero();
  QPointF position;
  Qt::KeyboardModifiers modifiers;
};

}  // namespace grashof

Q_DECLARE_METATYPE(grashof::PickResult)
Q_DECLARE_METATYPE(grashof::DragMotion)
