// ui/inspector/mimic_section.h - the joint that a joint follows, and how.
#pragma once
#include "ui/inspector/joint_section.h"

class QComboBox;

namespace grashof {

class FieldRow;

class MimicSection : public JointSection {
  Q_OBJECT
 public:
  explicit MimicSection(const Workbench& bench, QWidget* parent = nullptr);
  void showJoint(int joint) override;

 private:
  void chooseLeader(const std::string& name);
  FieldRow* factorRow(const QString& label, double Mimic::*member, NumberField** out);
  QComboBox* leader_;
  NumberField *multiplier_, *offset_;
  FieldRow *multiplierRow_, *offsetRow_;
};

}  // namespace grashof
