#include "ui/actions.h"

#include <QActionGroup>
#include <QWidget>

#include "ui/icons.h"

namespace grashof {

Actions::Actions(QWidget* window) : QObject(window), window_(window) {
  using K = QKeySequence;
  open = add("File", "open", tr("Open…"), "open", {K::Open});
  save = add("File", "save", tr("Save"), "save", {K::Save});
  saveAs = add("File", "saveAs", tr("Save as…"), "save-as", {K(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
  exportRaisim =
      add("File", "exportRaisim", tr("Export a URDF for RaiSim…"), "export", {K(Qt::CTRL | Qt::Key_E)});
  exportMimics = add("File", "exportMimics", tr("Export a loop as mimics…"), "mimic");
  reload = add("File", "reload", tr("Reload from disk"), "", {K(Qt::Key_F5)});
  screenshot = add("File", "screenshot", tr("Save a picture of the view…"), "screenshot", {K(Qt::Key_F12)});
  closeFile = add("File", "closeFile", tr("Close file"), "close", {K(Qt::CTRL | Qt::Key_W)});
  quit = add("File", "quit", tr("Quit"), "", {K(Qt::CTRL | Qt::Key_Q)});

  undo = add("Edit", "undo", tr("Undo"), "undo", {K(Qt::CTRL | Qt::Key_Z)});
  redo =
      add("Edit", "redo", tr("Redo"), "redo", {K(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), K(Qt::CTRL | Qt::Key_Y)});
  removeElement = add("Edit", "removeElement", tr("Delete closure"), "close", {K(Qt::Key_Delete)});

  showSource = add("Edit", "showSource", tr("Show in the source"), "source", {K(Qt::CTRL | Qt::Key_U)});

  home = add("View", "home", tr("Show all"), "home", {K(Qt::Key_Home)});
  frame = add("View", "frame", tr("Frame the selection"), "fit", {K(Qt::Key_F)});
  viewFront = add("View", "viewFront", tr("Front view"), "view-front", {K(Qt::Key_1)});
  viewRight = add("View", "viewRight", tr("Right view"), "view-right", {K(Qt::Key_3)});
  viewTop = add("View", "viewTop", tr("Top view"), "view-top", {K(Qt::Key_7)});
  viewIso = add("View", "viewIso", tr("Oblique view"), "view-iso", {K(Qt::Key_0)});
  perspective = add("View", "perspective", tr("Perspective"), "perspective", {K(Qt::Key_5)});
  grid = add("View", "grid", tr("Grid"), "grid", {K(Qt::Key_G)});
  follow = add("View", "follow", tr("Follow the base"), "follow");
  theme = add("View", "theme", tr("Switch between light and dark"), "theme", {K(Qt::CTRL | Qt::Key_D)});
  welcome = add("View", "welcome", tr("Examples"), "");
  perspective->setCheckable(true);
  grid->setCheckable(true);
  follow->setCheckable(true);
  follow->setChecked(true);

  closeLoops = add("Mechanism", "closeLoops", tr("Close loops"), "close-loops", {K(Qt::Key_L)});
  cutJoint =
      add("Mechanism", "cutJoint", tr("Cut this joint"), "scissors", {K(Qt::CTRL | Qt::SHIFT | Qt::Key_X)});
  findLoops = add("Mechanism", "findLoops", tr("Find loops"), "find-loops", {K(Qt::CTRL | Qt::Key_L)});
  assemblies = add("Mechanism", "assemblies", tr("Other assemblies"), "branches");
  setNominal = add("Mechanism", "setNominal", tr("Make this pose nominal"), "ghost");
  moveAnchors = add("Mechanism", "moveAnchors", tr("Move anchors to this pose"), "gap");
  moveAnchors->setToolTip(tr("Keeps the pose and moves body 2's anchors onto body 1's: closes the gaps as drawn"));
  sweepTravel = add("Mechanism", "sweepTravel", tr("Sweep travel"), "speed", {K(Qt::Key_T)});
  sweepTravel->setToolTip(tr("How far the joint goes, and how well it drives its loops there  (T)"));
  addPin = add("Mechanism", "addPin", tr("Add a pin"), "closure-pin");
  addEquality = add("Mechanism", "addEquality", tr("Add an equality"), "closure-rail");

  run = add("Simulate", "run", tr("Run"), "run", {K(Qt::Key_Space)});
  step = add("Simulate", "step", tr("One step"), "step", {K(Qt::Key_Right)});
  reset = add("Simulate", "reset", tr("Back to the nominal pose"), "reset", {K(Qt::Key_Backspace)});
  disturb = add("Simulate", "disturb", tr("Disturb: open the loops by 1 mm"), "disturb", {K(Qt::Key_D)});
  holdBase = add("Simulate", "holdBase", tr("Hold the base: a floating base stays, as on a stand"), "lock",
                 {K(Qt::Key_B)});
  holdBase->setCheckable(true);
  clearPlots = add("Simulate", "clearPlots", tr("Clear the plots"), "plots");
  simulationSettings = add("Simulate", "simulationSettings", tr("Simulation settings…"), "settings",
                           {K(Qt::CTRL | Qt::Key_Comma)});

  toolSelect = add("Tools", "toolSelect", tr("Select and drag"), "select", {K(Qt::Key_S)});
  toolCut = add("Tools", "toolCut", tr("Cut a loop"), "cut", {K(Qt::Key_C)});
  toolPin = add("Tools", "toolPin", tr("Pin two points"), "pin", {K(Qt::Key_P)});
  toolEquality =
      add("Tools", "toolEquality", tr("Hold two points along axes"), "closure-rail", {K(Qt::Key_E)});
  toolAxis = add("Tools", "toolAxis", tr("Turn an axis"), "axis", {K(Qt::Key_A)});
  toolMeasure = add("Tools", "toolMeasure", tr("Measure"), "measure", {K(Qt::Key_M)});
  toolMimic = add("Tools", "toolMimic", tr("Make a joint follow another"), "mimic", {K(Qt::Key_J)});
  auto* tools = new QActionGroup(this);
  for (QAction* tool : {toolSelect, toolCut, toolPin, toolEquality, toolAxis, toolMeasure, toolMimic,
                        findLoops, assemblies}) {
    tool->setCheckable(true);
    tools->addAction(tool);
  }
  toolSelect->setChecked(true);

  palette = add("Help", "palette", tr("All commands"), "palette", {K(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
  shortcuts = add("Help", "shortcuts", tr("Keyboard shortcuts"), "help", {K(Qt::Key_F1)});
  about = add("Help", "about", tr("About Grashof"), "");
}

QAction* Actions::add(const char* group, const QString& name, const QString& text, const QString& iconName,
                      const QList<QKeySequence>& keys) {
  auto* action = new QAction(text, this);
  action->setObjectName(QStringLiteral("action.") + name);
  if (!iconName.isEmpty()) action->setIcon(icon(iconName));
  action->setShortcuts(keys);
  action->setProperty("group", QString::fromLatin1(group));
  action->setProperty("iconName", iconName);
  const QString keyText = keys.isEmpty() ? QString() : keys.front().toString(QKeySequence::NativeText);
  action->setToolTip(keyText.isEmpty() ? text : QStringLiteral("%1  (%2)").arg(text, keyText));
  // The window owns the shortcut, so that it works whichever panel has the focus.
  window_->addAction(action);
  all_.append(action);
  return action;
}

}  // namespace grashof
