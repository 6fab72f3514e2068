// ui/inspector/closure_kind.h - what a closure holds, why, and other ways to write the same.
#pragma once
#include <optional>

#include "core/topology/closure_forms.h"
#include "ui/inspector/closure_section.h"

class QComboBox;
class QLabel;

namespace grashof {

class FieldRow;
class Segment;

class ClosureKindSection : public ClosureSection {
  Q_OBJECT
 public:
  explicit ClosureKindSection(const Workbench& bench, QWidget* parent = nullptr);

 protected:
  void refresh() override;

 private:
  void chooseKind(int choice);
  void rewrite(const EquivalentForm& form);
  void send(const Edit& edit, const QString& undoText, int selectAfter);
  void showForms();
  bool isHinge() const;
  std::optional<ClosureForms> forms_;  ///< of the closure shown
  Segment* kind_;
  QLabel* reason_;
  QComboBox* form_;
  FieldRow* formRow_;
};

/// What a kind means for this loop, in a sentence.
QString kindReason(const Closure& closure, bool isPlanar);

}  // namespace grashof
