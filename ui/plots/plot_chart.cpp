#include "ui/plots/plot_chart.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "ui/plots/axis_style.h"
#include "ui/plots/custom_plot.h"
#include "ui/plots/plot_legend.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {

constexpr double kLogFloor = 1e-7;  // in the axis' unit: a gap below 0.1 nm is rounding
constexpr int kLowAxis = 120;       // px; lower axes get fewer decades labelled
constexpr int kNoTitleBelow = 56;   // px; the title of a lower axis would be cut off
constexpr double kFewestTicks = 1.6;  // per axis; with fewer QCustomPlot labels it "2·10⁻²"

}  // namespace

PlotChart::PlotChart(const QString& title, const QString& axisTitle, Scale scale, QWidget* parent)
    : QWidget(parent),
      scale_(scale),
      axisTitle_(axisTitle),
      legend_(new PlotLegend),
      menu_(smallButton(QStringLiteral("more"), tr("Plot menu"))),
      plot_(new QCustomPlot) {
  setObjectName(QStringLiteral("PlotChart"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* header = new QWidget;
  header->setObjectName(QStringLiteral("PlotHeader"));
  header->setFixedHeight(30);
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(12, 0, 6, 0);
  row->setSpacing(12);
  auto* name = new QLabel(title);
  name->setObjectName(QStringLiteral("PlotTitle"));
  row->addWidget(name);
  row->addWidget(legend_, 1);
  row->addWidget(menu_);
  column->addWidget(header);
  column->addWidget(plot_, 1);
  plot_->setMinimumSize(80, 60);
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot_->axisRect()->setRangeDrag(Qt::Horizontal);
  plot_->axisRect()->setRangeZoom(Qt::Horizontal);
  // The same left margin everywhere, so that charts above one another align.
  plot_->axisRect()->setMinimumMargins(QMargins(66, 6, 14, 40));
  plot_->xAxis->setLabel(tr("time, s"));
  plot_->yAxis->setLabel(axisTitle);
  plot_->xAxis->setRange(0, scale == Scale::Logarithmic ? 0.5 : 2);
  if (scale_ == Scale::Logarithmic) {
    plot_->yAxis->setScaleType(QCPAxis::stLogarithmic);
    plot_->yAxis->setNumberFormat(QStringLiteral("eb"));
    plot_->yAxis->setNumberPrecision(0);
    plot_->yAxis->setRange(1e-6, 10);
  } else {
    plot_->yAxis->setRange(0, 40);
  }
  fit_ = plot_->addGraph();
  fitText_ = new QCPItemText(plot_);
  fitText_->position->setType(QCPItemPosition::ptAxisRectRatio);
  fitText_->position->setCoords(0.98, 0.1);
  fitText_->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
  fitText_->setVisible(false);
  emptyText_ = new QCPItemText(plot_);
  emptyText_->position->setType(QCPItemPosition::ptAxisRectRatio);
  emptyText_->position->setCoords(0.5, 0.5);
  emptyText_->setText(tr("Run to record.  Space"));
  emptyText_->setPadding(QMargins(8, 4, 8, 4));
  crosshair_ = new QCPItemStraightLine(plot_);
  crosshair_->setVisible(false);
  connect(legend_, &PlotLegend::hovered, this, [this](int series) {
    hovered_ = series < graphs_.size() ? series : -1;
    styleGraphs();
    replot();
  });
  connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
    if (plot_->hasFocus() || plot_->underMouse()) Q_EMIT rangeDragged();
  });
  plot_->installEventFilter(this);
  plot_->setMouseTracking(true);
  connect(&theme(), &Theme::changed, this, &PlotChart::applyTheme);
  applyTheme();
}

void PlotChart::applyTheme() {
  const QColor text = theme().color(QStringLiteral("text2"));
  plot_->setBackground(QBrush(theme().color(QStringLiteral("plot_bg"))));
  styleAxis(plot_->xAxis);
  styleAxis(plot_->yAxis);
  fit_->setPen(QPen(text, 1.2, Qt::DashLine));
  fitText_->setFont(Theme::font(11, 500));
  fitText_->setColor(theme().color(QStringLiteral("text")));
  emptyText_->setFont(Theme::font(12));
  emptyText_->setColor(text);
  emptyText_->setBrush(theme().color(QStringLiteral("plot_bg")));
  crosshair_->setPen(QPen(theme().color(QStringLiteral("accent")), 1));
  styleGraphs();
  legend_->update();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void PlotChart::styleGraphs() {
  for (int i = 0; i < graphs_.size(); ++i) {
    QColor color = theme().series(i);
    // The others step back while one is pointed at.
    if (hovered_ >= 0 && hovered_ != i) color.setAlphaF(0.35F);
    QPen pen(color, hovered_ == i ? 2.4 : 1.6);
    if (i % 8 >= 4) pen.setStyle(Qt::DashLine);
    graphs_[i]->setPen(pen);
  }
}

void PlotChart::setSeries(const QStringList& names) {
  for (QCPGraph* graph : graphs_) plot_->removeGraph(graph);
  graphs_.clear();
  for (qsizetype i = 0; i < names.size(); ++i) graphs_.append(plot_->addGraph());
  legend_->setNames(names);
  styleGraphs();
}

void PlotChart::setCurve(int series, const std::vector<CurvePoint>& points, double factor) {
  if (series == 0) {
    low_ = 1e300;
    high_ = -1e300;
  }
  QVector<QCPGraphData> curve;
  curve.reserve(static_cast<qsizetype>(points.size()));
  const bool isLog = scale_ == Scale::Logarithmic;
  for (const CurvePoint& point : points) {
    double y = point.y * factor;
    if (!std::isfinite(y)) continue;
    if (isLog) y = std::max(y, kLogFloor);
    low_ = std::min(low_, y);
    high_ = std::max(high_, y);
    curve.append(QCPGraphData(point.t, y));
  }
  graphs_[series]->data()->set(curve, true);
}

void PlotChart::setTimeRange(double from, double to) {
  const QSignalBlocker blocker(plot_->xAxis);
  plot_->xAxis->setRange(from, to);
}

double PlotChart::timeFrom() const {
  return plot_->xAxis->range().lower;
}
double PlotChart::timeTo() const {
  return plot_->xAxis->range().upper;
}

void PlotChart::setFit(const std::optional<Decay>& decay, double factor, const QString& text) {
  fit_->data()->clear();
  fitText_->setVisible(decay.has_value());
  if (!decay) return;
  // Drawn a little above the curves, so that it does not hide what it speaks of.
  const double lift = 2.0 * factor;
  fit_->addData(decay->t0, decay->y0 * lift);
  fit_->addData(decay->t1, decay->y0 * std::exp(decay->rate * (decay->t1 - decay->t0)) * lift);
  fitText_->setText(text);
}

void PlotChart::setValues(const QStringList& values, const QString& unit) {
  legend_->setValues(values, unit);
}

void PlotChart::setCrosshair(std::optional<double> t) {
  crosshair_->setVisible(t.has_value());
  if (!t) return;
  crosshair_->point1->setTypeX(QCPItemPosition::ptPlotCoords);
  crosshair_->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
  crosshair_->point2->setTypeX(QCPItemPosition::ptPlotCoords);
  crosshair_->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
  crosshair_->point1->setCoords(*t, 0);
  crosshair_->point2->setCoords(*t, 1);
}

void PlotChart::setEmpty(bool isEmpty) {
  isEmpty_ = isEmpty;
  emptyText_->setVisible(isEmpty);
}

void PlotChart::fitValueAxis() {
  if (isEmpty_ || low_ > high_) return;
  if (scale_ == Scale::Logarithmic) {
    const double from = std::floor(std::log10(low_)), to = std::ceil(std::log10(high_) + 0.1);
    const double least = plot_->axisRect()->height() < kLowAxis ? 4 : 2;  // decades: two labels at least
    plot_->yAxis->setRange(std::pow(10.0, std::min(from, to - least)), std::pow(10.0, to));
  } else {
    const double span = std::max(high_ - std::min(0.0, low_), 1e-6);
    plot_->yAxis->setRange(std::min(0.0, low_ - 0.05 * span), high_ + 0.08 * span);
  }
}

void PlotChart::fitTicks() {
  if (scale_ != Scale::Logarithmic) {
    plot_->yAxis->ticker()->setTickCount(std::clamp(plot_->axisRect()->height() / 30, 2, 6));
    return;
  }
  // QCustomPlot does not thin the ticks of a logarithmic axis.
  const double decades = std::log10(plot_->yAxis->range().upper / plot_->yAxis->range().lower);
  const int height = std::max(plot_->axisRect()->height(), 40);
  const int wanted = std::max(height < kLowAxis ? 2 : 1, static_cast<int>(std::ceil(decades * 22 / height)));
  const int perTick = std::clamp(wanted, 1, std::max(1, static_cast<int>(decades / kFewestTicks)));
  QSharedPointer<QCPAxisTickerLog> ticker(new QCPAxisTickerLog);
  ticker->setLogBase(std::pow(10.0, perTick));
  ticker->setSubTickCount(0);
  plot_->yAxis->setTicker(ticker);
}

void PlotChart::replot() {
  fitValueAxis();
  fitTicks();
  plot_->yAxis->setLabel(plot_->axisRect()->height() < kNoTitleBelow ? QString() : axisTitle_);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

int PlotChart::plotWidth() const {
  return std::max(50, plot_->axisRect()->width());
}

void PlotChart::resizeEvent(QResizeEvent*) {
  replot();
}

bool PlotChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched == plot_ && event->type() == QEvent::MouseMove && !isEmpty_) {
    const QPoint at = static_cast<QMouseEvent*>(event)->pos();
    if (plot_->axisRect()->rect().contains(at)) Q_EMIT timeHovered(plot_->xAxis->pixelToCoord(at.x()));
  }
  if (watched == plot_ && event->type() == QEvent::Leave) Q_EMIT hoverLeft();
  return QWidget::eventFilter(watched, event);
}

}  // namespace grashof
