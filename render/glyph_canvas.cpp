#include "render/glyph_canvas.h"

#include <QFile>
#include <QFontMetricsF>
#include <QPainterPath>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <algorithm>
#include <cmath>

namespace grashof {
namespace {

constexpr double kHaloPx = 1.2;
constexpr double kPillHeight = 24, kPillPadding = 8, kPillGap = 6, kPillIcon = 16;
const QPointF kPillOffset(22, 10);

QVector<qreal> dashes(OverlayLine::Style style, double width) {
  // QPen counts in widths; the pattern is meant in px.
  switch (style) {
    case OverlayLine::Style::Dotted: return {3 / width, 3 / width};
    case OverlayLine::Style::Dashed: return {6 / width, 4 / width};
    case OverlayLine::Style::DashDot: return {8 / width, 3 / width, 2 / width, 3 / width};
    case OverlayLine::Style::Solid: break;
  }
  return {};
}

}  // namespace

GlyphCanvas::GlyphCanvas(QPainter& painter, const ScreenCamera& camera, const ViewTheme& theme)
    : painter_(painter), camera_(camera), theme_(theme) {
  painter_.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
}

QPointF GlyphCanvas::at(const Eigen::Vector3d& p_W) const {
  const Eigen::Vector3d p = camera_.project(p_W);
  // Far outside, QPainter's dashes would take for ever.
  return {std::clamp(p.x(), -4e3, 1.2e4), std::clamp(p.y(), -4e3, 1.2e4)};
}

void GlyphCanvas::strokePath(const QPainterPath& path, const QColor& color, double width, OverlayLine::Style style,
                             Qt::PenCapStyle cap) {
  painter_.setBrush(Qt::NoBrush);
  QPen halo(theme_.halo, width + 2 * kHaloPx, Qt::SolidLine, cap, Qt::RoundJoin);
  QPen pen(color, width, Qt::SolidLine, cap, Qt::RoundJoin);
  if (style != OverlayLine::Style::Solid) {
    // The halo has the same gaps: a whole one would be a white stick on a busy scene.
    halo.setDashPattern(dashes(style, width + 2 * kHaloPx));
    pen.setDashPattern(dashes(style, width));
  }
  painter_.setPen(halo);
  painter_.drawPath(path);
  painter_.setPen(pen);
  painter_.drawPath(path);
}

void GlyphCanvas::line(const QPointF& a, const QPointF& b, const QColor& color, double width, OverlayLine::Style style) {
  polyline(QPolygonF({a, b}), false, color, width, style);
}

void GlyphCanvas::polyline(const QPolygonF& points, bool isClosed, const QColor& color, double width, OverlayLine::Style style,
                           const QColor& fill) {
  if (points.size() < 2) return;
  QPainterPath path;
  path.addPolygon(points);
  if (isClosed) path.closeSubpath();
  if (isClosed && fill.isValid()) painter_.fillPath(path, fill);
  strokePath(path, color, width, style, style == OverlayLine::Style::Solid ? Qt::RoundCap : Qt::FlatCap);
}

void GlyphCanvas::dot(const QPointF& p, double diameter, const QColor& color) {
  painter_.setPen(Qt::NoPen);
  painter_.setBrush(theme_.halo);
  painter_.drawEllipse(p, diameter / 2 + kHaloPx, diameter / 2 + kHaloPx);
  painter_.setBrush(color);
  painter_.drawEllipse(p, diameter / 2, diameter / 2);
}

void GlyphCanvas::ring(const QPointF& p, double diameter, double width, const QColor& color) {
  QPainterPath path;
  path.addEllipse(p, (diameter - width) / 2, (diameter - width) / 2);
  strokePath(path, color, width, OverlayLine::Style::Solid);
}

void GlyphCanvas::arc(const QPointF& p, double radius, double startDeg, double spanDeg, double width, const QColor& color) {
  const QRectF box(p.x() - radius, p.y() - radius, 2 * radius, 2 * radius);
  QPainterPath path;
  path.arcMoveTo(box, startDeg);
  path.arcTo(box, startDeg, spanDeg);
  strokePath(path, color, width, OverlayLine::Style::Solid, Qt::RoundCap);
}

void GlyphCanvas::arrow(const QPointF& a, const QPointF& b, const QColor& color, double shaft, double headLength, double headWidth) {
  const QPointF v = b - a;
  const double length = std::hypot(v.x(), v.y());
  if (length < 1) return;
  const QPointF along = v / length, across(-along.y(), along.x());
  const double shrink = std::min(1.0, length / (1.5 * headLength));
  const QPointF neck = b - along * headLength * shrink;
  QPainterPath path;
  const double half = shaft / 2;
  path.moveTo(a + across * half);
  path.lineTo(neck + across * half);
  path.lineTo(neck + across * headWidth / 2 * shrink);
  path.lineTo(b);
  path.lineTo(neck - across * headWidth / 2 * shrink);
  path.lineTo(neck - across * half);
  path.lineTo(a - across * half);
  path.closeSubpath();
  painter_.setBrush(Qt::NoBrush);
  painter_.setPen(QPen(theme_.halo, 2 * kHaloPx, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter_.drawPath(path);
  painter_.fillPath(path, color);
}

void GlyphCanvas::disc(const QPointF& p, double diameter, const QColor& fill, const QString& icon, const QColor& iconColor) {
  dot(p, diameter, fill);
  const int px = int(std::lround(diameter * 0.64));
  painter_.drawPixmap(QRectF(p.x() - px / 2.0, p.y() - px / 2.0, px, px),
                      glyphIcon(icon, iconColor, px, painter_.device()->devicePixelRatio()), QRectF());
}

namespace {

/// The first place around `p` where the box covers no other: right below, left below, the same above, then
/// farther down and up. Where all are taken, the first.
QRectF freePlace(const QRectF& box, const QPointF& p, const std::vector<QRectF>& taken, const QRectF& inside) {
  const auto isFree = [&](const QRectF& place) {
    return inside.contains(place) && std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) {
             return other.adjusted(-3, -3, 3, 3).intersects(place);
           });
  };
  const double dx = std::abs(kPillOffset.x()), dy = std::abs(kPillOffset.y());
  for (int ring = 0; ring < 4; ++ring)
    for (const bool isAbove : {false, true})
      for (const bool isLeft : {false, true}) {
        const double away = dy + ring * (box.height() + 6);
        const QPointF corner(isLeft ? p.x() - dx - box.width() : p.x() + dx,
                             isAbove ? p.y() - away - box.height() : p.y() + away);
        const QRectF place(QPointF(std::round(corner.x()), std::round(corner.y())), box.size());
        if (isFree(place)) return place;
      }
  return box;
}

}  // namespace

QRectF GlyphCanvas::pill(const QPointF& p, const QString& text, const QString& icon, const QColor& iconColor, int rank, bool isPrimary,
                         std::vector<QRectF>* taken) {
  const QFont font = viewFont(12, 500);
  const QFontMetricsF metrics(font);
  const bool hasMark = rank >= 0 || !icon.isEmpty();
  const double marks = (rank >= 0 ? 20 + kPillGap : 0) + (icon.isEmpty() ? 0 : kPillIcon + kPillGap);
  const double width = std::ceil(metrics.horizontalAdvance(text)) + marks + 2 * kPillPadding + (hasMark ? -1 : 0);
  QRectF box(std::round(p.x() + kPillOffset.x()), std::round(p.y() + kPillOffset.y()), width, kPillHeight);
  // Inside the picture: to the left of the point when there is no room on its right.
  if (box.right() > camera_.width() - 8) box.moveRight(std::round(p.x() - kPillOffset.x()));
  if (box.bottom() > camera_.height() - 8) box.moveBottom(std::round(p.y() - kPillOffset.y()));
  if (taken) {
    box = freePlace(box, p, *taken, QRectF(8, 8, camera_.width() - 16, camera_.height() - 16));
    taken->push_back(box);
  }
  painter_.setPen(Qt::NoPen);
  for (int i = 3; i > 0; --i) {  // a soft shadow, cheap
    QColor shade = theme_.shadow;
    shade.setAlphaF(shade.alphaF() * 0.22f);
    painter_.setBrush(shade);
    painter_.drawRoundedRect(box.adjusted(-i, -i + 1, i, i + 1), 6 + i, 6 + i);
  }
  painter_.setPen(QPen(isPrimary ? theme_.accent : theme_.border, isPrimary ? 1.5 : 1));
  painter_.setBrush(theme_.labelBackground);
  painter_.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
  double x = box.left() + kPillPadding - (hasMark ? 1 : 0);
  const double middle = box.center().y();
  if (rank >= 0) {
    const QPointF center(x + 9, middle);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(isPrimary ? theme_.accent : theme_.border);
    painter_.drawEllipse(center, 9, 9);
    painter_.setPen(isPrimary ? theme_.onAccent : theme_.text2);
    painter_.setFont(viewFont(11, 600));
    painter_.drawText(QRectF(center.x() - 9, center.y() - 9, 18, 18), Qt::AlignCenter,
                      rank > 0 ? QString::number(rank) : QString(QChar(0x2013)));
    x += 20 + kPillGap - 2;
  }
  if (!icon.isEmpty()) {
    painter_.drawPixmap(QRectF(x, middle - kPillIcon / 2, kPillIcon, kPillIcon),
                        glyphIcon(icon, iconColor.isValid() ? iconColor : theme_.text2, int(kPillIcon), painter_.device()->devicePixelRatio()), QRectF());
    x += kPillIcon + kPillGap;
  }
  painter_.setFont(font);
  painter_.setPen(theme_.labelText);
  painter_.drawText(QRectF(x, box.top(), box.right() - x, box.height()), Qt::AlignVCenter | Qt::AlignLeft, text);
  return box;
}

QPolygonF GlyphCanvas::circleAround(const Eigen::Vector3d& p_W, const Eigen::Vector3d& axis_W, const Eigen::Vector3d& zero_W,
                                    double radiusPx, double from, double to) const {
  const double radius = radiusPx * camera_.metresPerPixel(p_W);
  const Eigen::Vector3d u = zero_W, v = axis_W.cross(u);
  const int steps = std::max(2, int(std::ceil(std::abs(to - from) / 0.08)));
  QPolygonF points;
  for (int i = 0; i <= steps; ++i) {
    const double a = from + (to - from) * i / steps;
    points << at(p_W + radius * (std::cos(a) * u + std::sin(a) * v));
  }
  return points;
}

QPixmap glyphIcon(const QString& name, const QColor& color, int px, double pixelRatio) {
  const QString key = QStringLiteral("grashof-glyph-%1-%2-%3-%4").arg(name, color.name(QColor::HexArgb)).arg(px).arg(pixelRatio);
  QPixmap pixmap;
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  QFile file(QStringLiteral(":/grashof/icons/") + name + QStringLiteral(".svg"));
  const int size = int(std::lround(px * pixelRatio));
  pixmap = QPixmap(size, size);
  pixmap.fill(Qt::transparent);
  if (file.open(QIODevice::ReadOnly)) {
    QSvgRenderer svg(file.readAll().replace("currentColor", color.name().toLatin1()));
    QPainter painter(&pixmap);
    svg.render(&painter, QRectF(0, 0, size, size));
  }
  pixmap.setDevicePixelRatio(pixelRatio);
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

Eigen::Vector3d sidewaysOf(const Eigen::Vector3d& unit) {
  // Horizontal where possible: it looks the same from one joint to the next.
  const Eigen::Vector3d other = std::abs(unit.z()) < 0.9 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitX();
  return unit.cross(other).normalized();
}

}  // namespace grashof
