// ui/plots/plot_panel.h - the plots of a run: gaps on a logarithmic axis, constraint forces; live, pausable.
#pragma once
#include <QTimer>
#include <QWidget>
#include <optional>

#include "ui/workbench.h"

namespace grashof {

class PlotChart;

class PlotPanel : public QWidget {
  Q_OBJECT
 public:
  explicit PlotPanel(const Workbench& bench, QWidget* parent = nullptr);
  QSize minimumSizeHint() const override { return {0, 100}; }
  PlotChart* gaps() const { return gaps_; }
  PlotChart* forces() const { return forces_; }
  bool isFollowing() const { return isFollowing_; }
  void setFollowing(bool isFollowing);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void rebuildSeries();
  void refresh();
  void showMenu(PlotChart* chart);
  void saveCsv();
  void showCrosshair(std::optional<double> t);
  std::pair<std::size_t, std::size_t> samplesBetween(double from, double to) const;
  const Workbench& bench_;
  PlotChart *gaps_, *forces_;
  QTimer timer_;
  bool isFollowing_ = true;
  double span_ = 2.0;  ///< s shown while following
  std::optional<double> hoverTime_;
};

}  // namespace grashof
