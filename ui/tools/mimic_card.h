// ui/tools/mimic_card.h - a mimic before it is made: which joint follows which, how, and what the loops say.
#pragma once
#include "core/mechanism/mechanism.h"
#include "ui/widgets/card.h"

class QLabel;

namespace grashof {

class FieldRow;
class NumberField;

class MimicCard : public Card {
  Q_OBJECT
 public:
  explicit MimicCard(QWidget* parent = nullptr);
  void showMimic(const Joint& follower, const Mimic& mimic, const QString& verdict);

 Q_SIGNALS:
  void edited(double multiplier, double offset);
  void accepted();

 private:
  QLabel *title_, *verdict_;
  NumberField *multiplier_, *offset_;
};

}  // namespace grashof
