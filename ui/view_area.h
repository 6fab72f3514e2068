// ui/view_area.h - the viewport with what floats above it: tool rail, view controls, hint line, toasts,
// cards.
#pragma once
#include <QPointer>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/widgets/card.h"
#include "ui/workbench.h"

namespace grashof {

class Actions;
class HintLine;
class SceneFeed;
class Tool;
class ViewportWidget;
struct Hint;
struct ToastText;

class ViewArea : public QWidget {
  Q_OBJECT
 public:
  ViewArea(Actions* actions, const Workbench& bench, QWidget* parent = nullptr);
  ~ViewArea() override;
  ViewportWidget* viewport() const { return viewport_; }
  SceneFeed* scene() const { return scene_; }
  void setGapScale(double factor);
  /// Esc: true when the active tool had something to give up.
  bool escape();
  Tool* activeTool() const { return active_; }
  QSize minimumSizeHint() const override { return {200, 140}; }

 Q_SIGNALS:
  void activityChanged(const QString& text);
  void announced(const grashof::ToastText& toast);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildRail(Actions* actions);
  void buildControls(Actions* actions);
  void buildTools(Actions* actions);
  void activate(Tool* tool);
  void place();
  QRectF subjectRect() const;  ///< of the active tool's card, in px; null: none
  void followBase();
  void showMenu(Actions* actions, const QPoint& globalPosition);
  const Workbench& bench_;
  ViewportWidget* viewport_;
  SceneFeed* scene_;
  Card *rail_, *controls_;
  HintLine* hint_;
  Tool* active_ = nullptr;
  bool isFollowing_ = true;
  std::optional<Vector3d> lastBase_;  ///< where the base was in the last picture of the run
  Tool* select_ = nullptr;
  QPointer<Card> card_;  ///< of the active tool, shown
};

}  // namespace grashof
