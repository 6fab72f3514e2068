// ui/card_place.h - where a card stands in the view: beside what it is about, covering none of it.
#pragma once
#include <QRectF>
#include <QSize>

namespace grashof {

/// The view's parts that a card keeps clear of: rail on the left, cube and controls on the right, hint below.
struct CardRoom {
  QSize view;
  double left = 64, right = 56, top = 12, bottom = 56;  ///< px
};

/// Top left corner for a card of this size: to the right of `subject` (px, labels included), else to its
/// left, above or below it; where none of these is free, the place that covers least.
QPoint cardPlace(const CardRoom& room, const QSize& card, const QRectF& subject);

}  // namespace grashof
