// core/simulation/number_words.h - a number in a sentence: six digits, independent of the locale.
#pragma once
#include <charconv>
#include <cmath>
#include <string>

namespace grashof {

inline std::string numberWords(double value) {
  if (std::isnan(value)) return "not a number";
  if (std::isinf(value)) return value > 0 ? "infinity" : "minus infinity";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::general, 6).ptr;
  return {buffer, end};
}

}  // namespace grashof
