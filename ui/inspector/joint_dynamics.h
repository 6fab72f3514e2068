// ui/inspector/joint_dynamics.h - damping, friction, rotor inertia and stiffness of a joint.
#pragma once
#include "ui/inspector/joint_section.h"

namespace grashof {

class JointDynamicsSection : public JointSection {
  Q_OBJECT
 public:
  explicit JointDynamicsSection(const Workbench& bench, QWidget* parent = nullptr);
  void showJoint(int joint) override;

 private:
  NumberField* field(const QString& label, double JointDynamics::*member, const QString& what);
  NumberField *damping_, *friction_, *rotor_, *stiffness_;
};

}  // namespace grashof
