#include "core/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace grashof {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// from_chars reports overflow and underflow alike; only the second is a number for us.
bool isTiny(std::string_view token) {
  const std::size_t exponent = token.find_first_of("eE");
  if (exponent != std::string_view::npos) return token.substr(exponent + 1).starts_with('-');
  const std::size_t firstDigit = token.find_first_of("0123456789.");
  const std::size_t nonZero = token.find_first_of("123456789");
  const std::size_t point = token.find('.');
  return firstDigit != std::string_view::npos && point != std::string_view::npos && point < nonZero;
}

}  // namespace

std::optional<double> parseDouble(std::string_view text) {
  std::string_view token = trimmed(text);
  if (token.starts_with('+')) {
    token.remove_prefix(1);
    if (token.starts_with('-') || token.starts_with('+')) return std::nullopt;
  }
  if (token.empty()) return std::nullopt;
  double value = 0.0;
  const char* end = token.data() + token.size();
  const std::from_chars_result result = std::from_chars(token.data(), end, value);
  if (result.ptr != end) return std::nullopt;
  if (result.ec == std::errc::result_out_of_range) return isTiny(token) ? std::optional(0.0) : std::nullopt;
  if (result.ec != std::errc{} || !std::isfinite(value)) return std::nullopt;
  return value;
}

NumberList parseDoubles(std::string_view text) {
  NumberList list;
  std::size_t at = text.find_first_not_of(kBlanks);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    const std::string_view token = text.substr(at, end - at);
    const std::optional<double> value = parseDouble(token);
    list.values.push_back(value.value_or(0.0));
    if (!value) list.bad.push_back({std::string(token), static_cast<int>(list.values.size()), at});
    at = text.find_first_not_of(kBlanks, end);
  }
  return list;
}

std::string formatDouble(double value) {
  if (value == 0.0) return "0";
  std::array<char, 32> buffer;  // the longest shortest double has 24 characters
  const std::to_chars_result result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

std::string numberWords(double value, int digits) {
  if (std::isnan(value)) return "not a number";
  if (std::isinf(value)) return value > 0 ? "infinity" : "minus infinity";
  std::array<char, 64> buffer;
  const std::to_chars_result result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits);
  return {buffer.data(), result.ptr};
}

std::string formatDoubles(std::span<const double> values) {
  std::string out;
  for (const double value : values) {
    if (!out.empty()) out += ' ';
    out += formatDouble(value);
  }
  return out;
}

}  // namespace grashof
