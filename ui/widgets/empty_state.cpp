#include "ui/widgets/empty_state.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/basic.h"

namespace grashof {

EmptyState::EmptyState(const QString& iconName, const QString& title, const QString& help, QWidget* parent)
    : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 12, 12, 12);
  column->setSpacing(4);
  column->addStretch(1);
  column->addWidget(new IconLabel(iconName, QStringLiteral("text3"), 20), 0, Qt::AlignHCenter);
  auto* head = new QLabel(title);
  head->setObjectName(QStringLiteral("EmptyTitle"));
  head->setAlignment(Qt::AlignCenter);
  head->setWordWrap(true);
  column->addWidget(head);
  auto* text = new QLabel(help);
  text->setObjectName(QStringLiteral("EmptyText"));
  text->setAlignment(Qt::AlignCenter);
  text->setWordWrap(true);
  column->addWidget(text);
  column->addStretch(1);
}

QPushButton* EmptyState::addButton(const QString& text) {
  auto* button = new QPushButton(text);
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->insertWidget(column->count() - 1, button, 0, Qt::AlignHCenter);
  return button;
}

}  // namespace grashof
