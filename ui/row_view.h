// ui/row_view.h - a tree view that draws Row: rounded selection over the whole width, guide lines, dim names.
#pragma once
#include <QTreeView>

#include "ui/rows.h"

namespace grashof {

class Selection;

class RowView : public QTreeView {
  Q_OBJECT
 public:
  RowView(RowModel* model, Selection* selection, QWidget* parent = nullptr);
  /// Hides rows whose name and dim text do not contain `text` (unless one below does).
  void setFilter(const QString& text);
  QSize minimumSizeHint() const override { return {0, 40}; }
  QSize sizeHint() const override { return {200, 200}; }

 protected:
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void showSelection();
  void paintRow(QPainter& painter, const QRect& rect, const Row& row, bool isSelected) const;
  /// Where the dim text stands in a row's rectangle; empty when there is none.
  QRect dimRect(const QRect& rect, const Row& row) const;
  bool applyFilter(const QModelIndex& parent, const QString& text);
  RowModel* rows_;
  Selection* selection_;
  bool isShowing_ = false;  ///< following the selection, not making it
  friend class RowDelegate;
};

}  // namespace grashof
