#include "ui/tools/message_card.h"

#include <QGridLayout>
#include <QLabel>

#include "ui/widgets/basic.h"

namespace grashof {
namespace {
constexpr int kWidest = 300;  // px
}

MessageCard::MessageCard(QWidget* parent) : Card(parent, 8) {
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
