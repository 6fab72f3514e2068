#include "ui/widgets/centered_row.h"

#include <QEvent>
#include <QHBoxLayout>

namespace grashof {
namespace {

QHBoxLayout* makeGroup(QWidget* parent) {
  auto* group = new QWidget(parent);
  auto* layout = new QHBoxLayout(group);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  return layout;
}

}  // namespace

CenteredRow::CenteredRow(int height, int margin, QWidget* parent)
    : QWidget(parent),
      margin_(margin),
      left_(makeGroup(this)),
      center_(makeGroup(this)),
      right_(makeGroup(this)) {
  setFixedHeight(height);
  setAttribute(Qt::WA_StyledBackground);
}

void CenteredRow::resizeEvent(QResizeEvent*) {
  place();
}

bool CenteredRow::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) place();
  return QWidget::event(event);
}

void CenteredRow::place() {
  QWidget* groups[3] = {left_->parentWidget(), center_->parentWidget(), right_->parentWidget()};
  int widths[3];
  for (int i = 0; i < 3; ++i) widths[i] = groups[i]->sizeHint().width();
  const int needed = widths[0] + widths[1] + widths[2] + 2 * margin_ + 24;
  // Remember what the long form needs, so that the short form knows when there is room again.
  if (!isCompact_) neededWidth_ = needed;
  const bool compact = width() < neededWidth_;
  if (compact != isCompact_) {
    isCompact_ = compact;
    Q_EMIT compactChanged(compact);
    for (int i = 0; i < 3; ++i) widths[i] = groups[i]->sizeHint().width();
  }
  const int rightX = std::max(margin_, width() - margin_ - widths[2]);
  int centerX = (width() - widths[1]) / 2;
  centerX = std::max(centerX, margin_ + widths[0] + 12);
  centerX = std::max(std::min(centerX, rightX - 12 - widths[1]), 0);
  // One pixel at the bottom belongs to the border line.
  const int h = height() - 1;
  groups[0]->setGeometry(margin_, 0, widths[0], h);
  groups[1]->setGeometry(centerX, 0, widths[1], h);
  groups[2]->setGeometry(rightX, 0, widths[2], h);
}

}  // namespace grashof
