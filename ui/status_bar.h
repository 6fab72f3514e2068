// ui/status_bar.h - the last row: run state, time, speed, worst gap, mobility, units, findings, saved or not.
#pragma once
#include <QStatusBar>

class QLabel;
class QToolButton;

namespace grashof {

struct Workbench;
class ElidedLabel;
class IconLabel;

class StatusBar : public QWidget {
  Q_OBJECT
 public:
  explicit StatusBar(const Workbench& bench, QWidget* parent = nullptr);
  QSize minimumSizeHint() const override { return {0, 26}; }
  /// "Dragging", "Opening minitaur.urdf", ...; empty: running or paused as it is.
  void setActivity(const QString& text);

 Q_SIGNALS:
  void problemsClicked();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QLabel* addNumber(class QHBoxLayout* row, const QString& before, const QString& unit, QWidget** group);
  void refreshState();
  void refreshNumbers();
  void refreshDocument();
  void hideWhatDoesNotFit();
  const Workbench& bench_;
  QString activity_;
  IconLabel *stateIcon_, *gapIcon_, *problemIcon_;
  QLabel *state_, *time_, *factor_, *cost_, *gap_, *gapUnit_, *saved_, *units_, *dof_;
  ElidedLabel* mobility_;
  QToolButton* problems_;
  QWidget *timeGroup_, *factorGroup_, *costGroup_, *gapGroup_, *mobilityGroup_;
};

/// QMainWindow takes a QStatusBar only, whose own layout leaves no say about margins: the row just lies on
/// it.
class StatusBarHost : public QStatusBar {
  Q_OBJECT
 public:
  explicit StatusBarHost(StatusBar* row);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  StatusBar* row_;
};

}  // namespace grashof
