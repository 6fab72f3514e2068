#include "render/view_cube.h"

#include <QPolygonF>
#include <array>
#include <cmath>

namespace grashof {
namespace {

struct Face {
  StandardView view;
  const char* name;
  Eigen::Vector3d normal, right, up;  // right and up: of its writing, seen from outside
};

const std::array<Face, 6>& faces() {
  using V = Eigen::Vector3d;
  static const std::array<Face, 6> all{{
      {StandardView::Front, "Front", V::UnitX(), V::UnitY(), V::UnitZ()},
      {StandardView::Back, "Back", -V::UnitX(), -V::UnitY(), V::UnitZ()},
      {StandardView::Left, "Left", V::UnitY(), -V::UnitX(), V::UnitZ()},
      {StandardView::Right, "Right", -V::UnitY(), V::UnitX(), V::UnitZ()},
      {StandardView::Top, "Top", V::UnitZ(), V::UnitX(), V::UnitY()},
      {StandardView::Bottom, "Bottom", -V::UnitZ(), V::UnitX(), -V::UnitY()},
  }};
  return all;
}

constexpr double kHalfEdge = 0.30;   // of the rectangle's width
constexpr double kEyeDistance = 7;   // half edges: a little perspective

class CubeView {
 public:
  CubeView(const QRectF& rect, const Camera& camera)
      : center_(rect.center() + QPointF(2, -1)), scale_(rect.width() * kHalfEdge), right_(camera.right()), up_(camera.up()),
        back_(-camera.forward()) {}
  QPointF at(const Eigen::Vector3d& p) const {
    const double s = scale_ * kEyeDistance / (kEyeDistance - p.dot(back_)) * 0.86;
    return center_ + QPointF(p.dot(right_) * s, -p.dot(up_) * s);
  }
  bool isVisible(const Face& f) const { return (kEyeDistance * back_ - f.normal).dot(f.normal) > 0.02; }
  double depth(const Eigen::Vector3d& p) const { return -p.dot(back_); }
  QPolygonF polygon(const Face& f) const {
    return QPolygonF({at(f.normal - f.right - f.up), at(f.normal + f.right - f.up), at(f.normal + f.right + f.up),
                      at(f.normal - f.right + f.up)});
  }
  /// How much a face looks at the light from above left.
  double shade(const Face& f) const { return f.normal.dot(Eigen::Vector3d(0.32, -0.55, 1.05).normalized()); }

 private:
  QPointF center_;
  double scale_;
  Eigen::Vector3d right_, up_, back_;
};

void paintAxis(QPainter& painter, const CubeView& cube, int axis, const ViewTheme& theme) {
  const QColor color = axis == 0 ? theme.axisX : axis == 1 ? theme.axisY : theme.axisZ;
  const Eigen::Vector3d corner = Eigen::Vector3d::Constant(-1.16);
  Eigen::Vector3d end = corner;
  end[axis] = 1.2;
  painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(cube.at(corner), cube.at(end));
  Eigen::Vector3d letter = corner;
  letter[axis] = 1.55;
  const QPointF p = cube.at(letter);
  painter.setFont(viewFont(11, 600));
  painter.drawText(QRectF(p.x() - 8, p.y() - 8, 16, 16), Qt::AlignCenter, QString(QLatin1Char("XYZ"[axis])));
}

void paintFace(QPainter& painter, const CubeView& cube, const Face& face, const ViewTheme& theme, bool isHovered) {
  const QPolygonF outline = cube.polygon(face);
  QColor fill = theme.surface;
  const double shade = cube.shade(face);
  fill = theme.isDark ? fill.lighter(int(112 + 42 * std::max(0.0, shade))) : fill.darker(int(112 - 12 * std::max(0.0, shade)));
  if (isHovered) fill = theme.accent;
  painter.setPen(QPen(theme.isDark ? theme.border.lighter(140) : theme.border.darker(112), 1));
  painter.setBrush(fill);
  painter.drawPolygon(outline);
  // The word lies on the face: a square of 100 units carried onto its outline.
  QTransform onFace;
  const QPolygonF square({QPointF(-50, 50), QPointF(50, 50), QPointF(50, -50), QPointF(-50, -50)});
  if (!QTransform::quadToQuad(square, outline, onFace)) return;
  painter.save();
  painter.setTransform(onFace, true);
  QFont font = viewFont(30, 500);
  painter.setFont(font);
  painter.setPen(isHovered ? theme.onAccent : theme.text2);
  painter.drawText(QRectF(-50, -50, 100, 100), Qt::AlignCenter, QLatin1String(face.name));
  painter.restore();
}

const Face* faceAt(const CubeView& cube, const QPointF& pointer) {
  for (const Face& f : faces())
    if (cube.isVisible(f) && cube.polygon(f).containsPoint(pointer, Qt::OddEvenFill)) return &f;
  return nullptr;
}

}  // namespace

QRectF viewCubeRect(double viewWidth) {
  return {viewWidth - kViewCubeSize - kViewCubeMargin, kViewCubeMargin, kViewCubeSize, kViewCubeSize};
}

void paintViewCube(QPainter& painter, const QRectF& rect, const Camera& camera, const ViewTheme& theme,
                   const std::optional<QPointF>& pointer) {
  painter.save();
  painter.setOpacity(1);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  const CubeView cube(rect, camera);
  const Face* hovered = pointer ? faceAt(cube, *pointer) : nullptr;
  const auto axisDepth = [&](int axis) {
    Eigen::Vector3d middle = Eigen::Vector3d::Constant(-1.16);
    middle[axis] = 0;
    return cube.depth(middle);
  };
  for (int axis = 0; axis < 3; ++axis)
    if (axisDepth(axis) > 0) paintAxis(painter, cube, axis, theme);
  for (const Face& f : faces())
    if (cube.isVisible(f)) paintFace(painter, cube, f, theme, hovered == &f);
  for (int axis = 0; axis < 3; ++axis)
    if (axisDepth(axis) <= 0) paintAxis(painter, cube, axis, theme);
  painter.restore();
}

std::optional<StandardView> viewCubeHit(const QRectF& rect, const Camera& camera, const QPointF& pointer) {
  if (!rect.contains(pointer)) return std::nullopt;
  const CubeView cube(rect, camera);
  if (const Face* face = faceAt(cube, pointer)) return face->view;
  return StandardView::Iso;
}

Camera turnedTo(const Camera& camera, StandardView view) {
  Camera c = camera;
  const Camera standard;
  c.pitchDeg = 0;
  switch (view) {
    case StandardView::Iso: c.yawDeg = standard.yawDeg; c.pitchDeg = standard.pitchDeg; break;
    case StandardView::Top: c.yawDeg = -90; c.pitchDeg = 89.9; break;
    case StandardView::Bottom: c.yawDeg = -90; c.pitchDeg = -89.9; break;
    case StandardView::Front: c.yawDeg = 0; break;
    case StandardView::Back: c.yawDeg = 180; break;
    case StandardView::Right: c.yawDeg = -90; break;
    case StandardView::Left: c.yawDeg = 90; break;
  }
  return c;
}

StandardView standardViewFromName(std::string_view name, bool& ok) {
  constexpr std::array<std::pair<std::string_view, StandardView>, 7> kNames{{{"iso", StandardView::Iso}, {"top", StandardView::Top},
      {"bottom", StandardView::Bottom}, {"front", StandardView::Front}, {"back", StandardView::Back},
      {"right", StandardView::Right}, {"left", StandardView::Left}}};
  for (const auto& [known, view] : kNames)
    if (name == known) {
      ok = true;
      return view;
    }
  ok = false;
  return StandardView::Iso;
}

}  // namespace grashof
