// ui/tools/message_card.h - a message at the place it is about: what is wrong, and what helps.
#pragma once
#include "ui/widgets/card.h"

class QLabel;

namespace grashof {

class CalloutTail;
class IconLabel;

class MessageCard : public Card {
  Q_OBJECT
 public:
  explicit MessageCard(QWidget* parent = nullptr);
  /// `kind`: "warning" or "error"; `help` may be empty.
  void showMessage(const QString& kind, const QString& text, const QString& help);
  /// Points the tail at a place of the parent widget; call when the card is where it stays.
  void pointAt(const QPointF& cause);

 protected:
  void hideEvent(QHideEvent* event) override;

 private:
  CalloutTail* tail_;
  IconLabel* icon_;
  QLabel *text_, *help_;
};

}  // namespace grashof
