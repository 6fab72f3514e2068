// core/base/number_text.h - numbers in files: std::from_chars and std::to_chars only, so no locale matters.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grashof {

/// One complete, finite number; blanks around it and one leading '+' are accepted. Empty, "2junk", "0,5",
/// "nan", "inf", hexadecimal and out-of-range numbers are not. What is too small for a double counts as zero.
std::optional<double> parseDouble(std::string_view text);

/// A token that is not a number: its text, its place in the list (1-based), its byte offset in the text.
struct BadNumber {
  std::string token;
  int entry = 0;
  std::size_t offset = 0;
};

/// A blank-separated list. `values` has one entry per token, 0 where the token is bad, so that its size can
/// still be compared with what is expected.
struct NumberList {
  std::vector<double> values;
  std::vector<BadNumber> bad;
  bool ok() const { return bad.empty(); }
};
NumberList parseDoubles(std::string_view text);

/// The shortest text that reads back as the same double; "0" for both zeros.
std::string formatDouble(double value);
/// For sentences: rounded to `digits` significant digits, "0.02", "1e-09", "infinity", "not a number".
std::string numberWords(double value, int digits = 6);
/// formatDouble() of each, one blank between: "1 0 0.25".
std::string formatDoubles(std::span<const double> values);

}  // namespace grashof
