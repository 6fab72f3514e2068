// ui/inspector/closure_bodies.h - the two bodies of a closure, and swapping them.
#pragma once
#include "ui/inspector/closure_section.h"

class QComboBox;

namespace grashof {

class FieldRow;

class ClosureBodiesSection : public ClosureSection {
  Q_OBJECT
 public:
  explicit ClosureBodiesSection(const Workbench& bench, QWidget* parent = nullptr);

 protected:
  void refresh() override;

 private:
  QComboBox* bodyBox(const QString& label, const QString& objectName, bool isFirst, FieldRow** row);
  void swapBodies();
  QComboBox *body1_, *body2_;
  FieldRow *row1_, *row2_;
};

}  // namespace grashof
