// ui/tools/closure_choice.h - which kind of closure suits two points, and what speaks for and against each.
#pragma once
#include "ui/tools/closure_plan.h"

namespace grashof {

struct KindChoice {
  PlannedKind kind = PlannedKind::Pin;
  QString name;    ///< "Hinge"
  QString reason;  ///< a sentence about this loop
};
struct KindChoices {
  std::vector<KindChoice> kinds;
  PlannedKind recommended = PlannedKind::Pin;
};

/// What the loop that would close through the two points says. `axis1`, `axis2` in World: directions of the
/// snapped joints or circles, if they have some. `wantsAxes`: axes rather than pins were asked for.
KindChoices kindChoices(bool isPlanar, const std::optional<Vector3d>& axis1,
                        const std::optional<Vector3d>& axis2, bool wantsAxes);

}  // namespace grashof
