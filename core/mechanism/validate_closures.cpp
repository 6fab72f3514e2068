// Closures: their bodies, and the axes that the specification allows.
#include "core/mechanism/name_hint.h"
#include "core/mechanism/validate_parts.h"

namespace grashof::validation {
namespace {

/// Sine of the angle below which two axes count as parallel. A pair such as 1 0 0 and 1 0 0.0001 is accepted.
constexpr double kParallelSine = 1e-9;

void checkBodies(const Mechanism& m, const std::vector<int>& carrier, std::size_t c, Findings& findings) {
  const Closure& closure = m.closures[c];
  const std::string who = displayName(closure, static_cast<int>(c));
  for (const auto& [name, attribute] :
       {std::pair(&closure.body1, "body1"), std::pair(&closure.body2, "body2")})
    if (!name->empty() && m.findLink(*name) < 0)
      findings.add(Severity::Error, "unknown-link", closure.source,
                   findings.closurePath(c, std::string("@") + attribute), who,
                   who + ": " + attribute + " '" + *name + "' does not exist",
                   nearestNameHint(*name, linkNames(m)));
  const int body1 = m.findLink(closure.body1), body2 = m.findLink(closure.body2);
  if (body1 < 0 || body2 < 0 || carrier[body1] != carrier[body2]) return;
  const std::string how = body1 == body2 ? "joins link '" + closure.body1 + "' to itself"
                                         : "joins '" + closure.body1 + "' and '" + closure.body2 +
                                               "', which fixed joints hold together already";
  findings.add(body1 == body2 ? Severity::Error : Severity::Warning, "closure-same-body", closure.source,
               findings.closurePath(c), who, who + " " + how, "name the two bodies that meet at the anchor");
}

void checkEqualityAxes(const Mechanism& m, std::size_t c, Findings& findings) {
  const Closure& closure = m.closures[c];
  const std::string who = displayName(closure, static_cast<int>(c));
  const auto complain = [&](const char* code, std::string message, const char* hint) {
    findings.add(Severity::Error, code, closure.source, findings.closurePath(c), who, std::move(message),
                 hint);
  };
  if (closure.axes.empty()) {
    complain("equality-axes", who + " has no axis; one or two are needed",
             "add <axis xyz=\"...\"/>, or use <pin> to hold all three directions");
  } else if (closure.axes.size() > 2) {
    complain("equality-axes",
             who + " has " + std::to_string(closure.axes.size()) + " axes; an equality takes one or two",
             "use <pin>, which holds all three directions");
  }
  bool hasZero = false;
  for (std::size_t a = 0; a < closure.axes.size(); ++a) {
    if (!closure.axes[a].isZero(0.0)) continue;
    hasZero = true;
    complain("zero-axis", who + ": axis " + std::to_string(a + 1) + " is 0 0 0",
             "write a direction, for example 1 0 0");
  }
  if (closure.axes.size() != 2 || hasZero) return;
  const Vector3d a = closure.axes[0].normalized(), b = closure.axes[1].normalized();
  if (a.cross(b).norm() < kParallelSine)
    complain("parallel-axes",
             who + ": the axes " + shortVector(closure.axes[0]) + " and " + shortVector(closure.axes[1]) +
                 " are parallel, so they hold one direction only",
             "give the second one another direction, or leave it out");
}

void checkUniversalAxes(const Mechanism& m, std::size_t c, Findings& findings) {
  const Closure& closure = m.closures[c];
  const std::string who = displayName(closure, static_cast<int>(c));
  for (const auto& [axis, name] : {std::pair(&closure.axisA, "n_a"), std::pair(&closure.axisB, "n_b")})
    if (axis->isZero(0.0))
      findings.add(Severity::Error, "zero-axis", closure.source,
                   findings.closurePath(c, std::string("@") + name), who, who + ": " + name + " is 0 0 0",
                   "write a direction, for example 1 0 0");
}

}  // namespace

void checkClosures(const Mechanism& m, const TreeWalk& walk, Findings& findings) {
  const std::vector<int> carrier = rigidCarriers(m, walk);
  for (std::size_t c = 0; c < m.closures.size(); ++c) {
    checkBodies(m, carrier, c, findings);
    if (m.closures[c].kind == ClosureKind::Equality) checkEqualityAxes(m, c, findings);
    if (m.closures[c].kind == ClosureKind::Universal) checkUniversalAxes(m, c, findings);
  }
}

}  // namespace grashof::validation
