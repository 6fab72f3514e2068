// ui/tools/mimic_tool.h - two clicks, in the view or the tree, make a joint follow another one.
#pragma once
#include <optional>

#include "ui/tools/tool.h"

namespace grashof {

class MimicCard;

/// The follower is the joint that is selected, or the first click; the leader is the next one.
class MimicTool : public Tool {
  Q_OBJECT
 public:
  MimicTool(const Workbench& bench, QWidget* view);
  void enter() override;
  void leave() override;
  void hovered(const PickResult& pick) override;
  void clicked(const PickResult& pick, Qt::KeyboardModifiers keys) override;
  bool escape() override;
  bool confirm() override;
  Hint hint() const override;
  QWidget* card() const override;
  Vector3d cardAnchor() const override { return placeOf(leader_); }
  std::vector<Vector3d> cardSubject() const override;
  int follower() const { return follower_; }
  int leader() const { return leader_; }
  const Mimic& mimic() const { return mimic_; }

 private:
  bool canTakePart(int joint) const;
  int jointUnder(const PickResult& pick) const;
  void take(int joint);
  void restart(int follower);
  void propose();
  void judge();
  void commit();
  void showOverlay();
  Vector3d placeOf(int joint) const;  ///< in World, now
  const Workbench& bench_;
  MimicCard* card_;  ///< a child of the view
  Mimic mimic_;
  int follower_ = -1, leader_ = -1, under_ = -1;  ///< indices into the mechanism's joints
  bool isActive_ = false;
};

}  // namespace grashof
