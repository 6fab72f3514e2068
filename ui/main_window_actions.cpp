#include <algorithm>

#include <QFileInfo>
#include <QShortcut>
#include <QToolButton>
#include <QUndoStack>

#include "app/travel_report.h"
#include "render/viewport_widget.h"
#include "ui/actions.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/dialogs/simulation_dialog.h"
#include "ui/file_flow.h"
#include "ui/layers_popover.h"
#include "ui/main_window.h"
#include "ui/mechanism_rows.h"
#include "ui/menu_row.h"
#include "ui/quantity.h"
#include "ui/status_bar.h"
#include "ui/theme.h"
#include "ui/tool_row.h"
#include "ui/tools/cut_plan.h"
#include "ui/view_area.h"
#include "ui/welcome_page.h"
#include "ui/widgets/toast.h"

// What the commands of the window do; its parts and their places are in main_window.cpp.
namespace grashof {
namespace {
constexpr double kClosedGap = 1e-9;  // m
}

void MainWindow::connectFileActions() {
  connect(actions_->open, &QAction::triggered, files_, &FileFlow::chooseAndOpen);
  connect(actions_->save, &QAction::triggered, files_, &FileFlow::save);
  connect(actions_->saveAs, &QAction::triggered, files_, &FileFlow::saveAs);
  connect(actions_->exportRaisim, &QAction::triggered, files_, &FileFlow::exportRaisim);
  connect(actions_->reload, &QAction::triggered, files_, &FileFlow::reload);
  connect(actions_->closeFile, &QAction::triggered, files_, &FileFlow::close);
  connect(actions_->quit, &QAction::triggered, this, &QWidget::close);
  connect(files_, &FileFlow::message, this, &MainWindow::showToast);
  QUndoStack* stack = bench_.document->undoStack();
  connect(actions_->undo, &QAction::triggered, stack, &QUndoStack::undo);
  connect(actions_->redo, &QAction::triggered, stack, &QUndoStack::redo);
  connect(stack, &QUndoStack::indexChanged, this, &MainWindow::updateActions);
  connect(actions_->removeElement, &QAction::triggered, this, [this] {
    const ElementRef ref = bench_.selection->current();
    if (ref.kind != ElementKind::Closure) return;
    const auto& closures = bench_.document->mechanism()->closures;
    const QString name =
        QString::fromStdString(displayName(closures[static_cast<std::size_t>(ref.index)], ref.index));
    bench_.selection->clear();
    bench_.document->apply(RemoveClosure{ref.index}, tr("Delete %1").arg(name));
  });
  connect(actions_->showSource, &QAction::triggered, this, [this] { showPanel(QStringLiteral("source")); });
  connect(actions_->closeLoops, &QAction::triggered, this, &MainWindow::closeLoops);
  connect(actions_->moveAnchors, &QAction::triggered, this, &MainWindow::moveAnchors);
  connect(actions_->sweepTravel, &QAction::triggered, this, &MainWindow::sweepTravel);
  connect(bench_.simulation, &SimController::snapshotReady, this, &MainWindow::updateGapActions);
  connect(actions_->cutJoint, &QAction::triggered, this,
          [this] { cutJoint(bench_.selection->current().index); });
  connect(actions_->setNominal, &QAction::triggered, this, [this] { bench_.document->setNominalFromPose(); });
}

void MainWindow::closeLoops() {
  bench_.simulation->pause();
  const Diagnostics findings = bench_.document->closeLoops();
  for (const Diagnostic& finding : findings)
    if (finding.severity != Severity::Note) {
      const QString kind =
          finding.severity == Severity::Error ? QStringLiteral("error") : QStringLiteral("warning");
      showToast({kind, sentence(QString::fromStdString(finding.message)), {}, {}});
    }
  if (hasErrors(findings)) return;
  showToast({QStringLiteral("success"), tr("All loops are closed."), tr("Other ways"),
             [this] { actions_->assemblies->trigger(); }});
}

void MainWindow::moveAnchors() {
  bench_.simulation->pause();
  const Diagnostics findings = bench_.document->moveAnchorsToPose();
  ToastText toast{QStringLiteral("success"), tr("The anchors have moved; the pose is the nominal one now."),
                  tr("Undo"), [stack = bench_.document->undoStack()] { stack->undo(); }};
  for (const Diagnostic& finding : findings)
    if (finding.severity != Severity::Note) {
      toast.kind = finding.severity == Severity::Error ? QStringLiteral("error") : QStringLiteral("warning");
      toast.text = sentence(QString::fromStdString(finding.message));
      if (finding.severity != Severity::Error) continue;
      toast.actionText.clear();
      break;
    }
  showToast(toast);
}

void MainWindow::sweepTravel() {
  const ModelPtr model = bench_.document->model();
  if (!model) return;
  bench_.simulation->pause();
  const int joint = jointToSweep(*model, bench_.document->analysis(), bench_.selection->current());
  if (joint < 0) return;
  // Its arc is drawn on the selected joint.
  bench_.selection->select(
      {ElementKind::Joint, model->joints[static_cast<std::size_t>(joint)].source});
  bench_.travel->sweep(joint);
  showPanel(QStringLiteral("travel"));
}

/// What depends on the pose, not only on the mechanism.
void MainWindow::updateGapActions() {
  const Document& document = *bench_.document;
  const bool canMove = document.model() && document.isModelCurrent() && !document.model()->constraints.empty() &&
                       !bench_.simulation->isRunning() && bench_.simulation->latest().maxGap > kClosedGap;
  actions_->moveAnchors->setEnabled(canMove);
}

void MainWindow::cutJoint(int joint) {
  const auto& joints = bench_.document->mechanism()->joints;
  if (joint < 0 || joint >= static_cast<int>(joints.size())) return;
  bench_.simulation->pause();
  const ElementRef selected = bench_.selection->current();
  const auto& loops = bench_.document->analysis().loops;
  const bool hasLoop = selected.kind == ElementKind::Loop && selected.index < static_cast<int>(loops.size());
  const std::string loop = hasLoop ? loops[static_cast<std::size_t>(selected.index)].loop.name : "";
  ToastText toast;
  for (const Diagnostic& finding : performCut(bench_, joint, loop, toast))
    if (finding.severity == Severity::Error) {
      toast = {QStringLiteral("error"), sentence(QString::fromStdString(finding.message)), {}, {}};
      break;
    }
  showToast(toast);
}

void MainWindow::connectViewActions() {
  ViewportWidget* viewport = view_->viewport();
  connect(actions_->home, &QAction::triggered, viewport, &ViewportWidget::homeView);
  connect(actions_->frame, &QAction::triggered, viewport, &ViewportWidget::frameSelection);
  const std::pair<QAction*, StandardView> views[] = {{actions_->viewFront, StandardView::Front},
                                                     {actions_->viewRight, StandardView::Right},
                                                     {actions_->viewTop, StandardView::Top},
                                                     {actions_->viewIso, StandardView::Iso}};
  for (const auto& [action, standard] : views)
    connect(action, &QAction::triggered, viewport,
            [viewport, view = standard] { viewport->setStandardView(view); });
  actions_->perspective->setChecked(!viewport->isOrthographic());
  connect(actions_->perspective, &QAction::toggled, viewport,
          [viewport](bool on) { viewport->setOrthographic(!on); });
  connect(viewport, &ViewportWidget::projectionChanged, actions_->perspective,
          [this](bool isOrthographic) { actions_->perspective->setChecked(!isOrthographic); });
  actions_->grid->setChecked(viewport->options().layers.grid);
  connect(actions_->grid, &QAction::toggled, viewport, [viewport](bool on) {
    ViewLayers layers = viewport->options().layers;
    layers.grid = on;
    viewport->setLayers(layers);
  });
  connect(actions_->screenshot, &QAction::triggered, this, [this] { savePicture(); });
  connect(actions_->theme, &QAction::triggered, this,
          [this] { setThemeChoice(theme().isDark() ? Settings::Theme::Light : Settings::Theme::Dark); });
  connect(actions_->addPin, &QAction::triggered, actions_->toolPin, &QAction::trigger);
  connect(actions_->addEquality, &QAction::triggered, actions_->toolEquality, &QAction::trigger);
  auto* escapeKey = new QShortcut(QKeySequence(Qt::Key_Escape), this);
  connect(escapeKey, &QShortcut::activated, this, &MainWindow::escape);
}

void MainWindow::connectSimulationActions() {
  SimController* simulation = bench_.simulation;
  connect(actions_->run, &QAction::triggered, simulation, &SimController::toggleRun);
  connect(actions_->step, &QAction::triggered, simulation, [simulation] { simulation->step(1); });
  connect(actions_->reset, &QAction::triggered, simulation, &SimController::reset);
  connect(actions_->disturb, &QAction::triggered, simulation, [simulation] { simulation->disturb(1e-3); });
  connect(actions_->holdBase, &QAction::toggled, simulation, &SimController::setBaseHeld);
  // A machine that falls out of sight at the first Run teaches nothing: held, until one lets it go.
  actions_->holdBase->setChecked(true);
  connect(actions_->clearPlots, &QAction::triggered, simulation, &SimController::clearHistory);
  connect(simulation, &SimController::runningChanged, this, [this](bool isRunning) {
    actions_->run->setText(isRunning ? tr("Pause") : tr("Run"));
    updateActions();
  });
  connect(simulation, &SimController::problem, this, [this](const Diagnostic& finding) {
    const QString kind =
        finding.severity == Severity::Error ? QStringLiteral("error") : QStringLiteral("warning");
    showToast({kind, QString::fromStdString(finding.message), {}, {}});
  });
}

void MainWindow::connectDialogs() {
  connect(welcome_, &WelcomePage::fileChosen, files_, &FileFlow::open);
  connect(welcome_, &WelcomePage::exampleChosen, files_, &FileFlow::openCopy);
  connect(actions_->welcome, &QAction::triggered, this,
          [this] { showWelcome(center_->currentWidget() != welcome_); });
  connect(toolRow_->layersButton(), &QToolButton::clicked, this, [this] {
    auto* popover = new LayersPopover(view_->viewport(), bench_.settings, this);
    popover->setAttribute(Qt::WA_DeleteOnClose);
    popover->popUnder(toolRow_->layersButton());
  });
  connect(actions_->palette, &QAction::triggered, this, &MainWindow::openPalette);
  connect(actions_->shortcuts, &QAction::triggered, this,
          [this] { ShortcutsDialog(*actions_, this).exec(); });
  connect(actions_->about, &QAction::triggered, this, [this] { AboutDialog(this).exec(); });
  connect(actions_->simulationSettings, &QAction::triggered, this,
          [this] { SimulationDialog(bench_, this).exec(); });
}

void MainWindow::openPalette() {
  QVector<PaletteTarget> targets;
  const Mechanism& mechanism = *bench_.document->mechanism();
  const auto add = [&](const std::string& name, const QString& detail, const QString& iconName,
                       ElementRef ref) {
    targets.append(
        {QString::fromStdString(name), detail, iconName, [this, ref] { bench_.selection->select(ref); }});
  };
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i)
    add(mechanism.joints[i].name, tr("Joint"), jointIcon(mechanism.joints[i].type),
        {ElementKind::Joint, static_cast<int>(i)});
  for (std::size_t i = 0; i < mechanism.links.size(); ++i)
    add(mechanism.links[i].name, tr("Link"), QStringLiteral("link"),
        {ElementKind::Link, static_cast<int>(i)});
  (new CommandPalette(actions_->all(), targets, this))->show();
}

void MainWindow::connectDocument() {
  Document* document = bench_.document;
  connect(document, &Document::fileChanged, this, &MainWindow::updateTitle);
  connect(document, &Document::modifiedChanged, this, &MainWindow::updateTitle);
  connect(document, &Document::modelChanged, this, &MainWindow::updateActions);
  connect(document, &Document::mechanismChanged, this, [this] {
    updateActions();
    showWelcome(bench_.document->isEmpty());
  });
  connect(document, &Document::openProgress, status_, &StatusBar::setActivity);
  connect(view_, &ViewArea::activityChanged, status_, &StatusBar::setActivity);
  connect(view_, &ViewArea::announced, this, &MainWindow::showToast);
  connect(document, &Document::busyChanged, this, [this](bool isBusy) {
    if (!isBusy) status_->setActivity({});
  });
  connect(bench_.selection, &Selection::changed, this, &MainWindow::updateActions);
}

void MainWindow::updateTitle() {
  const Document& document = *bench_.document;
  menuRow_->setFile(document.isEmpty() ? QString() : document.title(), document.filePath(),
                    document.isModified() && !document.isEmpty());
  setWindowTitle(document.isEmpty() ? tr("Grashof") : tr("%1[*] – Grashof").arg(document.title()));
  setWindowModified(document.isModified());
}

void MainWindow::updateActions() {
  const Document& document = *bench_.document;
  const bool isOpen = !document.isEmpty();
  const bool hasModel = isOpen && document.model() != nullptr;
  const bool isRunning = bench_.simulation->isRunning();
  for (QAction* action : {actions_->save, actions_->saveAs, actions_->exportRaisim, actions_->closeFile,
                          actions_->screenshot, actions_->home, actions_->frame, actions_->clearPlots})
    action->setEnabled(isOpen);
  actions_->reload->setEnabled(isOpen && !document.filePath().isEmpty());
  for (QAction* action : {actions_->run, actions_->step, actions_->reset, actions_->simulationSettings})
    action->setEnabled(hasModel);
  const bool hasLoops = hasModel && !document.model()->constraints.empty();
  actions_->closeLoops->setEnabled(hasLoops && !isRunning);
  const ElementRef selected = bench_.selection->current();
  actions_->cutJoint->setEnabled(hasLoops && selected.kind == ElementKind::Joint &&
                                 std::ranges::count(cuttableJoints(*document.mechanism()), selected.index) >
                                     0);
  actions_->toolCut->setEnabled(hasLoops);
  actions_->sweepTravel->setEnabled(hasLoops && jointToSweep(*document.model(), document.analysis(), selected) >= 0);
  updateGapActions();
  actions_->assemblies->setEnabled(hasLoops);
  actions_->exportMimics->setEnabled(hasLoops && !document.analysis().loops.empty());
  actions_->disturb->setEnabled(hasLoops);
  actions_->holdBase->setEnabled(hasModel && document.model()->isFloating);
  actions_->setNominal->setEnabled(hasModel && !isRunning);
  for (QAction* action :
       {actions_->toolPin, actions_->toolEquality, actions_->addPin, actions_->addEquality,
        actions_->toolAxis, actions_->toolMeasure, actions_->toolMimic, actions_->findLoops})
    action->setEnabled(hasModel);
  actions_->showSource->setEnabled(bench_.selection->current().kind != ElementKind::None);
  actions_->removeElement->setEnabled(bench_.selection->current().kind == ElementKind::Closure);
  const QUndoStack* stack = document.undoStack();
  actions_->undo->setEnabled(stack->canUndo());
  actions_->redo->setEnabled(stack->canRedo());
  actions_->undo->setText(stack->canUndo() ? tr("Undo: %1").arg(stack->undoText()) : tr("Undo"));
  actions_->redo->setText(stack->canRedo() ? tr("Redo: %1").arg(stack->redoText()) : tr("Redo"));
  actions_->undo->setToolTip(actions_->undo->text() + QStringLiteral("  (Ctrl+Z)"));
  actions_->redo->setToolTip(actions_->redo->text() + QStringLiteral("  (Ctrl+Shift+Z)"));
}

}  // namespace grashof
