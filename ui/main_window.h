// ui/main_window.h - the one window: menus, tool row, docks around the view, status bar.
#pragma once
#include <QMainWindow>
#include <memory>

#include "ui/workbench.h"

class QStackedWidget;

namespace grashof {

class Actions;
class DockPanel;
class FileFlow;
class MenuRow;
class StatusBar;
class ToolRow;
class TravelPanel;
class ProblemsPanel;
class ToastStack;
struct ToastText;
class SourcePanel;
class ViewArea;
class WelcomePage;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  /// `settings`: where the window remembers itself; null: the user's own.
  explicit MainWindow(QWidget* parent = nullptr, Settings* settings = nullptr);
  ~MainWindow() override;

  /// Opens a file in the background; asks first when the present one has unsaved changes.
  void openPath(const QString& path);

  const Workbench& bench() const { return bench_; }
  Document* document() const { return bench_.document; }
  SimController* simulation() const { return bench_.simulation; }
  Selection* selection() const { return bench_.selection; }
  ViewArea* view() const { return view_; }
  Actions* actions() const { return actions_; }
  void showToast(const ToastText& toast);
  /// Raises a panel of the bottom dock: "plots", "problems", "source", "travel".
  void showPanel(const QString& name);
  /// Light, dark, or as the desktop has it.
  void setThemeChoice(Settings::Theme choice);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void buildBars();
  void buildDocks();
  void placeDocks();
  void sizeDocks();
  QVector<DockPanel*> docks() const;
  DockPanel* addDock(const QString& name, const QString& title, const QString& iconName, QWidget* panel);
  void connectFileActions();
  void connectViewActions();
  void connectSimulationActions();
  void connectDocument();
  void updateTitle();
  void updateActions();
  void showWelcome(bool isVisible);
  void buildBottomDocks();
  void connectDialogs();
  void cutJoint(int joint);
  void closeLoops();
  void moveAnchors();
  void sweepTravel();
  void updateGapActions();
  void openPalette();
  void escape();
  void savePicture();

  Workbench bench_;
  Actions* actions_;
  FileFlow* files_;
  MenuRow* menuRow_ = nullptr;
  ToolRow* toolRow_ = nullptr;
  StatusBar* status_ = nullptr;
  QStackedWidget* center_ = nullptr;
  ViewArea* view_ = nullptr;
  ToastStack* toasts_ = nullptr;
  WelcomePage* welcome_ = nullptr;
  ProblemsPanel* problems_ = nullptr;
  SourcePanel* source_ = nullptr;
  TravelPanel* travel_ = nullptr;
  DockPanel *mechanismDock_ = nullptr, *inspectorDock_ = nullptr, *plotsDock_ = nullptr,
            *problemsDock_ = nullptr, *sourceDock_ = nullptr, *travelDock_ = nullptr;
  bool hasDefaultLayout_ = true;  ///< nobody has moved the docks yet
  QByteArray layout_;  ///< the docks as they are while the welcome page hides them
};

}  // namespace grashof
