// ui/widgets/elided_combo.h - a combo box that shortens its text instead of cutting it off or growing.
#pragma once
#include <QComboBox>

namespace grashof {

class ElidedCombo : public QComboBox {
  Q_OBJECT
 public:
  explicit ElidedCombo(QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
};

}  // namespace grashof
