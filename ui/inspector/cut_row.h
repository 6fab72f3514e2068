// ui/inspector/cut_row.h - a joint of a loop in the list of places to cut: rank, name, reason, badge.
#pragma once
#include <QWidget>

class QAction;

namespace grashof {

struct CutPlace;

/// The action as a button over the whole width; away while it cannot be taken.
QWidget* wideActionButton(QAction* action);

class CutRow : public QWidget {
  Q_OBJECT
 public:
  CutRow(const CutPlace& place, const QString& name, QWidget* parent = nullptr);
  void setHighlighted(bool isHighlighted);
  int joint() const { return joint_; }

 Q_SIGNALS:
  void pointedAt(int joint);
  void chosen(int joint);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  int joint_, rank_;
  bool isFirst_, isHighlighted_ = false;
};

}  // namespace grashof
