// ui/inspector/drive_section.h - what drives a joint in the simulation; not part of the file.
#pragma once
#include "ui/inspector/number_field.h"
#include "ui/widgets/section.h"
#include "ui/workbench.h"

namespace grashof {

class FieldRow;
class Segment;

class DriveSection : public Section {
  Q_OBJECT
 public:
  DriveSection(const Workbench& bench, QWidget* parent = nullptr);
  /// Index into the simulated model's joints; -1 hides the section.
  void setJoint(int joint);

 private:
  void refresh();
  void send(const std::function<void(Drive&)>& set);
  const Workbench& bench_;
  int joint_ = -1;
  Segment* mode_;
  NumberField *torque_, *speed_, *target_, *kp_, *kd_;
  FieldRow *torqueRow_, *speedRow_, *targetRow_, *kpRow_, *kdRow_;
};

}  // namespace grashof
