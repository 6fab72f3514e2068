// ui/tools/pin_tool.h - two clicks make a closure: a point on body 1, a point on body 2, a look at the
// preview.
#pragma once
#include <optional>

#include "ui/tools/closure_choice.h"
#include "ui/tools/tool.h"

namespace grashof {

class PinCard;

class PinTool : public Tool {
  Q_OBJECT
 public:
  /// `preferred`: the kind that is proposed first (a pin, or axes that suit the loop).
  PinTool(const Workbench& bench, ClosureKind preferred, QWidget* view);
  void enter() override;
  void leave() override;
  void hovered(const PickResult& pick) override;
  void clicked(const PickResult& pick, Qt::KeyboardModifiers keys) override;
  bool escape() override;
  Hint hint() const override;
  QWidget* card() const override;
  Vector3d cardAnchor() const override;
  std::vector<Vector3d> cardSubject() const override;
  bool next() override;

 private:
  struct Candidate {
    ClosureEnd end;
    Vector3d p_W = Vector3d::Zero();
    bool isSnap = false;
  };
  std::optional<Candidate> candidateAt(const PickResult& pick, bool withSnapping) const;
  Vector3d worldPoint(const ClosureEnd& end) const;
  bool isPlanarPath() const;
  KindChoices choices() const;
  void commitRod();
  void plan();
  void commit(bool close);
  void showOverlay();
  void restart();
  const Workbench& bench_;
  ClosureKind preferred_;
  PlannedKind kind_ = PlannedKind::Pin;
  std::optional<ClosureEnd> first_, second_;
  std::optional<Candidate> under_;
  PickResult lastPick_;
  int snapIndex_ = 0;
  ClosurePlan plan_;
  PinCard* card_;  ///< a child of the view
  bool isActive_ = false;
};

}  // namespace grashof
