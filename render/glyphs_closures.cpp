// Closures: anchors, gap, pin, rail, plane, hinge, scissors, forces; declared in glyphs.h.
#include <cmath>

#include "render/glyphs.h"
#include "render/scene_geometry.h"

namespace grashof {
namespace {

constexpr double kSmall = 0.72;         // unselected closures
constexpr double kClosedGap = 1e-4;     // m; below, a gap has no label
constexpr double kRailHalfLength = 30, kRailOffset = 9;

/// One closure with its places on the screen.
struct Placed {
  const ClosureFrame& frame;
  const SceneClosure* closure = nullptr;  // null: a cut joint
  Vector3d p1_W, p2_W;                    // p2 with the gap exaggerated
  bool isSelected = false, isHovered = false;
  std::vector<int> links;

  bool isLarge() const { return isSelected || isHovered; }
};

Placed place(const GlyphInput& input, const ClosureFrame& c) {
  Placed p{c, nullptr, c.p1_W, c.p1_W + (c.p2_W - c.p1_W) * input.options.gapScale, false, false, {}};
  if (c.element.kind == ElementKind::Closure && c.element.index >= 0 && c.element.index < static_cast<int>(input.scene.closures.size()))
    p.closure = &input.scene.closures[c.element.index];
  p.isSelected = input.options.selection == c.element ||
                 std::find(input.options.alsoSelected.begin(), input.options.alsoSelected.end(), c.element) != input.options.alsoSelected.end();
  p.isHovered = input.options.hovered == c.element;
  if (p.closure) {
    p.links = {p.closure->link1, p.closure->link2};
  } else if (c.element.kind == ElementKind::Joint && c.element.index >= 0 && c.element.index < static_cast<int>(input.scene.joints.size())) {
    p.links = {input.scene.joints[c.element.index].parent, input.scene.joints[c.element.index].child};
  }
  return p;
}

/// Unit vector on the screen of a direction at a point, and how long a unit of 1 px appears (foreshortening).
QPointF screenDirection(const GlyphCanvas& canvas, const Vector3d& p_W, const Vector3d& direction_W, double& foreshortening) {
  const double px = canvas.camera().metresPerPixel(p_W);
  const QPointF v = canvas.at(p_W + direction_W * 10 * px) - canvas.at(p_W);
  const double length = std::hypot(v.x(), v.y());
  foreshortening = std::min(1.0, length / 10);
  return length > 1e-6 ? v / length : QPointF(1, 0);
}

/// Two lines along the free direction; returns where the scissors go.
QPointF paintRail(GlyphCanvas& canvas, const Placed& p, const Vector3d& free_W) {
  double share = 1;
  const QPointF center = canvas.at(p.p1_W), along = screenDirection(canvas, p.p1_W, free_W, share);
  const QPointF across(-along.y(), along.x());
  const double half = std::max(12.0, kRailHalfLength * share);
  for (const double side : {-kRailOffset, kRailOffset})
    canvas.line(center - along * half + across * side, center + along * half + across * side, canvas.theme().rail, 1.8);
  const QPointF end = along.x() > 0 ? center - along * half : center + along * half;
  return end;
}

QPointF paintPlane(GlyphCanvas& canvas, const Placed& p, const Vector3d& normal_W) {
  const double size = 26 * canvas.camera().metresPerPixel(p.p1_W);
  const Vector3d u = sidewaysOf(normal_W) * size, v = normal_W.cross(u);
  QPolygonF corners;
  for (const Vector3d& c : {Vector3d(u + v), Vector3d(v - u), Vector3d(-u - v), Vector3d(u - v)}) corners << canvas.at(p.p1_W + c);
  canvas.polyline(corners, true, canvas.theme().plane, 1.5, OverlayLine::Style::Solid, canvas.theme().planeFill);
  canvas.line(canvas.at(p.p1_W), canvas.at(p.p1_W + normal_W * size), canvas.theme().plane, 1.5);
  return canvas.at(p.p1_W) + QPointF(-26, 16);
}

QPointF paintPin(GlyphCanvas& canvas, const Placed& p) {
  const QPointF center = canvas.at(p.p1_W);
  canvas.arc(center, 13, 45, 90, 1.8, canvas.theme().pin);
  canvas.arc(center, 13, 225, 90, 1.8, canvas.theme().pin);
  return center + QPointF(-26, 16);
}

/// What tells the kinds apart; only on hover or selection.
void paintKind(GlyphCanvas& canvas, const GlyphInput& input, const Placed& p) {
  QPointF scissors = canvas.at(p.p1_W) + QPointF(-26, 16);
  if (p.closure && input.options.layers.constraintAxes) {
    if (const auto free = freeDirection(input.scene, input.frame, *p.closure)) {
      scissors = paintRail(canvas, p, *free);
    } else if (const auto held = heldDirection(input.scene, input.frame, *p.closure)) {
      scissors = paintPlane(canvas, p, *held);
    } else {
      scissors = paintPin(canvas, p);
    }
  }
  if (p.isSelected) canvas.disc(scissors, 22, canvas.theme().cut, QStringLiteral("scissors"), canvas.theme().surface);
}

void paintAnchors(GlyphCanvas& canvas, const Placed& p) {
  const double scale = p.isLarge() ? 1 : kSmall;
  const QPointF a = canvas.at(p.p1_W), b = canvas.at(p.p2_W), v = b - a;
  if (std::hypot(v.x(), v.y()) > 3) canvas.line(a, b, canvas.theme().gap, 2, OverlayLine::Style::Dotted);
  // The ring last: the dot's halo must not eat it where the two stand on one another.
  canvas.dot(a, (p.isLarge() ? 9 : 8) * scale, canvas.theme().anchor1);
  canvas.ring(b, 14 * scale, 2, canvas.theme().anchor2);
}

QString iconOf(const Placed& p) {
  if (!p.closure) return QStringLiteral("scissors");
  if (p.closure->hingePartner >= 0) return QStringLiteral("hinge");
  if (p.closure->axes_L1.size() == 2) return QStringLiteral("closure-rail");
  if (p.closure->axes_L1.size() == 1) return QStringLiteral("closure-plane");
  return QStringLiteral("closure-pin");
}

void paintLabel(GlyphCanvas& canvas, const GlyphInput& input, const Placed& p) {
  const bool hasForce = input.options.layers.forces && p.frame.force_W.norm() >= kForceRounding;
  QString text, icon = iconOf(p);
  QColor color = canvas.theme().cut;
  if (hasForce) {
    text = QString::fromStdString(forceText(p.frame.force_W.norm()));
    icon = QStringLiteral("force");
    color = canvas.theme().force;
  } else if (p.closure) {
    text = QString::fromStdString(p.closure->name);
  } else {
    text = QString::fromStdString(input.scene.joints[p.frame.element.index].name);
  }
  if (p.frame.gap > kClosedGap) text += QString::fromUtf8(" \xC2\xB7 gap ") + QString::fromStdString(lengthText(p.frame.gap));
  canvas.pill(canvas.at(p.p1_W), text, icon, color);
}

void paintHingeAxes(GlyphCanvas& canvas, const GlyphInput& input) {
  const auto frameOf = [&](int closure) -> const ClosureFrame* {
    for (const ClosureFrame& c : input.frame.closures)
      if (c.element == ElementRef{ElementKind::Closure, closure}) return &c;
    return nullptr;
  };
  for (std::size_t i = 0; i < input.scene.closures.size(); ++i) {
    const int partner = input.scene.closures[i].hingePartner;
    if (partner < static_cast<int>(i)) continue;
    const ClosureFrame *a = frameOf(static_cast<int>(i)), *b = frameOf(partner);
    if (!a || !b || !canvas.isInFront(a->p1_W) || !canvas.isInFront(b->p1_W)) continue;
    const Vector3d more = 0.3 * (b->p1_W - a->p1_W);
    canvas.setOpacity(1);
    canvas.line(canvas.at(a->p1_W - more), canvas.at(b->p1_W + more), canvas.theme().pin, 1.5, OverlayLine::Style::Dashed);
  }
}

}  // namespace

void paintClosureGlyphs(GlyphCanvas& canvas, const GlyphInput& input) {
  if (!input.options.layers.anchors) return;
  std::vector<Placed> small, large;
  for (const ClosureFrame& c : input.frame.closures) {
    if (!c.p1_W.allFinite() || !c.p2_W.allFinite() || !canvas.isInFront(c.p1_W) || !canvas.isInFront(c.p2_W)) continue;
    Placed p = place(input, c);
    (p.isLarge() ? large : small).push_back(std::move(p));
  }
  paintHingeAxes(canvas, input);
  for (const Placed& p : small) {
    canvas.setOpacity(glyphOpacity(canvas, input, p.p1_W, p.links));
    paintAnchors(canvas, p);
  }
  // What is selected is never dim: one has asked for it.
  canvas.setOpacity(1);
  for (const Placed& p : large) {
    paintKind(canvas, input, p);
    paintAnchors(canvas, p);
  }
  for (const Placed& p : large) paintLabel(canvas, input, p);
}

void paintForces(GlyphCanvas& canvas, const GlyphInput& input) {
  const double reference = input.frame.referenceForce > 0 ? input.frame.referenceForce : 1;
  const Bounds bounds = boundsOf(input.scene, input.frame);
  const double size = bounds.isEmpty ? 1 : (bounds.upper - bounds.lower).norm();
  constexpr double kLongest = 3;  // scene sizes: an impact must not leave the room
  for (const ClosureFrame& c : input.frame.closures) {
    const double force = c.force_W.norm();
    if (!(force >= kForceRounding) || !std::isfinite(force) || !canvas.isInFront(c.p1_W)) continue;
    const double ratio = force / reference;
    const double share = input.options.isForceLogarithmic ? 0.3 * std::log10(1 + 30 * ratio) : ratio;
    const Vector3d tip = c.p1_W + c.force_W / force * std::min(share * input.options.forceScale, kLongest) * 0.6 * size;
    if (!canvas.isInFront(tip)) continue;
    const Placed p = place(input, c);
    canvas.setOpacity(p.isLarge() ? 1 : glyphOpacity(canvas, input, c.p1_W, p.links));
    canvas.arrow(canvas.at(c.p1_W), canvas.at(tip), canvas.theme().force, 3, 13, 11);
    paintAnchors(canvas, p);
  }
  canvas.setOpacity(1);
}

}  // namespace grashof
