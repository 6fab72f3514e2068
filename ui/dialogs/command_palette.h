// ui/dialogs/command_palette.h - every command by a few letters of its name (Ctrl+Shift+P).
#pragma once
#include <QDialog>
#include <QVector>

class QAction;
class QLineEdit;
class QListWidget;

namespace grashof {

/// A name of the mechanism that the palette can go to, besides the commands.
struct PaletteTarget {
  QString name, detail, iconName;
  std::function<void()> go;
};

/// How well `text` suits `query`: 0 = not at all; word starts count more than letters inside, order matters.
int matchScore(const QString& query, const QString& text);

class CommandPalette : public QDialog {
  Q_OBJECT
 public:
  CommandPalette(const QVector<QAction*>& actions, QVector<PaletteTarget> targets, QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const QString& query);
  void run(int row);
  QVector<QAction*> actions_;
  QVector<PaletteTarget> targets_;
  QVector<std::function<void()>> shown_;
  QLineEdit* input_;
  QListWidget* list_;
};

}  // namespace grashof
