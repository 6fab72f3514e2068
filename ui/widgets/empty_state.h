// ui/widgets/empty_state.h - what a panel shows while it has nothing: icon, one line, one line of help, a
// button.
#pragma once
#include <QWidget>

class QPushButton;

namespace grashof {

class EmptyState : public QWidget {
  Q_OBJECT
 public:
  EmptyState(const QString& iconName, const QString& title, const QString& help, QWidget* parent = nullptr);
  QPushButton* addButton(const QString& text);
};

}  // namespace grashof
