#include "ui/problem_delegate.h"

#include <QMouseEvent>
#include <QPainter>

#include "ui/icons.h"
#include "ui/problems_panel.h"
#include "ui/quantity.h"
#include "ui/theme.h"

namespace grashof {
namespace {
constexpr int kButtonWidth = 142, kButtonHeight = 22, kLineWidth = 76;
}

QRect ProblemDelegate::buttonRect(const QRect& row) {
  return {row.right() - 12 - kButtonWidth, row.top() + (row.height() - kButtonHeight) / 2, kButtonWidth,
          kButtonHeight};
}

void ProblemDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  const auto* model = static_cast<const ProblemsModel*>(index.model());
  const Diagnostic& finding = model->finding(index.row());
  const QString fix = model->fixLabel(index.row());
  const qreal ratio = painter->device()->devicePixelRatioF();
  const QRect rect = option.rect;
  const bool isSelected = option.state & QStyle::State_Selected;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  if (isSelected || (option.state & QStyle::State_MouseOver)) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme().color(isSelected ? QStringLiteral("selection") : QStringLiteral("hover")));
    painter->drawRoundedRect(rect.adjusted(4, 1, -4, -1), 4, 4);
  }
  const char* kinds[] = {"note", "warning", "error"};
  const QString kind = QString::fromLatin1(kinds[static_cast<int>(finding.severity)]);
  const QColor color = theme().color(kind == u"note" ? QStringLiteral("info") : kind);
  painter->drawPixmap(rect.left() + 14, rect.top() + 7, iconPixmap(kind, color, 16, ratio));

  int right = rect.right() - 12;
  if (!fix.isEmpty() || rect.width() > 480) right = buttonRect(rect).left() - 12;
  if (finding.where.line > 0) {
    painter->setFont(Theme::font(12));
    painter->setPen(theme().color(QStringLiteral("text2")));
    painter->drawText(QRect(right - kLineWidth, rect.top(), kLineWidth, rect.height()),
                      Qt::AlignRight | Qt::AlignVCenter, tr("line %1").arg(finding.where.line));
    right -= kLineWidth + 12;
  }
  const int x = rect.left() + 40;
  const int width = std::max(0, right - x);
  painter->setFont(Theme::font(13));
  painter->setPen(theme().color(isSelected ? QStringLiteral("selection_text") : QStringLiteral("text")));
  painter->drawText(QRect(x, rect.top() + 5, width, 20), Qt::AlignVCenter,
                    painter->fontMetrics().elidedText(sentence(QString::fromStdString(finding.message)),
                                                      Qt::ElideRight, width));
  painter->setFont(Theme::font(12));
  painter->setPen(theme().color(QStringLiteral("text2")));
  const QString second = finding.hint.empty() ? QString::fromStdString(finding.element)
                                              : sentence(QString::fromStdString(finding.hint));
  painter->drawText(QRect(x, rect.top() + 25, width, 18), Qt::AlignVCenter,
                    painter->fontMetrics().elidedText(second, Qt::ElideRight, width));
  if (!fix.isEmpty()) {
    const QRect button = buttonRect(rect);
    painter->setPen(QPen(theme().color(QStringLiteral("border_strong")), 1));
    painter->setBrush(
        theme().color(pressedRow_ == index.row() ? QStringLiteral("pressed") : QStringLiteral("surface2")));
    painter->drawRoundedRect(QRectF(button).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter->setFont(Theme::font(12, 500));
    const QString label = painter->fontMetrics().elidedText(fix, Qt::ElideRight, kButtonWidth - 36);
    const int textWidth = painter->fontMetrics().horizontalAdvance(label);
    const int start = button.left() + (button.width() - textWidth - 20) / 2;
    painter->drawPixmap(
        start, button.top() + 4,
        iconPixmap(QStringLiteral("fix"), theme().color(QStringLiteral("accent_text")), 14, ratio));
    painter->setPen(theme().color(QStringLiteral("text")));
    painter->drawText(QRect(start + 18, button.top(), textWidth + 4, button.height()), Qt::AlignVCenter,
                      label);
  }
  painter->restore();
}

QSize ProblemDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {200, kRowHeight};
}

bool ProblemDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                                  const QStyleOptionViewItem& option, const QModelIndex& index) {
  const bool hasFix = !static_cast<ProblemsModel*>(model)->fixLabel(index.row()).isEmpty();
  if (event->type() != QEvent::MouseButtonPress && event->type() != QEvent::MouseButtonRelease)
    return QStyledItemDelegate::editorEvent(event, model, option, index);
  const bool isOnButton = hasFix && buttonRect(option.rect).contains(static_cast<QMouseEvent*>(event)->pos());
  const bool wasPressed = pressedRow_ == index.row();
  pressedRow_ = event->type() == QEvent::MouseButtonPress && isOnButton ? index.row() : -1;
  if (event->type() == QEvent::MouseButtonRelease && isOnButton && wasPressed) Q_EMIT fixClicked(index.row());
  return isOnButton;
}

}  // namespace grashof
