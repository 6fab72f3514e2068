// ui/quantity.h - numbers as people read and type them: units, three significant digits, expressions.
#pragma once
#include <QString>
#include <optional>

namespace grashof {

/// Kinds of quantity and how the window shows them. Values are SI everywhere else.
enum class Quantity {
  Number,
  Length,
  Angle,
  Mass,
  Inertia,
  Force,
  Torque,
  LinearVelocity,
  AngularVelocity,
  LinearDamping,
  AngularDamping,
  LinearStiffness,
  AngularStiffness,
  Time
};

/// Which of the two spellings of a length or an angle is shown; set from the settings.
struct UnitChoice {
  bool millimetres = true;
  bool degrees = true;
};
UnitChoice& unitChoice();

/// Shown value = SI value * unitScale.
double unitScale(Quantity quantity);
QString unitText(Quantity quantity);

/// Shortest text that reads back as the same double (locale independent); 0 for -0.
QString exactText(double value);
/// `digits` significant digits, plain notation where it is short, U+2212 for minus.
QString shortText(double value, int digits = 3);
/// Text of a field at rest: `decimals` decimals; `isTrimmed`: without zeros at the end.
QString restingText(double value, int decimals, bool isTrimmed = false);

/// "45 deg", "3/8 in", "0.2", "1e-3 m", "2*pi/3 rad": an expression with + - * / and parentheses and an
/// optional unit. Without a unit the shown unit of `quantity` counts. Result in SI; `error` says why there is
/// none.
std::optional<double> parseQuantity(const QString& text, Quantity quantity, QString* error = nullptr);

/// N or N m with three digits; what is only rounding shows as 0.
QString forceText(double newtons);
/// A finding as a sentence: capital letter (unless it starts with a name), full stop.
QString sentence(const QString& text);

/// A gap with the unit that suits its size: {"4.4", "nm"}, {"0.013", "mm"}, {"12.3", "mm"}.
struct NumberAndUnit {
  QString number, unit;
};
NumberAndUnit gapText(double metres);
/// "+70.1°" or "12.5 mm" for a joint coordinate.
QString coordinateText(double value, bool isRotary);

}  // namespace grashof
