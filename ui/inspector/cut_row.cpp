#include "ui/inspector/cut_row.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme.h"
#include "ui/tools/cut_plan.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {
constexpr int kDisc = 22;  // px
constexpr int kLeft = 8, kTextLeft = kLeft + kDisc + 8;
}  // namespace

QWidget* wideActionButton(QAction* action) {
  auto* host = new QWidget;
  auto* row = new QVBoxLayout(host);
  row->setContentsMargins(12, 16, 12, 12);
  auto* button = new QPushButton(action->icon(), action->text());
  button->setObjectName(action->objectName() + QStringLiteral(".button"));
  button->setToolTip(action->toolTip());
  row->addWidget(button);
  QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
  const auto follow = [host, action] { host->setVisible(action->isEnabled()); };
  QObject::connect(action, &QAction::changed, host, follow);
  follow();
  return host;
}

CutRow::CutRow(const CutPlace& place, const QString& name, QWidget* parent)
    : QWidget(parent), joint_(place.joint), rank_(place.rank), isFirst_(place.rank == 1 && !place.isCutNow) {
  setObjectName(QStringLiteral("CutRow"));
  setFocusPolicy(Qt::TabFocus);
  setAccessibleName(tr("Cut %1").arg(name));
  setToolTip(place.reason);
  setCursor(Qt::PointingHandCursor);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kTextLeft, 5, 8, 5);
  row->setSpacing(8);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  words->addWidget(new ElidedLabel(name));
  auto* reason = new ElidedLabel(place.reason.left(1).toUpper() + place.reason.mid(1));
  reason->setProperty("role", QStringLiteral("label"));
  words->addWidget(reason);
  row->addLayout(words, 1);
  if (isFirst_ || place.isCutNow) {
    auto* badge = new Badge;
    row->addWidget(badge);
    badge->show(place.isCutNow ? tr("Cut now") : tr("Recommended"),
                place.isCutNow ? QStringLiteral("cut") : QStringLiteral("info"));
  } else if (rank_ == 0) {
    row->addWidget(new IconLabel(QStringLiteral("lock"), QStringLiteral("text3"), 16));
  }
}

void CutRow::setHighlighted(bool isHighlighted) {
  if (isHighlighted == isHighlighted_) return;
  isHighlighted_ = isHighlighted;
  update();
}

void CutRow::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  if (isHighlighted_ || hasFocus()) {
    painter.setBrush(theme().color(QStringLiteral("hover")));
    painter.drawRoundedRect(rect(), 4, 4);
  }
  const QRectF disc(kLeft, (height() - kDisc) / 2.0, kDisc, kDisc);
  painter.setBrush(theme().color(isFirst_ ? QStringLiteral("accent") : QStringLiteral("surface3")));
  painter.drawEllipse(disc);
  painter.setPen(theme().color(isFirst_ ? QStringLiteral("on_accent") : QStringLiteral("text2")));
  painter.setFont(Theme::font(11, 600));
  painter.drawText(disc, Qt::AlignCenter, rank_ > 0 ? QString::number(rank_) : QString(QChar(0x2013)));
}

void CutRow::enterEvent(QEnterEvent*) {
  Q_EMIT pointedAt(joint_);
}

void CutRow::focusInEvent(QFocusEvent*) {
  update();
  Q_EMIT pointedAt(joint_);
}

void CutRow::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && rect().contains(event->pos())) Q_EMIT chosen(joint_);
}

void CutRow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    Q_EMIT chosen(joint_);
  else
    QWidget::keyPressEvent(event);
}

}  // namespace grashof
