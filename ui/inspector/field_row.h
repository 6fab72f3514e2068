// ui/inspector/field_row.h - a label, a field and, when something is wrong, the reason below.
#pragma once
#include <QWidget>

class QLabel;

namespace grashof {

class NumberField;
class VectorField;

class FieldRow : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kLabelWidth = 84;

  /// An empty label gives the field the whole width.
  FieldRow(const QString& label, QWidget* field, QWidget* parent = nullptr);
  FieldRow(const QString& label, NumberField* field, QWidget* parent = nullptr);
  FieldRow(const QString& label, VectorField* field, QWidget* parent = nullptr);
  void setProblem(const QString& reason);
  void setLabel(const QString& label);
  QString problem() const;

 private:
  void build(const QString& label, QWidget* field);
  QLabel* label_ = nullptr;
  QLabel* problem_ = nullptr;
};

/// A live value in mono with a unit in the quiet colour.
class LiveValue : public QWidget {
  Q_OBJECT
 public:
  explicit LiveValue(QWidget* parent = nullptr);
  void setValue(const QString& number, const QString& unit);

 private:
  QLabel *number_, *unit_;
};

}  // namespace grashof
