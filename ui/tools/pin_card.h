// ui/tools/pin_card.h - the preview beside two clicked points: what is joined, how far apart, which kind,
// why.
#pragma once
#include "ui/tools/closure_choice.h"
#include "ui/widgets/card.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace grashof {

class Segment;

class PinCard : public Card {
  Q_OBJECT
 public:
  explicit PinCard(QWidget* parent = nullptr);
  void showPlan(const ClosurePlan& plan, PlannedKind kind, const KindChoices& choices);

 Q_SIGNALS:
  void kindChosen(grashof::PlannedKind kind);
  void closeRequested();
  void placeRequested();

 private:
  void showMoves(const ClosurePlan& plan);
  void showChoice(PlannedKind kind, const KindChoices& choices);
  QLabel *title_, *consequence_, *reason_, *others_;
  Segment* kind_;
  QGridLayout* moves_;
  QPushButton *close_, *place_;
};

}  // namespace grashof
