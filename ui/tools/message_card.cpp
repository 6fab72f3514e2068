#include "ui/tools/message_card.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <algorithm>

#include "ui/theme.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {
constexpr int kWidest = 300;       // px
constexpr double kTailBase = 18;   // px, where the tail leaves the card
constexpr double kTailInset = 22;  // px, from the card's corners
}  // namespace

/// From the card's border to the cause. A widget of its own: the card's rectangle ends before it.
class CalloutTail : public QWidget {
 public:
  explicit CalloutTail(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
  }
  /// `surface` and `tip` in the parent's pixels.
  void place(const QRect& surface, const QPointF& tip, const QString& token) {
    const QRectF body(surface);
    const bool isBelow = tip.y() > body.bottom() + 6, isAbove = tip.y() < body.top() - 6;
    setVisible(isBelow || isAbove);
    if (!isVisible()) return;
    const double left = body.left() + kTailInset, right = body.right() - kTailInset - kTailBase;
    const double x = std::clamp(tip.x() - kTailBase / 2, left, std::max(left, right));
    const double y = isBelow ? body.bottom() + 0.5 : body.top() + 0.5;
    const QPolygonF shape({{x, y}, tip, {x + kTailBase, y}});
    const QRect bounds = shape.boundingRect().adjusted(-3, -3, 3, 3).toAlignedRect();
    setGeometry(bounds);
    shape_ = shape.translated(-bounds.topLeft());
    token_ = token;
    sense_ = isBelow ? 1 : -1;
    raise();
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF fill = shape_;
    // Over the card's border line, between the two ends of the outline.
    for (const int end : {0, 2}) fill[end] += QPointF(end == 0 ? 0.5 : -0.5, -1.5 * sense_);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color(QStringLiteral("surface2")));
    painter.drawPolygon(fill);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme().color(token_), 1, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.drawPolyline(shape_);
  }

 private:
  QPolygonF shape_;
  QString token_ = QStringLiteral("warning");
  int sense_ = 1;
};

MessageCard::MessageCard(QWidget* parent) : Card(parent, 8), tail_(new CalloutTail(parent)) {
  setObjectName(QStringLiteral("MessageCard"));
  // A gesture goes on below it.
  setAttribute(Qt::WA_TransparentForMouseEvents);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(kShadow + 12, kShadow + 9, kShadow + 14, kShadow + 9);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(2);
  icon_ = new IconLabel(QStringLiteral("warning"), QStringLiteral("warning"), 16);
  text_ = new QLabel;
  text_->setObjectName(QStringLiteral("CardTitle"));
  help_ = roleLabel({}, "label");
  help_->setObjectName(QStringLiteral("MessageHelp"));
  grid->addWidget(icon_, 0, 0, Qt::AlignTop);
  grid->addWidget(text_, 0, 1);
  grid->addWidget(help_, 1, 1);
  hide();
}

void MessageCard::pointAt(const QPointF& cause) {
  tail_->place(surface().translated(pos()), cause, borderToken());
}

void MessageCard::hideEvent(QHideEvent* event) {
  tail_->hide();
  Card::hideEvent(event);
}

void MessageCard::showMessage(const QString& kind, const QString& text, const QString& help) {
  icon_->setIcon(kind, kind);
  setBorderToken(kind);
  for (const auto& [label, words] : {std::pair(text_, text), std::pair(help_, help)}) {
    label->setText(words);
    label->setWordWrap(label->fontMetrics().horizontalAdvance(words) > kWidest);
    label->setMinimumWidth(label->wordWrap() ? kWidest : 0);
    label->setMaximumWidth(label->wordWrap() ? kWidest : QWIDGETSIZE_MAX);
    label->setVisible(!words.isEmpty());
  }
}

}  // namespace grashof
