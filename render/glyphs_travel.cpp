// A joint's reachable range, coloured by how well it drives its loops there; declared in glyphs.h.
#include <algorithm>
#include <cmath>

#include "render/glyphs.h"
#include "render/scene_geometry.h"

namespace grashof {
namespace {

constexpr double kRadiusPx = 44, kStopPx = 7, kTailRad = 0.35;
constexpr double kBarOffsetPx = 16, kTailPx = 14;
constexpr double kGood = 0.5;        // of the best transmission: drawn as good
constexpr double kDimmed = 0.35;
constexpr int kColors = 24;

QColor blend(const QColor& a, const QColor& b, double share) {
  const auto mix = [share](int x, int y) { return static_cast<int>(std::lround(x + share * (y - x))); };
  return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

/// Red at a toggle, amber near it, the limits' blue where the joint drives well.
QColor colorOf(const ViewTheme& theme, double quality) {
  const double x = std::clamp(quality / kGood, 0.0, 1.0);
  return x < 0.5 ? blend(theme.limitsStop, theme.warning, 2 * x) : blend(theme.warning, theme.limits, 2 * x - 1);
}

/// A stretch of nearly one colour, first to last sample.
struct Stretch {
  std::size_t first, last;
  double quality;
};

std::vector<Stretch> stretchesOf(const TravelArc& travel) {
  std::vector<Stretch> stretches;
  int shown = -1;
  for (std::size_t i = 0; i + 1 < travel.values.size(); ++i) {
    const double quality = 0.5 * (travel.quality[i] + travel.quality[i + 1]);
    const int color = static_cast<int>(std::clamp(quality / kGood, 0.0, 1.0) * kColors);
    if (color != shown) stretches.push_back({i, i, quality});
    stretches.back().last = i + 1;
    shown = color;
  }
  return stretches;
}

void paintArc(GlyphCanvas& canvas, const SceneJoint& joint, const TravelArc& travel, const Vector3d& p_W,
              const Vector3d& axis_W, const Vector3d& now_W, double q) {
  const ViewTheme& theme = canvas.theme();
  const Vector3d zero_W = Eigen::AngleAxisd(-q, axis_W) * now_W;
  const auto circle = [&](double radius, double from, double to) {
    return canvas.circleAround(p_W, axis_W, zero_W, radius, from, to);
  };
  const double lower = travel.values.front(), upper = travel.values.back();
  QPainterPath fill;
  if (!travel.isFullTurn) fill.moveTo(canvas.at(p_W));
  fill.addPolygon(circle(kRadiusPx, lower, std::min(upper, lower + 2 * M_PI)));
  if (!travel.isFullTurn) fill.lineTo(canvas.at(p_W));
  canvas.painter().fillPath(fill, theme.limitsFill);
  if (!travel.isFullTurn && upper - lower < 2 * M_PI) {
    canvas.setOpacity(kDimmed);
    canvas.polyline(circle(kRadiusPx, upper, lower + 2 * M_PI), false, theme.axisPassive, 1.2);
    canvas.setOpacity(1);
    // Beyond an end: as far as the file's limits promise, else a little.
    const double past = joint.upper && *joint.upper > upper + 1e-6 ? *joint.upper - upper : joint.upper ? 0 : kTailRad;
    const double before = joint.lower && *joint.lower < lower - 1e-6 ? lower - *joint.lower : joint.lower ? 0 : kTailRad;
    for (const auto& [from, to] : {std::pair(upper, upper + std::min(past, 1.2)), std::pair(lower, lower - std::min(before, 1.2))})
      if (from != to) canvas.polyline(circle(kRadiusPx, from, to), false, theme.limitsStop, 1.8, OverlayLine::Style::Dashed);
  }
  for (const Stretch& s : stretchesOf(travel))
    canvas.polyline(circle(kRadiusPx, travel.values[s.first], travel.values[s.last]), false, colorOf(theme, s.quality), 2.4);
  if (!travel.isFullTurn)
    for (const double end : {lower, upper})
      canvas.line(circle(kRadiusPx - kStopPx, end, end).first(), circle(kRadiusPx + kStopPx, end, end).first(), theme.limitsStop, 3);
  canvas.line(canvas.at(p_W), circle(kRadiusPx, q, q).first(), theme.limits, 1.5);
}

/// A slide: a bar beside its axis from end to end.
void paintBar(GlyphCanvas& canvas, const TravelArc& travel, const Vector3d& p_W, const Vector3d& axis_W, double q) {
  const ViewTheme& theme = canvas.theme();
  const QPointF here = canvas.at(p_W), ahead = canvas.at(p_W + axis_W * kAxisHalfLengthPx * canvas.camera().metresPerPixel(p_W));
  const double length = std::hypot(ahead.x() - here.x(), ahead.y() - here.y());
  if (length < 4) return;  // seen from its end
  const QPointF along = (ahead - here) / length, aside(-along.y(), along.x());
  const auto at = [&](double value) { return canvas.at(p_W + axis_W * (value - q)) + aside * kBarOffsetPx; };
  const double lower = travel.values.front(), upper = travel.values.back();
  for (const auto& [end, sense] : {std::pair(lower, -1.0), std::pair(upper, 1.0)})
    canvas.line(at(end), at(end) + along * sense * kTailPx, theme.limitsStop, 1.8, OverlayLine::Style::Dashed);
  for (const Stretch& s : stretchesOf(travel))
    canvas.line(at(travel.values[s.first]), at(travel.values[s.last]), colorOf(theme, s.quality), 2.4);
  for (const double end : {lower, upper}) canvas.line(at(end) - aside * kStopPx, at(end) + aside * kStopPx, theme.limitsStop, 3);
  canvas.dot(at(q), 7, theme.limits);
}

}  // namespace

void paintTravel(GlyphCanvas& canvas, const GlyphInput& input, const Vector3d& p_W, const Vector3d& axis_W,
                 const Vector3d& now_W, double q) {
  const TravelArc& travel = *input.options.travel;
  if (travel.values.size() < 2 || travel.quality.size() != travel.values.size()) return;
  const SceneJoint& joint = input.scene.joints[static_cast<std::size_t>(travel.joint)];
  canvas.setOpacity(1);
  if (isRotary(joint.type))
    paintArc(canvas, joint, travel, p_W, axis_W, now_W, q);
  else
    paintBar(canvas, travel, p_W, axis_W, q);
}

}  // namespace grashof
