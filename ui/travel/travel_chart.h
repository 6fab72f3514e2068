// ui/travel/travel_chart.h - transmission over a joint's coordinate: ends, branch points, the present pose.
#pragma once
#include <QVector>
#include <QWidget>
#include <optional>

#include "core/dynamics/model.h"
#include "ui/workbench.h"

class QCPGraph;
class QCPItemRect;
class QCPItemStraightLine;
class QCPItemText;
class QCPItemTracer;
class QCustomPlot;

namespace grashof {

/// Values are SI; the axis shows the units of the settings. A press or a drag on it asks for a place; so do
/// the arrow keys, a hundredth of the travel at a time.
class TravelChart : public QWidget {
  Q_OBJECT
 public:
  explicit TravelChart(QWidget* parent = nullptr);
  void show(const Model& model, const TravelSweep& sweep);
  using QWidget::show;
  void clear();
  /// Where the joint is; nothing while the pose is not one of this travel.
  void setPlace(std::optional<double> value);
  /// Pixel of a value in plot(), for tests.
  QPointF pixelOf(double value) const;
  QCustomPlot* plot() const { return plot_; }
  QSize minimumSizeHint() const override { return {120, 60}; }

 Q_SIGNALS:
  void hovered(double value);
  void hoverLeft();
  void placeWanted(double value, int gesture);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void applyTheme();
  void addMark(const Model& model, const TravelSweep& sweep, const TravelEvent& event);
  void showHover(std::optional<double> value);
  double valueAt(double x) const;
  QCustomPlot* plot_;
  QCPGraph* curve_;
  QVector<QCPItemRect*> beyond_;
  QVector<QCPItemStraightLine*> marks_;
  QVector<QCPItemText*> words_;
  QCPItemStraightLine *here_, *hover_;
  QCPItemTracer* dot_;
  std::optional<TravelSweep> sweep_;
  std::optional<double> place_;
  double factor_ = 1;  ///< shown value = SI value * factor
  int gesture_ = -1;
  bool isPressed_ = false;
};

}  // namespace grashof
