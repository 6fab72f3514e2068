#include "ui/tools/pin_card.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

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
  connect(kind_, &Segment::chosen, this, [this](int i) { Q_EMIT kindChosen(static_cast<PlannedKind>(i)); });
  column->addWidget(kind_);
  reason_ = roleLabel({}, "label");
  reason_->setWordWrap(true);
  column->addWidget(reason_);
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

void PinCard::showPlan(const ClosurePlan& plan, PlannedKind kind, bool isPlanar) {
  title_->setText(
      tr("Pin %1 to %2")
          .arg(QString::fromStdString(plan.closure.body1), QString::fromStdString(plan.closure.body2)));
  title_->setToolTip(title_->text());
  const bool together = plan.gap < kTogether;
  const NumberAndUnit gap = gapText(plan.gap);
  const QString gapWords = gap.number + u' ' + gap.unit;
  if (together)
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
  kind_->setCurrent(static_cast<int>(kind));
  switch (kind) {
    case PlannedKind::Pin:
      reason_->setText(isPlanar ? tr("A pin holds three directions; the loop is planar, so one is redundant.")
                                : tr("A pin: the bodies turn freely about the point."));
      break;
    case PlannedKind::TwoAxes:
      reason_->setText(isPlanar ? tr("Two axes: the loop is planar, so the third direction is held already.")
                                : tr("Two axes: body 2 slides along the third direction."));
      break;
    case PlannedKind::OneAxis:
      reason_->setText(tr("One axis: body 2 glides on the plane across it."));
      break;
  }
  showMoves(plan);
  close_->setVisible(!together);
  close_->setEnabled(plan.canClose);
  place_->setText(together ? tr("Add closure") : tr("Place here"));
  const bool closeFirst = !together && plan.canClose;
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
