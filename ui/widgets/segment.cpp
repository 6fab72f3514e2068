#include "ui/widgets/segment.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include "ui/icons.h"

namespace grashof {

Segment::Segment(QWidget* parent) : QWidget(parent), group_(new QButtonGroup(this)) {
  setObjectName(QStringLiteral("Segment"));
  setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(2, 2, 2, 2);
  row->setSpacing(2);
  setFixedHeight(28);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(group_, &QButtonGroup::idClicked, this, &Segment::chosen);
}

void Segment::addChoice(const QString& text, const QString& iconName, const QString& toolTip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setCheckable(true);
  button->setFixedHeight(24);
  button->setMinimumWidth(24);
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolTip(toolTip);
  button->setIconSize({16, 16});
  if (!iconName.isEmpty()) {
    button->setIcon(icon(iconName, QStringLiteral("text2"), QStringLiteral("text")));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  }
  group_->addButton(button, static_cast<int>(group_->buttons().size()));
  layout()->addWidget(button);
  if (group_->buttons().size() == 1) button->setChecked(true);
}

int Segment::current() const {
  return group_->checkedId();
}

void Segment::setCurrent(int index) {
  if (QAbstractButton* button = group_->button(index)) button->setChecked(true);
}

void Segment::setChoiceVisible(int index, bool isVisible) {
  if (QAbstractButton* button = group_->button(index)) button->setVisible(isVisible);
}

}  // namespace grashof
