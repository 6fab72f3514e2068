// render/tool_overlay.h - what a tool draws above the scene: points, lines, arcs, fills and labels in World.
#pragma once
#include <QColor>
#include <QString>
#include <vector>

#include "core/base/pose.h"

namespace grashof {

struct OverlayPoint {
  enum class Shape { Dot, Ring, SnapRing, Handle, Scissors };
  Vector3d p_W = Vector3d::Zero();
  Shape shape = Shape::Dot;
  QColor color;                  ///< invalid: the glyph's own colour
  double diameterPx = 0;         ///< 0: the glyph's own size
};

struct OverlayLine {
  enum class Style { Solid, Dotted, Dashed, DashDot };
  std::vector<Vector3d> points_W;  ///< polyline
  QColor color;
  double widthPx = 1.5;
  Style style = Style::Solid;
  bool hasArrow = false;         ///< at the last point
  bool isClosed = false;
  QColor fill;                   ///< closed lines only; invalid: none
};

/// A pill beside a point. `rank` >= 0 puts a numbered disc in front (0 shows a dash).
struct OverlayLabel {
  Vector3d p_W = Vector3d::Zero();
  QString text, icon;            ///< icon: name of an svg in :/grashof/icons, empty: none
  QColor iconColor;
  int rank = -1;
  bool isPrimary = false;        ///< accent outline
};

/// Arc of constant size on screen around an axis: limits, turn handle. Angles about `axis_W` from `zero_W`.
struct OverlayArc {
  Vector3d center_W = Vector3d::Zero(), axis_W = Vector3d::UnitZ(), zero_W = Vector3d::UnitX();
  double from = 0, to = 0;       ///< rad
  double radiusPx = 44;
  bool hasStops = false, isFilled = false;
};

struct ToolOverlay {
  std::vector<OverlayLine> lines;
  std::vector<OverlayArc> arcs;
  std::vector<OverlayPoint> points;
  std::vector<OverlayLabel> labels;
};

}  // namespace grashof
