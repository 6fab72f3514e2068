// ui/tools/axis_tool.h - points the axis of a joint or a closure along another axis, a normal or a world
// axis.
#pragma once
#include <optional>

#include "ui/tools/axis_gizmo.h"
#include "ui/tools/axis_plan.h"
#include "ui/tools/snap_point.h"
#include "ui/tools/tool.h"

namespace grashof {

class MessageCard;

/// The target is what is selected, or the first click; the second click, or X, Y, Z and Enter, gives the
/// direction.
class AxisTool : public Tool {
  Q_OBJECT
 public:
  AxisTool(const Workbench& bench, QWidget* view);
  void enter() override;
  void leave() override;
  void hovered(const PickResult& pick) override;
  void clicked(const PickResult& pick, Qt::KeyboardModifiers keys) override;
  bool escape() override;
  bool next() override;
  bool confirm() override;
  void dragStarted(const DragMotion& motion) override;
  void dragMoved(const DragMotion& motion) override;
  void dragFinished(const DragMotion& motion, bool isCancelled) override;
  bool isDragging() const override { return grabbed_.has_value(); }
  bool keyPressed(int key) override;
  Hint hint() const override;
  QWidget* card() const override;
  Vector3d cardAnchor() const override { return target_ ? target_->p_W : Vector3d(Vector3d::Zero()); }

 private:
  struct Direction {
    Vector3d axis_W;
    QString name;
    std::optional<SnapPoint> at;
  };
  ElementRef targetUnder(const PickResult& pick) const;
  std::optional<Direction> directionUnder(const PickResult& pick, bool withSnapping) const;
  void choose(ElementRef element);
  void apply();
  void refuse(const QString& text, const QString& help);
  AxisGizmo gizmo() const;
  void forget();
  void show();
  const Workbench& bench_;
  std::optional<AxisTarget> target_;
  std::optional<Direction> direction_;
  bool isChosen_ = false;  ///< direction_ was turned or typed: the pointer passing over things leaves it
  struct Grab {
    AxisGizmo start;
    GizmoHandle handle = GizmoHandle::Tip;
    std::optional<Direction> before;
    bool wasChosen = false;
  };
  std::optional<Grab> grabbed_;
  PickResult lastPick_;
  int snapIndex_ = 0;
  MessageCard* message_;  ///< a child of the view
  bool isRefused_ = false, isActive_ = false;
};

}  // namespace grashof
