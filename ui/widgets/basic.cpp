#include "ui/widgets/basic.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>

#include "ui/icons.h"
#include "ui/theme.h"

namespace grashof {

QLabel* roleLabel(const QString& text, const char* role, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setProperty("role", QString::fromLatin1(role));
  return label;
}

QLabel* keyCap(const QString& key, QWidget* parent) {
  auto* cap = new QLabel(key, parent);
  cap->setObjectName(QStringLiteral("KeyCap"));
  cap->setAlignment(Qt::AlignCenter);
  cap->setFixedHeight(18);
  return cap;
}

QToolButton* toolButton(const QString& iconName, const QString& toolTip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(icon(iconName));
  button->setIconSize({20, 20});
  button->setFixedSize(30, 30);
  button->setToolTip(toolTip);
  button->setAccessibleName(toolTip);
  return button;
}

QToolButton* smallButton(const QString& iconName, const QString& toolTip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(icon(iconName, QStringLiteral("text2")));
  button->setIconSize({16, 16});
  button->setFixedSize(24, 24);
  button->setProperty("small", true);
  button->setToolTip(toolTip);
  button->setAccessibleName(toolTip);
  return button;
}

QWidget* barSeparator(QWidget* parent) {
  auto* line = new QFrame(parent);
  line->setObjectName(QStringLiteral("Sep"));
  line->setFixedWidth(13);
  return line;
}

QWidget* rule(QWidget* parent) {
  auto* line = new QFrame(parent);
  line->setObjectName(QStringLiteral("Rule"));
  line->setFixedHeight(1);
  return line;
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent, Qt::TextElideMode mode)
    : QLabel(text, parent), mode_(mode) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const {
  return {0, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QString shown = fontMetrics().elidedText(text(), mode_, contentsRect().width());
  style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(),
                        shown, foregroundRole());
}

bool ElidedLabel::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const bool isElided = fontMetrics().horizontalAdvance(text()) > contentsRect().width();
    setToolTip(isElided ? text() : QString());
  }
  return QLabel::event(event);
}

Badge::Badge(QWidget* parent) : QLabel(parent) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setFont(Theme::font(11, 500));
  hide();
}

void Badge::show(const QString& text, const QString& kind) {
  setVisible(!text.isEmpty());
  kind_ = kind;
  if (text != this->text()) setText(text);
  update();
}

QSize Badge::sizeHint() const {
  return {QFontMetrics(Theme::font(11, 500)).horizontalAdvance(text()) + 14, 18};
}

void Badge::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const bool isNeutral = kind_ == u"neutral";
  painter.setBrush(theme().color(isNeutral ? QStringLiteral("surface3") : kind_ + QStringLiteral("_soft")));
  painter.drawRoundedRect(rect(), 4, 4);
  painter.setFont(Theme::font(11, 500));
  painter.setPen(theme().color(isNeutral ? QStringLiteral("text2") : kind_));
  painter.drawText(rect(), Qt::AlignCenter, text());
}

IconLabel::IconLabel(const QString& name, const QString& token, int size, QWidget* parent)
    : QWidget(parent), name_(name), token_(token), size_(size) {
  setFixedSize(size, size);
}

void IconLabel::setIcon(const QString& name, const QString& token) {
  if (name == name_ && token == token_) return;
  name_ = name;
  token_ = token;
  update();
}

void IconLabel::paintEvent(QPaintEvent*) {
  if (name_.isEmpty()) return;
  QPainter painter(this);
  painter.drawPixmap(0, 0, iconPixmap(name_, theme().color(token_), size_, devicePixelRatioF()));
}

}  // namespace grashof
