#include "ui/inspector/joint_dynamics.h"

#include <QVBoxLayout>

#include "ui/inspector/field_row.h"

namespace grashof {

JointDynamicsSection::JointDynamicsSection(const Workbench& bench, QWidget* parent)
    : JointSection(tr("Dynamics"), bench, parent) {
  damping_ = field(tr("Damping"), &JointDynamics::damping, tr("Change the damping of"));
  friction_ = field(tr("Friction"), &JointDynamics::friction, tr("Change the friction of"));
  rotor_ = field(tr("Rotor inertia"), &JointDynamics::rotorInertia, tr("Change the rotor inertia of"));
  stiffness_ = field(tr("Stiffness"), &JointDynamics::stiffness, tr("Change the stiffness of"));
}

NumberField* JointDynamicsSection::field(const QString& label, double JointDynamics::*member,
                                         const QString& what) {
  auto* number = new NumberField(Quantity::AngularDamping);
  number->setDecimals(4);
  number->setCheck([](double v) { return v >= 0 ? QString() : tr("It must not be below 0."); });
  connect(number, &NumberField::edited, this, [this, member, what](double value, int gesture) {
    Q_EMIT edited(what, gesture, [=](Joint& next) { next.dynamics.*member = value; });
  });
  body()->addWidget(new FieldRow(label, number));
  return number;
}

void JointDynamicsSection::showJoint(int joint) {
  const Joint& shown = jointAt(joint);
  const bool rotary = shown.type != JointType::Prismatic;
  damping_->setQuantity(rotary ? Quantity::AngularDamping : Quantity::LinearDamping);
  friction_->setQuantity(rotary ? Quantity::Torque : Quantity::Force);
  rotor_->setQuantity(rotary ? Quantity::Inertia : Quantity::Mass);
  stiffness_->setQuantity(rotary ? Quantity::AngularStiffness : Quantity::LinearStiffness);
  damping_->setValue(shown.dynamics.damping);
  friction_->setValue(shown.dynamics.friction);
  rotor_->setValue(shown.dynamics.rotorInertia);
  stiffness_->setValue(shown.dynamics.stiffness);
  setVisible(hasOneDof(shown.type) && !shown.isCut);
}

}  // namespace grashof
