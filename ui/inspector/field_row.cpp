#include "ui/inspector/field_row.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>

#include "ui/inspector/number_field.h"
#include "ui/inspector/vector_field.h"
#include "ui/widgets/basic.h"

namespace grashof {

FieldRow::FieldRow(const QString& label, QWidget* field, QWidget* parent) : QWidget(parent) {
  build(label, field);
}

FieldRow::FieldRow(const QString& label, NumberField* field, QWidget* parent) : QWidget(parent) {
  build(label, field);
  connect(field, &NumberField::problemChanged, this, &FieldRow::setProblem);
}

FieldRow::FieldRow(const QString& label, VectorField* field, QWidget* parent) : QWidget(parent) {
  build(label, field);
  connect(field, &VectorField::problemChanged, this, &FieldRow::setProblem);
}

void FieldRow::build(const QString& label, QWidget* field) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 2, 0, 2);
  grid->setHorizontalSpacing(4);
  grid->setVerticalSpacing(2);
  int column = 0;
  if (!label.isEmpty()) {
    label_ = new QLabel(label);
    label_->setObjectName(QStringLiteral("FieldLabel"));
    label_->setFixedWidth(kLabelWidth);
    label_->setMinimumHeight(24);
    grid->addWidget(label_, 0, 0);
    column = 1;
  }
  grid->addWidget(field, 0, column);
  grid->setColumnStretch(column, 1);
  problem_ = new QLabel;
  problem_->setObjectName(QStringLiteral("FieldError"));
  problem_->setWordWrap(true);
  problem_->hide();
  grid->addWidget(problem_, 1, column);
  if (label_) field->setAccessibleName(label);
}

void FieldRow::setProblem(const QString& reason) {
  problem_->setText(reason);
  problem_->setVisible(!reason.isEmpty());
}

void FieldRow::setLabel(const QString& label) {
  if (label_) label_->setText(label);
}

QString FieldRow::problem() const {
  return problem_->text();
}

LiveValue::LiveValue(QWidget* parent) : QWidget(parent), number_(new QLabel), unit_(new QLabel) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(5);
  number_->setObjectName(QStringLiteral("LiveNumber"));
  unit_->setObjectName(QStringLiteral("Unit"));
  row->addWidget(number_);
  row->addWidget(unit_);
  row->addStretch(1);
  setFixedHeight(24);
}

void LiveValue::setValue(const QString& number, const QString& unit) {
  if (number_->text() != number) number_->setText(number);
  if (unit_->text() != unit) unit_->setText(unit);
}

}  // namespace grashof
