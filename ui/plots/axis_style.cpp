#include "ui/plots/axis_style.h"

#include "ui/plots/custom_plot.h"
#include "ui/theme.h"

namespace grashof {

void styleAxis(QCPAxis* axis) {
  const QColor text = theme().color(QStringLiteral("text2")), line = theme().color(QStringLiteral("border"));
  axis->setBasePen(QPen(line, 1));
  axis->setTickPen(QPen(line, 1));
  axis->setSubTickPen(Qt::NoPen);
  axis->setTickLength(0, 3);
  axis->setSubTicks(false);
  axis->setTickLabelFont(Theme::font(11));
  axis->setLabelFont(Theme::font(11));
  axis->setTickLabelColor(text);
  axis->setLabelColor(text);
  axis->setLabelPadding(3);
  axis->setTickLabelPadding(4);
  axis->grid()->setPen(QPen(theme().color(QStringLiteral("plot_grid")), 1));
  axis->grid()->setZeroLinePen(Qt::NoPen);
  axis->grid()->setSubGridVisible(false);
}

}  // namespace grashof
