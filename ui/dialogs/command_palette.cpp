#include "ui/dialogs/command_palette.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <algorithm>

#include "ui/actions.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {

constexpr int kWidth = 620, kRow = 36, kMaxRows = 9, kMargin = 16;

QWidget* makeRow(const QString& iconName, const QString& name, const QString& detail, const QString& key) {
  auto* widget = new QWidget;
  auto* row = new QHBoxLayout(widget);
  row->setContentsMargins(10, 0, 8, 0);
  row->setSpacing(10);
  row->addWidget(new IconLabel(iconName, QStringLiteral("text2"), 16));
  row->addWidget(new QLabel(name));
  row->addWidget(roleLabel(detail, "label"));
  row->addStretch(1);
  if (!key.isEmpty()) row->addWidget(keyCap(key));
  return widget;
}

}  // namespace

int matchScore(const QString& query, const QString& text) {
  if (query.isEmpty()) return 1;
  if (text.startsWith(query, Qt::CaseInsensitive)) return 1000;
  if (const qsizetype at = text.indexOf(query, 0, Qt::CaseInsensitive); at >= 0)
    return at > 0 && text[at - 1].isLetterOrNumber() ? 500 : 800;
  int score = 0;
  qsizetype at = 0;
  for (const QChar c : query) {
    if (c.isSpace()) continue;
    const qsizetype found = text.indexOf(c, at, Qt::CaseInsensitive);
    if (found < 0) return 0;
    score += found == 0 || !text[found - 1].isLetterOrNumber() ? 20 : (found == at ? 5 : 1);
    at = found + 1;
  }
  return score;
}

CommandPalette::CommandPalette(const QVector<QAction*>& actions, QVector<PaletteTarget> targets,
                               QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      actions_(actions),
      targets_(std::move(targets)),
      input_(new QLineEdit),
      list_(new QListWidget) {
  setObjectName(QStringLiteral("CommandPalette"));
  setAttribute(Qt::WA_TranslucentBackground);
  setAttribute(Qt::WA_DeleteOnClose);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kMargin + 6, kMargin + 6, kMargin + 6, kMargin + 6);
  column->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(10, 0, 6, 0);
  head->setSpacing(8);
  head->addWidget(new IconLabel(QStringLiteral("search"), QStringLiteral("text2"), 16));
  input_->setObjectName(QStringLiteral("PaletteInput"));
  input_->setPlaceholderText(tr("Command, link or joint"));
  input_->installEventFilter(this);
  head->addWidget(input_, 1);
  head->addWidget(keyCap(tr("Esc")));
  column->addLayout(head);
  column->addWidget(rule());
  list_->setObjectName(QStringLiteral("PaletteList"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setFocusPolicy(Qt::NoFocus);
  column->addWidget(list_);
  connect(input_, &QLineEdit::textChanged, this, &CommandPalette::fill);
  connect(list_, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { run(list_->row(item)); });
  fill({});
  const QPoint top = parent->mapToGlobal(QPoint((parent->width() - kWidth) / 2 - kMargin, 44));
  move(top);
  input_->setFocus();
}

void CommandPalette::fill(const QString& query) {
  struct Entry {
    int score;
    QString iconName, name, detail, key;
    std::function<void()> go;
  };
  std::vector<Entry> entries;
  for (QAction* action : actions_) {
    const int score = matchScore(query.trimmed(), action->text());
    if (score == 0 || !action->isEnabled()) continue;
    const auto keys = action->shortcuts();
    entries.push_back({score, Actions::iconNameOf(action), action->text(), Actions::groupOf(action),
                       keys.isEmpty() ? QString() : keys.front().toString(QKeySequence::NativeText),
                       [action] { action->trigger(); }});
  }
  if (!query.trimmed().isEmpty())
    for (const PaletteTarget& target : targets_)
      if (const int score = matchScore(query.trimmed(), target.name))
        entries.push_back({score - 1, target.iconName, target.name, target.detail, {}, target.go});
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.score > b.score; });
  list_->clear();
  shown_.clear();
  for (const Entry& entry : entries) {
    auto* item = new QListWidgetItem(list_);
    item->setSizeHint({100, kRow});
    list_->setItemWidget(item, makeRow(entry.iconName, entry.name, entry.detail, entry.key));
    shown_.append(entry.go);
  }
  list_->setCurrentRow(0);
  const int rows = std::clamp(static_cast<int>(entries.size()), 1, kMaxRows);
  list_->setFixedHeight(rows * kRow + 2);
  setFixedSize(kWidth + 2 * kMargin, layout()->sizeHint().height());
}

void CommandPalette::run(int row) {
  if (row < 0 || row >= shown_.size()) return;
  const auto go = shown_[row];
  close();
  go();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == input_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int count = list_->count();
    if ((key == Qt::Key_Down || key == Qt::Key_Up) && count > 0) {
      list_->setCurrentRow((list_->currentRow() + (key == Qt::Key_Down ? 1 : count - 1)) % count);
      return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      run(list_->currentRow());
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

void CommandPalette::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(theme().color(QStringLiteral("surface2")));
  painter.setPen(QPen(theme().color(QStringLiteral("border")), 1));
  painter.drawRoundedRect(
      QRectF(rect()).adjusted(kMargin + 0.5, kMargin + 0.5, -kMargin - 0.5, -kMargin - 0.5), 12, 12);
}

}  // namespace grashof
