#include "ui/inspector/joint_page.h"

#include <QComboBox>
#include <QVBoxLayout>

#include "ui/icons.h"
#include "ui/inspector/cut_row.h"
#include "ui/inspector/drive_section.h"
#include "ui/inspector/joint_dynamics.h"
#include "ui/inspector/joint_limits.h"
#include "ui/inspector/joint_position.h"
#include "ui/inspector/mimic_section.h"
#include "ui/mechanism_rows.h"
#include "ui/widgets/elided_combo.h"

namespace grashof {
namespace {

constexpr JointType kTypes[] = {JointType::Revolute, JointType::Continuous, JointType::Prismatic,
                                JointType::Fixed,    JointType::Spherical,  JointType::Planar,
                                JointType::Floating};

QString typeLabel(JointType type) {
  QString name =
      QString::fromUtf8(jointTypeName(type).data(), static_cast<qsizetype>(jointTypeName(type).size()));
  if (!name.isEmpty()) name[0] = name[0].toUpper();
  return name;
}

}  // namespace

JointPage::JointPage(const Workbench& bench, const JointActions& actions, QWidget* parent)
    : InspectorPage(bench, parent) {
  setObjectName(QStringLiteral("JointPage"));
  position_ = new JointPositionSection(bench);
  add(position_);
  buildJoint();
  add(new JointLimitsSection(bench));
  buildOrigin();
  add(new JointDynamicsSection(bench));
  auto* mimic = new MimicSection(bench);
  add(mimic);
  connect(mimic, &MimicSection::leaderPickRequested, this, &JointPage::leaderPickRequested);
  drive_ = new DriveSection(bench);
  column()->addWidget(drive_);
  column()->addWidget(wideActionButton(actions.sweepTravel));
  column()->addWidget(wideActionButton(actions.cut));
  column()->addStretch(1);
}

void JointPage::add(JointSection* section) {
  sections_.push_back(section);
  column()->addWidget(section);
  connect(section, &JointSection::edited, this, &JointPage::change);
}

void JointPage::buildJoint() {
  Section* section = addSection(tr("Joint"));
  type_ = new ElidedCombo;
  type_->setObjectName(QStringLiteral("JointType"));
  for (const JointType type : kTypes)
    type_->addItem(icon(jointIcon(type), QStringLiteral("text2")), typeLabel(type));
  section->body()->addWidget(new FieldRow(tr("Type"), type_));
  connect(type_, &QComboBox::activated, this, [this](int i) {
    if (kTypes[i] == joint().type) return;
    change(tr("Change the type of"), -1, [i](Joint& next) { next.type = kTypes[i]; });
  });
  axis_ = new VectorField(Quantity::Number);
  axis_->setDecimals(3);
  axis_->setCheck(
      [](const Vector3d& v) { return v.norm() > 1e-9 ? QString() : tr("The axis must not be zero."); });
  connect(axis_, &VectorField::edited, this, [this](const Vector3d& v, int gesture) {
    change(tr("Change the axis of"), gesture, [v](Joint& next) { next.axis = v; });
  });
  axisRow_ = new FieldRow(tr("Axis"), axis_);
  section->body()->addWidget(axisRow_);
}

void JointPage::buildOrigin() {
  originSection_ = addSection(tr("Origin"));
  origin_ = new VectorField(Quantity::Length);
  turn_ = new VectorField(Quantity::Angle);
  connect(origin_, &VectorField::edited, this, [this](const Vector3d& v, int gesture) {
    change(tr("Move"), gesture, [v](Joint& next) { next.origin.xyz = v; });
  });
  connect(turn_, &VectorField::edited, this, [this](const Vector3d& v, int gesture) {
    change(tr("Turn"), gesture, [v](Joint& next) { next.origin.rpy = v; });
  });
  originSection_->body()->addWidget(new FieldRow({}, origin_));
  originSection_->body()->addWidget(new FieldRow({}, turn_));
}

bool JointPage::isIndexValid() const {
  return index() >= 0 && index() < static_cast<int>(mechanism().joints.size());
}

void JointPage::change(const QString& what, int gesture, const std::function<void(Joint&)>& set) {
  Joint next = joint();
  set(next);
  apply(SetJoint{index(), next}, what + u' ' + QString::fromStdString(next.name), gesture);
}

void JointPage::refresh() {
  const Joint& shown = joint();
  for (JointSection* section : sections_) section->showJoint(index());
  for (int i = 0; i < static_cast<int>(std::size(kTypes)); ++i)
    if (kTypes[i] == shown.type) type_->setCurrentIndex(i);
  type_->setEnabled(!shown.isCut);
  axis_->setValue(shown.axis);
  axisRow_->setVisible(hasAxis(shown.type));
  originSection_->head()->setDim(tr("in %1").arg(QString::fromStdString(shown.parent)));
  origin_->refreshUnits();
  turn_->refreshUnits();
  origin_->setValue(shown.origin.xyz);
  turn_->setValue(shown.origin.rpy);
  drive_->setJoint(position_->modelJoint());
}

void JointPage::refreshLive() {
  position_->refreshLive();
}

}  // namespace grashof
