#include "ui/tools/closure_choice.h"

#include <QCoreApplication>

namespace grashof {
namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(ClosureChoice)
};

KindChoices inPlane() {
  return {{{PlannedKind::Pin, Words::tr("Pin"),
            Words::tr("holds three directions; the loop is planar, so one row is redundant.")},
           {PlannedKind::TwoAxes, Words::tr("2 axes"),
            Words::tr("the loop is planar, so the third direction is held already.")},
           {PlannedKind::OneAxis, Words::tr("1 axis"),
            Words::tr("holds the direction across the plane, which is held already.")},
           {PlannedKind::Hinge, Words::tr("Hinge"),
            Words::tr("two pins on the loop's axis; four of six rows are redundant.")}},
          PlannedKind::TwoAxes};
}

KindChoices inSpace(bool hasCommonAxis) {
  return {{{PlannedKind::Pin, Words::tr("Pin"), Words::tr("the bodies turn freely about the point.")},
           {PlannedKind::TwoAxes, Words::tr("2 axes"), Words::tr("body 2 slides along the third direction.")},
           {PlannedKind::OneAxis, Words::tr("1 axis"), Words::tr("body 2 glides on the plane across it.")},
           {PlannedKind::Hinge, Words::tr("Hinge"),
            hasCommonAxis ? Words::tr("both points are on axes of one direction; the bodies turn about it.")
                          : Words::tr("two pins: the bodies turn about one axis only.")}},
          hasCommonAxis ? PlannedKind::Hinge : PlannedKind::Pin};
}

}  // namespace

KindChoices kindChoices(bool isPlanar, const std::optional<Vector3d>& axis1,
                        const std::optional<Vector3d>& axis2, bool wantsAxes) {
  constexpr double kParallel = 1e-3;  // sine
  const bool hasCommonAxis = axis1 && axis2 && axis1->cross(*axis2).norm() < kParallel;
  KindChoices choices = isPlanar ? inPlane() : inSpace(hasCommonAxis);
  if (wantsAxes) choices.recommended = PlannedKind::TwoAxes;
  choices.kinds.push_back(
      {PlannedKind::Rod, Words::tr("Rod"), Words::tr("a link between the points keeps their distance.")});
  // Four at a time: whoever asked for a pin is not after a plane.
  const PlannedKind left = wantsAxes ? PlannedKind::Rod : PlannedKind::OneAxis;
  std::erase_if(choices.kinds, [left](const KindChoice& choice) { return choice.kind == left; });
  return choices;
}

}  // namespace grashof
