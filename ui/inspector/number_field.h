// ui/inspector/number_field.h - [letter][right-aligned value][unit]: typed, dragged, stepped, checked while
// typing.
#pragma once
#include <QWidget>
#include <functional>

#include "ui/quantity.h"

class QLabel;
class QLineEdit;

namespace grashof {

/// Values are SI; the unit shown is the quantity's. While focused the field shows all digits, at rest a few.
/// An invalid text turns the field red with the reason (problemChanged) and leaves the old value in force.
class NumberField : public QWidget {
  Q_OBJECT
 public:
  /// Empty: the value is accepted; else the reason shown below the field.
  using Check = std::function<QString(double)>;

  explicit NumberField(Quantity quantity, QWidget* parent = nullptr);
  void setLetter(const QString& letter, const char* axis = nullptr);
  void setUnitVisible(bool isVisible);
  void setDecimals(int decimals);
  void setCheck(Check check) { check_ = std::move(check); }
  void setReadOnly(bool isReadOnly);
  /// What an empty text means and shows ("none"); then cleared() is emitted instead of an error.
  void setOptional(const QString& placeholder);

  /// Does not emit edited(); leaves a text that is being typed alone.
  void setValue(double si);
  void setEmpty();
  double value() const { return value_; }
  QString problem() const { return problem_; }
  QLineEdit* edit() const { return edit_; }
  void setQuantity(Quantity quantity);
  QSize minimumSizeHint() const override { return {36, 24}; }

 Q_SIGNALS:
  void edited(double si,
              int gesture);  ///< gesture: the same for one drag or one burst of steps; -1 when typed
  void cleared();
  void problemChanged(const QString& reason);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showValue();
  void checkText();
  void commitText();
  void stepBy(double steps, Qt::KeyboardModifiers keys);
  void dragBy(int pixels, Qt::KeyboardModifiers keys);
  bool accept(double si, int gesture);
  void setProblem(const QString& reason);
  double stepSize() const;

  Quantity quantity_;
  Check check_;
  double value_ = 0;
  int decimals_ = 1;
  int gesture_ = -1;
  bool isOptional_ = false, isEmpty_ = false;
  QString problem_, textAtFocus_;
  QLabel *letter_, *unit_;
  QLineEdit* edit_;
  double dragStart_ = 0;
  int dragX_ = 0;
  qint64 lastStepMs_ = 0;
};

}  // namespace grashof
