// render/glyph_canvas.h - the strokes that glyphs are made of: constant size on screen, with a halo.
#pragma once
#include <QPainter>
#include <QString>
#include <vector>

#include "render/camera.h"
#include "render/tool_overlay.h"
#include "render/view_theme.h"

namespace grashof {

/// Draws in logical px over the picture of a camera. Everything takes the current opacity (hidden: 35 %).
class GlyphCanvas {
 public:
  GlyphCanvas(QPainter& painter, const ScreenCamera& camera, const ViewTheme& theme);

  const ScreenCamera& camera() const { return camera_; }
  const ViewTheme& theme() const { return theme_; }
  QPainter& painter() { return painter_; }
  bool isInFront(const Eigen::Vector3d& p_W) const { return camera_.isInFront(p_W); }
  QPointF at(const Eigen::Vector3d& p_W) const;
  void setOpacity(double opacity) { painter_.setOpacity(opacity); }

  void line(const QPointF& a, const QPointF& b, const QColor& color, double width,
            OverlayLine::Style style = OverlayLine::Style::Solid);
  void polyline(const QPolygonF& points, bool isClosed, const QColor& color, double width,
                OverlayLine::Style style = OverlayLine::Style::Solid, const QColor& fill = QColor());
  void dot(const QPointF& p, double diameter, const QColor& color);
  void ring(const QPointF& p, double diameter, double width, const QColor& color);
  void arc(const QPointF& p, double radius, double startDeg, double spanDeg, double width, const QColor& color);
  /// Shaft from a to b with a filled head at b; the head shrinks on short arrows.
  void arrow(const QPointF& a, const QPointF& b, const QColor& color, double shaft, double headLength, double headWidth);
  void disc(const QPointF& p, double diameter, const QColor& fill, const QString& icon, const QColor& iconColor);
  /// A pill right below `p` (never on it); returns its rectangle. With `taken`, pills that are there already are
  /// avoided, and this one is added.
  QRectF pill(const QPointF& p, const QString& text, const QString& icon = {}, const QColor& iconColor = QColor(),
              int rank = -1, bool isPrimary = false, std::vector<QRectF>* taken = nullptr);
  /// Ellipse of a circle of `radiusPx` around an axis at p_W, from angle `from` to `to` about it, `zero_W` = 0.
  QPolygonF circleAround(const Eigen::Vector3d& p_W, const Eigen::Vector3d& axis_W, const Eigen::Vector3d& zero_W,
                         double radiusPx, double from, double to) const;

 private:
  void strokePath(const QPainterPath& path, const QColor& color, double width, OverlayLine::Style style,
                  Qt::PenCapStyle cap = Qt::FlatCap);
  QPainter& painter_;
  const ScreenCamera& camera_;
  const ViewTheme& theme_;
};

/// An icon of :/grashof/icons in one colour; cached by name, colour and size.
QPixmap glyphIcon(const QString& name, const QColor& color, int px, double pixelRatio);

/// Any direction perpendicular to a unit vector.
Eigen::Vector3d sidewaysOf(const Eigen::Vector3d& unit);

}  // namespace grashof
