#include "ui/tools/mimic_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/inspector/field_row.h"
#include "ui/inspector/number_field.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {
constexpr int kWidth = 272;
}

MimicCard::MimicCard(QWidget* parent)
    : Card(parent, 10),
      multiplier_(new NumberField(Quantity::Number)),
      offset_(new NumberField(Quantity::Angle)) {
  setObjectName(QStringLiteral("MimicCard"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kShadow + 12, kShadow + 12, kShadow + 12, kShadow + 12);
  column->setSpacing(8);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  head->addWidget(new IconLabel(QStringLiteral("mimic"), QStringLiteral("accent"), 18));
  title_ = new ElidedLabel({}, nullptr, Qt::ElideMiddle);
  title_->setObjectName(QStringLiteral("CardTitle"));
  head->addWidget(title_, 1);
  column->addLayout(head);
  column->addWidget(new FieldRow(tr("Multiplier"), multiplier_));
  column->addWidget(new FieldRow(tr("Offset"), offset_));
  for (NumberField* field : {multiplier_, offset_}) {
    field->setDecimals(3);
    connect(field, &NumberField::edited, this,
            [this] { Q_EMIT edited(multiplier_->value(), offset_->value()); });
  }
  multiplier_->setCheck([](double value) {
    return value != 0 ? QString() : tr("A multiplier of 0 would hold the joint still.");
  });
  verdict_ = roleLabel({}, "label");
  verdict_->setObjectName(QStringLiteral("MimicCardVerdict"));
  verdict_->setWordWrap(true);
  column->addWidget(verdict_);
  auto* make = new QPushButton(tr("Make it follow"));
  make->setObjectName(QStringLiteral("MimicMake"));
  make->setProperty("primary", true);
  connect(make, &QPushButton::clicked, this, &MimicCard::accepted);
  column->addWidget(make);
  setFixedWidth(kWidth + 2 * kShadow);
  hide();
}

void MimicCard::showMimic(const Joint& follower, const Mimic& mimic, const QString& verdict) {
  title_->setText(
      tr("%1 follows %2").arg(QString::fromStdString(follower.name), QString::fromStdString(mimic.leader)));
  offset_->setQuantity(follower.type == JointType::Prismatic ? Quantity::Length : Quantity::Angle);
  multiplier_->setValue(mimic.multiplier);
  offset_->setValue(mimic.offset);
  verdict_->setText(verdict);
  verdict_->setVisible(!verdict.isEmpty());
  layout()->activate();
}

}  // namespace grashof
