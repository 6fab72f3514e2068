#include "render/glyphs.h"

#include <cmath>

#include "render/scene_geometry.h"

namespace grashof {
namespace {

constexpr double kHiddenOpacity = 0.35;

void paintPoint(GlyphCanvas& canvas, const OverlayPoint& point) {
  const ViewTheme& theme = canvas.theme();
  const QPointF p = canvas.at(point.p_W);
  const auto color = [&](const QColor& own) { return point.color.isValid() ? point.color : own; };
  const auto size = [&](double own) { return point.diameterPx > 0 ? point.diameterPx : own; };
  switch (point.shape) {
    case OverlayPoint::Shape::Dot: canvas.dot(p, size(9), color(theme.anchor1)); break;
    case OverlayPoint::Shape::Ring: canvas.ring(p, size(14), 2, color(theme.anchor2)); break;
    case OverlayPoint::Shape::Handle:
      canvas.dot(p, size(13), color(theme.loop));
      canvas.dot(p, size(13) - 4, theme.surface);
      break;
    case OverlayPoint::Shape::Scissors: canvas.disc(p, size(22), color(theme.cut), QStringLiteral("scissors"), theme.surface); break;
    case OverlayPoint::Shape::SnapRing: {
      const QColor c = color(theme.snap);
      const double r = size(22) / 2;
      canvas.ring(p, 2 * r, 2, c);
      for (const QPointF& d : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)})
        canvas.line(p + d * (r - 4), p + d * (r + 5), c, 2);
      canvas.dot(p, 4, c);
      break;
    }
  }
}

void paintLine(GlyphCanvas& canvas, const OverlayLine& line) {
  QPolygonF points;
  for (const Vector3d& p : line.points_W) {
    if (!canvas.isInFront(p)) return;
    points << canvas.at(p);
  }
  const QColor color = line.color.isValid() ? line.color : canvas.theme().accent;
  canvas.polyline(points, line.isClosed, color, line.widthPx, line.style, line.fill);
  if (line.hasArrow && points.size() > 1) {
    const QPointF tip = points.last(), before = points[points.size() - 2], v = tip - before;
    const double length = std::hypot(v.x(), v.y());
    if (length > 1) canvas.arrow(tip - v / length * std::min(length, 14.0), tip, color, line.widthPx, 10, 9);
  }
}

void paintArc(GlyphCanvas& canvas, const OverlayArc& arc) {
  if (!canvas.isInFront(arc.center_W)) return;
  const ViewTheme& theme = canvas.theme();
  const auto circle = [&](double radius, double from, double to) {
    return canvas.circleAround(arc.center_W, arc.axis_W, arc.zero_W, radius, from, to);
  };
  const QPolygonF rim = circle(arc.radiusPx, arc.from, arc.to);
  if (arc.isFilled) {
    QPainterPath path;
    path.moveTo(canvas.at(arc.center_W));
    for (const QPointF& p : rim) path.lineTo(p);
    path.closeSubpath();
    canvas.painter().fillPath(path, theme.limitsFill);
  }
  canvas.polyline(rim, false, theme.limits, 2);
  if (!arc.hasStops) return;
  for (const double angle : {arc.from, arc.to})
    canvas.line(circle(arc.radiusPx - 7, angle, angle).first(), circle(arc.radiusPx + 7, angle, angle).first(), theme.limitsStop, 3);
}

}  // namespace

double glyphOpacity(const GlyphCanvas& canvas, const GlyphInput& input, const Vector3d& p_W, const std::vector<int>& ownLinks) {
  if (!input.testsHidden || !input.options.layers.visuals) return 1;
  return input.picker.isHidden(canvas.camera(), p_W, ownLinks) ? kHiddenOpacity : 1;
}

void paintGlyphs(GlyphCanvas& canvas, const GlyphInput& input) {
  paintLinkGlyphs(canvas, input);
  paintJointGlyphs(canvas, input);
  paintClosureGlyphs(canvas, input);
  if (input.options.layers.forces) paintForces(canvas, input);
  paintOverlay(canvas, input.overlay);
}

void paintOverlay(GlyphCanvas& canvas, const ToolOverlay& overlay) {
  canvas.setOpacity(1);
  for (const OverlayLine& line : overlay.lines) paintLine(canvas, line);
  for (const OverlayArc& arc : overlay.arcs) paintArc(canvas, arc);
  for (const OverlayPoint& point : overlay.points)
    if (canvas.isInFront(point.p_W)) paintPoint(canvas, point);
  std::vector<QRectF> taken;
  for (const bool isPrimary : {true, false})  // the chosen one first: it gets the place beside its point
    for (const OverlayLabel& label : overlay.labels)
      if (label.isPrimary == isPrimary && canvas.isInFront(label.p_W))
        canvas.pill(canvas.at(label.p_W), label.text, label.icon, label.iconColor, label.rank, isPrimary, &taken);
}

void paintScaleBar(GlyphCanvas& canvas) {
  const double perPixel = canvas.camera().metresPerPixel(canvas.camera().camera().target);
  constexpr double kLongestPx = 120;
  const double longest = kLongestPx * perPixel, power = std::pow(10, std::floor(std::log10(longest)));
  double length = power;
  for (const double m : {2.0, 5.0})
    if (m * power <= longest) length = m * power;
  const double px = length / perPixel, left = 20, bottom = canvas.camera().height() - 22;
  // A round number: "100 mm", not "100. mm".
  QString text = length >= 1 ? QStringLiteral("%1 m").arg(length, 0, 'g', 6)
                 : length >= 1e-3 ? QStringLiteral("%1 mm").arg(length * 1e3, 0, 'g', 6)
                                  : QString::fromUtf8("%1 \xC2\xB5m").arg(length * 1e6, 0, 'g', 6);
  canvas.setOpacity(1);
  QPainter& painter = canvas.painter();
  painter.setFont(viewFont(11, 500));
  painter.setPen(canvas.theme().labelText);
  painter.drawText(QPointF(left + 6, bottom - 7), text);
  painter.setPen(QPen(canvas.theme().labelText, 1.2));
  painter.drawPolyline(QPolygonF({{left, bottom - 5}, {left, bottom}, {left + px, bottom}, {left + px, bottom - 5}}));
}

}  // namespace grashof
