// ui/inspector/loop_page.h - a loop: state, mobility, and where it could be cut, best first.
#pragma once
#include "ui/inspector/inspector_page.h"

class QVBoxLayout;

namespace grashof {

class Badge;

class LoopPage : public InspectorPage {
  Q_OBJECT
 public:
  explicit LoopPage(const Workbench& bench, QWidget* parent = nullptr);
  void refresh() override;
  void refreshLive() override;
  bool isIndexValid() const override;

 private:
  Badge* badge_;
  LiveValue *gap_, *rows_, *mobility_, *size_;
  Section* joints_;
};

}  // namespace grashof
