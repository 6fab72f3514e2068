#include "ui/plots/plot_panel.h"

#include <QFileDialog>
#include <QMenu>
#include <QSaveFile>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "ui/plots/plot_chart.h"
#include "ui/quantity.h"

namespace grashof {
namespace {

constexpr int kReplotMs = 33;  // thirty pictures a second
constexpr double kMillimetres = 1e3;
constexpr int kMaxCurves = 40;

/// The unit that suits the largest of some gaps, the same for all, so that they can be compared.
struct GapUnit {
  double factor;
  QString name;
  int decimals;
};
GapUnit gapUnitFor(double largest) {
  if (largest < 1e-6) return {1e9, QStringLiteral("nm"), 1};
  if (largest < 1e-3) return {1e6, QStringLiteral("µm"), 1};
  return {1e3, QStringLiteral("mm"), 2};
}

}  // namespace

PlotPanel::PlotPanel(const Workbench& bench, QWidget* parent)
    : QWidget(parent),
      bench_(bench),
      gaps_(new PlotChart(tr("Anchor error"), tr("gap, mm"), PlotChart::Scale::Logarithmic)),
      forces_(new PlotChart(tr("Constraint force"), tr("force, N"), PlotChart::Scale::Linear)) {
  setObjectName(QStringLiteral("PlotPanel"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  splitter->addWidget(gaps_);
  splitter->addWidget(forces_);
  splitter->setSizes({500, 500});
  column->addWidget(splitter);
  timer_.setSingleShot(true);
  timer_.setInterval(kReplotMs);
  connect(&timer_, &QTimer::timeout, this, &PlotPanel::refresh);
  const auto later = [this] {
    if (!timer_.isActive()) timer_.start();
  };
  connect(bench.simulation, &SimController::samplesReady, this, later);
  connect(bench.simulation, &SimController::historyReset, this, [this, later] {
    rebuildSeries();
    later();
  });
  connect(bench.simulation, &SimController::runningChanged, this, [this](bool isRunning) {
    if (isRunning) setFollowing(true);
  });
  for (PlotChart* chart : {gaps_, forces_}) {
    connect(chart, &PlotChart::rangeDragged, this, [this, chart] {
      isFollowing_ = false;
      PlotChart* other = chart == gaps_ ? forces_ : gaps_;
      other->setTimeRange(chart->timeFrom(), chart->timeTo());
      if (!timer_.isActive()) timer_.start();
    });
    connect(chart, &PlotChart::timeHovered, this, [this](double t) { showCrosshair(t); });
    connect(chart, &PlotChart::hoverLeft, this, [this] { showCrosshair(std::nullopt); });
    connect(chart->menuButton(), &QToolButton::clicked, this, [this, chart] { showMenu(chart); });
  }
  rebuildSeries();
  refresh();
}

void PlotPanel::setFollowing(bool isFollowing) {
  isFollowing_ = isFollowing;
  if (!timer_.isActive()) timer_.start();
}

void PlotPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void PlotPanel::rebuildSeries() {
  QStringList names;
  if (const ModelPtr model = bench_.simulation->model())
    for (const Constraint& constraint : model->constraints)
      if (names.size() < kMaxCurves) names << QString::fromStdString(constraint.name);
  const QStringList shown = shortNames(names);
  gaps_->setSeries(shown);
  forces_->setSeries(shown);
}

std::pair<std::size_t, std::size_t> PlotPanel::samplesBetween(double from, double to) const {
  const SampleHistory& history = bench_.simulation->history();
  std::size_t first = history.lowerBound(from), last = history.lowerBound(to);
  // One sample beyond each edge, so that curves reach the border.
  if (first > 0) --first;
  return {first, std::min(history.size(), last + 1)};
}

void PlotPanel::refresh() {
  if (!isVisible()) return;
  const SampleHistory& history = bench_.simulation->history();
  const int count = std::min(gaps_->seriesCount(), history.layout().constraints);
  const bool isEmpty = history.isEmpty() || count == 0;
  gaps_->setEmpty(isEmpty);
  forces_->setEmpty(isEmpty);
  if (isEmpty) {
    for (PlotChart* chart : {gaps_, forces_}) {
      for (int i = 0; i < chart->seriesCount(); ++i) chart->setCurve(i, {}, 1);
      chart->setFit(std::nullopt, 1, {});
      chart->setValues({}, {});
      chart->replot();
    }
    return;
  }
  if (isFollowing_) {
    const double end = history.time(history.size() - 1), begin = history.time(0);
    const double from = std::max(begin, end - span_);
    for (PlotChart* chart : {gaps_, forces_}) chart->setTimeRange(from, std::max(end, from + 0.05));
  }
  const auto [first, last] = samplesBetween(gaps_->timeFrom(), gaps_->timeTo());
  const auto buckets = static_cast<std::size_t>(gaps_->plotWidth());
  std::optional<Decay> decay;
  for (int i = 0; i < count; ++i) {
    gaps_->setCurve(i, thinned(history, gapValue(i), first, last, buckets), kMillimetres);
    forces_->setCurve(i, thinned(history, forceValue(i), first, last, buckets), 1);
    if (!decay && i < 4) decay = findDecay(history, gapValue(i), first, last);
  }
  QString words;
  if (decay) {
    const StepSettings& settings = bench_.simulation->settings();
    const double seen = decay->perStep(settings.dt), set = 1 - std::clamp(0.2 * settings.erp, 0.0, 0.3);
    words = tr("%1 per step").arg(QString::number(seen, 'f', 3));
    if (std::abs(seen - set) < 0.005) words += tr(", as set by erp");
  }
  gaps_->setFit(decay, kMillimetres, words);
  showCrosshair(hoverTime_);
  gaps_->replot();
  forces_->replot();
}

void PlotPanel::showCrosshair(std::optional<double> t) {
  const bool moved = t != hoverTime_;
  hoverTime_ = t;
  const SampleHistory& history = bench_.simulation->history();
  if (history.isEmpty()) return;
  const std::size_t at = t ? std::min(history.lowerBound(*t), history.size() - 1) : history.size() - 1;
  const int count = std::min(gaps_->seriesCount(), history.layout().constraints);
  double largest = 0;
  for (int i = 0; i < count; ++i) largest = std::max(largest, history.at(at, history.layout().gap(i)));
  const GapUnit unit = gapUnitFor(largest);
  QStringList gaps, forces;
  for (int i = 0; i < count; ++i) {
    gaps << QString::number(history.at(at, history.layout().gap(i)) * unit.factor, 'f', unit.decimals);
    forces << forceText(forceValue(i)(history, at));
  }
  gaps_->setValues(gaps, unit.name);
  forces_->setValues(forces, QStringLiteral("N"));
  gaps_->setCrosshair(t);
  forces_->setCrosshair(t);
  if (moved) {
    gaps_->replot();
    forces_->replot();
  }
}

void PlotPanel::showMenu(PlotChart* chart) {
  QMenu menu;
  QAction* follow = menu.addAction(tr("Follow the run"));
  follow->setCheckable(true);
  follow->setChecked(isFollowing_);
  connect(follow, &QAction::toggled, this, &PlotPanel::setFollowing);
  QMenu* spans = menu.addMenu(tr("Time shown"));
  for (const double seconds : {0.1, 0.5, 2.0, 10.0, 60.0}) {
    QAction* entry = spans->addAction(QString::number(seconds) + QStringLiteral(" s"));
    entry->setCheckable(true);
    entry->setChecked(seconds == span_);
    connect(entry, &QAction::triggered, this, [this, seconds] {
      span_ = seconds;
      setFollowing(true);
    });
  }
  menu.addSeparator();
  connect(menu.addAction(tr("Save the samples as CSV…")), &QAction::triggered, this, &PlotPanel::saveCsv);
  connect(menu.addAction(tr("Clear")), &QAction::triggered, bench_.simulation, &SimController::clearHistory);
  menu.exec(chart->menuButton()->mapToGlobal(QPoint(0, chart->menuButton()->height())));
}

void PlotPanel::saveCsv() {
  const QString path = QFileDialog::getSaveFileName(
      this, tr("Save the samples"), bench_.settings->lastFolder() + QStringLiteral("/run.csv"),
      tr("Comma-separated values (*.csv)"));
  const ModelPtr model = bench_.simulation->model();
  if (path.isEmpty() || !model) return;
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return;
  const SampleHistory& history = bench_.simulation->history();
  QByteArray line("t_s");
  for (const Constraint& c : model->constraints) {
    const QByteArray name = QByteArray::fromStdString(c.name);
    for (const char* suffix : {"_gap_m", "_fx_N", "_fy_N", "_fz_N"}) line += ',' + name + suffix;
  }
  file.write(line + '\n');
  const int columns = 1 + 4 * history.layout().constraints;
  for (std::size_t i = 0; i < history.size(); ++i) {
    line.clear();
    for (int c = 0; c < columns; ++c) {
      if (c) line += ',';
      line += exactText(history.at(i, c)).toLatin1();
    }
    file.write(line + '\n');
  }
  file.commit();
}

}  // namespace grashof
