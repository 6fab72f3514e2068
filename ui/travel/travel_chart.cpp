#include "ui/travel/travel_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/travel_report.h"
#include "ui/plots/axis_style.h"
#include "ui/plots/custom_plot.h"
#include "ui/quantity.h"
#include "ui/theme.h"

namespace grashof {
namespace {

constexpr double kMargin = 0.08;    // of the travel, beside its ends
constexpr double kHeadroom = 1.28;  // room for the marks' words above the curve
constexpr double kKeyStep = 0.01;   // of the travel

void stand(QCPItemStraightLine* line, double x) {
  for (const auto& [point, y] : {std::pair(line->point1, 0.0), std::pair(line->point2, 1.0)}) {
    point->setTypeX(QCPItemPosition::ptPlotCoords);
    point->setTypeY(QCPItemPosition::ptAxisRectRatio);
    point->setCoords(x, y);
  }
}

QString tokenOf(TravelEventKind kind) {
  if (kind == TravelEventKind::JointLimit) return QStringLiteral("error");
  return kind == TravelEventKind::BranchPoint ? QStringLiteral("glyph.loop") : QStringLiteral("warning");
}

}  // namespace

TravelChart::TravelChart(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot) {
  setObjectName(QStringLiteral("TravelChart"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(plot_);
  plot_->setMinimumSize(80, 60);
  plot_->setFocusPolicy(Qt::StrongFocus);
  plot_->setAccessibleName(tr("Transmission over the travel; left and right move along it"));
  plot_->axisRect()->setMinimumMargins(QMargins(58, 6, 14, 38));
  plot_->yAxis->setLabel(tr("transmission"));
  curve_ = plot_->addGraph();
  here_ = new QCPItemStraightLine(plot_);
  hover_ = new QCPItemStraightLine(plot_);
  dot_ = new QCPItemTracer(plot_);
  dot_->setInterpolating(true);
  dot_->setStyle(QCPItemTracer::tsCircle);
  dot_->setSize(8);
  plot_->setMouseTracking(true);
  plot_->setCursor(Qt::PointingHandCursor);
  plot_->installEventFilter(this);
  connect(&theme(), &Theme::changed, this, &TravelChart::applyTheme);
  clear();
  applyTheme();
}

void TravelChart::applyTheme() {
  plot_->setBackground(QBrush(theme().color(QStringLiteral("plot_bg"))));
  styleAxis(plot_->xAxis);
  styleAxis(plot_->yAxis);
  QColor fill = theme().series(0);
  fill.setAlphaF(0.10F);
  curve_->setPen(QPen(theme().series(0), 1.6));
  curve_->setBrush(fill);
  const QColor accent = theme().color(QStringLiteral("accent"));
  here_->setPen(QPen(accent, 1));
  hover_->setPen(QPen(theme().color(QStringLiteral("text3")), 1, Qt::DashLine));
  dot_->setPen(QPen(theme().color(QStringLiteral("plot_bg")), 1.5));
  dot_->setBrush(accent);
  for (QCPItemRect* rect : beyond_) {
    QColor shade = theme().color(QStringLiteral("track"));
    rect->setPen(Qt::NoPen);
    rect->setBrush(QBrush(shade));
  }
  for (qsizetype i = 0; i < marks_.size(); ++i) {
    const QColor color = theme().color(marks_[i]->property("token").toString());
    marks_[i]->setPen(QPen(color, 1.4, marks_[i]->property("isEnd").toBool() ? Qt::SolidLine : Qt::DashLine));
    words_[i]->setFont(Theme::font(11, 500));
    words_[i]->setColor(color);
    QColor ground = theme().color(QStringLiteral("plot_bg"));
    ground.setAlphaF(0.85F);
    words_[i]->setBrush(ground);
  }
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void TravelChart::resizeEvent(QResizeEvent*) {
  // Numbers of four digits side by side need some room.
  plot_->xAxis->ticker()->setTickCount(std::clamp((width() - 72) / 60, 2, 8));
}

void TravelChart::clear() {
  sweep_.reset();
  place_.reset();
  for (QCPItemRect* rect : beyond_) plot_->removeItem(rect);
  for (QCPItemStraightLine* mark : marks_) plot_->removeItem(mark);
  for (QCPItemText* words : words_) plot_->removeItem(words);
  beyond_.clear();
  marks_.clear();
  words_.clear();
  dot_->setGraph(nullptr);  // it complains about a curve without points
  curve_->data()->clear();
  for (QCPItemStraightLine* line : {here_, hover_}) line->setVisible(false);
  dot_->setVisible(false);
}

void TravelChart::show(const Model& model, const TravelSweep& sweep) {
  clear();
  sweep_ = sweep;
  const MovableJoint& joint = model.joints[static_cast<std::size_t>(sweep.joint)];
  const Quantity quantity = isRotary(joint.type) ? Quantity::Angle : Quantity::Length;
  factor_ = unitScale(quantity);
  plot_->xAxis->setLabel(QString::fromStdString(joint.name) + QStringLiteral(", ") + unitText(quantity));
  double highest = 0;
  for (const TravelSample& sample : sweep.samples) {
    if (!std::isfinite(sample.transmission)) continue;
    curve_->addData(sample.value * factor_, sample.transmission);
    highest = std::max(highest, sample.transmission);
  }
  const double lower = sweep.lower * factor_, upper = sweep.upper * factor_;
  const double margin = sweep.isFullTurn ? 0 : std::max(kMargin * (upper - lower), 1e-9);
  plot_->xAxis->setRange(lower - margin, upper + margin);
  plot_->yAxis->setRange(0, highest > 0 ? highest * kHeadroom : 1);
  plot_->yAxis->ticker()->setTickCount(3);
  if (!sweep.isFullTurn)
    for (const auto& [from, to] : {std::pair(lower - margin, lower), std::pair(upper, upper + margin)}) {
      auto* rect = new QCPItemRect(plot_);
      for (const auto& [corner, x, y] :
           {std::tuple(rect->topLeft, from, 0.0), std::tuple(rect->bottomRight, to, 1.0)}) {
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
        corner->setCoords(x, y);
      }
      beyond_.append(rect);
    }
  for (const TravelEvent& event : sweep.events) addMark(model, sweep, event);
  applyTheme();
}

void TravelChart::addMark(const Model& model, const TravelSweep& sweep, const TravelEvent& event) {
  const double x = event.value * factor_;
  auto* mark = new QCPItemStraightLine(plot_);
  stand(mark, x);
  mark->setProperty("token", tokenOf(event.kind));
  mark->setProperty("isEnd", isEndOfTravel(sweep, event));
  auto* words = new QCPItemText(plot_);
  words->setText(QString::fromStdString(shortWords(model, event)));
  words->position->setTypeX(QCPItemPosition::ptPlotCoords);
  words->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  const bool isRight = event.value > 0.5 * (sweep.lower + sweep.upper);
  // Words of marks in the same half stand below one another.
  int row = 0;
  for (const QCPItemText* other : words_)
    if ((other->positionAlignment() & Qt::AlignRight) == (isRight ? Qt::AlignRight : 0)) ++row;
  words->position->setCoords(x, 0.02 + 0.13 * (row % 4));
  words->setPositionAlignment((isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
  words->setPadding(QMargins(5, 1, 5, 1));
  marks_.append(mark);
  words_.append(words);
}

void TravelChart::setPlace(std::optional<double> value) {
  if (!sweep_) value.reset();
  if (value == place_) return;
  place_ = value;
  here_->setVisible(value.has_value());
  dot_->setVisible(value.has_value());
  if (value) {
    stand(here_, *value * factor_);
    dot_->setGraph(curve_);
    dot_->setGraphKey(*value * factor_);
  }
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void TravelChart::showHover(std::optional<double> value) {
  hover_->setVisible(value.has_value());
  if (value) stand(hover_, *value * factor_);
  plot_->replot(QCustomPlot::rpQueuedReplot);
  if (value)
    Q_EMIT hovered(*value);
  else
    Q_EMIT hoverLeft();
}

double TravelChart::valueAt(double x) const {
  return std::clamp(plot_->xAxis->pixelToCoord(x) / factor_, sweep_->lower, sweep_->upper);
}

QPointF TravelChart::pixelOf(double value) const {
  return {plot_->xAxis->coordToPixel(value * factor_), plot_->axisRect()->center().y() + 0.0};
}

bool TravelChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_ || !sweep_) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      if (static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton) break;
      isPressed_ = true;
      gesture_ = Document::nextGesture();
      Q_EMIT placeWanted(valueAt(static_cast<QMouseEvent*>(event)->position().x()), gesture_);
      break;
    case QEvent::MouseMove: {
      const double value = valueAt(static_cast<QMouseEvent*>(event)->position().x());
      showHover(value);
      if (isPressed_) Q_EMIT placeWanted(value, gesture_);
      break;
    }
    case QEvent::MouseButtonRelease:
      isPressed_ = false;
      break;
    case QEvent::Leave:
      showHover(std::nullopt);
      break;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: {
      const int key = static_cast<QKeyEvent*>(event)->key();
      if (key != Qt::Key_Left && key != Qt::Key_Right) break;
      event->accept();
      if (event->type() == QEvent::KeyPress) {
        const double step = kKeyStep * (sweep_->upper - sweep_->lower) * (key == Qt::Key_Left ? -1 : 1);
        const double from = place_.value_or(0.5 * (sweep_->lower + sweep_->upper));
        Q_EMIT placeWanted(std::clamp(from + step, sweep_->lower, sweep_->upper), Document::nextGesture());
      }
      return true;
    }
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace grashof
