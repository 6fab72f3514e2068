// ui/rows.h - the rows of the mechanism tree and of the loops: plain data, one item model for both.
#pragma once
#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// One row: chevron, icon, name, dim text, icons of its state, value. `element` is selected by a click,
/// `dimElement` by a click on the dim text.
struct Row {
  QString iconName, iconToken = QStringLiteral("text2");
  QString name, dim, value;
  QString valueIcon, valueIconToken;
  struct StateIcon {
    QString name, token, toolTip;
  };
  std::vector<StateIcon> states;
  ElementRef element, dimElement;
  bool isBold = false;
  int joint = -1;  ///< live value: index into the model's joints
  int loop = -1;   ///< live value: index into the analysis' loops
  std::vector<std::unique_ptr<Row>> children;
  Row* parent = nullptr;
  int index = 0;  ///< in the parent's children

  Row* add(std::unique_ptr<Row> child);
  /// This row or one below it that stands for `ref`; null when there is none.
  Row* find(ElementRef ref);
};

class RowModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  explicit RowModel(QObject* parent = nullptr);
  /// The tops are the children of an invisible root.
  void setRoot(std::unique_ptr<Row> root);
  Row* root() const { return root_.get(); }
  /// Calls `change` for every row, then repaints; for values that change many times a second.
  template <typename Change>
  void updateRows(Change change) {
    updateBelow(*root_, change);
    Q_EMIT valuesChanged();
  }
  static Row* rowOf(const QModelIndex& index) { return static_cast<Row*>(index.internalPointer()); }
  QModelIndex indexOf(const Row* row) const;
  QModelIndex find(ElementRef ref) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 Q_SIGNALS:
  void valuesChanged();

 private:
  template <typename Change>
  static void updateBelow(Row& row, Change& change) {
    for (auto& child : row.children) {
      change(*child);
      updateBelow(*child, change);
    }
  }
  std::unique_ptr<Row> root_;
};

}  // namespace grashof
