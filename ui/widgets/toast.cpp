#include "ui/widgets/toast.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>

#include "ui/widgets/basic.h"

namespace grashof {
namespace {
constexpr int kStayMs = 4000;
constexpr int kMaxToasts = 2;
constexpr int kMaxTextWidth = 380;
}  // namespace

Toast::Toast(const ToastText& text, QWidget* parent)
    : Card(parent, 8), timer_(new QTimer(this)), stays_(text.kind == u"error") {
  setObjectName(QStringLiteral("Toast"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kShadow + 12, kShadow + 7, kShadow + 8, kShadow + 7);
  row->setSpacing(9);
  row->addWidget(new IconLabel(text.kind, text.kind == u"note" ? QStringLiteral("info") : text.kind, 16));
  auto* label = new QLabel(text.text);
  label->setProperty("lead", true);
  if (label->sizeHint().width() > kMaxTextWidth) {
    label->setWordWrap(true);
    label->setFixedWidth(kMaxTextWidth);
  }
  row->addWidget(label, 1);
  if (!text.actionText.isEmpty()) {
    auto* button = new QPushButton(text.actionText);
    button->setProperty("quiet", true);
    connect(button, &QPushButton::clicked, this, [this, action = text.action] {
      if (action) action();
      Q_EMIT dismissed();
    });
    row->addWidget(button);
  }
  auto* close = smallButton(QStringLiteral("close"), tr("Dismiss"));
  connect(close, &QToolButton::clicked, this, &Toast::dismissed);
  row->addWidget(close);
  timer_->setSingleShot(true);
  connect(timer_, &QTimer::timeout, this, &Toast::dismissed);
  if (!stays_) timer_->start(kStayMs);
}

void Toast::enterEvent(QEnterEvent*) {
  timer_->stop();
}
void Toast::leaveEvent(QEvent*) {
  if (!stays_) timer_->start(kStayMs);
}

ToastStack::ToastStack(QWidget* host) : QObject(host), host_(host) {
  host->installEventFilter(this);
}

bool ToastStack::eventFilter(QObject* watched, QEvent* event) {
  if (watched == host_ && event->type() == QEvent::Resize) place();
  return QObject::eventFilter(watched, event);
}

void ToastStack::show(const ToastText& text) {
  while (toasts_.size() >= kMaxToasts) toasts_.takeFirst()->deleteLater();
  auto* toast = new Toast(text, host_);
  toasts_.append(toast);
  connect(toast, &Toast::dismissed, this, [this, toast] {
    toasts_.removeOne(toast);
    toast->hide();
    toast->deleteLater();
    place();
  });
  toast->adjustSize();
  toast->show();
  place();
}

void ToastStack::place() {
  // Above the hint line's row, so that the two never cover each other.
  int bottom = host_->height() - 56;
  for (auto it = toasts_.rbegin(); it != toasts_.rend(); ++it) {
    Toast* toast = *it;
    const QSize size = toast->surfaceHint();
    toast->moveSurface({host_->width() - 12 - size.width(), bottom - size.height()});
    toast->raise();
    bottom -= size.height() + 8;
  }
}

}  // namespace grashof
