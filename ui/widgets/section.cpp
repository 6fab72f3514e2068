#include "ui/widgets/section.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>

#include "app/settings.h"
#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"

namespace grashof {

SectionHead::SectionHead(const QString& title, QWidget* parent)
    : QWidget(parent), row_(new QHBoxLayout(this)), title_(new QLabel(title)), dim_(new ElidedLabel) {
  setObjectName(QStringLiteral("SectionHead"));
  setFixedHeight(32);
  setFocusPolicy(Qt::TabFocus);
  setAccessibleName(title);
  row_->setContentsMargins(30, 0, 12, 0);
  row_->setSpacing(7);
  row_->addWidget(title_);
  dim_->setProperty("dim", true);
  row_->addWidget(dim_, 1);
}

void SectionHead::setDim(const QString& text) {
  dim_->setText(text);
}

void SectionHead::addRight(QWidget* widget) {
  row_->addWidget(widget);
}

void SectionHead::setOpen(bool isOpen) {
  if (isOpen == isOpen_) return;
  isOpen_ = isOpen;
  update();
  Q_EMIT toggled(isOpen);
}

void SectionHead::mousePressEvent(QMouseEvent*) {
  setOpen(!isOpen_);
}

void SectionHead::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    setOpen(!isOpen_);
  else
    QWidget::keyPressEvent(event);
}

void SectionHead::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QString name = isOpen_ ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right");
  painter.drawPixmap(10, (height() - 14) / 2,
                     iconPixmap(name, theme().color(QStringLiteral("text2")), 14, devicePixelRatioF()));
  if (!hasFocus()) return;
  painter.setPen(theme().color(QStringLiteral("focus")));
  painter.drawRoundedRect(rect().adjusted(4, 2, -5, -3), 4, 4);
}

Section::Section(const QString& title, Settings* settings, QWidget* parent)
    : QWidget(parent), head_(new SectionHead(title)), body_(new QVBoxLayout) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(head_);
  auto* content = new QWidget;
  content->setLayout(body_);
  body_->setContentsMargins(12, 0, 12, 12);
  body_->setSpacing(4);
  column->addWidget(content);
  column->addWidget(rule());
  const QString key = QStringLiteral("inspector/open/") + title;
  const bool isOpen = !settings || settings->value(key, true).toBool();
  content->setVisible(isOpen);
  head_->setOpen(isOpen);
  connect(head_, &SectionHead::toggled, this, [content, settings, key](bool open) {
    content->setVisible(open);
    if (settings) settings->setValue(key, open);
  });
}

}  // namespace grashof
