#include "ui/inspector/joint_limits.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/inspector/field_row.h"

namespace grashof {

JointLimitsSection::JointLimitsSection(const Workbench& bench, QWidget* parent)
    : JointSection(tr("Limits"), bench, parent) {
  lower_ = limitField(Quantity::Angle, &JointLimits::lower, tr("Change the limits of"));
  upper_ = limitField(Quantity::Angle, &JointLimits::upper, tr("Change the limits of"));
  checkRange();
  auto* range = new QWidget;
  auto* row = new QHBoxLayout(range);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  row->addWidget(lower_);
  row->addWidget(upper_);
  auto* rangeRow = new FieldRow(tr("Range"), range);
  for (NumberField* field : {lower_, upper_}) {
    connect(field, &NumberField::problemChanged, rangeRow, [this, rangeRow] {
      rangeRow->setProblem(lower_->problem().isEmpty() ? upper_->problem() : lower_->problem());
    });
  }
  body()->addWidget(rangeRow);
  velocity_ = limitField(Quantity::AngularVelocity, &JointLimits::velocity, tr("Change the speed limit of"));
  effort_ = limitField(Quantity::Torque, &JointLimits::effort, tr("Change the effort limit of"));
  for (NumberField* field : {velocity_, effort_})
    field->setCheck([](double v) { return v >= 0 ? QString() : tr("A limit must not be below 0."); });
  body()->addWidget(new FieldRow(tr("Velocity"), velocity_));
  body()->addWidget(new FieldRow(tr("Effort"), effort_));
}

NumberField* JointLimitsSection::limitField(Quantity quantity, std::optional<double> JointLimits::*member,
                                            const QString& what) {
  auto* field = new NumberField(quantity);
  field->setOptional(tr("none"));
  connect(field, &NumberField::edited, this, [this, member, what](double value, int gesture) {
    Q_EMIT edited(what, gesture, [=](Joint& next) { next.limits.*member = value; });
  });
  connect(field, &NumberField::cleared, this, [this, member, what] {
    Q_EMIT edited(what, -1, [=](Joint& next) { next.limits.*member = std::nullopt; });
  });
  return field;
}

void JointLimitsSection::checkRange() {
  lower_->setCheck([this](double v) {
    const auto& upper = jointAt(joint_).limits.upper;
    return upper && v > *upper ? tr("The lower limit must not be above the upper one.") : QString();
  });
  upper_->setCheck([this](double v) {
    const auto& lower = jointAt(joint_).limits.lower;
    return lower && v < *lower ? tr("The upper limit must not be below the lower one.") : QString();
  });
}

void JointLimitsSection::showJoint(int joint) {
  joint_ = joint;
  const Joint& shown = jointAt(joint);
  const bool rotary = shown.type != JointType::Prismatic;
  for (NumberField* field : {lower_, upper_}) field->setQuantity(rotary ? Quantity::Angle : Quantity::Length);
  velocity_->setQuantity(rotary ? Quantity::AngularVelocity : Quantity::LinearVelocity);
  effort_->setQuantity(rotary ? Quantity::Torque : Quantity::Force);
  const auto show = [](NumberField* field, const std::optional<double>& value) {
    value ? field->setValue(*value) : field->setEmpty();
  };
  show(lower_, shown.limits.lower);
  show(upper_, shown.limits.upper);
  show(velocity_, shown.limits.velocity);
  show(effort_, shown.limits.effort);
  setVisible(hasOneDof(shown.type) && !shown.isCut);
}

}  // namespace grashof
