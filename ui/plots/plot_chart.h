// ui/plots/plot_chart.h - one chart over time: a header that is its legend, and the curves.
#pragma once
#include <QVector>
#include <QWidget>
#include <optional>

#include "ui/plots/plot_data.h"

class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;
class QToolButton;

namespace grashof {

class PlotLegend;

class PlotChart : public QWidget {
  Q_OBJECT
 public:
  enum class Scale { Linear, Logarithmic };
  PlotChart(const QString& title, const QString& axisTitle, Scale scale, QWidget* parent = nullptr);
  void setSeries(const QStringList& names);
  int seriesCount() const { return static_cast<int>(graphs_.size()); }
  /// In the axis' unit.
  void setCurve(int series, const std::vector<CurvePoint>& points, double factor);
  void setTimeRange(double from, double to);
  double timeFrom() const;
  double timeTo() const;
  void setFit(const std::optional<Decay>& decay, double factor, const QString& text);
  /// Values shown in the header, with their unit once.
  void setValues(const QStringList& values, const QString& unit);
  void setCrosshair(std::optional<double> t);
  void setEmpty(bool isEmpty);
  void replot();
  int plotWidth() const;
  QCustomPlot* plot() const { return plot_; }
  QToolButton* menuButton() const { return menu_; }

 Q_SIGNALS:
  void timeHovered(double t);
  void hoverLeft();
  void rangeDragged();  ///< a person has moved or zoomed the time axis

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void applyTheme();
  void styleGraphs();
  void fitValueAxis();
  void fitTicks();
  Scale scale_;
  QString axisTitle_;
  PlotLegend* legend_;
  QToolButton* menu_;
  QCustomPlot* plot_;
  QVector<QCPGraph*> graphs_;
  QCPGraph* fit_;
  QCPItemText *emptyText_, *fitText_;
  QCPItemStraightLine* crosshair_;
  int hovered_ = -1;
  double low_ = 1e300, high_ = -1e300;
  bool isEmpty_ = true;
};

}  // namespace grashof
