// render/viewport_private.h - the viewport's state; included by its own files only.
#pragma once
#include <QOpenGLWidget>
#include <QTimer>
#include <QVariantAnimation>

#include "render/gl_renderer.h"
#include "render/glyphs.h"
#include "render/view_cube.h"
#include "render/viewport_widget.h"

namespace grashof {

/// The GL picture. A child of the view, made only where the platform has GL: Qt 6.4 crashes when a window of the
/// offscreen platform shows a QOpenGLWidget.
class GlPicture : public QOpenGLWidget {
 public:
  explicit GlPicture(ViewportWidget::Private& view, QWidget* parent);
  ~GlPicture() override;
  bool isReady() const { return renderer_.isReady(); }
  bool isSoftware() const { return renderer_.isSoftware(); }

 protected:
  void initializeGL() override;
  void paintGL() override;

 private:
  void releaseRenderer();
  ViewportWidget::Private& view_;
  GlRenderer renderer_;
};

/// Transparent sheet above the GL picture: raster antialiasing and crisp text for glyphs, cube and scale bar.
class GlyphSheet : public QWidget {
 public:
  explicit GlyphSheet(ViewportWidget::Private& view, QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  ViewportWidget::Private& view_;
};

struct ViewportWidget::Private {
  explicit Private(ViewportWidget& widget);

  ViewportWidget& q;
  ScenePtr scene = std::make_shared<const Scene>();
  SceneFrame frame;
  std::optional<SceneFrame> ghost;
  ViewTheme theme;
  ViewOptions options;
  ToolOverlay overlay;
  RenderQuality quality = RenderQuality::Full;
  Camera camera;
  double groundZ = 0;
  std::uint64_t contentRevision = 1;  // of everything in the GL picture but its outlines
  bool hasCube = true, hasScaleBar = true, isReducedMotion = false, areBodiesDraggable = true;
  bool isAdaptive = true, isFollowing = true;
  bool wantsReset = false;          // the next frame is the first of a new file
  std::string problem;              // why there is no GL picture, for the sheet

  Picker picker;
  GlPicture* picture = nullptr;     // null on platforms without GL
  GlyphSheet* sheet = nullptr;
  QVariantAnimation* flight = nullptr;
  Camera flightFrom, flightTo;
  QTimer settle;                    // software GL: back to full quality when nothing moves
  bool isMoving = false;

  std::optional<Vector3d> handleAt(const QPointF& position) const;

  // The pointer.
  enum class Gesture { None, Pending, Orbit, Pan, Body, Cube };
  Gesture gesture = Gesture::None;
  Qt::MouseButton button = Qt::NoButton;
  QPointF pressedAt, lastAt;
  PickResult pressed;
  DragMotion motion;
  std::optional<QPointF> cubePointer;
  ElementRef pointerHover;
  // Cycling through what is stacked.
  QPointF lastClickAt;
  std::vector<ElementRef> lastStack;
  std::size_t lastChoice = 0;
  bool swallowsRelease = false;     // the release that ends a double click

  ScreenCamera screen() const { return {camera, double(q.width()), double(q.height())}; }
  double aspect() const { return q.height() > 0 ? double(q.width()) / q.height() : 1; }
  ViewOptions shownOptions() const;
  bool hasPicture() const { return picture && picture->isReady(); }
  void redraw();
  void contentChanged();
  void moved();
  void applyCamera(const Camera& wanted);
  void flyTo(const Camera& wanted, int ms);
  void resetView();
  void follow(const SceneFrame& next);
  void beginDrag(QMouseEvent* event);
  void continueDrag(QMouseEvent* event);
  void updateMotion(const QPointF& position, Qt::KeyboardModifiers modifiers);
  void hover(const QPointF& position);
  PickResult chooseFromStack(PickResult pick);
};

}  // namespace grashof
