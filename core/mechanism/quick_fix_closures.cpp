// Fixes of closures: names, axes, and pins that say more than a planar loop needs.
#include <algorithm>

#include "core/mechanism/edit_checks.h"
#include "core/mechanism/loop_plane.h"
#include "core/mechanism/name_hint.h"
#include "core/mechanism/quick_fix_parts.h"

namespace grashof::quick_fixes {
namespace {

template <typename Change>
QuickFix onClosure(const Subject& s, std::string label, const Change& change) {
  Closure closure = s.closure();
  change(closure);
  return {std::move(label), SetClosure{s.index, std::move(closure)}};
}

Fixes nearestBody(const Subject& s) {
  std::vector<std::string> names;
  for (const Link& link : s.m.links) names.push_back(link.name);
  for (const auto& [attribute, body] :
       {std::pair("@body1", &Closure::body1), std::pair("@body2", &Closure::body2)}) {
    if (!s.isAbout(attribute)) continue;
    const std::string near = nearestName(s.closure().*body, names);
    if (!near.empty())
      return {onClosure(s, "Use " + near, [&near, body = body](Closure& c) { c.*body = near; })};
  }
  return {};
}

Fixes usePin(const Subject& s) {
  return {onClosure(s, "Use a pin", [](Closure& c) {
    c.kind = ClosureKind::Pin;
    c.axes.clear();
  })};
}

/// Axes that are zero, or repeat the direction of one before them, hold nothing.
Fixes useOneAxis(const Subject& s) {
  if (s.closure().kind != ClosureKind::Equality) return {};
  std::vector<Vector3d> axes;
  for (const Vector3d& axis : s.closure().axes) {
    const auto repeats = [&axis](const Vector3d& other) { return edit_checks::areParallel(axis, other); };
    if (!axis.isZero(0) && std::none_of(axes.begin(), axes.end(), repeats)) axes.push_back(axis);
  }
  if (axes.empty() || axes.size() > 2 || axes.size() == s.closure().axes.size()) return {};
  return {onClosure(s, axes.size() == 1 ? "Use one axis" : "Use two axes",
                    [&axes](Closure& c) { c.axes = axes; })};
}

Fixes removeClosure(const Subject& s) {
  return {{"Remove closure", RemoveClosure{s.index}}};
}

Fixes useTwoAxes(const Subject& s) {
  if (s.closure().kind != ClosureKind::Pin) return {};
  const std::optional<Vector3d> normal = planarPathNormal(s.m, s.closure().body1, s.closure().body2);
  if (!normal) return {};
  return {onClosure(s, "Use two axes", [&normal](Closure& c) {
    c.kind = ClosureKind::Equality;
    c.axes = axesAcross(*normal);
  })};
}

}  // namespace

FixFunction closureFix(std::string_view code) {
  static constexpr std::pair<std::string_view, FixFunction> kFixes[] = {{"unknown-link", nearestBody},
                                                                        {"equality-axes", usePin},
                                                                        {"zero-axis", useOneAxis},
                                                                        {"parallel-axes", useOneAxis},
                                                                        {"closure-same-body", removeClosure},
                                                                        {"pin-in-planar-loop", useTwoAxes}};
  for (const auto& [name, fix] : kFixes)
    if (name == code) return fix;
  return nullptr;
}

}  // namespace grashof::quick_fixes
