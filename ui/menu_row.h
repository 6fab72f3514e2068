// ui/menu_row.h - the first row: icon, menus, the file's name in the middle, search, theme and help.
#pragma once
#include "ui/widgets/centered_row.h"

class QLabel;
class QMenu;
class QMenuBar;

namespace grashof {

class Actions;
class Settings;
class ElidedLabel;

class MenuRow : public CenteredRow {
  Q_OBJECT
 public:
  MenuRow(Actions* actions, Settings* settings, QWidget* parent = nullptr);
  void setFile(const QString& title, const QString& path, bool isModified);
  QMenuBar* menuBar() const { return menus_; }
  /// Where the window puts the docks' own show and hide entries.
  QMenu* viewMenu() const { return viewMenu_; }

 Q_SIGNALS:
  void recentChosen(const QString& path);

 private:
  void buildMenus(Actions* actions);
  void fillRecent();
  Settings* settings_;
  QMenuBar* menus_;
  QMenu *recentMenu_ = nullptr, *viewMenu_ = nullptr;
  QLabel *title_, *dot_;
};

/// The field that opens the command palette; looks like a search box, behaves like a button.
class SearchBox : public QWidget {
  Q_OBJECT
 public:
  explicit SearchBox(QWidget* parent = nullptr);

 Q_SIGNALS:
  void clicked();

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace grashof
