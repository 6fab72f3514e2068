#include "ui/inspector/vector_field.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>

namespace grashof {

VectorField::VectorField(Quantity quantity, QWidget* parent)
    : QWidget(parent), quantity_(quantity), fields_{}, unit_(new QLabel(unitText(quantity))) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  const char* axes[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    auto* field = new NumberField(quantity);
    field->setLetter(QString(QChar(u'X' + i)), axes[i]);
    field->setUnitVisible(false);
    fields_[i] = field;
    row->addWidget(field, 1);
    connect(field, &NumberField::edited, this, [this, i](double si, int gesture) {
      value_[i] = si;
      Q_EMIT edited(value_, gesture);
    });
    connect(field, &NumberField::problemChanged, this, [this] { Q_EMIT problemChanged(problem()); });
  }
  unit_->setObjectName(QStringLiteral("Unit"));
  unit_->setVisible(!unit_->text().isEmpty());
  row->addWidget(unit_);
  setFixedHeight(24);
}

void VectorField::setValue(const Vector3d& si) {
  value_ = si;
  for (int i = 0; i < 3; ++i) fields_[i]->setValue(si[i]);
}

void VectorField::setDecimals(int decimals) {
  for (NumberField* field : fields_) field->setDecimals(decimals);
}

void VectorField::setReadOnly(bool isReadOnly) {
  for (NumberField* field : fields_) field->setReadOnly(isReadOnly);
}

void VectorField::setCheck(Check check) {
  // A number that loses the focus while its window goes is checked once more, when the vector may be gone.
  const QPointer<VectorField> self(this);
  for (int i = 0; i < 3; ++i)
    fields_[i]->setCheck([self, i, check](double si) {
      if (!self) return QString();
      Vector3d candidate = self->value_;
      candidate[i] = si;
      return check(candidate);
    });
}

QString VectorField::problem() const {
  for (const NumberField* field : fields_)
    if (!field->problem().isEmpty()) return field->problem();
  return {};
}

void VectorField::refreshUnits() {
  for (NumberField* field : fields_) field->setQuantity(quantity_);
  unit_->setText(unitText(quantity_));
}

}  // namespace grashof
