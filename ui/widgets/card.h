// ui/widgets/card.h - a floating surface with a soft shadow that it paints itself: rails, hints, toasts,
// previews. No QGraphicsEffect: it would not compose above a QOpenGLWidget.
#pragma once
#include <QWidget>

namespace grashof {

class Card : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kShadow = 10;  ///< px around the surface that belong to the shadow

  explicit Card(QWidget* parent = nullptr, int radius = 8);
  /// The widget's rectangle without the shadow.
  QRect surface() const { return rect().adjusted(kShadow, kShadow, -kShadow, -kShadow); }
  /// Places the surface (not the widget) with its top left at `topLeft`.
  void moveSurface(const QPoint& topLeft) { move(topLeft - QPoint(kShadow, kShadow)); }
  QSize surfaceHint() const { return sizeHint() - QSize(2 * kShadow, 2 * kShadow); }
  void setBorderToken(const QString& token);
  const QString& borderToken() const { return borderToken_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  int radius_;
  QString borderToken_ = QStringLiteral("border");
};

}  // namespace grashof
