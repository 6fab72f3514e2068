#include "ui/quantity.h"

#include <QCoreApplication>
#include <charconv>
#include <cmath>
#include <string>

#include "ui/expression.h"

namespace grashof {
namespace {

constexpr double kDegrees = 180.0 / M_PI;
const QChar kMinus(0x2212);

QString tr(const char* text) {
  return QCoreApplication::translate("Quantity", text);
}

/// Rounded to `decimals` with to_chars: independent of the locale.
QString fixedText(double value, int decimals) {
  char buffer[400];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
  return QString::fromLatin1(buffer, end.ptr - buffer);
}

}  // namespace

UnitChoice& unitChoice() {
  static UnitChoice choice;
  return choice;
}

double unitScale(Quantity quantity) {
  switch (quantity) {
    case Quantity::Length:
      return unitChoice().millimetres ? 1000.0 : 1.0;
    case Quantity::Angle:
      return unitChoice().degrees ? kDegrees : 1.0;
    default:
      return 1.0;
  }
}

QString unitText(Quantity quantity) {
  switch (quantity) {
    case Quantity::Number:
      return {};
    case Quantity::Length:
      return unitChoice().millimetres ? QStringLiteral("mm") : QStringLiteral("m");
    case Quantity::Angle:
      return unitChoice().degrees ? QStringLiteral("°") : QStringLiteral("rad");
    case Quantity::Mass:
      return QStringLiteral("kg");
    case Quantity::Inertia:
      return QStringLiteral("kg m²");
    case Quantity::Force:
      return QStringLiteral("N");
    case Quantity::Torque:
      return QStringLiteral("N m");
    case Quantity::LinearVelocity:
      return QStringLiteral("m/s");
    case Quantity::AngularVelocity:
      return QStringLiteral("rad/s");
    case Quantity::LinearDamping:
      return QStringLiteral("N s/m");
    case Quantity::AngularDamping:
      return QStringLiteral("N m s/rad");
    case Quantity::LinearStiffness:
      return QStringLiteral("N/m");
    case Quantity::AngularStiffness:
      return QStringLiteral("N m/rad");
    case Quantity::Time:
      return QStringLiteral("s");
  }
  return {};
}

QString exactText(double value) {
  if (!std::isfinite(value)) return QString(QChar(0x2013));
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0 : value);
  return QString::fromLatin1(buffer, end.ptr - buffer);
}

QString shortText(double value, int digits) {
  if (!std::isfinite(value)) return QString(QChar(0x2013));
  if (value == 0) return QStringLiteral("0");
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
  QString text;
  if (exponent < -4 || exponent > 6) {
    char buffer[64];
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, digits - 1);
    text = QString::fromLatin1(buffer, end.ptr - buffer);
  } else {
    text = fixedText(value, std::max(0, digits - 1 - exponent));
  }
  return text.replace(u'-', kMinus);
}

QString restingText(double value, int decimals, bool isTrimmed) {
  if (!std::isfinite(value)) return QString(QChar(0x2013));
  // Small values (inertias) and big ones would lose everything in a fixed form.
  const double size = std::abs(value);
  if (size != 0 && (size < 0.5 * std::pow(10.0, -decimals) || size >= 1e7)) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, 2);
    QString text = QString::fromLatin1(buffer, end.ptr - buffer);
    text.replace(QStringLiteral("e-0"), QStringLiteral("e-"))
        .replace(QStringLiteral("e+0"), QStringLiteral("e"));
    return text;
  }
  QString text = fixedText(value, decimals);
  if (const QString zero = fixedText(0.0, decimals); text == u'-' + zero) text = zero;
  if (isTrimmed && text.contains(u'.')) {
    while (text.endsWith(u'0')) text.chop(1);
    if (text.endsWith(u'.')) text.chop(1);
  }
  return text;
}

QString forceText(double newtons) {
  constexpr double kRounding = 1e-6;
  return std::abs(newtons) < kRounding ? QStringLiteral("0") : shortText(newtons);
}

QString sentence(const QString& text) {
  if (text.isEmpty()) return text;
  QString result = text;
  const QString first = text.section(u' ', 0, 0);
  // A capital letter would misspell a name.
  bool isWord = true;
  for (const QChar c : first) isWord = isWord && (c.isLower() || c == u',' || c == u';');
  if (isWord) result[0] = result[0].toUpper();
  if (!QStringLiteral(".:!?").contains(result.back())) result += u'.';
  return result;
}

std::optional<double> parseQuantity(const QString& text, Quantity quantity, QString* error) {
  const auto fail = [&](const QString& reason) -> std::optional<double> {
    if (error) *error = reason;
    return std::nullopt;
  };
  if (text.trimmed().isEmpty()) return fail(tr("A number is needed."));
  const Expression result = evaluateExpression(text);
  if (!result.error.isEmpty()) return fail(result.error);
  if (!std::isfinite(result.value)) return fail(tr("The number must be finite."));
  if (result.unit.isEmpty()) return result.value / unitScale(quantity);
  const std::optional<double> factor = unitFactor(result.unit, quantity);
  if (!factor) return fail(tr("“%1” is not a unit of this field.").arg(result.unit));
  return result.value * *factor;
}

NumberAndUnit gapText(double metres) {
  const double size = std::abs(metres);
  if (!std::isfinite(metres)) return {QString(QChar(0x2013)), QStringLiteral("mm")};
  if (size < 1e-15) return {QStringLiteral("0"), QStringLiteral("mm")};
  if (size < 1e-10) return {QStringLiteral("<0.1"), QStringLiteral("nm")};
  if (size < 0.9995e-6) return {fixedText(metres * 1e9, size < 99.95e-9 ? 1 : 0), QStringLiteral("nm")};
  if (size < 9.95e-6) return {fixedText(metres * 1e6, 1), QStringLiteral("µm")};
  if (size < 0.9995e-3) return {fixedText(metres * 1e3, 3), QStringLiteral("mm")};
  if (size < 0.9995) return {fixedText(metres * 1e3, size < 0.09995 ? 1 : 0), QStringLiteral("mm")};
  return {shortText(metres), QStringLiteral("m")};
}

QString coordinateText(double value, bool isRotary) {
  const Quantity quantity = isRotary ? Quantity::Angle : Quantity::Length;
  const double shown = value * unitScale(quantity);
  if (!std::isfinite(shown)) return QString(QChar(0x2013));
  QString number =
      fixedText(shown, isRotary ? (unitChoice().degrees ? 1 : 3) : (unitChoice().millimetres ? 1 : 4));
  if (number.startsWith(u'-')) {
    const bool isZero = number.toDouble() == 0.0;
    number = (isZero ? QStringLiteral("+") : QString(kMinus)) + number.mid(1);
  } else {
    number.prepend(u'+');
  }
  const QString unit = unitText(quantity);
  return unit == u"°" ? number + unit : number + u' ' + unit;
}

}  // namespace grashof
