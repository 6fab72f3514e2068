// ui/travel/travel_panel.h - how far a joint goes: its curve, the places on the way, what the others do.
#pragma once
#include <QWidget>

#include "ui/workbench.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace grashof {

class Badge;
class TravelChart;

class TravelPanel : public QWidget {
  Q_OBJECT
 public:
  TravelPanel(const Workbench& bench, QAction* sweepAction, QWidget* parent = nullptr);
  QSize minimumSizeHint() const override { return {0, 100}; }
  TravelChart* chart() const { return chart_; }
  QPushButton* limitsButton() const { return limits_; }
  /// "crank turns all the way round", "0.0° to 60.0°", as the header says it.
  QString rangeWords() const;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* buildHeader(QAction* sweepAction);
  void refresh();
  void refreshPlace();
  void refreshProgress();
  void fillRows();
  void followSelection();
  void goTo(double value, int gesture);
  void showMenu();
  void saveCsv();
  QString valueText(double value) const;
  const Workbench& bench_;
  QStackedWidget* stack_;
  TravelChart* chart_;
  Badge* badge_;
  QLabel *title_, *words_, *hover_;
  QPushButton *limits_, *cancel_;
  QToolButton* menu_;
  QVBoxLayout* rows_;
  QWidget* list_;
};

}  // namespace grashof
