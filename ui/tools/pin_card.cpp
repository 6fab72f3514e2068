#include "ui/tools/pin_card.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "core/topology/rod.h"
#include "ui/quantity.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/segment.h"

namespace grashof {
namespace {
constexpr int kWidth = 272;
constexpr double kTogether = 1e-6;  // m; closer than this the points are the same
constexpr std::size_t kMaxMoves = 3;
}  // namespace

PinCard::PinCard(QWidget* parent) : Card(parent, 10) {
  setObjectName(QStringLiteral("PinCard"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kShadow + 12, kShadow + 12, kShadow + 12, kShadow + 12);
  column->setSpacing(8);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  head->addWidget(new IconLabel(QStringLiteral("pin"), QStringLiteral("cut"), 18));
  title_ = new ElidedLabel({}, nullptr, Qt::ElideMiddle);
  title_->setObjectName(QStringLiteral("CardTitle"));
  head->addWidget(title_, 1);
  column->addLayout(head);
  consequence_ = new QLabel;
  consequence_->setWordWrap(true);
  consequence_->setObjectName(QStringLiteral("PinConsequence"));
  column->addWidget(consequence_);
  kind_ = new Segment;
  kind_->addChoice(tr("Pin"), QStringLiteral("closure-pin"), tr("Holds all three directions"));
  kind_->addChoice(tr("2 axes"), QStringLiteral("closure-rail"),
                   tr("Holds two directions, slides along the third"));
  kind_->addChoice(tr("1 axis"), QStringLiteral("closure-plane"),
                   tr("Holds one direction, glides on a plane"));
  kind_->addChoice(tr("Hinge"), QStringLiteral("hinge"),
                   tr("Two pins: holds all but a turn about their line"));
  kind_->addChoice(tr("Rod"), QStringLiteral("link"), tr("Keeps the two points at their distance"));
  connect(kind_, &Segment::chosen, this, [this](int i) { Q_EMIT kindChosen(static_cast<PlannedKind>(i)); });
  column->addWidget(kind_);
  reason_ = roleLabel({}, "label");
  reason_->setWordWrap(true);
  reason_->setObjectName(QStringLiteral("PinReason"));
  column->addWidget(reason_);
  others_ = roleLabel({}, "faint");
  others_->setObjectName(QStringLiteral("PinOtherKinds"));
  others_->setWordWrap(true);
  column->addWidget(others_);
  column->addWidget(rule());
  moves_ = new QGridLayout;
  moves_->setHorizontalSpacing(8);
  moves_->setVerticalSpacing(6);
  moves_->setColumnStretch(1, 1);
  column->addLayout(moves_);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  close_ = new QPushButton(tr("Close the loop"));
  close_->setObjectName(QStringLiteral("PinClose"));
  place_ = new QPushButton(tr("Place here"));
  place_->setObjectName(QStringLiteral("PinPlace"));
  place_->setToolTip(tr("Body 2's anchor becomes the point of body 2 that lies at the first point now"));
  buttons->addWidget(close_, 1);
  buttons->addWidget(place_, 1);
  column->addLayout(buttons);
  connect(close_, &QPushButton::clicked, this, &PinCard::closeRequested);
  connect(place_, &QPushButton::clicked, this, &PinCard::placeRequested);
  setFixedWidth(kWidth + 2 * kShadow);
  hide();
}

void PinCard::showChoice(PlannedKind kind, const KindChoices& choices) {
  kind_->setCurrent(static_cast<int>(kind));
  QStringList others;
  for (int i = 0; i <= static_cast<int>(PlannedKind::Rod); ++i)
    kind_->setChoiceVisible(i,
                            std::any_of(choices.kinds.begin(), choices.kinds.end(),
                                        [i](const KindChoice& c) { return static_cast<int>(c.kind) == i; }));
  for (const KindChoice& choice : choices.kinds) {
    QString words = tr("%1: %2").arg(choice.name, choice.reason);
    if (choice.kind != kind) {
      others << words;
      continue;
    }
    if (kind == choices.recommended) words += u' ' + tr("Recommended.");
    reason_->setText(words);
  }
  others_->setText(others.join(u'\n'));
  // A card is as high as its hint says, and a wrapped text hints at fewer lines than it has.
  for (QLabel* label : {reason_, others_}) label->setMinimumHeight(label->heightForWidth(kWidth - 24));
}

void PinCard::showPlan(const ClosurePlan& plan, PlannedKind kind, const KindChoices& choices) {
  title_->setText(
      tr("Pin %1 to %2")
          .arg(QString::fromStdString(plan.closure.body1), QString::fromStdString(plan.closure.body2)));
  title_->setToolTip(title_->text());
  const bool together = plan.gap < kTogether;
  const NumberAndUnit gap = gapText(plan.gap);
  const QString gapWords = gap.number + u' ' + gap.unit;
  const bool isRod = kind == PlannedKind::Rod;
  if (isRod)
    consequence_->setText(together ? tr("The two points meet: no rod fits between.")
                                   : tr("Keeps the points %1 apart by a rod of %2 kg.")
                                         .arg(gapWords, shortText(rodMass(plan.gap), 2)));
  else if (together)
    consequence_->setText(tr("The two points meet."));
  else if (plan.canClose && plan.moves.empty())
    consequence_->setText(tr("Closes a gap of %1.").arg(gapWords));
  else if (plan.canClose)
    consequence_->setText(tr("Closes a gap of %1; moves %2.").arg(gapWords, plan.moves.front().joint));
  else {
    const NumberAndUnit left = gapText(plan.closedGap);
    consequence_->setText(tr("The points are %1 apart and cannot meet: %2 %3 would be left.")
                              .arg(gapWords, left.number, left.unit));
  }
  showChoice(kind, choices);
  showMoves(plan);
  close_->setVisible(!together && !isRod);
  close_->setEnabled(plan.canClose);
  place_->setEnabled(!isRod || !together);
  place_->setText(isRod ? tr("Add the rod") : together ? tr("Add closure") : tr("Place here"));
  const bool closeFirst = !together && !isRod && plan.canClose;
  close_->setProperty("primary", closeFirst);
  place_->setProperty("primary", !closeFirst);
  for (QPushButton* button : {close_, place_}) {
    button->setStyleSheet(QString());
    button->style()->unpolish(button);
    button->style()->polish(button);
  }
  layout()->activate();
}

void PinCard::showMoves(const ClosurePlan& plan) {
  while (QLayoutItem* item = moves_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const std::size_t shown = plan.gap < kTogether ? 0 : std::min(kMaxMoves, plan.moves.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const ClosurePlan::Move& move = plan.moves[i];
    const int row = static_cast<int>(i);
    moves_->addWidget(
        new IconLabel(move.isRotary ? QStringLiteral("joint-revolute") : QStringLiteral("joint-prismatic"),
                      QStringLiteral("text2"), 16),
        row, 0);
    moves_->addWidget(new ElidedLabel(move.joint), row, 1);
    moves_->addWidget(roleLabel(coordinateText(move.change, move.isRotary), "number"), row, 2);
  }
  if (plan.moves.size() > shown && shown > 0)
    moves_->addWidget(roleLabel(tr("and %1 more").arg(plan.moves.size() - shown), "label"),
                      static_cast<int>(shown), 1);
  for (int i = 0; i < moves_->count(); ++i)
    if (QWidget* widget = moves_->itemAt(i)->widget()) widget->show();
}

}  // namespace grashof
