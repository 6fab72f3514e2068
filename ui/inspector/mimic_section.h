// ui/inspector/mimic_section.h - the joint that a joint follows, and how.
#pragma once
#include <optional>

#include "ui/inspector/joint_section.h"

class QComboBox;
class QLabel;

namespace grashof {

class FieldRow;

class MimicSection : public JointSection {
  Q_OBJECT
 public:
  explicit MimicSection(const Workbench& bench, QWidget* parent = nullptr);
  void showJoint(int joint) override;

 Q_SIGNALS:
  void leaderPickRequested();

 private:
  void showVerdict();
  void chooseLeader(const std::string& name);
  FieldRow* factorRow(const QString& label, double Mimic::*member, NumberField** out);
  QComboBox* leader_;
  NumberField *multiplier_, *offset_;
  FieldRow *multiplierRow_, *offsetRow_;
  QLabel* verdict_;
  int joint_ = -1;
  ModelPtr judged_;  ///< the model, joint and mimic that the words are about
  int judgedJoint_ = -1;
  std::optional<Mimic> judgedMimic_;
};

}  // namespace grashof
