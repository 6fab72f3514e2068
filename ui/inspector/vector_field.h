// ui/inspector/vector_field.h - three number fields with X Y Z in axis colours and one unit behind them.
#pragma once
#include <QWidget>

#include "core/base/pose.h"
#include "ui/inspector/number_field.h"

namespace grashof {

class VectorField : public QWidget {
  Q_OBJECT
 public:
  using Check = std::function<QString(const Vector3d&)>;

  explicit VectorField(Quantity quantity, QWidget* parent = nullptr);
  void setValue(const Vector3d& si);
  Vector3d value() const { return value_; }
  void setDecimals(int decimals);
  void setReadOnly(bool isReadOnly);
  /// Of the whole vector ("The axis must not be zero."); single numbers are checked by their fields.
  void setCheck(Check check);
  NumberField* field(int i) const { return fields_[i]; }
  QString problem() const;
  void refreshUnits();

 Q_SIGNALS:
  void edited(const grashof::Vector3d& si, int gesture);
  void problemChanged(const QString& reason);

 private:
  Quantity quantity_;
  Vector3d value_ = Vector3d::Zero();
  NumberField* fields_[3];
  class QLabel* unit_;
};

}  // namespace grashof
