// core/dynamics/words.h - lengths and lists as people write them, for messages. Independent of the locale.
#pragma once
#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/dynamics/model.h"

namespace grashof {

/// In the unit a person would choose, four digits: "0.02 mm", "74.72 mm", "3.1 m", "5 nm".
std::string lengthWords(double metres);
/// "52.257°".
std::string angleWords(double radians, int digits);
/// "a", "a and b", "a, b and c".
std::string listWords(const std::vector<std::string>& items);
/// "3 rows", "1 row".
std::string countWords(int count, const std::string& singular, const std::string& plural);
std::string capitalised(std::string text);

/// Where a constraint stands in its file, and its element's path.
SourceLocation locationOf(const Model& model, const Constraint& constraint);
std::string elementOf(const Model& model, const Constraint& constraint);
/// Names of the two links that a closure or cut joint was written for; of the joints for a mimic.
std::pair<std::string, std::string> partnersOf(const Model& model, const Constraint& constraint);

}  // namespace grashof
