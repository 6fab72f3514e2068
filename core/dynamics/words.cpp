#include "core/dynamics/words.h"

#include <cctype>
#include <cmath>

namespace grashof {

std::string lengthWords(double metres) {
  const double size = std::abs(metres);
  if (size == 0) return "0 mm";
  if (size < 1e-6) return numberWords(metres * 1e9, 4) + " nm";
  if (size < 1e-5) return numberWords(metres * 1e6, 4) + " um";
  if (size < 1.0) return numberWords(metres * 1e3, 4) + " mm";
  return numberWords(metres, 4) + " m";
}

std::string angleWords(double radians, int digits) {
  return numberWords(radians * 180 / M_PI, digits) + "°";
}

std::string listWords(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

std::string countWords(int count, const std::string& singular, const std::string& plural) {
  return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

SourceLocation locationOf(const Model& model, const Constraint& constraint) {
  if (!model.mechanism) return {};
  const Mechanism& m = *model.mechanism;
  const SourceRef source = constraint.closure >= 0 ? m.closures[constraint.closure].source
                           : constraint.joint >= 0 ? m.joints[constraint.joint].source
                                                   : SourceRef{};
  return {m.sourcePath, source.line, source.column};
}

std::string elementOf(const Model& model, const Constraint& constraint) {
  if (!model.mechanism || (constraint.closure < 0 && constraint.joint < 0)) return {};
  const Mechanism& m = *model.mechanism;
  const auto step = [](std::string name, int number, int count) {
    return count > 1 ? name + "[" + std::to_string(number) + "]" : name;
  };
  if (constraint.closure < 0)
    return step("robot/joint", constraint.joint + 1, static_cast<int>(m.joints.size()));
  const ClosureKind kind = m.closures[constraint.closure].kind;
  int number = 0, count = 0;
  for (int i = 0; i < static_cast<int>(m.closures.size()); ++i) {
    if (m.closures[i].kind != kind) continue;
    ++count;
    if (i <= constraint.closure) ++number;
  }
  return step("robot/constraints/" + std::string(closureKindName(kind)), number, count);
}

std::pair<std::string, std::string> partnersOf(const Model& model, const Constraint& constraint) {
  if (constraint.kind == ConstraintKind::Mimic && constraint.follower >= 0 && constraint.leader >= 0)
    return {model.joints[constraint.follower].name, model.joints[constraint.leader].name};
  if (!model.mechanism) return {};
  const Mechanism& m = *model.mechanism;
  if (constraint.closure >= 0)
    return {m.closures[constraint.closure].body1, m.closures[constraint.closure].body2};
  if (constraint.joint >= 0) return {m.joints[constraint.joint].parent, m.joints[constraint.joint].child};
  return {};
}

}  // namespace grashof
