#include "core/mechanism/quick_fix.h"

#include "core/mechanism/quick_fix_parts.h"

namespace grashof {
namespace {

int closureCalled(const Mechanism& m, const std::string& name) {
  for (std::size_t c = 0; c < m.closures.size(); ++c)
    if (displayName(m.closures[c], static_cast<int>(c)) == name) return static_cast<int>(c);
  return -1;
}

}  // namespace

std::vector<QuickFix> quickFixes(const Mechanism& m, const Diagnostic& finding) {
  using namespace quick_fixes;
  const auto tryOn = [&](FixFunction fix, int index) {
    return fix && index >= 0 ? fix({m, finding, index}) : Fixes{};
  };
  // A joint and a closure may share a name: the path says which one is meant.
  const bool isClosure = finding.element.find("/constraints/") != std::string::npos;
  if (FixFunction fix = nominalFix(finding.code)) return fix({m, finding, m.findJoint(finding.subject)});
  if (FixFunction fix = isClosure ? closureFix(finding.code) : nullptr)
    return tryOn(fix, closureCalled(m, finding.subject));
  if (FixFunction fix = jointFix(finding.code)) {
    Fixes fixes = tryOn(fix, isClosure ? -1 : m.findJoint(finding.subject));
    if (!fixes.empty()) return fixes;
  }
  if (FixFunction fix = linkFix(finding.code)) return tryOn(fix, m.findLink(finding.subject));
  return tryOn(closureFix(finding.code), closureCalled(m, finding.subject));
}

}  // namespace grashof
