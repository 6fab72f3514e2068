#include "ui/menu_row.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>

#include "app/settings.h"
#include "ui/actions.h"
#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {

/// The blue dot behind the name of a file with unsaved changes.
class Dot : public QLabel {
 public:
  explicit Dot(QWidget* parent) : QLabel(parent) { setFixedSize(12, 12); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color(QStringLiteral("accent")));
    painter.drawEllipse(QPointF(6.5, 6.5), 3.5, 3.5);
  }
};

}  // namespace

SearchBox::SearchBox(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("SearchBox"));
  setAttribute(Qt::WA_StyledBackground);
  setFocusPolicy(Qt::TabFocus);
  setFixedSize(256, 24);
  setCursor(Qt::PointingHandCursor);
  setToolTip(tr("All commands  (Ctrl+Shift+P)"));
  setAccessibleName(tr("Search commands"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(7, 0, 3, 0);
  layout->setSpacing(6);
  layout->addWidget(new IconLabel(QStringLiteral("search"), QStringLiteral("text2"), 16));
  layout->addWidget(new QLabel(tr("Search commands")), 1);
  layout->addWidget(keyCap(QStringLiteral("Ctrl+Shift+P")));
}

void SearchBox::mousePressEvent(QMouseEvent*) {
  Q_EMIT clicked();
}

void SearchBox::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    Q_EMIT clicked();
  else
    QWidget::keyPressEvent(event);
}

MenuRow::MenuRow(Actions* actions, Settings* settings, QWidget* parent)
    : CenteredRow(34, 8, parent),
      settings_(settings),
      menus_(new QMenuBar),
      title_(new QLabel),
      dot_(new Dot(nullptr)) {
  setObjectName(QStringLiteral("TopBar"));
  auto* mark = new QLabel;
  mark->setPixmap(appIcon().pixmap(QSize(20, 20), devicePixelRatioF()));
  left()->addWidget(mark);
  left()->addSpacing(2);
  buildMenus(actions);
  left()->addWidget(menus_);

  title_->setObjectName(QStringLiteral("DocTitle"));
  title_->setMaximumWidth(320);
  center()->addWidget(title_);
  center()->addWidget(dot_);
  dot_->setToolTip(tr("Unsaved changes"));

  auto* search = new SearchBox;
  connect(search, &SearchBox::clicked, actions->palette, &QAction::trigger);
  auto* themeButton = smallButton(QStringLiteral("theme"), actions->theme->toolTip());
  connect(themeButton, &QToolButton::clicked, actions->theme, &QAction::trigger);
  auto* help = smallButton(QStringLiteral("help"), actions->shortcuts->toolTip());
  connect(help, &QToolButton::clicked, actions->shortcuts, &QAction::trigger);
  right()->setSpacing(4);
  right()->addWidget(search);
  right()->addWidget(themeButton);
  right()->addWidget(help);
  // The long search box is the first thing to go in a narrow window; the palette keeps its key and menu
  // entry.
  connect(this, &CenteredRow::compactChanged, search,
          [search](bool compact) { search->setVisible(!compact); });
}

void MenuRow::setFile(const QString& title, const QString& path, bool isModified) {
  title_->setText(title_->fontMetrics().elidedText(title, Qt::ElideMiddle, 300));
  title_->setToolTip(path);
  dot_->setVisible(isModified);
}

void MenuRow::buildMenus(Actions* a) {
  auto fill = [](QMenu* menu, std::initializer_list<QAction*> actions) {
    for (QAction* action : actions) {
      if (action)
        menu->addAction(action);
      else
        menu->addSeparator();
    }
  };
  QMenu* file = menus_->addMenu(tr("File"));
  file->addAction(a->open);
  recentMenu_ = file->addMenu(tr("Open recent"));
  connect(recentMenu_, &QMenu::aboutToShow, this, &MenuRow::fillRecent);
  fill(file, {a->reload, nullptr, a->save, a->saveAs, a->exportRaisim, a->exportMimics, nullptr,
              a->screenshot, nullptr, a->closeFile, a->quit});
  fill(menus_->addMenu(tr("Edit")), {a->undo, a->redo, nullptr, a->removeElement, nullptr, a->showSource});
  viewMenu_ = menus_->addMenu(tr("View"));
  fill(viewMenu_, {a->home, a->frame, nullptr, a->viewFront, a->viewRight, a->viewTop, a->viewIso, nullptr,
                   a->perspective, a->grid, a->follow, nullptr, a->theme, nullptr});
  fill(menus_->addMenu(tr("Mechanism")), {a->closeLoops, a->moveAnchors, a->assemblies, a->findLoops, nullptr, a->sweepTravel, a->cutJoint,
                                          a->setNominal, nullptr, a->addPin, a->addEquality});
  fill(menus_->addMenu(tr("Simulate")), {a->run, a->step, a->reset, nullptr, a->disturb, a->holdBase,
                                         a->clearPlots, nullptr, a->simulationSettings});
  fill(menus_->addMenu(tr("Tools")),
       {a->toolSelect, a->toolCut, a->toolPin, a->toolEquality, a->toolAxis, a->toolMeasure, a->toolMimic});
  fill(menus_->addMenu(tr("Help")), {a->palette, a->shortcuts, a->welcome, nullptr, a->about});
  menus_->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
}

void MenuRow::fillRecent() {
  recentMenu_->clear();
  for (const QString& path : settings_->recentFiles()) {
    QAction* entry = recentMenu_->addAction(QFileInfo(path).fileName() + u'\t' + QFileInfo(path).path());
    connect(entry, &QAction::triggered, this, [this, path] { Q_EMIT recentChosen(path); });
  }
  if (recentMenu_->isEmpty()) recentMenu_->addAction(tr("No files yet"))->setEnabled(false);
}

}  // namespace grashof
