// ui/expression.h - the small arithmetic that number fields accept: + - * / ( ) pi, and one unit at the end.
#pragma once
#include <QString>
#include <optional>

#include "ui/quantity.h"

namespace grashof {

struct Expression {
  double value = 0;
  QString unit;   ///< as typed: "deg", "in", "mm"; empty when none
  QString error;  ///< why there is no value; empty when there is one
};

/// Accepts U+2212 as minus; a decimal comma is refused with a hint, never read as something else.
Expression evaluateExpression(const QString& text);

/// SI value of one such unit where it fits the quantity.
std::optional<double> unitFactor(const QString& unit, Quantity quantity);

}  // namespace grashof
