#include "ui/hint_line.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/widgets/basic.h"

namespace grashof {
namespace {
constexpr int kHeight = 32;
constexpr int kMargin = 12;
constexpr int kScaleBar = 148;  // px at the left that the view's scale bar takes
}  // namespace

HintLine::HintLine(QWidget* parent) : Card(parent, 8), row_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("HintLine"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  row_->setContentsMargins(kShadow + 10, kShadow, kShadow + 12, kShadow);
  row_->setSpacing(8);
  row_->setSizeConstraint(QLayout::SetFixedSize);
}

void HintLine::setHint(const Hint& hint) {
  hint_ = hint;
  shownKeys_ = -1;
  if (parentWidget()) placeIn(parentWidget()->size());
}

void HintLine::rebuild(int keyCount) {
  if (keyCount == shownKeys_) return;
  shownKeys_ = keyCount;
  while (QLayoutItem* item = row_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  row_->addWidget(new IconLabel(hint_.iconName, QStringLiteral("accent_text"), 16));
  auto* lead = new QLabel(hint_.text);
  lead->setProperty("lead", true);
  lead->setFixedHeight(kHeight);
  row_->addWidget(lead);
  for (int i = 0; i < keyCount; ++i) {
    row_->addSpacing(4);
    row_->addWidget(keyCap(hint_.keys[i].cap));
    row_->addWidget(new QLabel(hint_.keys[i].meaning));
  }
  // A layout takes widgets that are not shown yet for nothing, and the size is needed now.
  for (int i = 0; i < row_->count(); ++i)
    if (QWidget* widget = row_->itemAt(i)->widget()) widget->show();
  row_->activate();
}

void HintLine::placeIn(const QSize& view) {
  for (int keys = static_cast<int>(hint_.keys.size()); keys >= 0; --keys) {
    rebuild(keys);
    if (surfaceHint().width() <= view.width() - 2 * kScaleBar) break;
  }
  resize(sizeHint());
  // In the middle; beside the scale bar where there is no room for both.
  const int width = surfaceHint().width(), middle = (view.width() - width) / 2;
  const int x = std::min(std::max(middle, kScaleBar), std::max(kMargin, view.width() - kMargin - width));
  moveSurface({x, view.height() - kMargin - surfaceHint().height()});
}

}  // namespace grashof
