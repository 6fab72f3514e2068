// ui/tools/cut_tool.h - a loop is pointed at, its joints light up with rank and reason, a click moves the
// cut.
#pragma once
#include "ui/tools/cut_plan.h"
#include "ui/tools/tool.h"

namespace grashof {

class MessageCard;

class CutTool : public Tool {
  Q_OBJECT
 public:
  CutTool(const Workbench& bench, QWidget* view);
  void enter() override;
  void leave() override;
  void hovered(const PickResult& pick) override;
  void clicked(const PickResult& pick, Qt::KeyboardModifiers keys) override;
  bool escape() override;
  bool next() override;
  bool nextGroup() override;
  bool confirm() override;
  bool drawsLoops() const override { return true; }
  Hint hint() const override;
  QWidget* card() const override;
  Vector3d cardAnchor() const override;
  int loop() const { return loop_; }
  int joint() const;  ///< Mechanism joint that a click would cut, -1

 private:
  bool isReady() const;
  void light(int loop, int place);
  void dim();
  void show();
  int placeOfJoint(int joint) const;
  int placeNear(const Vector3d& p_W) const;
  void cut();
  const Workbench& bench_;
  LoopPicture picture_;
  int loop_ = -1, place_ = -1;  ///< place_: index into picture_.places
  MessageCard* message_;        ///< a child of the view
  bool isRefused_ = false, isActive_ = false;
};

}  // namespace grashof
