#include "ui/travel/travel_row.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/theme.h"
#include "ui/widgets/basic.h"

namespace grashof {

TravelRow::TravelRow(const QString& iconName, const QString& token, const QString& text, const QString& value,
                     bool isPlace, QWidget* parent)
    : QWidget(parent), isPlace_(isPlace) {
  setObjectName(isPlace ? QStringLiteral("TravelPlace") : QStringLiteral("TravelRange"));
  setFixedHeight(26);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 0, 8, 0);
  row->setSpacing(8);
  row->addWidget(new IconLabel(iconName, token, 16));
  row->addWidget(new ElidedLabel(text), 1);
  row->addWidget(roleLabel(value, "number"));
  if (!isPlace) return;
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::PointingHandCursor);
  setAccessibleName(tr("Go to %1: %2").arg(value, text));
}

void TravelRow::paintEvent(QPaintEvent*) {
  if (!isPlace_ || !(isHovered_ || hasFocus())) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().color(QStringLiteral("hover")));
  painter.drawRoundedRect(rect(), 4, 4);
}

void TravelRow::enterEvent(QEnterEvent*) {
  isHovered_ = true;
  update();
}

void TravelRow::leaveEvent(QEvent*) {
  isHovered_ = false;
  update();
}

void TravelRow::mouseReleaseEvent(QMouseEvent* event) {
  if (isPlace_ && event->button() == Qt::LeftButton && rect().contains(event->pos())) Q_EMIT chosen();
}

void TravelRow::keyPressEvent(QKeyEvent* event) {
  if (isPlace_ && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
    Q_EMIT chosen();
  else
    QWidget::keyPressEvent(event);
}

}  // namespace grashof
