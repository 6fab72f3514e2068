// ui/tools/loops_card.h - a list in the view: places where a loop can be closed, or ways to assemble one.
#pragma once
#include <QImage>
#include <QString>
#include <QVector>

#include "ui/widgets/card.h"

class QCheckBox;
class QLabel;
class QVBoxLayout;

namespace grashof {

struct LoopsRow {
  QString text, detail, badge, badgeKind;
  QImage picture;  ///< null: none
};

class LoopsCard : public Card {
  Q_OBJECT
 public:
  LoopsCard(const QString& iconName, const QString& buttonText, QWidget* parent = nullptr);
  void showRows(const QString& title, const QString& detail, const QVector<LoopsRow>& rows);
  void setCurrent(int row);
  /// A check box below the rows; adds it on the first call.
  void setOption(const QString& text, const QString& toolTip, bool isOn);
  QSize sizeHint() const override;

 Q_SIGNALS:
  void pointedAt(int row);
  void chosen(int row);
  void optionToggled(bool isOn);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeRow(const LoopsRow& row, int index);
  QLabel *title_, *detail_;
  QVBoxLayout* rows_;
  QCheckBox* option_ = nullptr;
  QVector<QWidget*> shown_;
  QString buttonText_;
};

}  // namespace grashof
