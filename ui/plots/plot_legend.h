// ui/plots/plot_legend.h - the header's series: a stroke in the series' colour, a short name, its value.
#pragma once
#include <QStringList>
#include <QWidget>

namespace grashof {

/// Drops its values, then its names from the right where the header is narrow; it never sets a minimum width.
class PlotLegend : public QWidget {
  Q_OBJECT
 public:
  explicit PlotLegend(QWidget* parent = nullptr);
  void setNames(const QStringList& names);
  void setValues(const QStringList& values, const QString& unit);
  QSize minimumSizeHint() const override { return {0, 20}; }

 Q_SIGNALS:
  void hovered(int series);  ///< -1: none

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct Entry {
    int x = 0, width = 0;
  };
  QList<Entry> layOut(bool withValues) const;
  bool showsValues() const;
  QStringList names_, values_;
  QString unit_;
};

}  // namespace grashof
