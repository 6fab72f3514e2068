// Joint axes and limits, link frames, centres of mass, inertia boxes, names; declared in glyphs.h.
#include <cmath>

#include "render/glyphs.h"
#include "render/scene_geometry.h"

namespace grashof {
namespace {

constexpr double kFramePx = 26, kComPx = 6.5, kLimitsRadiusPx = 44;

/// Where the child points, seen along the axis: the direction that limits are shown against.
Vector3d pointingDirection(const GlyphInput& input, const SceneJoint& joint, const PlacedAxis& axis) {
  if (joint.child >= 0 && static_cast<std::size_t>(joint.child) < input.frame.linkPoses.size()) {
    const Bounds& b = input.scene.links[joint.child].bounds_L;
    if (!b.isEmpty) {
      const Vector3d v = input.frame.linkPoses[joint.child] * ((b.lower + b.upper) / 2) - axis.p_W;
      const Vector3d flat = v - v.dot(axis.direction_W) * axis.direction_W;
      if (flat.norm() > 0.05 * v.norm() && flat.norm() > 1e-6) return flat.normalized();
    }
  }
  return sidewaysOf(axis.direction_W);
}

bool hasTravel(const GlyphInput& input, int joint) {
  return input.options.travel && input.options.travel->joint == joint;
}

void paintLimits(GlyphCanvas& canvas, const GlyphInput& input, const SceneJoint& joint, const PlacedAxis& axis, double q) {
  if (!joint.lower || !joint.upper || !isRotary(joint.type) || *joint.upper - *joint.lower > 2 * M_PI) return;
  const Vector3d now = pointingDirection(input, joint, axis);
  const Vector3d zero = Eigen::AngleAxisd(-q, axis.direction_W) * now;
  OverlayArc arc{axis.p_W, axis.direction_W, zero, *joint.lower, *joint.upper, kLimitsRadiusPx, true, true};
  ToolOverlay overlay;
  overlay.arcs.push_back(arc);
  paintOverlay(canvas, overlay);
  const double beyond = q < *joint.lower ? *joint.lower : *joint.upper;
  if (q < *joint.lower || q > *joint.upper)
    canvas.polyline(canvas.circleAround(axis.p_W, axis.direction_W, zero, kLimitsRadiusPx, beyond, q), false,
                    canvas.theme().limitsStop, 1.8, OverlayLine::Style::Dashed);
  const QPolygonF hand = canvas.circleAround(axis.p_W, axis.direction_W, now, kLimitsRadiusPx, 0, 0);
  canvas.line(canvas.at(axis.p_W), hand.first(), canvas.theme().limits, 1.5);
}

void paintTurnArrow(GlyphCanvas& canvas, const PlacedAxis& axis, const QColor& color) {
  const Vector3d u = sidewaysOf(axis.direction_W);
  const QPolygonF turn = canvas.circleAround(axis.p_W + axis.direction_W * 6 * canvas.camera().metresPerPixel(axis.p_W),
                                             axis.direction_W, u, 10, 0.3, 5.2);
  canvas.polyline(turn, false, color, 1.5);
  const QPointF tip = turn.last(), v = tip - turn[turn.size() - 3];
  const double length = std::hypot(v.x(), v.y());
  if (length > 0.5) canvas.arrow(tip - v / length, tip + v / length * 6, color, 1.5, 6.5, 6.5);
}

void paintAxis(GlyphCanvas& canvas, const GlyphInput& input, int index, bool isLarge) {
  const std::optional<PlacedAxis> axis = jointAxis(input.scene, input.frame, index);
  if (!axis || !canvas.isInFront(axis->p_W)) return;
  const SceneJoint& joint = input.scene.joints[index];
  const ViewTheme& theme = canvas.theme();
  const QColor color = isLarge ? theme.select : joint.isMimic ? theme.mimic : joint.isActuated ? theme.axisActuated : theme.axisPassive;
  const Vector3d half = axis->direction_W * (kAxisHalfLengthPx * canvas.camera().metresPerPixel(axis->p_W));
  canvas.setOpacity(isLarge ? 1 : glyphOpacity(canvas, input, axis->p_W, {joint.parent, joint.child}));
  const QPointF a = canvas.at(axis->p_W - half), b = canvas.at(axis->p_W + half);
  const bool isSolid = joint.isActuated || isLarge;
  canvas.line(a, b, color, 1.5, isSolid ? OverlayLine::Style::Solid : OverlayLine::Style::DashDot);
  if (isRotary(joint.type) && isSolid) paintTurnArrow(canvas, *axis, color);
  if (joint.type == JointType::Prismatic) {
    const QPointF v = b - a;
    const double length = std::hypot(v.x(), v.y());
    if (length > 20) {
      canvas.arrow(b - v / length * 8, b, color, 1.5, 8, 8);
      canvas.arrow(a + v / length * 8, a, color, 1.5, 8, 8);
    }
  }
}

QString valueText(const SceneJoint& joint, double q) {
  if (isRotary(joint.type)) {
    QString text = QString::number(q * 180 / M_PI, 'f', 1);
    return text.replace(QLatin1Char('-'), QChar(0x2212)) + QChar(0xB0);
  }
  return joint.type == JointType::Prismatic ? QString::fromStdString(lengthText(q)) : QString();
}

void paintJointDetail(GlyphCanvas& canvas, const GlyphInput& input, int index) {
  const std::optional<PlacedAxis> axis = jointAxis(input.scene, input.frame, index);
  if (!axis || !canvas.isInFront(axis->p_W)) return;
  const SceneJoint& joint = input.scene.joints[index];
  const double q = static_cast<std::size_t>(index) < input.frame.jointPositions.size() ? input.frame.jointPositions[index] : 0;
  canvas.setOpacity(1);
  if (hasTravel(input, index))
    paintTravel(canvas, input, axis->p_W, axis->direction_W, pointingDirection(input, joint, *axis), q);
  else
    paintLimits(canvas, input, joint, *axis, q);
  paintAxis(canvas, input, index, true);
  const std::string_view type = jointTypeName(joint.type);
  canvas.pill(canvas.at(axis->p_W), QString::fromStdString(joint.name) + QStringLiteral(" ") + valueText(joint, q),
              QStringLiteral("joint-") + QString::fromUtf8(type.data(), int(type.size())), canvas.theme().accent);
}

void paintFrame(GlyphCanvas& canvas, const Pose& X_WL) {
  const double length = kFramePx * canvas.camera().metresPerPixel(X_WL.p);
  const QColor colors[3] = {canvas.theme().axisX, canvas.theme().axisY, canvas.theme().axisZ};
  for (int i = 0; i < 3; ++i) canvas.line(canvas.at(X_WL.p), canvas.at(X_WL.p + length * X_WL.R.col(i)), colors[i], 2);
}

void paintCom(GlyphCanvas& canvas, const QPointF& p) {
  canvas.dot(p, 2 * kComPx, canvas.theme().com);
  QPainter& painter = canvas.painter();
  painter.setPen(Qt::NoPen);
  painter.setBrush(canvas.theme().com.lightness() > 128 ? QColor(20, 22, 26) : QColor(255, 255, 255));
  const QRectF box(p.x() - kComPx + 1.2, p.y() - kComPx + 1.2, 2 * kComPx - 2.4, 2 * kComPx - 2.4);
  painter.drawPie(box, 0, 90 * 16);
  painter.drawPie(box, 180 * 16, 90 * 16);
}

void paintInertia(GlyphCanvas& canvas, const Pose& X_WI, const Vector3d& size) {
  const auto corner = [&](int i) {
    return canvas.at(X_WI * Vector3d((i & 1 ? 0.5 : -0.5) * size.x(), (i & 2 ? 0.5 : -0.5) * size.y(), (i & 4 ? 0.5 : -0.5) * size.z()));
  };
  for (int i = 0; i < 8; ++i)
    for (const int bit : {1, 2, 4})
      if (!(i & bit)) canvas.line(corner(i), corner(i | bit), canvas.theme().axisPassive, 1.2);
}

}  // namespace

void paintLinkGlyphs(GlyphCanvas& canvas, const GlyphInput& input) {
  const ViewLayers& layers = input.options.layers;
  for (std::size_t i = 0; i < input.scene.links.size() && i < input.frame.linkPoses.size(); ++i) {
    const SceneLink& link = input.scene.links[i];
    const Pose& X_WL = input.frame.linkPoses[i];
    const Pose X_WI = X_WL * link.X_LI;
    if (!canvas.isInFront(X_WL.p) || !canvas.isInFront(X_WI.p)) continue;
    canvas.setOpacity(1);
    if (layers.inertias && link.hasInertial) paintInertia(canvas, X_WI, link.inertiaBox);
    if (layers.linkFrames) paintFrame(canvas, X_WL);
    if (layers.coms && link.hasInertial) paintCom(canvas, canvas.at(X_WI.p));
  }
  if (!layers.names) return;
  for (std::size_t i = 0; i < input.scene.links.size() && i < input.frame.linkPoses.size(); ++i) {
    const SceneLink& link = input.scene.links[i];
    const Vector3d p = input.frame.linkPoses[i] *
                       (link.bounds_L.isEmpty ? Vector3d::Zero().eval() : ((link.bounds_L.lower + link.bounds_L.upper) / 2).eval());
    if (canvas.isInFront(p)) canvas.pill(canvas.at(p) - QPointF(20, 8), QString::fromStdString(link.name));
  }
}

void paintJointGlyphs(GlyphCanvas& canvas, const GlyphInput& input) {
  if (input.options.layers.jointAxes)
    for (std::size_t i = 0; i < input.scene.joints.size(); ++i) {
      const ElementRef self{ElementKind::Joint, static_cast<int>(i)};
      if (!(self == input.options.selection) && !(self == input.options.hovered)) paintAxis(canvas, input, static_cast<int>(i), false);
    }
  const auto detail = [&](ElementRef e) {
    if (e.kind == ElementKind::Joint && e.index >= 0 && e.index < static_cast<int>(input.scene.joints.size()) &&
        !input.scene.joints[e.index].isCut)
      paintJointDetail(canvas, input, e.index);
  };
  const ElementRef swept{ElementKind::Joint, input.options.travel ? input.options.travel->joint : -1};
  if (swept.index >= 0 && input.options.travel->isAlwaysShown && !(swept == input.options.selection) &&
      !(swept == input.options.hovered))
    detail(swept);
  detail(input.options.selection);
  if (!(input.options.hovered == input.options.selection)) detail(input.options.hovered);
}

}  // namespace grashof
