// ui/inspector/closure_kind.h - what a closure holds, why, and other ways to write the same.
#pragma once
#include "ui/inspector/closure_section.h"

class QLabel;

namespace grashof {

class Segment;

class ClosureKindSection : public ClosureSection {
  Q_OBJECT
 public:
  explicit ClosureKindSection(const Workbench& bench, QWidget* parent = nullptr);

 protected:
  void refresh() override;

 private:
  void chooseKind(int choice);
  Segment* kind_;
  QLabel* reason_;
};

/// What a kind means for this loop, in a sentence.
QString kindReason(const Closure& closure, bool isPlanar);

}  // namespace grashof
