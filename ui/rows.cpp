#include "ui/rows.h"

namespace grashof {

Row* Row::add(std::unique_ptr<Row> child) {
  child->parent = this;
  child->index = static_cast<int>(children.size());
  children.push_back(std::move(child));
  return children.back().get();
}

Row* Row::find(ElementRef ref) {
  if (ref.kind == ElementKind::None) return nullptr;
  if (parent && (element == ref || dimElement == ref)) return this;
  for (auto& child : children)
    if (Row* found = child->find(ref)) return found;
  return nullptr;
}

RowModel::RowModel(QObject* parent) : QAbstractItemModel(parent), root_(std::make_unique<Row>()) {}

void RowModel::setRoot(std::unique_ptr<Row> root) {
  beginResetModel();
  root_ = std::move(root);
  endResetModel();
}

QModelIndex RowModel::indexOf(const Row* row) const {
  if (!row || row == root_.get()) return {};
  return createIndex(row->index, 0, const_cast<Row*>(row));
}

QModelIndex RowModel::find(ElementRef ref) const {
  return indexOf(root_->find(ref));
}

QModelIndex RowModel::index(int row, int column, const QModelIndex& parent) const {
  const Row* above = parent.isValid() ? rowOf(parent) : root_.get();
  if (column != 0 || row < 0 || row >= static_cast<int>(above->children.size())) return {};
  return createIndex(row, 0, above->children[static_cast<std::size_t>(row)].get());
}

QModelIndex RowModel::parent(const QModelIndex& child) const {
  return child.isValid() ? indexOf(rowOf(child)->parent) : QModelIndex();
}

int RowModel::rowCount(const QModelIndex& parent) const {
  const Row* above = parent.isValid() ? rowOf(parent) : root_.get();
  return static_cast<int>(above->children.size());
}

int RowModel::columnCount(const QModelIndex&) const {
  return 1;
}

QVariant RowModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = *rowOf(index);
  if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
    return role == Qt::DisplayRole ? row.name : row.name + u' ' + row.dim + u' ' + row.value;
  if (role == Qt::ToolTipRole) {
    QStringList lines{row.dim.isEmpty() ? row.name : row.name + QStringLiteral(" – ") + row.dim};
    for (const Row::StateIcon& state : row.states) lines << state.toolTip;
    return lines.join(u'\n');
  }
  return {};
}

}  // namespace grashof
