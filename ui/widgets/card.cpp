#include "ui/widgets/card.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "ui/theme.h"

namespace grashof {

Card::Card(QWidget* parent, int radius) : QWidget(parent), radius_(radius) {}

void Card::setBorderToken(const QString& token) {
  borderToken_ = token;
  update();
}

void Card::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF body = QRectF(surface()).adjusted(0.5, 0.5, -0.5, -0.5);
  // Stacked translucent outlines fade out like a blur of 8 px, offset 2 px down.
  QColor shade = theme().color(QStringLiteral("shadow"));
  const int full = shade.alpha();
  painter.setPen(Qt::NoPen);
  for (int i = kShadow - 2; i >= 1; --i) {
    shade.setAlpha(std::max(1, full * (kShadow - 1 - i) / (kShadow * 5)));
    painter.setBrush(shade);
    painter.drawRoundedRect(body.adjusted(-i, -i + 2, i, i + 2), radius_ + i, radius_ + i);
  }
  painter.setBrush(theme().color(QStringLiteral("surface2")));
  painter.setPen(QPen(theme().color(borderToken_), 1));
  painter.drawRoundedRect(body, radius_, radius_);
}

// A click on a card is not a click into the view behind it.
void Card::mousePressEvent(QMouseEvent* event) {
  event->accept();
}
void Card::mouseReleaseEvent(QMouseEvent* event) {
  event->accept();
}
void Card::wheelEvent(QWheelEvent* event) {
  event->accept();
}

}  // namespace grashof
