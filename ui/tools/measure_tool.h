// ui/tools/measure_tool.h - two clicks measure; the numbers follow the mechanism while it moves.
#pragma once
#include <optional>

#include "ui/tools/snap_point.h"
#include "ui/tools/tool.h"

namespace grashof {

class MeasureCard;

class MeasureTool : public Tool {
  Q_OBJECT
 public:
  MeasureTool(const Workbench& bench, QWidget* view);
  void enter() override;
  void leave() override;
  void hovered(const PickResult& pick) override;
  void clicked(const PickResult& pick, Qt::KeyboardModifiers keys) override;
  bool escape() override;
  bool next() override;
  bool keyPressed(int key) override;
  Hint hint() const override;
  QWidget* card() const override;
  bool isCardDocked() const override { return true; }  ///< it must not hide what is measured

 private:
  void restart();
  void show();
  const Workbench& bench_;
  std::optional<SnapPoint> first_, second_, under_;
  PickResult lastPick_;
  int snapIndex_ = 0;
  MeasureCard* card_;  ///< a child of the view
  bool isActive_ = false;
};

}  // namespace grashof
