#include "ui/widgets/elided_combo.h"

#include <QStylePainter>
#include <QWheelEvent>

namespace grashof {

ElidedCombo::ElidedCombo(QWidget* parent) : QComboBox(parent) {
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(6);
  setFocusPolicy(Qt::StrongFocus);
}

void ElidedCombo::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  const QRect field =
      style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  const int iconWidth = option.currentIcon.isNull() ? 0 : option.iconSize.width() + 6;
  option.currentText =
      option.fontMetrics.elidedText(option.currentText, Qt::ElideMiddle, field.width() - iconWidth - 4);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

// Scrolling a panel must not change the values it passes.
void ElidedCombo::wheelEvent(QWheelEvent* event) {
  if (hasFocus())
    QComboBox::wheelEvent(event);
  else
    event->ignore();
}

}  // namespace grashof
