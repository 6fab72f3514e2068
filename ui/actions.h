// ui/actions.h - every command of the window once: menus, tool row, palette and shortcuts share them.
#pragma once
#include <QAction>
#include <QObject>
#include <QVector>

namespace grashof {

class Actions : public QObject {
  Q_OBJECT
 public:
  explicit Actions(QWidget* window);

  QAction *open, *save, *saveAs, *exportRaisim, *exportMimics, *reload, *closeFile, *quit;
  QAction *undo, *redo, *removeElement, *showSource;
  QAction *closeLoops, *cutJoint, *findLoops, *assemblies, *setNominal, *moveAnchors, *sweepTravel, *addPin,
      *addEquality;
  QAction *run, *step, *reset, *disturb, *holdBase, *clearPlots, *simulationSettings;
  QAction *toolSelect, *toolCut, *toolPin, *toolEquality, *toolAxis, *toolMeasure, *toolMimic;
  QAction *home, *frame, *viewFront, *viewRight, *viewTop, *viewIso, *perspective, *grid, *follow,
      *screenshot;
  QAction *theme, *palette, *shortcuts, *about, *welcome;

  /// In the order of the menus, for the palette and the shortcuts sheet.
  const QVector<QAction*>& all() const { return all_; }
  /// Where an action stands ("File", "View"): shown behind its name in the palette.
  static QString groupOf(const QAction* action) { return action->property("group").toString(); }
  static QString iconNameOf(const QAction* action) { return action->property("iconName").toString(); }

 private:
  QAction* add(const char* group, const QString& name, const QString& text, const QString& iconName,
               const QList<QKeySequence>& keys = {});
  QWidget* window_;
  QVector<QAction*> all_;
};

}  // namespace grashof
