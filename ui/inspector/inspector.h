// ui/inspector/inspector.h - the right dock: what is selected, its name, and a page by its kind.
#pragma once
#include <QTimer>
#include <QWidget>

#include "ui/workbench.h"

class QAction;
class QLineEdit;
class QScrollArea;

namespace grashof {

class ElidedLabel;
class IconLabel;
class InspectorPage;
struct JointActions;

class Inspector : public QWidget {
  Q_OBJECT
 public:
  Inspector(const Workbench& bench, QAction* removeAction, const JointActions& jointActions,
            QWidget* parent = nullptr);
  /// The loop that is selected, or the first one, as mimics fitted over its travel.
  void showMimics();

 Q_SIGNALS:
  void gapScaleChanged(double factor);
  void leaderPickRequested();
  void mimicExportRequested(const grashof::MimicFit& fit);
  void cutRequested(int joint);  ///< of the loop that is shown, or by itself

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* buildHead();
  void showSelection();
  void refresh();
  void showHead(ElementRef ref);
  void rename();
  QString nameOf(ElementRef ref) const;
  const Workbench& bench_;
  InspectorPage *link_, *joint_, *closure_, *loop_, *page_ = nullptr;
  QWidget *empty_, *head_, *tile_;
  QScrollArea* scroll_;
  IconLabel* tileIcon_;
  QLineEdit* name_;
  ElidedLabel* kind_;
  QTimer refreshTimer_;
};

}  // namespace grashof
