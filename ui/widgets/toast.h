// ui/widgets/toast.h - short messages at the bottom right of the view: at most two, gone after four seconds.
#pragma once
#include <QObject>
#include <functional>

#include "ui/widgets/card.h"

class QTimer;

namespace grashof {

/// One message: icon by kind ("success", "warning", "error", "note"), a sentence, perhaps one action.
struct ToastText {
  QString kind, text, actionText;
  std::function<void()> action;
};

class Toast : public Card {
  Q_OBJECT
 public:
  Toast(const ToastText& text, QWidget* parent);

 Q_SIGNALS:
  void dismissed();

 protected:
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QTimer* timer_;
  bool stays_;
};

/// Stacks toasts above one another in the bottom right corner of `host`.
class ToastStack : public QObject {
  Q_OBJECT
 public:
  explicit ToastStack(QWidget* host);
  void show(const ToastText& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  QWidget* host_;
  QList<Toast*> toasts_;
};

}  // namespace grashof
