// ui/inspector/closure_state.h - gap, force and rank of a closure, live.
#pragma once
#include "ui/inspector/closure_section.h"

namespace grashof {

class Badge;
class LiveValue;

class ClosureStateSection : public ClosureSection {
  Q_OBJECT
 public:
  explicit ClosureStateSection(const Workbench& bench, QWidget* parent = nullptr);
  void refreshLive() override;

 protected:
  void refresh() override { refreshLive(); }

 private:
  Badge* badge_;
  LiveValue *gap_, *force_, *rank_;
};

}  // namespace grashof
