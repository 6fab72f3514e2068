// ui/dialogs/shortcuts_dialog.h - all keys by menu (F1), and what the mouse does in the view.
#pragma once
#include <QDialog>

namespace grashof {

class Actions;

class ShortcutsDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ShortcutsDialog(const Actions& actions, QWidget* parent = nullptr);
};

/// Name, version, licence.
class AboutDialog : public QDialog {
  Q_OBJECT
 public:
  explicit AboutDialog(QWidget* parent = nullptr);
};

}  // namespace grashof
