// ui/inspector/joint_limits.h - the limits of a joint: range, velocity, effort.
#pragma once
#include <optional>

#include "ui/inspector/joint_section.h"

namespace grashof {

class JointLimitsSection : public JointSection {
  Q_OBJECT
 public:
  explicit JointLimitsSection(const Workbench& bench, QWidget* parent = nullptr);
  void showJoint(int joint) override;

 private:
  NumberField* limitField(Quantity quantity, std::optional<double> JointLimits::*member, const QString& what);
  void checkRange();
  NumberField *lower_, *upper_, *velocity_, *effort_;
  int joint_ = -1;
};

}  // namespace grashof
