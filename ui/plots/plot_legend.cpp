#include "ui/plots/plot_legend.h"

#include <QMouseEvent>
#include <QPainter>

#include "ui/theme.h"

namespace grashof {
namespace {
constexpr int kStroke = 9, kGap = 6, kBetween = 14;
}

PlotLegend::PlotLegend(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  setFixedHeight(20);
}

void PlotLegend::setNames(const QStringList& names) {
  names_ = names;
  values_.clear();
  update();
}

void PlotLegend::setValues(const QStringList& values, const QString& unit) {
  values_ = values;
  unit_ = unit;
  update();
}

QList<PlotLegend::Entry> PlotLegend::layOut(bool withValues) const {
  const QFontMetrics nameMetrics(Theme::font(12)), valueMetrics(Theme::mono(11));
  QList<Entry> entries;
  int x = 0;
  for (qsizetype i = 0; i < names_.size(); ++i) {
    int width = kStroke + kGap + nameMetrics.horizontalAdvance(names_[i]);
    if (withValues && i < values_.size()) width += 5 + valueMetrics.horizontalAdvance(values_[i]);
    entries.append({x, width});
    x += width + kBetween;
  }
  return entries;
}

bool PlotLegend::showsValues() const {
  if (values_.isEmpty() || names_.isEmpty()) return false;
  const Entry last = layOut(true).back();
  return last.x + last.width + 8 + QFontMetrics(Theme::font(12)).horizontalAdvance(unit_) <= width();
}

void PlotLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool withValues = showsValues();
  const QList<Entry> entries = layOut(withValues);
  int right = 0;
  for (qsizetype i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    const qsizetype hidden = entries.size() - i;
    // Room for "+28" must stay while there are more to come.
    if (entry.x + entry.width > width() - (hidden > 1 ? 28 : 0)) {
      painter.setFont(Theme::font(12));
      painter.setPen(theme().color(QStringLiteral("text3")));
      painter.drawText(QRect(entry.x, 0, width() - entry.x, height()), Qt::AlignVCenter,
                       QStringLiteral("+%1").arg(hidden));
      return;
    }
    painter.setPen(QPen(theme().series(static_cast<int>(i)), 2, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(entry.x + 1, height() / 2.0), QPointF(entry.x + kStroke - 1, height() / 2.0));
    painter.setFont(Theme::font(12));
    painter.setPen(theme().color(QStringLiteral("text2")));
    const int textX = entry.x + kStroke + kGap;
    painter.drawText(QRect(textX, 0, entry.width, height()), Qt::AlignVCenter, names_[i]);
    if (withValues && i < values_.size()) {
      const int nameWidth = painter.fontMetrics().horizontalAdvance(names_[i]);
      painter.setFont(Theme::mono(11));
      painter.setPen(theme().color(QStringLiteral("text")));
      painter.drawText(QRect(textX + nameWidth + 5, 0, entry.width, height()), Qt::AlignVCenter, values_[i]);
    }
    right = entry.x + entry.width;
  }
  if (!withValues) return;
  painter.setFont(Theme::font(12));
  painter.setPen(theme().color(QStringLiteral("text3")));
  painter.drawText(QRect(right + 8, 0, 60, height()), Qt::AlignVCenter, unit_);
}

void PlotLegend::mouseMoveEvent(QMouseEvent* event) {
  const QList<Entry> entries = layOut(showsValues());
  int under = -1;
  for (qsizetype i = 0; i < entries.size(); ++i)
    if (event->pos().x() >= entries[i].x && event->pos().x() <= entries[i].x + entries[i].width)
      under = static_cast<int>(i);
  Q_EMIT hovered(under);
}

void PlotLegend::leaveEvent(QEvent*) {
  Q_EMIT hovered(-1);
}

}  // namespace grashof
