// core/mechanism/quick_fix_parts.h - the fixes by what they concern; only quick_fix*.cpp include it.
#pragma once
#include <string_view>

#include "core/mechanism/quick_fix.h"

namespace grashof::quick_fixes {

/// A finding about one element of a mechanism.
struct Subject {
  const Mechanism& m;
  const Diagnostic& finding;
  int index = -1;  ///< of the link, joint or closure

  const Link& link() const { return m.links[static_cast<std::size_t>(index)]; }
  const Joint& joint() const { return m.joints[static_cast<std::size_t>(index)]; }
  const Closure& closure() const { return m.closures[static_cast<std::size_t>(index)]; }
  /// Whether the finding is about this attribute: its path ends in "@name".
  bool isAbout(std::string_view attribute) const { return finding.element.ends_with(attribute); }
};

using Fixes = std::vector<QuickFix>;
using FixFunction = Fixes (*)(const Subject&);

/// The function for a code, or null.
FixFunction linkFix(std::string_view code);
FixFunction jointFix(std::string_view code);
FixFunction closureFix(std::string_view code);
FixFunction nominalFix(std::string_view code);

/// "±90°", "-30…90°": bounds in degrees, to a tenth.
std::string degreeRange(double lowerRad, double upperRad);
/// "68.8°" or "0.25 m", as the joint moves.
std::string coordinateText(const Joint& joint, double value);

/// The nearest tensor (sum of squared differences) that a body can have: no negative principal moment, none
/// above the sum of the other two.
Matrix3d nearestInertia(const Matrix3d& inertia);

}  // namespace grashof::quick_fixes
