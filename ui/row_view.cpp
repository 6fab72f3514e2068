#include "ui/row_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include "ui/icons.h"
#include "ui/selection.h"
#include "ui/theme.h"

namespace grashof {
namespace {

constexpr int kRowHeight = 26;
constexpr int kIndent = 16;
constexpr int kIcon = 16;
constexpr int kRight = 12;       // px between the value and the edge; a scroll bar is part of it
constexpr int kValueWidth = 46;  // "−108.9°" in mono 11; a fixed column, so that the state icons align

QFont nameFont(const Row& row) {
  return Theme::font(13, row.isBold ? 600 : 400);
}

}  // namespace

/// Only the height: RowView paints the rows itself, in drawRow.
class RowDelegate final : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {100, kRowHeight}; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const auto* view = static_cast<const RowView*>(parent());
    view->paintRow(*painter, option.rect, *RowModel::rowOf(index), view->currentIndex() == index);
  }
};

RowView::RowView(RowModel* model, Selection* selection, QWidget* parent)
    : QTreeView(parent), rows_(model), selection_(selection) {
  setModel(model);
  setItemDelegate(new RowDelegate(this));
  setHeaderHidden(true);
  setIndentation(kIndent);
  setUniformRowHeights(true);
  setMouseTracking(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setFrameShape(QFrame::NoFrame);
  setExpandsOnDoubleClick(false);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setContextMenuPolicy(Qt::CustomContextMenu);
  connect(model, &RowModel::valuesChanged, viewport(), qOverload<>(&QWidget::update));
  connect(model, &RowModel::modelReset, this, &RowView::showSelection);
  connect(selection, &Selection::changed, this, &RowView::showSelection);
  connect(selection, &Selection::hoverChanged, viewport(), qOverload<>(&QWidget::update));
  connect(&theme(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void RowView::showSelection() {
  isShowing_ = true;
  const QModelIndex index = rows_->find(selection_->current());
  if (index.isValid()) {
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) expand(above);
    setCurrentIndex(index);
    scrollTo(index);
  } else {
    setCurrentIndex({});
    clearSelection();
  }
  isShowing_ = false;
  viewport()->update();
}

void RowView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTreeView::currentChanged(current, previous);
  // Keyboard navigation selects; a click is handled where it is known what was hit.
  if (!isShowing_ && current.isValid() && hasFocus()) selection_->select(RowModel::rowOf(current)->element);
}

void RowView::mousePressEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->pos());
  QTreeView::mousePressEvent(event);
  if (!index.isValid()) {
    selection_->clear();
    return;
  }
  const Row& row = *RowModel::rowOf(index);
  const bool onDim =
      row.dimElement.kind != ElementKind::None && dimRect(visualRect(index), row).contains(event->pos());
  // The chevron only folds.
  if (event->pos().x() < visualRect(index).left() && rows_->rowCount(index) > 0) return;
  selection_->select(onDim ? row.dimElement : row.element);
}

void RowView::mouseMoveEvent(QMouseEvent* event) {
  QTreeView::mouseMoveEvent(event);
  const QModelIndex index = indexAt(event->pos());
  selection_->hover(index.isValid() ? RowModel::rowOf(index)->element : ElementRef{});
}

void RowView::leaveEvent(QEvent* event) {
  QTreeView::leaveEvent(event);
  selection_->hover({});
}

void RowView::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Row& row = *RowModel::rowOf(index);
  const ElementRef hovered = selection_->hovered();
  const bool isHovered =
      hovered.kind != ElementKind::None && (row.element == hovered || row.dimElement == hovered);
  const bool isSelected = currentIndex() == index;
  if (isSelected || isHovered) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme().color(isSelected ? QStringLiteral("selection") : QStringLiteral("hover")));
    const QRect full(0, option.rect.top(), viewport()->width(), option.rect.height());
    painter->drawRoundedRect(full.adjusted(4, 1, -4, -1), 4, 4);
    painter->restore();
  }
  drawBranches(painter, QRect(0, option.rect.top(), visualRect(index).left(), option.rect.height()), index);
  paintRow(*painter, visualRect(index), row, isSelected);
}

void RowView::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
  painter->save();
  // One guide line per level above, under that level's chevron.
  painter->setPen(QPen(theme().color(QStringLiteral("border")), 1));
  int depth = 0;
  for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) ++depth;
  for (int level = 0; level < depth; ++level) {
    const int x = level * kIndent + kIndent / 2 + 4;
    painter->drawLine(x, rect.top(), x, rect.bottom());
  }
  if (rows_->rowCount(index) > 0) {
    const QString name = isExpanded(index) ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right");
    const QPixmap chevron = iconPixmap(name, theme().color(QStringLiteral("text3")), 12, devicePixelRatioF());
    painter->drawPixmap(depth * kIndent + 4, rect.top() + (rect.height() - 12) / 2, chevron);
  }
  painter->restore();
}

void RowView::paintRow(QPainter& painter, const QRect& rect, const Row& row, bool isSelected) const {
  const qreal ratio = devicePixelRatioF();
  const int middle = rect.top() + rect.height() / 2;
  int right = viewport()->width() - std::max(4, kRight - (width() - viewport()->width()));
  painter.save();
  if (!row.value.isEmpty()) {
    painter.setFont(Theme::mono(11));
    painter.setPen(theme().color(QStringLiteral("text2")));
    const int width = std::max(kValueWidth, painter.fontMetrics().horizontalAdvance(row.value));
    painter.drawText(QRect(right - width, rect.top(), width, rect.height()),
                     Qt::AlignRight | Qt::AlignVCenter, row.value);
    right -= width + 4;
    if (!row.valueIcon.isEmpty()) {
      painter.drawPixmap(right - 14, middle - 7,
                         iconPixmap(row.valueIcon, theme().color(row.valueIconToken), 14, ratio));
      right -= 14 + 6;
    }
  }
  for (auto state = row.states.rbegin(); state != row.states.rend(); ++state) {
    painter.drawPixmap(right - 14, middle - 7,
                       iconPixmap(state->name, theme().color(state->token), 14, ratio));
    right -= 14 + 4;
  }
  int x = rect.left() + 4;
  painter.drawPixmap(x, middle - kIcon / 2,
                     iconPixmap(row.iconName, theme().color(row.iconToken), kIcon, ratio));
  x += kIcon + 6;
  painter.setFont(nameFont(row));
  painter.setPen(theme().color(isSelected ? QStringLiteral("selection_text") : QStringLiteral("text")));
  const QString name = painter.fontMetrics().elidedText(row.name, Qt::ElideRight, std::max(0, right - 4 - x));
  painter.drawText(QRect(x, rect.top(), right - x, rect.height()), Qt::AlignLeft | Qt::AlignVCenter, name);
  const QRect dim = dimRect(rect, row).intersected(QRect(0, rect.top(), right - 2, rect.height()));
  if (dim.width() > 12) {
    painter.setFont(Theme::font(12));
    painter.setPen(theme().color(isSelected ? QStringLiteral("text2") : QStringLiteral("text3")));
    painter.drawText(dim, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(row.dim, Qt::ElideRight, dim.width()));
  }
  painter.restore();
}

QRect RowView::dimRect(const QRect& rect, const Row& row) const {
  if (row.dim.isEmpty()) return {};
  const int x = rect.left() + 4 + kIcon + 6 + QFontMetrics(nameFont(row)).horizontalAdvance(row.name) + 6;
  return {x, rect.top(), QFontMetrics(Theme::font(12)).horizontalAdvance(row.dim) + 2, rect.height()};
}

void RowView::setFilter(const QString& text) {
  applyFilter({}, text.trimmed());
}

bool RowView::applyFilter(const QModelIndex& parent, const QString& text) {
  bool any = false;
  for (int i = 0; i < rows_->rowCount(parent); ++i) {
    const QModelIndex index = rows_->index(i, 0, parent);
    const Row& row = *RowModel::rowOf(index);
    const bool matches = text.isEmpty() || row.name.contains(text, Qt::CaseInsensitive) ||
                         row.dim.contains(text, Qt::CaseInsensitive);
    const bool below = applyFilter(index, matches ? QString() : text);
    setRowHidden(i, parent, !(matches || below));
    if (!text.isEmpty() && below) expand(index);
    any = any || matches || below;
  }
  return any;
}

}  // namespace grashof
