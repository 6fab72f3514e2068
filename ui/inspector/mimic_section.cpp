#include "ui/inspector/mimic_section.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/inspector/field_row.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/elided_combo.h"

namespace grashof {

MimicSection::MimicSection(const Workbench& bench, QWidget* parent)
    : JointSection(tr("Mimic"), bench, parent), leader_(new ElidedCombo) {
  leader_->setObjectName(QStringLiteral("MimicLeader"));
  auto* pick = smallButton(QStringLiteral("pick"), tr("Pick the joint to follow in the view or the tree"));
  pick->setObjectName(QStringLiteral("PickLeader"));
  connect(pick, &QToolButton::clicked, this, &MimicSection::leaderPickRequested);
  head()->addRight(pick);
  body()->addWidget(new FieldRow(tr("Follows"), leader_));
  connect(leader_, &QComboBox::activated, this,
          [this](int i) { chooseLeader(i > 0 ? leader_->itemText(i).toStdString() : std::string()); });
  multiplierRow_ = factorRow(tr("Multiplier"), &Mimic::multiplier, &multiplier_);
  offsetRow_ = factorRow(tr("Offset"), &Mimic::offset, &offset_);
  verdict_ = roleLabel({}, "label");
  verdict_->setObjectName(QStringLiteral("MimicVerdict"));
  verdict_->setWordWrap(true);
  body()->addWidget(verdict_);
}

FieldRow* MimicSection::factorRow(const QString& label, double Mimic::*member, NumberField** out) {
  auto* field = new NumberField(Quantity::Number);
  field->setDecimals(3);
  field->setAccessibleName(label);
  connect(field, &NumberField::edited, this, [this, member](double value, int gesture) {
    Q_EMIT edited(tr("Change the mimic of"), gesture, [=](Joint& next) {
      if (next.mimic) (*next.mimic).*member = value;
    });
  });
  *out = field;
  auto* row = new FieldRow(label, field);
  body()->addWidget(row);
  return row;
}

void MimicSection::chooseLeader(const std::string& name) {
  Q_EMIT edited(tr("Change what drives"), -1, [&](Joint& next) {
    if (name.empty()) {
      next.mimic.reset();
      return;
    }
    if (!next.mimic) next.mimic.emplace();
    next.mimic->leader = name;
  });
}

void MimicSection::showJoint(int joint) {
  joint_ = joint;
  const Joint& shown = jointAt(joint);
  offset_->setQuantity(shown.type != JointType::Prismatic ? Quantity::Angle : Quantity::Length);
  leader_->clear();
  leader_->addItem(tr("no other joint"));
  for (const Joint& other : bench_.document->mechanism()->joints)
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
  setVisible(hasOneDof(shown.type) && !shown.isCut);
  showVerdict();
}

void MimicSection::showVerdict() {
  const auto& mimic = jointAt(joint_).mimic;
  verdict_->setVisible(mimic.has_value());
  const ModelPtr model = bench_.document->model();
  const bool isJudged = judged_ == model && judgedJoint_ == joint_ && judgedMimic_ == mimic;
  if (!mimic || !bench_.document->isModelCurrent() || isJudged) return;
  judged_ = model;
  judgedJoint_ = joint_;
  judgedMimic_ = mimic;
  const MimicVerdict verdict = bench_.document->mimicVerdict(joint_, *mimic);
  verdict_->setText(QString::fromStdString(verdict.words));
  verdict_->setVisible(!verdict.words.empty());
}

}  // namespace grashof
