// ui/inspector/joint_position.h - where a joint stands now: slider and number, its loops kept closed.
#pragma once
#include "ui/inspector/field_row.h"
#include "ui/inspector/joint_section.h"

class QSlider;

namespace grashof {

class JointPositionSection : public JointSection {
  Q_OBJECT
 public:
  explicit JointPositionSection(const Workbench& bench, QWidget* parent = nullptr);
  void showJoint(int joint) override;
  void refreshLive();
  int modelJoint() const;  ///< index into the simulated model's joints, -1

 private:
  void moveTo(double value, int gesture);
  QString stopWords() const;
  QSlider* slider_;
  NumberField* q_;
  FieldRow* row_;
  int joint_ = -1, gesture_ = -1;
  bool isShowing_ = false;
};

}  // namespace grashof
