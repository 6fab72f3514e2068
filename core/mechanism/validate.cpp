#include "core/mechanism/validate.h"

#include <array>

#include "core/mechanism/validate_parts.h"

namespace grashof {
namespace validation {
namespace {

/// "/joint[3]", with an index only where there are several, as SourceDocument::path() writes it.
std::string step(const char* name, std::size_t number, std::size_t count) {
  std::string out = std::string("/") + name;
  if (count > 1) out += "[" + std::to_string(number) + "]";
  return out;
}

}  // namespace

Diagnostic& Findings::add(Severity severity, std::string code, const SourceRef& at, std::string element,
                          std::string subject, std::string message, std::string hint) {
  out.push_back({severity,
                 std::move(code),
                 {mechanism_.sourcePath, at.line, at.column},
                 std::move(element),
                 std::move(subject),
                 std::move(message),
                 std::move(hint),
                 {}});
  return out.back();
}

void Findings::relate(Diagnostic& diagnostic, const SourceRef& place) const {
  diagnostic.related.push_back({mechanism_.sourcePath, place.line, place.column});
}

std::string Findings::linkPath(std::size_t index, const std::string& below) const {
  return "robot" + step("link", index + 1, mechanism_.links.size()) + below;
}

std::string Findings::jointPath(std::size_t index, const std::string& below) const {
  return "robot" + step("joint", index + 1, mechanism_.joints.size()) + below;
}

std::string Findings::closurePath(std::size_t index, const std::string& below) const {
  const ClosureKind kind = mechanism_.closures[index].kind;
  std::size_t number = 0, count = 0;
  for (std::size_t c = 0; c < mechanism_.closures.size(); ++c) {
    if (mechanism_.closures[c].kind != kind) continue;
    ++count;
    if (c <= index) ++number;
  }
  return "robot/constraints" + step(std::string(closureKindName(kind)).c_str(), number, count) + below;
}

std::string shortVector(const Vector3d& v) {
  return numberWords(v.x()) + " " + numberWords(v.y()) + " " + numberWords(v.z());
}

std::string atLine(const SourceRef& ref) {
  return ref.line > 0 ? " (line " + std::to_string(ref.line) + ")" : std::string();
}

const SourceRef& placeOf(const SourceRef& own, const SourceRef& holder) {
  return own.line > 0 ? own : holder;
}

std::vector<std::string> linkNames(const Mechanism& m) {
  std::vector<std::string> names;
  for (const Link& link : m.links) names.push_back(link.name);
  return names;
}

std::vector<std::string> jointNames(const Mechanism& m) {
  std::vector<std::string> names;
  for (const Joint& joint : m.joints) names.push_back(joint.name);
  return names;
}

}  // namespace validation

Diagnostics validateElements(const Mechanism& m) {
  validation::Findings findings(m);
  const TreeWalk walk = walkTree(m);
  validation::checkGraph(m, walk, findings);
  validation::checkJoints(m, findings);
  validation::checkMimics(m, findings);
  validation::checkClosures(m, walk, findings);
  validation::checkInertials(m, findings);
  validation::checkMagnitudes(m, findings);
  return std::move(findings.out);
}

Diagnostics validate(const Mechanism& m, BaseMode mode) {
  validation::Findings findings(m);
  findings.out = validateElements(m);
  // Which bodies move and which coordinates there are is known for one tree only.
  if (isOneTree(m)) {
    const TreeWalk walk = walkTree(m);
    validation::checkMassDistribution(m, walk, mode, findings);
    validation::checkNominal(m, walk, mode, findings);
  }
  return std::move(findings.out);
}

bool isBaseFixed(const Mechanism& m, BaseMode mode) {
  if (mode != BaseMode::Auto) return mode == BaseMode::Fixed;
  return m.root == "world";
}

std::vector<std::string> nominalEntryNames(const Mechanism& m, BaseMode mode) {
  constexpr std::array<const char*, 7> kFloating{" x", " y", " z", " qw", " qx", " qy", " qz"};
  constexpr std::array<const char*, 3> kPlanar{" x", " y", " angle"};
  std::vector<std::string> names;
  const auto append = [&](const std::string& owner, JointType type) {
    const int count = coordinateCount(type);
    for (int i = 0; i < count; ++i) {
      if (type == JointType::Floating)
        names.push_back(owner + kFloating[i]);
      else if (type == JointType::Spherical)
        names.push_back(owner + kFloating[i + 3]);
      else if (type == JointType::Planar)
        names.push_back(owner + kPlanar[i]);
      else
        names.push_back(owner);
    }
  };
  if (!isBaseFixed(m, mode)) append("base", JointType::Floating);
  for (const int j : walkTree(m).jointOrder) append(m.joints[j].name, m.joints[j].type);
  return names;
}

}  // namespace grashof
