#include "ui/inspector/drive_section.h"

#include <QVBoxLayout>
#include <cmath>

#include "ui/inspector/field_row.h"
#include "ui/widgets/segment.h"

namespace grashof {

DriveSection::DriveSection(const Workbench& bench, QWidget* parent)
    : Section(tr("Drive"), bench.settings, parent), bench_(bench), mode_(new Segment) {
  head()->setDim(tr("in the simulation"));
  mode_->addChoice(tr("Off"));
  mode_->addChoice(tr("Torque"), {}, tr("A constant torque or force"));
  mode_->addChoice(tr("Speed"), {}, tr("Holds a speed"));
  mode_->addChoice(tr("Position"), {}, tr("Holds a position, as a spring and a damper"));
  mode_->setObjectName(QStringLiteral("Segment"));
  body()->addWidget(mode_);
  const auto field = [this](const QString& label, Quantity quantity, double Drive::*member,
                            NumberField** out) {
    auto* number = new NumberField(quantity);
    number->setDecimals(3);
    *out = number;
    connect(number, &NumberField::edited, this,
            [this, member](double value, int) { send([&](Drive& drive) { drive.*member = value; }); });
    auto* row = new FieldRow(label, number);
    body()->addWidget(row);
    return row;
  };
  torqueRow_ = field(tr("Torque"), Quantity::Torque, &Drive::torque, &torque_);
  speedRow_ = field(tr("Speed"), Quantity::AngularVelocity, &Drive::speed, &speed_);
  targetRow_ = field(tr("Target"), Quantity::Angle, &Drive::target, &target_);
  kpRow_ = field(tr("Stiffness"), Quantity::AngularStiffness, &Drive::kp, &kp_);
  kdRow_ = field(tr("Damping"), Quantity::AngularDamping, &Drive::kd, &kd_);
  for (NumberField* gain : {kp_, kd_})
    gain->setCheck([](double value) { return value >= 0 ? QString() : tr("A gain must not be below 0."); });
  connect(mode_, &Segment::chosen, this, [this](int mode) {
    send([&](Drive& drive) {
      drive.mode = static_cast<Drive::Mode>(mode);
      const ModelPtr model = bench_.simulation->model();
      const MovableJoint& joint = model->joints[static_cast<std::size_t>(joint_)];
      // Gains that hold a mechanism of this weight and size, until somebody says better.
      const double scale = std::max(1e-3, model->totalMass * 9.81 * model->size);
      if (drive.kp == 0) drive.kp = scale * 10;
      if (drive.kd == 0) drive.kd = scale;
      const Snapshot& now = bench_.simulation->latest();
      if (drive.mode == Drive::Mode::Position && joint.q < now.q.size()) drive.target = now.q[joint.q];
    });
  });
  connect(bench.simulation, &SimController::drivesChanged, this, &DriveSection::refresh);
}

void DriveSection::setJoint(int joint) {
  joint_ = joint;
  setVisible(joint >= 0);
  refresh();
}

void DriveSection::send(const std::function<void(Drive&)>& set) {
  const ModelPtr model = bench_.simulation->model();
  if (!model || joint_ < 0 || joint_ >= static_cast<int>(model->joints.size())) return;
  Drive drive = bench_.simulation->drive(joint_);
  set(drive);
  bench_.simulation->setDrive(joint_, drive);
}

void DriveSection::refresh() {
  const ModelPtr model = bench_.simulation->model();
  if (!model || joint_ < 0 || joint_ >= static_cast<int>(model->joints.size())) return;
  const bool rotary = isRotary(model->joints[static_cast<std::size_t>(joint_)].type);
  const Drive drive = bench_.simulation->drive(joint_);
  torque_->setQuantity(rotary ? Quantity::Torque : Quantity::Force);
  torqueRow_->setLabel(rotary ? tr("Torque") : tr("Force"));
  speed_->setQuantity(rotary ? Quantity::AngularVelocity : Quantity::LinearVelocity);
  target_->setQuantity(rotary ? Quantity::Angle : Quantity::Length);
  kp_->setQuantity(rotary ? Quantity::AngularStiffness : Quantity::LinearStiffness);
  kd_->setQuantity(rotary ? Quantity::AngularDamping : Quantity::LinearDamping);
  mode_->setCurrent(static_cast<int>(drive.mode));
  torque_->setValue(drive.torque);
  speed_->setValue(drive.speed);
  target_->setValue(drive.target);
  kp_->setValue(drive.kp);
  kd_->setValue(drive.kd);
  torqueRow_->setVisible(drive.mode == Drive::Mode::Torque);
  speedRow_->setVisible(drive.mode == Drive::Mode::Velocity);
  targetRow_->setVisible(drive.mode == Drive::Mode::Position);
  kpRow_->setVisible(drive.mode == Drive::Mode::Position);
  kdRow_->setVisible(drive.mode == Drive::Mode::Position || drive.mode == Drive::Mode::Velocity);
}

}  // namespace grashof
