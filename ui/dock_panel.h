// ui/dock_panel.h - a dock whose header is drawn by its panel; floating, it gets a real title bar.
#pragma once
#include <QDockWidget>

class QHBoxLayout;
class QMainWindow;

namespace grashof {

class DockPanel : public QDockWidget {
  Q_OBJECT
 public:
  /// `name` is the object name (the saved layout refers to it), `iconName` the tab's icon.
  DockPanel(const QString& name, const QString& title, const QString& iconName, QWidget* parent);
  QString iconName() const { return iconName_; }
  /// "Problems 4".
  void setCount(int count);

 private:
  QString title_, iconName_;
};

/// The strip at the top of a side panel: title on the left, small buttons on the right.
class DockHeader : public QWidget {
  Q_OBJECT
 public:
  explicit DockHeader(const QString& title, QWidget* parent = nullptr);
  void addButton(QWidget* button);

 private:
  QHBoxLayout* row_;
};

/// Tabs of tabified docks belong to QMainWindow, which makes them anew with each layout: gives them icons,
/// their texts with counts and the right size. Cheap; call after every change of the layout.
void dressDockTabs(QMainWindow* window);

}  // namespace grashof
