// ui/mechanism_panel.h - the left dock: the spanning tree, and the loops below it.
#pragma once
#include <QTimer>
#include <QWidget>

#include "ui/workbench.h"

class QLineEdit;
class QMenu;

namespace grashof {

class Actions;
class RowModel;
class RowView;
class SectionHead;
class EmptyState;

class MechanismPanel : public QWidget {
  Q_OBJECT
 public:
  MechanismPanel(Actions* actions, const Workbench& bench, QWidget* parent = nullptr);
  RowView* tree() const { return tree_; }
  RowView* loops() const { return loops_; }

 private:
  QWidget* buildPart(SectionHead* head, QWidget* body);
  void rebuild();
  void rebuildLoops();
  void refreshValues();
  void showMenu(RowView* view, const QPoint& position);
  Actions* actions_;
  const Workbench& bench_;
  RowModel *treeModel_, *loopModel_;
  RowView *tree_, *loops_;
  SectionHead *treeHead_, *loopHead_;
  EmptyState* noLoops_;
  QLineEdit* filter_;
  QTimer refresh_;
};

}  // namespace grashof
