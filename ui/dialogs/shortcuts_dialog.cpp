#include "ui/dialogs/shortcuts_dialog.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/actions.h"
#include "ui/icons.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {

constexpr int kRowsPerColumn = 17;

}  // namespace

ShortcutsDialog::ShortcutsDialog(const Actions& actions, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("ShortcutsDialog"));
  setWindowTitle(tr("Keyboard and mouse"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 18, 20, 18);
  column->setSpacing(12);
  auto* title = new QLabel(tr("Keyboard and mouse"));
  title->setObjectName(QStringLiteral("DialogTitle"));
  column->addWidget(title);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(6);
  int count = 0;
  QString group;
  const auto place = [&](QWidget* key, QWidget* text) {
    const int at = count / kRowsPerColumn * 3, row = count % kRowsPerColumn;
    if (key) grid->addWidget(key, row, at, Qt::AlignLeft);
    grid->addWidget(text, row, key ? at + 1 : at, 1, key ? 1 : 2);
    if (at > 0) grid->setColumnMinimumWidth(at - 1, 24);
    ++count;
  };
  for (const QAction* action : actions.all()) {
    if (action->shortcuts().isEmpty()) continue;
    if (Actions::groupOf(action) != group) {
      group = Actions::groupOf(action);
      place(nullptr, roleLabel(group, "section"));
    }
    place(keyCap(action->shortcut().toString(QKeySequence::NativeText)),
          new QLabel(action->text().section(u':', 0, 0)));
  }
  place(nullptr, roleLabel(tr("Mouse in the view"), "section"));
  for (const auto& [key, meaning] :
       {std::pair(tr("Left drag"), tr("turn the view, or move a part")),
        std::pair(tr("Right drag"), tr("shift the view")), std::pair(tr("Wheel"), tr("zoom to the pointer")),
        std::pair(tr("Click again"), tr("select what lies behind"))})
    place(keyCap(key), new QLabel(meaning));
  column->addLayout(grid);
  auto* close = new QPushButton(tr("Close"));
  close->setProperty("primary", true);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  column->addWidget(close, 0, Qt::AlignRight);
}

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("AboutDialog"));
  setWindowTitle(tr("About Grashof"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(20, 20, 24, 20);
  row->setSpacing(16);
  auto* mark = new QLabel;
  mark->setPixmap(appIcon().pixmap(QSize(64, 64), devicePixelRatioF()));
  row->addWidget(mark, 0, Qt::AlignTop);
  auto* column = new QVBoxLayout;
  column->setSpacing(4);
  auto* title = new QLabel(tr("Grashof %1").arg(QStringLiteral(GRASHOF_VERSION)));
  title->setObjectName(QStringLiteral("DialogTitle"));
  column->addWidget(title);
  column->addWidget(roleLabel(tr("A studio for closed-loop linkages."), "label"));
  column->addWidget(roleLabel(tr("GPL 3.0 or later; its core is BSD-3-Clause."), "label"));
  column->addSpacing(8);
  auto* close = new QPushButton(tr("Close"));
  close->setProperty("primary", true);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  column->addWidget(close, 0, Qt::AlignRight);
  row->addLayout(column);
}

}  // namespace grashof
