// app/arguments.h - options and operands of a command, checked against what the command knows.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/outcome.h"

namespace grashof {

struct OptionSpec {
  std::string name;       ///< "--dt", or "-o"
  std::string valueName;  ///< "SECONDS"; empty: a switch
  std::string help;
  bool isRepeatable = false;
};

class Arguments {
 public:
  bool has(std::string_view option) const { return values_.find(option) != values_.end(); }
  /// The value given last, or `fallback`.
  std::string text(std::string_view option, std::string_view fallback = {}) const;
  std::vector<std::string> all(std::string_view option) const;
  const std::vector<std::string>& operands() const { return operands_; }
  bool isHelpWanted() const { return has("--help"); }

 private:
  friend Outcome<Arguments> parseArguments(const std::vector<std::string>&, const std::vector<OptionSpec>&,
                                           std::size_t);
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> operands_;
};

/// "--name value" and "--name=value"; "--" ends the options; -h is --help. A value may begin with a minus
/// sign. Unknown options (with the nearest name), options given twice, missing values and surplus operands
/// are errors, code "wrong-usage".
Outcome<Arguments> parseArguments(const std::vector<std::string>& words,
                                  const std::vector<OptionSpec>& options, std::size_t maxOperands = 1);

Diagnostic usageError(std::string message, std::string hint = {});
/// A finite number, else a usage error naming the option.
Outcome<double> numberOption(std::string_view option, std::string_view text);
/// Comma-separated finite numbers, between `least` and `most` of them.
Outcome<std::vector<double>> numbersOption(std::string_view option, std::string_view text, std::size_t least,
                                           std::size_t most);
/// "name=value" with the value's numbers; the name may hold '=' itself (the last one counts).
struct NamedNumbers {
  std::string name;
  std::vector<double> numbers;
};
Outcome<NamedNumbers> namedNumbersOption(std::string_view option, std::string_view text, std::size_t least,
                                         std::size_t most);

}  // namespace grashof
