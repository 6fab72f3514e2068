#include "ui/tools/loops_card.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {
constexpr int kWidth = 300;
constexpr qsizetype kMost = 5;  // rows; the others are a Tab away
}  // namespace

LoopsCard::LoopsCard(const QString& iconName, const QString& buttonText, QWidget* parent)
    : Card(parent, 10), buttonText_(buttonText) {
  setObjectName(QStringLiteral("LoopsCard"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kShadow + 8, kShadow + 12, kShadow + 8, kShadow + 8);
  column->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(4, 0, 4, 0);
  head->setSpacing(8);
  head->addWidget(new IconLabel(iconName, QStringLiteral("accent_text"), 18));
  title_ = new ElidedLabel;
  title_->setObjectName(QStringLiteral("CardTitle"));
  head->addWidget(title_, 1);
  column->addLayout(head);
  detail_ = roleLabel({}, "label");
  detail_->setWordWrap(true);
  detail_->setContentsMargins(4, 0, 4, 4);
  column->addWidget(detail_);
  rows_ = new QVBoxLayout;
  rows_->setSpacing(2);
  column->addLayout(rows_);
  setFixedWidth(kWidth + 2 * kShadow);
  hide();
}

void LoopsCard::showRows(const QString& title, const QString& detail, const QVector<LoopsRow>& rows) {
  title_->setText(title);
  detail_->setText(detail);
  detail_->setVisible(!detail.isEmpty());
  for (QWidget* row : shown_) {
    rows_->removeWidget(row);
    row->hide();
    // The button that was clicked may be one of them.
    row->deleteLater();
  }
  shown_.clear();
  for (qsizetype i = 0; i < std::min(rows.size(), kMost); ++i) {
    shown_.append(makeRow(rows[i], static_cast<int>(i)));
    rows_->addWidget(shown_.back());
    // A layout takes a widget that is not shown yet for nothing.
    shown_.back()->show();
  }
  layout()->activate();
  adjustSize();
}

void LoopsCard::setOption(const QString& text, const QString& toolTip, bool isOn) {
  if (!option_) {
    option_ = new QCheckBox(this);
    option_->setObjectName(QStringLiteral("LoopsOption"));
    option_->setContentsMargins(4, 4, 4, 0);
    static_cast<QVBoxLayout*>(layout())->addWidget(option_);
    connect(option_, &QCheckBox::toggled, this, &LoopsCard::optionToggled);
  }
  const QSignalBlocker blocker(option_);
  option_->setText(text);
  option_->setToolTip(toolTip);
  option_->setChecked(isOn);
  option_->show();
}

QSize LoopsCard::sizeHint() const {
  const int width = kWidth + 2 * kShadow;
  return {width, layout()->totalHeightForWidth(width)};
}

QWidget* LoopsCard::makeRow(const LoopsRow& row, int index) {
  auto* line = new QWidget(this);
  line->setObjectName(QStringLiteral("LoopsRow"));
  line->setAttribute(Qt::WA_StyledBackground);
  line->setProperty("row", index);
  line->installEventFilter(this);
  auto* inner = new QHBoxLayout(line);
  inner->setContentsMargins(6, 6, 6, 6);
  inner->setSpacing(8);
  if (!row.picture.isNull()) {
    auto* picture = new QLabel;
    picture->setPixmap(QPixmap::fromImage(row.picture));
    inner->addWidget(picture);
  }
  auto* words = new QVBoxLayout;
  words->setSpacing(1);
  auto* text = new QLabel(row.text);
  text->setWordWrap(true);
  words->addWidget(text);
  auto* below = new QHBoxLayout;
  below->setSpacing(6);
  if (!row.badge.isEmpty()) {
    auto* badge = new Badge(line);
    badge->show(row.badge, row.badgeKind);
    below->addWidget(badge);
  }
  auto* detail = roleLabel(row.detail, "label");
  below->addWidget(detail, 1);
  words->addLayout(below);
  inner->addLayout(words, 1);
  auto* button = new QPushButton(buttonText_);
  button->setObjectName(QStringLiteral("LoopsTake"));
  button->setProperty("compact", true);
  button->setAccessibleName(QStringLiteral("%1: %2").arg(buttonText_, row.text));
  inner->addWidget(button);
  connect(button, &QPushButton::clicked, this, [this, index] { Q_EMIT chosen(index); });
  return line;
}

void LoopsCard::setCurrent(int row) {
  for (qsizetype i = 0; i < shown_.size(); ++i)
    shown_[i]->setStyleSheet(i == row ? QStringLiteral("#LoopsRow { background: %1; border-radius: 4px; }")
                                            .arg(theme().color(QStringLiteral("hover")).name())
                                      : QString());
}

bool LoopsCard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Enter) Q_EMIT pointedAt(watched->property("row").toInt());
  return Card::eventFilter(watched, event);
}

}  // namespace grashof
