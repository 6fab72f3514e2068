#include "ui/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QStackedWidget>
#include <QTimer>
#include <QUndoStack>
#include <QVBoxLayout>

#include "render/viewport_widget.h"
#include "ui/actions.h"
#include "ui/dock_panel.h"
#include "ui/file_flow.h"
#include "ui/icons.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/joint_page.h"
#include "ui/layers_popover.h"
#include "ui/mechanism_panel.h"
#include "ui/menu_row.h"
#include "ui/navigation_keys.h"
#include "ui/plots/plot_panel.h"
#include "ui/problems_panel.h"
#include "ui/quantity.h"
#include "ui/scene_feed.h"
#include "ui/source_panel.h"
#include "ui/status_bar.h"
#include "ui/theme.h"
#include "ui/tool_row.h"
#include "ui/travel/travel_panel.h"
#include "ui/view_area.h"
#include "ui/welcome_page.h"
#include "ui/widgets/toast.h"

namespace grashof {
namespace {

constexpr int kLeftDock = 272, kRightDock = 312, kBottomDock = 236;  // px

/// Qt 6.4 does not tell the desktop's colour scheme: a dark window text means a light desktop.
bool isDesktopDark() {
  return QGuiApplication::palette().color(QPalette::WindowText).lightnessF() > 0.5;
}

QString droppedFile(const QMimeData* data) {
  for (const QUrl& url : data->urls())
    if (url.isLocalFile() && QFileInfo(url.toLocalFile()).isFile()) return url.toLocalFile();
  return {};
}

}  // namespace

MainWindow::MainWindow(QWidget* parent, Settings* settings) : QMainWindow(parent) {
  setObjectName(QStringLiteral("MainWindow"));
  bench_.settings = settings ? settings : new Settings(this);
  setThemeChoice(bench_.settings->theme());
  unitChoice().millimetres = bench_.settings->lengthUnit() == Settings::LengthUnit::Millimetre;
  unitChoice().degrees = bench_.settings->angleUnit() == Settings::AngleUnit::Degree;
  bench_.document = new Document(this);
  bench_.simulation = new SimController(bench_.document, this);
  bench_.selection = new Selection(this);
  bench_.travel = new TravelFinder(bench_.document, this);
  setWindowIcon(appIcon());
  setAcceptDrops(true);
  setMinimumSize(1100, 680);
  qApp->installEventFilter(new NavigationKeys(this));
  actions_ = new Actions(this);
  files_ = new FileFlow(bench_, this);
  buildBars();
  center_ = new QStackedWidget;
  view_ = new ViewArea(actions_, bench_);
  welcome_ = new WelcomePage(actions_, bench_.settings);
  center_->addWidget(view_);
  // A page that is not shown must not take the room of the docks below.
  welcome_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  center_->addWidget(welcome_);
  auto* central = new QWidget;
  auto* column = new QVBoxLayout(central);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(center_);
  setCentralWidget(central);
  toasts_ = new ToastStack(central);
  buildDocks();
  connectFileActions();
  connectViewActions();
  connectSimulationActions();
  connectDocument();
  connectDialogs();
  LayersPopover::restore(view_->viewport(), bench_.settings);
  actions_->grid->setChecked(view_->viewport()->options().layers.grid);
  resize(1440, 900);
  if (const QByteArray geometry = bench_.settings->windowGeometry(); !geometry.isEmpty())
    restoreGeometry(geometry);
  if (const QByteArray state = bench_.settings->windowState(); !state.isEmpty())
    hasDefaultLayout_ = !restoreState(state);
  updateTitle();
  updateActions();
  showWelcome(bench_.document->isEmpty());
}

MainWindow::~MainWindow() {
  bench_.document->undoStack()->disconnect(this);
  for (QObject* source : {static_cast<QObject*>(bench_.document), static_cast<QObject*>(bench_.simulation)})
    source->disconnect(this);
  // The panels refer to the workbench: they go first, then what runs, then what it runs on.
  for (DockPanel* dock : docks()) delete dock;
  delete takeCentralWidget();
  delete status_;
  delete menuWidget();
  delete bench_.travel;
  delete bench_.simulation;
  delete bench_.document;
}

void MainWindow::buildBars() {
  auto* top = new QWidget;
  auto* column = new QVBoxLayout(top);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  menuRow_ = new MenuRow(actions_, bench_.settings);
  toolRow_ = new ToolRow(actions_, bench_);
  column->addWidget(menuRow_);
  column->addWidget(toolRow_);
  setMenuWidget(top);
  status_ = new StatusBar(bench_);
  setStatusBar(new StatusBarHost(status_));
  connect(menuRow_, &MenuRow::recentChosen, files_, &FileFlow::open);
}

DockPanel* MainWindow::addDock(const QString& name, const QString& title, const QString& iconName,
                               QWidget* panel) {
  auto* dock = new DockPanel(name, title, iconName, this);
  dock->setWidget(panel);
  menuRow_->viewMenu()->addAction(dock->toggleViewAction());
  return dock;
}

QVector<DockPanel*> MainWindow::docks() const {
  return {mechanismDock_, inspectorDock_, plotsDock_, problemsDock_, sourceDock_, travelDock_};
}

void MainWindow::buildDocks() {
  setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks |
                 QMainWindow::GroupedDragging);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  // The side panels take the whole height.
  for (const Qt::Corner corner : {Qt::BottomLeftCorner, Qt::TopLeftCorner})
    setCorner(corner, Qt::LeftDockWidgetArea);
  for (const Qt::Corner corner : {Qt::BottomRightCorner, Qt::TopRightCorner})
    setCorner(corner, Qt::RightDockWidgetArea);
  auto* mechanism = new MechanismPanel(actions_, bench_);
  mechanism->setMinimumWidth(220);
  auto* inspector =
      new Inspector(bench_, actions_->removeElement, JointActions{actions_->sweepTravel, actions_->cutJoint});
  inspector->setMinimumWidth(280);
  connect(inspector, &Inspector::cutRequested, this, &MainWindow::cutJoint);
  connect(inspector, &Inspector::leaderPickRequested, actions_->toolMimic, &QAction::trigger);
  connect(actions_->exportMimics, &QAction::triggered, inspector, &Inspector::showMimics);
  connect(inspector, &Inspector::mimicExportRequested, files_, &FileFlow::exportMimics);
  connect(inspector, &Inspector::gapScaleChanged, view_, &ViewArea::setGapScale);
  mechanismDock_ =
      addDock(QStringLiteral("dock.mechanism"), tr("Mechanism"), QStringLiteral("branches"), mechanism);
  inspectorDock_ =
      addDock(QStringLiteral("dock.inspector"), tr("Inspector"), QStringLiteral("settings"), inspector);
  buildBottomDocks();
  placeDocks();
}

void MainWindow::buildBottomDocks() {
  auto* plots = new PlotPanel(bench_);
  problems_ = new ProblemsPanel(bench_);
  source_ = new SourcePanel(bench_);
  plotsDock_ = addDock(QStringLiteral("dock.plots"), tr("Plots"), QStringLiteral("plots"), plots);
  problemsDock_ =
      addDock(QStringLiteral("dock.problems"), tr("Problems"), QStringLiteral("problems"), problems_);
  sourceDock_ = addDock(QStringLiteral("dock.source"), tr("Source"), QStringLiteral("source"), source_);
  travel_ = new TravelPanel(bench_, actions_->sweepTravel);
  travelDock_ = addDock(QStringLiteral("dock.travel"), tr("Travel"), QStringLiteral("speed"), travel_);
  connect(problems_, &ProblemsPanel::countChanged, problemsDock_, &DockPanel::setCount);
  connect(problems_, &ProblemsPanel::lineChosen, source_, &SourcePanel::showLine);
  connect(problems_, &ProblemsPanel::packageFolderWanted, files_, &FileFlow::locatePackage);
  connect(view_->scene(), &SceneFeed::findingsChanged, problems_,
          [this] { problems_->setExtraFindings(view_->scene()->findings()); });
  problemsDock_->setCount(problems_->model()->rowCount());
  connect(status_, &StatusBar::problemsClicked, this, [this] { showPanel(QStringLiteral("problems")); });
}

void MainWindow::placeDocks() {
  addDockWidget(Qt::LeftDockWidgetArea, mechanismDock_);
  addDockWidget(Qt::RightDockWidgetArea, inspectorDock_);
  addDockWidget(Qt::BottomDockWidgetArea, plotsDock_);
  tabifyDockWidget(plotsDock_, problemsDock_);
  tabifyDockWidget(problemsDock_, sourceDock_);
  tabifyDockWidget(sourceDock_, travelDock_);
  plotsDock_->raise();
  sizeDocks();
}

void MainWindow::sizeDocks() {
  // Sizes count from those of the docks as they are laid out.
  layout()->activate();
  resizeDocks({mechanismDock_, inspectorDock_}, {kLeftDock, kRightDock}, Qt::Horizontal);
  resizeDocks({plotsDock_}, {kBottomDock}, Qt::Vertical);
}

void MainWindow::showToast(const ToastText& toast) {
  toasts_->show(toast);
}

void MainWindow::showPanel(const QString& name) {
  for (DockPanel* dock : docks())
    if (dock->objectName() == QStringLiteral("dock.") + name) {
      dock->show();
      dock->raise();
    }
}

void MainWindow::showWelcome(bool isVisible) {
  const bool isShown = center_->currentWidget() == welcome_;
  if (isVisible == isShown) return;
  if (isVisible) {
    // A layout made before the window has its size is squeezed: nothing to come back to.
    layout_ = hasDefaultLayout_ ? QByteArray() : saveState();
    for (DockPanel* dock : docks()) dock->hide();
  }
  center_->setCurrentWidget(isVisible ? static_cast<QWidget*>(welcome_) : view_);
  toolRow_->setVisible(!isVisible);
  if (!isVisible && !(layout_.size() && restoreState(layout_))) {
    placeDocks();
    for (DockPanel* dock : docks()) dock->show();
    plotsDock_->raise();
    hasDefaultLayout_ = false;
    QTimer::singleShot(0, this, &MainWindow::sizeDocks);
  }
  dressDockTabs(this);
}

void MainWindow::escape() {
  if (QWidget* focused = QApplication::focusWidget(); focused && focused != this) focused->clearFocus();
  if (!view_->escape() && !actions_->toolSelect->isChecked()) actions_->toolSelect->trigger();
}

void MainWindow::savePicture() {
  const QString path = QFileDialog::getSaveFileName(
      this, tr("Save a picture of the view"), bench_.settings->lastFolder() + QStringLiteral("/grashof.png"),
      tr("Pictures (*.png)"));
  if (path.isEmpty()) return;
  const bool isSaved = view_->viewport()->grabPicture().save(path);
  showToast(
      isSaved ? ToastText{QStringLiteral("success"), tr("Saved %1.").arg(QFileInfo(path).fileName()), {}, {}}
              : ToastText{QStringLiteral("error"), tr("Cannot write %1.").arg(path), {}, {}});
}

void MainWindow::setThemeChoice(Settings::Theme choice) {
  static const bool isDark = isDesktopDark();
  const bool dark = choice == Settings::Theme::Dark || (choice == Settings::Theme::System && isDark);
  theme().apply(dark ? ThemeKind::Dark : ThemeKind::Light);
  if (bench_.settings->theme() != choice) bench_.settings->setTheme(choice);
}

void MainWindow::openPath(const QString& path) {
  files_->open(path);
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  dressDockTabs(this);
}

bool MainWindow::event(QEvent* event) {
  const bool result = QMainWindow::event(event);
  // QMainWindow remakes the docks' tabs with each layout.
  if (event->type() == QEvent::LayoutRequest) dressDockTabs(this);
  return result;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!files_->mayDiscard()) {
    event->ignore();
    return;
  }
  bench_.simulation->pause();
  // The welcome page hides the docks; what is remembered is how they were.
  const bool isWelcome = center_->currentWidget() == welcome_;
  bench_.settings->setWindow(saveGeometry(), isWelcome ? layout_ : saveState());
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString path = droppedFile(event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  files_->open(path);
}

}  // namespace grashof
