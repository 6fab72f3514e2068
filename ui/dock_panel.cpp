#include "ui/dock_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QTabBar>

#include "ui/icons.h"

namespace grashof {

DockPanel::DockPanel(const QString& name, const QString& title, const QString& iconName, QWidget* parent)
    : QDockWidget(title, parent), title_(title), iconName_(iconName) {
  setObjectName(name);
  setTitleBarWidget(new QWidget(this));
  connect(this, &QDockWidget::topLevelChanged, this, [this](bool isFloating) {
    QWidget* old = titleBarWidget();
    setTitleBarWidget(isFloating ? nullptr : new QWidget(this));
    delete old;
  });
}

void DockPanel::setCount(int count) {
  // The tab shows the dock's title; QMainWindow would undo a text set on the tab itself.
  setWindowTitle(count > 0 ? QStringLiteral("%1  %2").arg(title_).arg(count) : title_);
}

DockHeader::DockHeader(const QString& title, QWidget* parent) : QWidget(parent), row_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("DockHeader"));
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(33);
  row_->setContentsMargins(12, 0, 6, 1);
  row_->setSpacing(2);
  auto* label = new QLabel(title);
  label->setObjectName(QStringLiteral("DockTitle"));
  row_->addWidget(label, 1);
}

void DockHeader::addButton(QWidget* button) {
  row_->addWidget(button);
}

void dressDockTabs(QMainWindow* window) {
  const auto docks = window->findChildren<DockPanel*>(QString(), Qt::FindDirectChildrenOnly);
  for (QTabBar* bar : window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
    bar->setDrawBase(false);
    bar->setExpanding(false);
    bar->setIconSize({16, 16});
    bar->setElideMode(Qt::ElideNone);
    for (int i = 0; i < bar->count(); ++i) {
      // QMainWindow stores the dock's address in the tab's data.
      const auto address = bar->tabData(i).value<quintptr>();
      for (DockPanel* dock : docks) {
        if (reinterpret_cast<quintptr>(dock) != address) continue;
        if (bar->tabIcon(i).isNull()) bar->setTabIcon(i, icon(dock->iconName(), QStringLiteral("text2")));
      }
    }
  }
}

}  // namespace grashof
