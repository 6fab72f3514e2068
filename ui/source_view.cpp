#include "ui/source_view.h"

#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>

#include "ui/theme.h"
#include "ui/xml_highlighter.h"

namespace grashof {
namespace {
constexpr int kPad = 8;
}

SourceView::SourceView(QWidget* parent)
    : QPlainTextEdit(parent), gutter_(new QWidget(this)), highlighter_(new XmlHighlighter(document())) {
  setObjectName(QStringLiteral("SourceView"));
  setReadOnly(true);
  setFont(Theme::mono(12));
  document()->setDefaultFont(Theme::mono(12));
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setFrameShape(QFrame::NoFrame);
  setUndoRedoEnabled(false);
  document()->setDocumentMargin(4);
  gutter_->installEventFilter(this);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
    if (dy)
      gutter_->scroll(0, dy);
    else
      gutter_->update(0, rect.y(), gutter_->width(), rect.height());
  });
  connect(&theme(), &Theme::changed, this, &SourceView::applyTheme);
}

void SourceView::applyTheme() {
  document()->setDefaultFont(Theme::mono(12));
  highlighter_->rehighlight();
  viewport()->update();
  gutter_->update();
}

void SourceView::setRows(std::vector<SourceRow> rows, bool hasOldNumbers) {
  const int scroll = verticalScrollBar()->value();
  rows_ = std::move(rows);
  hasOldNumbers_ = hasOldNumbers;
  marked_ = -1;
  QString text;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (i) text += u'\n';
    const SourceRow& row = rows_[i];
    text += row.folded ? tr("%1 unchanged lines").arg(row.folded) : row.text;
  }
  setPlainText(text);
  setViewportMargins(gutterWidth(), 0, 0, 0);
  gutter_->setGeometry(0, 0, gutterWidth(), height());
  verticalScrollBar()->setValue(scroll);
}

void SourceView::markLine(int oldLine) {
  marked_ = -1;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].oldNumber == oldLine) marked_ = static_cast<int>(i);
  if (marked_ >= 0) {
    setTextCursor(QTextCursor(document()->findBlockByNumber(marked_)));
    centerCursor();
  }
  viewport()->update();
  gutter_->update();
}

int SourceView::gutterWidth() const {
  const int digits = QFontMetrics(Theme::mono(12)).horizontalAdvance(u'0') * 5;
  return (hasOldNumbers_ ? 2 * digits : digits) + 2 * kPad + 12;
}

void SourceView::paintEvent(QPaintEvent* event) {
  {
    QPainter painter(viewport());
    const QColor marks[] = {QColor(), theme().color(QStringLiteral("diff_add")),
                            theme().color(QStringLiteral("diff_del"))};
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
      const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
      if (rect.top() > event->rect().bottom()) break;
      const auto i = static_cast<std::size_t>(block.blockNumber());
      if (i >= rows_.size()) break;
      QColor color = marks[static_cast<int>(rows_[i].kind)];
      if (rows_[i].folded) color = theme().color(QStringLiteral("surface3"));
      if (static_cast<int>(i) == marked_ && !color.isValid())
        color = theme().color(QStringLiteral("selection"));
      if (color.isValid()) painter.fillRect(QRectF(0, rect.top(), viewport()->width(), rect.height()), color);
    }
  }
  QPlainTextEdit::paintEvent(event);
}

bool SourceView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == gutter_ && event->type() == QEvent::Paint) {
    paintGutter(static_cast<QPaintEvent*>(event));
    return true;
  }
  return QPlainTextEdit::eventFilter(watched, event);
}

void SourceView::paintGutter(QPaintEvent* event) {
  QPainter painter(gutter_);
  painter.fillRect(event->rect(), theme().color(QStringLiteral("plot_bg")));
  painter.setFont(Theme::mono(11));
  const int column = QFontMetrics(Theme::mono(12)).horizontalAdvance(u'0') * 5;
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
    if (area.top() > event->rect().bottom()) break;
    const auto i = static_cast<std::size_t>(block.blockNumber());
    if (i >= rows_.size()) break;
    const SourceRow& row = rows_[i];
    const QRect line(0, qRound(area.top()), gutter_->width(), qRound(area.height()));
    if (row.folded) {
      painter.fillRect(line, theme().color(QStringLiteral("surface3")));
      continue;
    }
    const bool isAdded = row.kind == DiffKind::Added, isRemoved = row.kind == DiffKind::Removed;
    if (isAdded || isRemoved)
      painter.fillRect(line,
                       theme().color(isAdded ? QStringLiteral("diff_add") : QStringLiteral("diff_del")));
    else if (static_cast<int>(i) == marked_)
      painter.fillRect(line, theme().color(QStringLiteral("selection")));
    painter.setPen(
        theme().color(isAdded ? QStringLiteral("diff_add_text")
                              : (isRemoved ? QStringLiteral("diff_del_text") : QStringLiteral("text3"))));
    int x = kPad;
    if (hasOldNumbers_) {
      if (row.oldNumber)
        painter.drawText(QRect(x, line.top(), column - 8, line.height()), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(row.oldNumber));
      x += column;
    }
    if (row.newNumber)
      painter.drawText(QRect(x, line.top(), column - 8, line.height()), Qt::AlignRight | Qt::AlignVCenter,
                       QString::number(row.newNumber));
    x += column;
    if (isAdded || isRemoved)
      painter.drawText(QRect(x, line.top(), 12, line.height()), Qt::AlignCenter,
                       isAdded ? QStringLiteral("+") : QString(QChar(0x2212)));
  }
}

void SourceView::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  gutter_->setGeometry(0, 0, gutterWidth(), height());
}

}  // namespace grashof
