#include "ui/inspector/closure_kind.h"

#include <QLabel>
#include <QVBoxLayout>

#include "core/mechanism/loop_plane.h"
#include "ui/tools/closure_plan.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/segment.h"

namespace grashof {
namespace {

constexpr int kHinge = 4;              // among the kinds to choose from
constexpr double kHingeLength = 0.05;  // of the mechanism's size, between a hinge's two pins

const LoopReport* loopOf(const Analysis& analysis, int closure) {
  for (const LoopReport& loop : analysis.loops)
    for (const int c : loop.loop.closures)
      if (c == closure) return &loop;
  return nullptr;
}

}  // namespace

QString kindReason(const Closure& closure, bool isPlanar) {
  if (closure.kind == ClosureKind::Pin && isPlanar)
    return ClosureKindSection::tr(
        "A pin: the loop is planar, so one of its three rows is redundant. Two axes say the same.");
  if (closure.kind == ClosureKind::Pin)
    return ClosureKindSection::tr("A pin: the point is held in all directions, as by a ball joint.");
  if (closure.kind == ClosureKind::Universal)
    return ClosureKindSection::tr(
        "A universal joint: the point is held, and one axis of each body stays at right angles.");
  if (closure.axes.size() == 1)
    return ClosureKindSection::tr("One axis: body 2's point stays on the plane across it.");
  if (isPlanar)
    return ClosureKindSection::tr("Two axes: the loop is planar, so the third direction is held already.");
  return ClosureKindSection::tr("Two axes: body 2's point slides along the third direction.");
}

ClosureKindSection::ClosureKindSection(const Workbench& bench, QWidget* parent)
    : ClosureSection(tr("Kind"), bench, parent), kind_(new Segment), reason_(roleLabel({}, "label")) {
  kind_->addChoice(tr("Pin"), QStringLiteral("closure-pin"), tr("Holds all three directions"));
  kind_->addChoice(tr("2 axes"), QStringLiteral("closure-rail"),
                   tr("Holds two directions, slides along the third"));
  kind_->addChoice(tr("1 axis"), QStringLiteral("closure-plane"),
                   tr("Holds one direction, glides on a plane"));
  kind_->addChoice(tr("Universal"), QStringLiteral("joint-universal"));
  kind_->addChoice(tr("Hinge"), QStringLiteral("hinge"),
                   tr("Two pins: holds all but a turn about their line"));
  connect(kind_, &Segment::chosen, this, &ClosureKindSection::chooseKind);
  body()->addWidget(kind_);
  reason_->setWordWrap(true);
  body()->addSpacing(2);
  body()->addWidget(reason_);
}

void ClosureKindSection::chooseKind(int choice) {
  const int partner = hingePartner(mechanism(), index());
  if (choice == kHinge) {
    const ModelPtr model = bench_.document->model();
    if (partner < 0)
      Q_EMIT applied(hingeEdit(mechanism(), index(), kHingeLength * (model ? model->size : 1)),
                     tr("Make %1 a hinge").arg(name()));
    return;
  }
  const auto normal = planarPathNormal(mechanism(), closure().body1, closure().body2);
  Closure next = closure();
  next.kind = choice == 0 ? ClosureKind::Pin : (choice == 3 ? ClosureKind::Universal : ClosureKind::Equality);
  if (choice == 1 && next.axes.size() != 2) next.axes = plannedAxes(PlannedKind::TwoAxes, normal);
  if (choice == 2) next.axes = plannedAxes(PlannedKind::OneAxis, normal);
  if (choice == 0) next.axes.clear();
  EditList edits{{SetClosure{index(), next}}};
  // The other half of a hinge goes with it.
  if (partner >= 0) edits.edits.push_back(RemoveClosure{partner});
  const std::size_t count = mechanism().closures.size();
  const int selected = index();
  Q_EMIT applied(edits, tr("Change the kind of %1").arg(name()));
  if (partner >= 0 && partner < selected && mechanism().closures.size() < count)
    bench_.selection->select({ElementKind::Closure, selected - 1});
}

void ClosureKindSection::refresh() {
  const Closure& shown = closure();
  const LoopReport* loop = loopOf(bench_.document->analysis(), index());
  const bool isUniversal = shown.kind == ClosureKind::Universal;
  const bool isHinge = hingePartner(mechanism(), index()) >= 0;
  kind_->setCurrent(isHinge                          ? kHinge
                    : shown.kind == ClosureKind::Pin ? 0
                    : isUniversal                    ? 3
                    : shown.axes.size() == 1         ? 2
                                                     : 1);
  kind_->setChoiceVisible(3, isUniversal);
  reason_->setText(isHinge ? tr("Hinge: two pins on a line hold all but the turn about it.")
                           : kindReason(shown, loop && loop->isPlanar));
}

}  // namespace grashof
