#include "ui/inspector/closure_kind.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "core/mechanism/loop_plane.h"
#include "ui/inspector/field_row.h"
#include "ui/quantity.h"
#include "ui/tools/closure_plan.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/elided_combo.h"
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

/// The form that a choice of kind means, where the group can be written so.
std::optional<ClosureForm> formOfChoice(int choice) {
  if (choice == 0) return ClosureForm::Pin;
  if (choice == 1) return ClosureForm::TwoAxes;
  if (choice == kHinge) return ClosureForm::TwoPins;
  return std::nullopt;
}

QString rowWords(int rows, int rank) {
  if (rows <= rank) return ClosureKindSection::tr("%1 rows, none redundant").arg(rows);
  return ClosureKindSection::tr("%1 rows, %2 redundant").arg(rows).arg(rows - rank);
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
  form_ = new ElidedCombo;
  form_->setObjectName(QStringLiteral("ClosureForm"));
  form_->setToolTip(tr("Other ways to write the same: the linkage moves as before"));
  connect(form_, &QComboBox::activated, this, [this](int i) {
    if (forms_ && i >= 0 && i < static_cast<int>(forms_->forms.size()))
      rewrite(forms_->forms[static_cast<std::size_t>(i)]);
  });
  formRow_ = new FieldRow(tr("Written as"), form_);
  body()->addSpacing(4);
  body()->addWidget(formRow_);
}

bool ClosureKindSection::isHinge() const {
  return hingePartner(mechanism(), index()) >= 0 ||
         (forms_ &&
          (forms_->current == ClosureForm::TwoPins || forms_->current == ClosureForm::PinAndTwoAxes));
}

void ClosureKindSection::send(const Edit& edit, const QString& undoText, int selectAfter) {
  const MechanismPtr before = bench_.document->mechanism();
  Q_EMIT applied(edit, undoText);
  if (bench_.document->mechanism() != before) bench_.selection->select({ElementKind::Closure, selectAfter});
}

void ClosureKindSection::rewrite(const EquivalentForm& form) {
  if (form.form == forms_->current) return;
  const ClosureForms group = *forms_;
  send(rewriteEdit(mechanism(), group, form),
       tr("Write %1 as %2").arg(name(), QString::fromStdString(form.words)), group.closures.front());
}

void ClosureKindSection::chooseKind(int choice) {
  if (const auto wanted = formOfChoice(choice); forms_ && wanted)
    for (const EquivalentForm& form : forms_->forms)
      if (form.form == *wanted) {
        rewrite(EquivalentForm(form));
        return;
      }
  if (choice == kHinge) {
    const ModelPtr model = bench_.document->model();
    if (!isHinge())
      send(hingeEdit(mechanism(), index(), kHingeLength * (model ? model->size : 1)),
           tr("Make %1 a hinge").arg(name()), index());
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
  int selected = index();
  const int partner = !isHinge() ? -1
                      : forms_ && forms_->closures.size() > 1
                          ? forms_->closures[forms_->closures[0] == index()]
                          : hingePartner(mechanism(), index());
  if (partner >= 0) edits.edits.push_back(RemoveClosure{partner});
  if (partner >= 0 && partner < selected) --selected;
  send(edits, tr("Change the kind of %1").arg(name()), selected);
}

void ClosureKindSection::refresh() {
  const Closure& shown = closure();
  const LoopReport* loop = loopOf(bench_.document->analysis(), index());
  forms_ = equivalentForms(mechanism(), index());
  const bool isUniversal = shown.kind == ClosureKind::Universal;
  kind_->setCurrent(isHinge()                        ? kHinge
                    : shown.kind == ClosureKind::Pin ? 0
                    : isUniversal                    ? 3
                    : shown.axes.size() == 1         ? 2
                                                     : 1);
  kind_->setChoiceVisible(3, isUniversal);
  reason_->setText(isHinge() ? tr("Hinge: two points on a line are held; the bodies turn about it only.")
                             : kindReason(shown, loop && loop->isPlanar));
  showForms();
}

void ClosureKindSection::showForms() {
  form_->clear();
  formRow_->setVisible(forms_.has_value());
  if (!forms_) return;
  for (const EquivalentForm& form : forms_->forms) {
    const QString words = QString::fromStdString(form.words);
    form_->addItem(words.left(1).toUpper() + words.mid(1));
    form_->setItemData(form_->count() - 1, rowWords(form.rows, forms_->rank), Qt::ToolTipRole);
    if (form.form == forms_->current) form_->setCurrentIndex(form_->count() - 1);
  }
  const auto current = std::find_if(forms_->forms.begin(), forms_->forms.end(),
                                    [this](const EquivalentForm& f) { return f.form == forms_->current; });
  if (current != forms_->forms.end())
    reason_->setText(reason_->text() + u' ' + sentence(rowWords(current->rows, forms_->rank)));
}

}  // namespace grashof
