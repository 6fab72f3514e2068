// ui/travel/travel_row.h - a place on the travel (click: go there), or what another joint does meanwhile.
#pragma once
#include <QWidget>

namespace grashof {

class TravelRow : public QWidget {
  Q_OBJECT
 public:
  /// `iconName` may be empty. `isPlace`: it can be clicked.
  TravelRow(const QString& iconName, const QString& token, const QString& text, const QString& value,
            bool isPlace, QWidget* parent = nullptr);

 Q_SIGNALS:
  void chosen();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent*) override { update(); }
  void focusOutEvent(QFocusEvent*) override { update(); }

 private:
  bool isPlace_, isHovered_ = false;
};

}  // namespace grashof
