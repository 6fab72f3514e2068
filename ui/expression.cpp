#include "ui/expression.h"

#include <QCoreApplication>
#include <charconv>
#include <cmath>
#include <string>

namespace grashof {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Expression", text);
}

/// Recursive descent over a Latin-1 copy of the text; stops at the first character that is not arithmetic.
class Parser {
 public:
  explicit Parser(std::string text) : text_(std::move(text)) {}

  double sum() {
    double value = product();
    for (;;) {
      if (take('+'))
        value += product();
      else if (take('-'))
        value -= product();
      else
        return value;
    }
  }
  std::string rest() {
    skipSpace();
    return text_.substr(at_);
  }
  bool failed() const { return failed_; }

 private:
  // Deep nesting would otherwise end in a stack overflow.
  static constexpr int kMaxDepth = 64;

  double product() {
    double value = factor();
    for (;;) {
      if (take('*'))
        value *= factor();
      else if (take('/'))
        value /= factor();
      else
        return value;
    }
  }
  double factor() {
    if (++depth_ > kMaxDepth) failed_ = true;
    if (failed_) return 0;
    double value = 0;
    if (take('-'))
      value = -factor();
    else if (take('+'))
      value = factor();
    else if (take('(')) {
      value = sum();
      if (!take(')')) failed_ = true;
    } else if (text_.compare(at_, 2, "pi") == 0) {
      at_ += 2;
      value = M_PI;
    } else {
      const auto [end, status] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
      if (status != std::errc())
        failed_ = true;
      else
        at_ = static_cast<std::size_t>(end - text_.data());
    }
    --depth_;
    return value;
  }
  void skipSpace() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    skipSpace();
    if (at_ >= text_.size() || text_[at_] != c) {
      skipSpace();
      return false;
    }
    ++at_;
    skipSpace();
    return true;
  }

  std::string text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace

Expression evaluateExpression(const QString& text) {
  Expression result;
  QString plain = text.trimmed();
  plain.replace(QChar(0x2212), u'-').replace(QStringLiteral("°"), QStringLiteral(" deg"));
  if (plain.contains(u',')) {
    result.error = tr("Write the decimal point as “.”, not “,”.");
    return result;
  }
  Parser parser(plain.toStdString());
  result.value = parser.sum();
  if (parser.failed()) {
    result.error = tr("“%1” is not a number.").arg(text.trimmed());
    return result;
  }
  result.unit = QString::fromStdString(parser.rest()).trimmed();
  if (!result.unit.isEmpty() && !result.unit.front().isLetter())
    result.error = tr("“%1” is not a number.").arg(text.trimmed());
  return result;
}

std::optional<double> unitFactor(const QString& unit, Quantity quantity) {
  struct Entry {
    const char* name;
    Quantity quantity;
    double factor;
  };
  static const Entry entries[] = {{"m", Quantity::Length, 1},
                                  {"mm", Quantity::Length, 1e-3},
                                  {"cm", Quantity::Length, 1e-2},
                                  {"um", Quantity::Length, 1e-6},
                                  {"µm", Quantity::Length, 1e-6},
                                  {"in", Quantity::Length, 0.0254},
                                  {"ft", Quantity::Length, 0.3048},
                                  {"rad", Quantity::Angle, 1},
                                  {"deg", Quantity::Angle, M_PI / 180},
                                  {"rev", Quantity::Angle, 2 * M_PI},
                                  {"kg", Quantity::Mass, 1},
                                  {"g", Quantity::Mass, 1e-3},
                                  {"lb", Quantity::Mass, 0.45359237},
                                  {"kg m²", Quantity::Inertia, 1},
                                  {"kg m2", Quantity::Inertia, 1},
                                  {"N", Quantity::Force, 1},
                                  {"kN", Quantity::Force, 1e3},
                                  {"N m", Quantity::Torque, 1},
                                  {"Nm", Quantity::Torque, 1},
                                  {"m/s", Quantity::LinearVelocity, 1},
                                  {"mm/s", Quantity::LinearVelocity, 1e-3},
                                  {"rad/s", Quantity::AngularVelocity, 1},
                                  {"deg/s", Quantity::AngularVelocity, M_PI / 180},
                                  {"rpm", Quantity::AngularVelocity, M_PI / 30},
                                  {"s", Quantity::Time, 1},
                                  {"ms", Quantity::Time, 1e-3},
                                  {"N/m", Quantity::LinearStiffness, 1},
                                  {"N m/rad", Quantity::AngularStiffness, 1},
                                  {"N s/m", Quantity::LinearDamping, 1},
                                  {"N m s/rad", Quantity::AngularDamping, 1}};
  for (const Entry& entry : entries)
    if (entry.quantity == quantity && unit == QString::fromUtf8(entry.name)) return entry.factor;
  return std::nullopt;
}

}  // namespace grashof
