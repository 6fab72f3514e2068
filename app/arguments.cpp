#include "app/arguments.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/mechanism/name_hint.h"

namespace grashof {
namespace {

const OptionSpec* findOption(const std::vector<OptionSpec>& options, std::string_view name) {
  const auto it =
      std::find_if(options.begin(), options.end(), [name](const OptionSpec& o) { return o.name == name; });
  return it == options.end() ? nullptr : &*it;
}

Diagnostic unknownOption(const std::vector<OptionSpec>& options, const std::string& name) {
  std::vector<std::string> names{"--help"};
  for (const OptionSpec& o : options) names.push_back(o.name);
  std::string hint = nearestNameHint(name, names);
  if (hint.empty()) hint = "--help lists the options.";
  return usageError("Unknown option '" + name + "'.", std::move(hint));
}

}  // namespace

Diagnostic usageError(std::string message, std::string hint) {
  Diagnostic d;
  d.code = "wrong-usage";
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

std::string Arguments::text(std::string_view option, std::string_view fallback) const {
  const auto it = values_.find(option);
  return it == values_.end() ? std::string(fallback) : it->second.back();
}

std::vector<std::string> Arguments::all(std::string_view option) const {
  const auto it = values_.find(option);
  return it == values_.end() ? std::vector<std::string>{} : it->second;
}

Outcome<Arguments> parseArguments(const std::vector<std::string>& words,
                                  const std::vector<OptionSpec>& options, std::size_t maxOperands) {
  Arguments result;
  Diagnostics errors;
  bool hasEnded = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (hasEnded || word.size() < 2 || word[0] != '-') {
      result.operands_.push_back(word);
      continue;
    }
    if (word == "--") {
      hasEnded = true;
      continue;
    }
    if (word == "-h" || word == "--help") {
      result.values_["--help"] = {""};
      continue;
    }
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string name = word.substr(0, equals);
    const OptionSpec* option = findOption(options, name);
    if (option == nullptr) {
      errors.push_back(unknownOption(options, name));
      continue;
    }
    std::string value;
    if (equals != std::string::npos) {
      value = word.substr(equals + 1);
      if (option->valueName.empty()) errors.push_back(usageError("Option " + name + " takes no value."));
    } else if (!option->valueName.empty()) {
      if (i + 1 == words.size()) {
        errors.push_back(usageError("Option " + name + " needs a value: " + option->valueName + "."));
        continue;
      }
      value = words[++i];
    }
    std::vector<std::string>& values = result.values_[name];
    if (!values.empty() && !option->isRepeatable)
      errors.push_back(usageError("Option " + name + " is given twice."));
    values.push_back(std::move(value));
  }
  if (result.isHelpWanted()) return Outcome<Arguments>::success(std::move(result));
  if (result.operands_.size() > maxOperands)
    errors.push_back(usageError("'" + result.operands_[maxOperands] + "' is one argument too many."));
  if (!errors.empty()) return Outcome<Arguments>::failure(std::move(errors));
  return Outcome<Arguments>::success(std::move(result));
}

Outcome<double> numberOption(std::string_view option, std::string_view text) {
  if (const std::optional<double> number = parseDouble(text)) return Outcome<double>::success(*number);
  return Outcome<double>::failure(
      usageError(std::string(option) + ": '" + std::string(text) + "' is not a number."));
}

Outcome<std::vector<double>> numbersOption(std::string_view option, std::string_view text, std::size_t least,
                                           std::size_t most) {
  using Result = Outcome<std::vector<double>>;
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    Outcome<double> number = numberOption(option, text.substr(begin, end - begin));
    if (!number) return Result::failure(std::move(number.diagnostics));
    numbers.push_back(*number);
    begin = end + 1;
  }
  if (numbers.size() >= least && numbers.size() <= most) return Result::success(std::move(numbers));
  const std::string wanted = least == most ? std::to_string(least)
                             : most > 1000 ? "at least " + std::to_string(least)
                                           : std::to_string(least) + " to " + std::to_string(most);
  return Result::failure(usageError(std::string(option) + ": '" + std::string(text) + "' has " +
                                    std::to_string(numbers.size()) + " numbers, " + wanted + " needed."));
}

Outcome<NamedNumbers> namedNumbersOption(std::string_view option, std::string_view text, std::size_t least,
                                         std::size_t most) {
  using Result = Outcome<NamedNumbers>;
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0)
    return Result::failure(
        usageError(std::string(option) + ": '" + std::string(text) + "' is not of the form name=value."));
  Outcome<std::vector<double>> numbers = numbersOption(option, text.substr(equals + 1), least, most);
  if (!numbers) return Result::failure(std::move(numbers.diagnostics));
  return Result::success({std::string(text.substr(0, equals)), std::move(*numbers)});
}

}  // namespace grashof
