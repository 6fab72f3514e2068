#include "ui/card_place.h"

#include <QPoint>
#include <algorithm>

namespace grashof {

QPoint cardPlace(const CardRoom& room, const QSize& card, const QRectF& subject) {
  constexpr double kGap = 16;  // px
  const QPointF middle = subject.center() - QPointF(card.width() / 2.0, card.height() / 2.0);
  const QPointF wishes[] = {{subject.right() + kGap, middle.y()},
                            {subject.left() - kGap - card.width(), middle.y()},
                            {middle.x(), subject.top() - kGap - card.height()},
                            {middle.x(), subject.bottom() + kGap}};
  const double lastX = std::max(room.left, room.view.width() - room.right - card.width());
  const double lastY = std::max(room.top, room.view.height() - room.bottom - card.height());
  QPointF best;
  double least = -1;
  for (const QPointF& wish : wishes) {
    const QPointF at(std::clamp(wish.x(), room.left, lastX), std::clamp(wish.y(), room.top, lastY));
    const QRectF covered = QRectF(at, QSizeF(card)) & subject;
    const double area = covered.isEmpty() ? 0 : covered.width() * covered.height();
    if (least >= 0 && area >= least) continue;
    least = area;
    best = at;
  }
  return best.toPoint();
}

}  // namespace grashof
