// ui/problem_delegate.h - draws one finding in two lines with its line number and its quick-fix button.
#pragma once
#include <QStyledItemDelegate>

namespace grashof {

class ProblemDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  static constexpr int kRowHeight = 50;
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

 Q_SIGNALS:
  void fixClicked(int row);

 private:
  static QRect buttonRect(const QRect& row);
  int pressedRow_ = -1;
};

}  // namespace grashof
