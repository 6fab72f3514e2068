// render/viewport_widget.h - the 3D view: draws a scene, moves the camera, reports picks and drags.
#pragma once
#include <QImage>
#include <QWidget>
#include <memory>

#include "render/camera.h"
#include "render/pick.h"
#include "render/scene.h"
#include "render/tool_overlay.h"
#include "render/view_options.h"
#include "render/view_theme.h"

namespace grashof {

/// Orbit: left drag over empty space. A left drag on a body is reported (dragStarted...), unless bodies are not
/// draggable. Pan: right, middle or Shift + left drag over empty space. Zoom: wheel, to the cursor. Keys: F
/// frames the selection, Home everything, 1/3/7/0 front/right/top/iso, 5 perspective. Draws on demand only. On a
/// platform without GL (offscreen) it paints a plain background; picking and signals work all the same.
class ViewportWidget : public QWidget {
  Q_OBJECT
 public:
  explicit ViewportWidget(QWidget* parent = nullptr);
  ~ViewportWidget() override;

  /// `resetView`: a new file; with its first frame (now, if the scene is already shown) the camera frames it and the
  /// ground is put below it. False for an edited mechanism.
  void setScene(ScenePtr scene, bool resetView);
  ScenePtr scene() const;
  /// Newest state; cheap, coalesced to one redraw.
  void setFrame(const SceneFrame& frame);
  const SceneFrame& frame() const;
  /// Nominal pose shown by the ghost layer.
  void setGhostFrame(const SceneFrame& frame);

  void setTheme(const ViewTheme& theme);
  const ViewTheme& theme() const;
  void setOptions(const ViewOptions& options);
  const ViewOptions& options() const;
  void setLayers(const ViewLayers& layers);
  void setSelection(ElementRef selection);
  void setHovered(ElementRef hovered);  ///< from a tree or table; the pointer's own hover is set by the view
  void setEmphasis(const ViewEmphasis& emphasis);
  void setOverlay(const ToolOverlay& overlay);
  void setQuality(RenderQuality quality);
  /// Whether a software renderer draws in reduced quality while things move (the default). Off for screenshots.
  void setAdaptiveQuality(bool isAdaptive);
  void setReducedMotion(bool isReduced);
  /// Whether the camera goes along when the root link leaves the middle of the view (the default): a machine that
  /// walks or falls stays in sight.
  void setFollowing(bool isFollowing);
  void setBodiesDraggable(bool isDraggable);  ///< false: a left drag always orbits
  /// Navigation aids of the view; off for thumbnails.
  void setDecorations(bool hasViewCube, bool hasScaleBar);

  const Camera& camera() const;
  void setCamera(const Camera& camera, bool animated = true);
  void homeView();
  bool cancelDrag();  ///< gives up the drag of a body or handle; false: there is none
  void frameSelection();
  void setStandardView(StandardView view);
  void setOrthographic(bool isOrthographic);
  bool isOrthographic() const;

  /// Logical px in the widget; for cards and callouts that stand beside a point. nullopt behind the camera.
  std::optional<QPointF> project(const Vector3d& p_W) const;
  PickResult pickAt(const QPointF& position) const;
  /// The view with its glyphs, without waiting for the screen.
  QImage grabPicture();
  bool hasContext() const;

  struct Private;                ///< viewport_private.h

 Q_SIGNALS:
  void hovered(const grashof::PickResult& pick);
  void clicked(const grashof::PickResult& pick, Qt::KeyboardModifiers modifiers);
  void doubleClicked(const grashof::PickResult& pick);
  void contextMenuRequested(const grashof::PickResult& pick, const QPoint& globalPosition);
  void dragStarted(const grashof::DragMotion& motion);
  void dragMoved(const grashof::DragMotion& motion);
  void dragFinished(const grashof::DragMotion& motion, bool isCancelled);
  void cameraChanged();
  void projectionChanged(bool isOrthographic);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  std::unique_ptr<Private> d_;
};

}  // namespace grashof
