// ui/tools/select_tool.h - click selects; a drag moves a joint with the loops closed, or pulls with a spring.
#pragma once
#include <optional>

#include "ui/tools/tool.h"

namespace grashof {

class MessageCard;

class SelectTool : public Tool {
  Q_OBJECT
 public:
  SelectTool(const Workbench& bench, QWidget* view);
  void hovered(const PickResult& pick) override;
  void clicked(const PickResult& pick, Qt::KeyboardModifiers keys) override;
  void dragStarted(const DragMotion& motion) override;
  void dragMoved(const DragMotion& motion) override;
  void dragFinished(const DragMotion& motion, bool isCancelled) override;
  bool escape() override;
  bool isDragging() const override { return drag_.has_value(); }
  bool dragsBodies() const override { return true; }
  Hint hint() const override;
  QWidget* card() const override;
  Vector3d cardAnchor() const override { return cardAnchor_W_; }

 private:
  struct Drag {
    int link = -1;
    int joint = -1;  ///< index into the model's joints; -1: nothing to move
    int gesture = -1;
    bool isPull = false;
    bool isInLoop = false;
    bool isOnGround = false;  ///< its joint hangs on the ground: its points move on that joint's circles only
    QString stop;  ///< why the mechanism does not follow; empty while it does
    VectorXd startPose;
    Vector3d lastTarget_W = Vector3d::Zero();
  };
  void dragJoint(const DragMotion& motion);
  bool dragPoint(const DragMotion& motion);
  void showDrag(const DragMotion& motion);
  void showStop(const QString& reason, const QString& hint = {});
  const Workbench& bench_;
  std::optional<Drag> drag_;
  MessageCard* stopCard_;  ///< a child of the view
  Vector3d cardAnchor_W_ = Vector3d::Zero();
};

}  // namespace grashof
