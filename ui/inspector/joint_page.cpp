#include "ui/inspector/joint_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSlider>
#include <QVBoxLayout>
#include <cmath>

#include "ui/icons.h"
#include "ui/inspector/cut_row.h"
#include "ui/inspector/drive_section.h"
#include "ui/mechanism_rows.h"
#include "ui/widgets/elided_combo.h"

namespace grashof {
namespace {

constexpr int kSliderSteps = 2000;
constexpr JointType kTypes[] = {JointType::Revolute, JointType::Continuous, JointType::Prismatic,
                                JointType::Fixed,    JointType::Spherical,  JointType::Planar,
                                JointType::Floating};

/// What the slider spans: the limits, or a full turn (half the mechanism's size for slides) about zero.
struct Span {
  double lower, upper;
};
Span sliderSpan(const MovableJoint& joint, double size) {
  const double reach = isRotary(joint.type) ? M_PI : std::max(size, 1e-3);
  return {std::isfinite(joint.lower) ? joint.lower : -reach,
          std::isfinite(joint.upper) ? joint.upper : reach};
}

QString typeLabel(JointType type) {
  QString name =
      QString::fromUtf8(jointTypeName(type).data(), static_cast<qsizetype>(jointTypeName(type).size()));
  if (!name.isEmpty()) name[0] = name[0].toUpper();
  return name;
}

}  // namespace

JointPage::JointPage(const Workbench& bench, QAction* cutAction, QWidget* parent)
    : InspectorPage(bench, parent) {
  setObjectName(QStringLiteral("JointPage"));
  buildPosition();
  buildJoint();
  buildLimits();
  buildOrigin();
  buildDynamics();
  buildMimic();
  drive_ = new DriveSection(bench);
  column()->addWidget(drive_);
  column()->addWidget(wideActionButton(cutAction));
  column()->addStretch(1);
}

void JointPage::buildPosition() {
  positionSection_ = addSection(tr("Position"));
  auto* line = new QWidget;
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  slider_ = new QSlider(Qt::Horizontal);
  slider_->setObjectName(QStringLiteral("JointSlider"));
  slider_->setRange(0, kSliderSteps);
  slider_->setMinimumWidth(60);
  q_ = new NumberField(Quantity::Angle);
  q_->setObjectName(QStringLiteral("NumField"));
  q_->setAccessibleName(tr("Position"));
  q_->setFixedWidth(86);
  row->addWidget(slider_, 1);
  row->addWidget(q_);
  positionRow_ = new FieldRow(QStringLiteral("q"), line);
  positionSection_->body()->addWidget(positionRow_);
  connect(slider_, &QSlider::sliderPressed, this, [this] { gesture_ = Document::nextGesture(); });
  connect(slider_, &QSlider::valueChanged, this, [this](int step) {
    const int j = modelJoint();
    if (isShowing_ || j < 0) return;
    if (!slider_->isSliderDown()) gesture_ = Document::nextGesture();
    const ModelPtr model = bench_.simulation->model();
    const Span span = sliderSpan(model->joints[static_cast<std::size_t>(j)], model->size);
    moveTo(span.lower + (span.upper - span.lower) * step / kSliderSteps, gesture_);
  });
  connect(q_, &NumberField::edited, this, [this](double value, int gesture) { moveTo(value, gesture); });
}

void JointPage::moveTo(double value, int gesture) {
  const int j = modelJoint();
  if (j < 0 || bench_.simulation->isRunning()) return;
  const AssembleResult result = bench_.document->setJointCoordinate(j, value, gesture);
  const ModelPtr model = bench_.document->model();
  const MovableJoint& moved = model->joints[static_cast<std::size_t>(j)];
  const double reached =
      bench_.document->pose().size() == model->nq ? bench_.document->pose()[moved.q] : value;
  const bool stops = !result.isClosed || std::abs(reached - value) > (isRotary(moved.type) ? 2e-3 : 1e-4);
  positionRow_->setProblem(
      stops ? tr("The loops stop it at %1.").arg(coordinateText(reached, isRotary(moved.type))) : QString());
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

NumberField* JointPage::limitField(Quantity quantity, const QString& placeholder,
                                   std::optional<double> JointLimits::*member, const QString& what) {
  auto* field = new NumberField(quantity);
  field->setOptional(placeholder);
  connect(field, &NumberField::edited, this, [this, member, what](double value, int gesture) {
    change(what, gesture, [=](Joint& next) { next.limits.*member = value; });
  });
  connect(field, &NumberField::cleared, this, [this, member, what] {
    change(what, -1, [=](Joint& next) { next.limits.*member = std::nullopt; });
  });
  return field;
}

void JointPage::buildLimits() {
  limitsSection_ = addSection(tr("Limits"));
  lower_ = limitField(Quantity::Angle, tr("none"), &JointLimits::lower, tr("Change the limits of"));
  upper_ = limitField(Quantity::Angle, tr("none"), &JointLimits::upper, tr("Change the limits of"));
  lower_->setCheck([this](double v) {
    const auto& upper = joint().limits.upper;
    return upper && v > *upper ? tr("The lower limit must not be above the upper one.") : QString();
  });
  upper_->setCheck([this](double v) {
    const auto& lower = joint().limits.lower;
    return lower && v < *lower ? tr("The upper limit must not be below the lower one.") : QString();
  });
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
  limitsSection_->body()->addWidget(rangeRow);
  velocity_ = limitField(Quantity::AngularVelocity, tr("none"), &JointLimits::velocity,
                         tr("Change the speed limit of"));
  effort_ = limitField(Quantity::Torque, tr("none"), &JointLimits::effort, tr("Change the effort limit of"));
  for (NumberField* field : {velocity_, effort_})
    field->setCheck([](double v) { return v >= 0 ? QString() : tr("A limit must not be below 0."); });
  limitsSection_->body()->addWidget(new FieldRow(tr("Velocity"), velocity_));
  limitsSection_->body()->addWidget(new FieldRow(tr("Effort"), effort_));
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

NumberField* JointPage::dynamicsField(const QString& label, double JointDynamics::*member,
                                      const QString& what) {
  auto* field = new NumberField(Quantity::AngularDamping);
  field->setDecimals(4);
  field->setCheck([](double v) { return v >= 0 ? QString() : tr("It must not be below 0."); });
  connect(field, &NumberField::edited, this, [this, member, what](double value, int gesture) {
    change(what, gesture, [=](Joint& next) { next.dynamics.*member = value; });
  });
  dynamicsSection_->body()->addWidget(new FieldRow(label, field));
  return field;
}

void JointPage::buildDynamics() {
  dynamicsSection_ = addSection(tr("Dynamics"));
  damping_ = dynamicsField(tr("Damping"), &JointDynamics::damping, tr("Change the damping of"));
  friction_ = dynamicsField(tr("Friction"), &JointDynamics::friction, tr("Change the friction of"));
  rotor_ =
      dynamicsField(tr("Rotor inertia"), &JointDynamics::rotorInertia, tr("Change the rotor inertia of"));
  stiffness_ = dynamicsField(tr("Stiffness"), &JointDynamics::stiffness, tr("Change the stiffness of"));
}

void JointPage::buildMimic() {
  mimicSection_ = addSection(tr("Mimic"));
  leader_ = new ElidedCombo;
  leader_->setObjectName(QStringLiteral("MimicLeader"));
  mimicSection_->body()->addWidget(new FieldRow(tr("Follows"), leader_));
  connect(leader_, &QComboBox::activated, this, [this](int i) {
    const std::string name = i > 0 ? leader_->itemText(i).toStdString() : std::string();
    change(tr("Change what drives"), -1, [&](Joint& next) {
      if (name.empty())
        next.mimic.reset();
      else {
        if (!next.mimic) next.mimic.emplace();
        next.mimic->leader = name;
      }
    });
  });
  const auto field = [this](const QString& label, double Mimic::*member, NumberField** out) {
    *out = new NumberField(Quantity::Number);
    (*out)->setDecimals(3);
    connect(*out, &NumberField::edited, this, [this, member](double value, int gesture) {
      change(tr("Change the mimic of"), gesture, [=](Joint& next) {
        if (next.mimic) (*next.mimic).*member = value;
      });
    });
    auto* row = new FieldRow(label, *out);
    mimicSection_->body()->addWidget(row);
    return row;
  };
  multiplierRow_ = field(tr("Multiplier"), &Mimic::multiplier, &multiplier_);
  offsetRow_ = field(tr("Offset"), &Mimic::offset, &offset_);
}

bool JointPage::isIndexValid() const {
  return index() >= 0 && index() < static_cast<int>(mechanism().joints.size());
}

int JointPage::modelJoint() const {
  const ModelPtr model = bench_.simulation->model();
  if (!model || !isIndexValid()) return -1;
  const int j = model->findJoint(joint().name);
  return j >= 0 && model->joints[static_cast<std::size_t>(j)].nv == 1 ? j : -1;
}

void JointPage::change(const QString& what, int gesture, const std::function<void(Joint&)>& set) {
  Joint next = joint();
  set(next);
  apply(SetJoint{index(), next}, what + u' ' + QString::fromStdString(next.name), gesture);
}

void JointPage::showUnits(JointType type) {
  const bool rotary = type != JointType::Prismatic;
  const Quantity place = rotary ? Quantity::Angle : Quantity::Length;
  q_->setQuantity(place);
  lower_->setQuantity(place);
  upper_->setQuantity(place);
  velocity_->setQuantity(rotary ? Quantity::AngularVelocity : Quantity::LinearVelocity);
  effort_->setQuantity(rotary ? Quantity::Torque : Quantity::Force);
  damping_->setQuantity(rotary ? Quantity::AngularDamping : Quantity::LinearDamping);
  friction_->setQuantity(rotary ? Quantity::Torque : Quantity::Force);
  rotor_->setQuantity(rotary ? Quantity::Inertia : Quantity::Mass);
  stiffness_->setQuantity(rotary ? Quantity::AngularStiffness : Quantity::LinearStiffness);
  offset_->setQuantity(place);
  origin_->refreshUnits();
  turn_->refreshUnits();
}

void JointPage::refresh() {
  const Joint& shown = joint();
  isShowing_ = true;
  showUnits(shown.type);
  for (int i = 0; i < static_cast<int>(std::size(kTypes)); ++i)
    if (kTypes[i] == shown.type) type_->setCurrentIndex(i);
  type_->setEnabled(!shown.isCut);
  axis_->setValue(shown.axis);
  axisRow_->setVisible(hasAxis(shown.type));
  const auto show = [](NumberField* field, const std::optional<double>& value) {
    value ? field->setValue(*value) : field->setEmpty();
  };
  show(lower_, shown.limits.lower);
  show(upper_, shown.limits.upper);
  show(velocity_, shown.limits.velocity);
  show(effort_, shown.limits.effort);
  limitsSection_->setVisible(hasOneDof(shown.type) && !shown.isCut);
  originSection_->head()->setDim(tr("in %1").arg(QString::fromStdString(shown.parent)));
  origin_->setValue(shown.origin.xyz);
  turn_->setValue(shown.origin.rpy);
  damping_->setValue(shown.dynamics.damping);
  friction_->setValue(shown.dynamics.friction);
  rotor_->setValue(shown.dynamics.rotorInertia);
  stiffness_->setValue(shown.dynamics.stiffness);
  dynamicsSection_->setVisible(hasOneDof(shown.type) && !shown.isCut);
  leader_->clear();
  leader_->addItem(tr("no other joint"));
  for (const Joint& other : mechanism().joints)
    if (hasOneDof(other.type) && !other.isCut && other.name != shown.name)
      leader_->addItem(QString::fromStdString(other.name));
  leader_->setCurrentIndex(
      shown.mimic ? std::max(0, leader_->findText(QString::fromStdString(shown.mimic->leader))) : 0);
  multiplierRow_->setVisible(shown.mimic.has_value());
  offsetRow_->setVisible(shown.mimic.has_value());
  if (shown.mimic) {
    multiplier_->setValue(shown.mimic->multiplier);
    offset_->setValue(shown.mimic->offset);
  }
  mimicSection_->setVisible(hasOneDof(shown.type) && !shown.isCut);
  isShowing_ = false;
  const int j = modelJoint();
  positionSection_->setVisible(j >= 0);
  drive_->setJoint(j);
}

void JointPage::refreshLive() {
  const int j = modelJoint();
  const ModelPtr model = bench_.simulation->model();
  const Snapshot& now = bench_.simulation->latest();
  if (j < 0 || model->joints[static_cast<std::size_t>(j)].q >= now.q.size()) return;
  const MovableJoint& moved = model->joints[static_cast<std::size_t>(j)];
  const double q = now.q[moved.q];
  const Span span = sliderSpan(moved, model->size);
  isShowing_ = true;
  q_->setValue(q);
  if (!slider_->isSliderDown())
    slider_->setValue(static_cast<int>(std::lround(
        std::clamp((q - span.lower) / std::max(1e-12, span.upper - span.lower), 0.0, 1.0) * kSliderSteps)));
  isShowing_ = false;
  slider_->setEnabled(!bench_.simulation->isRunning());
  q_->setReadOnly(bench_.simulation->isRunning());
}

}  // namespace grashof
