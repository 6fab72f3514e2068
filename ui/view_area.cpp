#include "ui/view_area.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "render/viewport_widget.h"
#include "ui/actions.h"
#include "ui/card_place.h"
#include "ui/hint_line.h"
#include "ui/icons.h"
#include "ui/scene_feed.h"
#include "ui/theme.h"
#include "ui/tools/assemblies_tool.h"
#include "ui/tools/axis_tool.h"
#include "ui/tools/cut_tool.h"
#include "ui/tools/find_loops_tool.h"
#include "ui/tools/measure_tool.h"
#include "ui/tools/message_card.h"
#include "ui/tools/mimic_tool.h"
#include "ui/tools/pin_tool.h"
#include "ui/tools/select_tool.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {

constexpr int kEdge = 12;            // px between the view's border and what floats in it
constexpr int kMessageRise = 48;     // px between a message and its cause: room for its tail
constexpr int kMessageHeight = 110;  // px; taller cards are forms
constexpr int kLabelWidth = 170;     // px to the right of a labelled point
constexpr int kCubeBottom = 112;     // the view cube belongs to the viewport

/// A button for an action with an icon of its own: on a filled button the chosen one needs another colour
/// than in a menu.
QToolButton* railButton(QAction* action, int side, int iconSize, const QString& token,
                        const QString& onToken) {
  auto* button = new QToolButton;
  button->setIcon(icon(Actions::iconNameOf(action), token, onToken));
  button->setFixedSize(side, side);
  button->setIconSize({iconSize, iconSize});
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolTip(action->toolTip());
  button->setAccessibleName(action->text());
  button->setCheckable(action->isCheckable());
  const auto follow = [button, action] {
    button->setChecked(action->isChecked());
    button->setEnabled(action->isEnabled());
  };
  QObject::connect(action, &QAction::changed, button, follow);
  QObject::connect(button, &QToolButton::clicked, button, [action, follow] {
    action->trigger();
    // A click checks the button itself; the action of a chosen tool stays as it is.
    follow();
  });
  follow();
  return button;
}

}  // namespace

ViewArea::ViewArea(Actions* actions, const Workbench& bench, QWidget* parent)
    : QWidget(parent),
      bench_(bench),
      viewport_(new ViewportWidget(this)),
      scene_(new SceneFeed(bench, viewport_, this)),
      rail_(new Card(this, 8)),
      controls_(new Card(this, 8)),
      hint_(new HintLine(this)) {
  setObjectName(QStringLiteral("ViewArea"));
  viewport_->setObjectName(QStringLiteral("Viewport"));
  viewport_->installEventFilter(this);
  buildRail(actions);
  buildControls(actions);
  buildTools(actions);
  const auto dress = [this] { viewport_->setTheme(viewTheme(theme().isDark())); };
  connect(&theme(), &Theme::changed, this, dress);
  dress();
  connect(actions->follow, &QAction::toggled, this, [this](bool on) { isFollowing_ = on; });
  connect(bench.simulation, &SimController::snapshotReady, this, &ViewArea::followBase);
  activate(select_);
}

ViewArea::~ViewArea() = default;

void ViewArea::buildRail(Actions* actions) {
  auto* column = new QVBoxLayout(rail_);
  column->setContentsMargins(Card::kShadow + 4, Card::kShadow + 4, Card::kShadow + 4, Card::kShadow + 4);
  column->setSpacing(4);
  rail_->setObjectName(QStringLiteral("ToolRail"));
  for (QAction* action :
       {actions->toolSelect, actions->toolCut, actions->toolPin, actions->toolAxis, actions->toolMeasure}) {
    QToolButton* button = railButton(action, 32, 20, QStringLiteral("text"), QStringLiteral("on_accent"));
    button->setProperty("rail", true);
    column->addWidget(button);
    if (action != actions->toolSelect) continue;
    auto* line = rule();
    column->addWidget(line);
  }
}

void ViewArea::buildControls(Actions* actions) {
  auto* column = new QVBoxLayout(controls_);
  column->setContentsMargins(Card::kShadow + 3, Card::kShadow + 3, Card::kShadow + 3, Card::kShadow + 3);
  column->setSpacing(3);
  controls_->setObjectName(QStringLiteral("ViewControls"));
  for (QAction* action : {actions->home, actions->frame, actions->perspective, actions->grid}) {
    QToolButton* button = railButton(action, 24, 16, QStringLiteral("text2"),
                                     action == actions->perspective ? QString() : QStringLiteral("accent"));
    button->setProperty("small", true);
    column->addWidget(button);
  }
}

void ViewArea::buildTools(Actions* actions) {
  select_ = new SelectTool(bench_, this);
  const std::pair<QAction*, Tool*> entries[] = {
      {actions->toolSelect, select_},
      {actions->toolCut, new CutTool(bench_, this)},
      {actions->toolPin, new PinTool(bench_, ClosureKind::Pin, this)},
      {actions->toolEquality, new PinTool(bench_, ClosureKind::Equality, this)},
      {actions->toolAxis, new AxisTool(bench_, this)},
      {actions->toolMeasure, new MeasureTool(bench_, this)},
      {actions->toolMimic, new MimicTool(bench_, this)},
      {actions->findLoops, new FindLoopsTool(bench_, this)},
      {actions->assemblies, new AssembliesTool(bench_, viewport_, this)}};
  for (const auto& [action, tool] : entries) {
    connect(action, &QAction::triggered, this, [this, entry = tool] { activate(entry); });
    connect(tool, &Tool::hintChanged, this, [this] {
      if (active_) hint_->setHint(active_->hint());
    });
    connect(tool, &Tool::overlayChanged, viewport_, &ViewportWidget::setOverlay);
    connect(tool, &Tool::activityChanged, this, &ViewArea::activityChanged);
    connect(tool, &Tool::cardChanged, this, &ViewArea::place);
    connect(tool, &Tool::emphasisChanged, viewport_, &ViewportWidget::setEmphasis);
    connect(tool, &Tool::announced, this, &ViewArea::announced);
    connect(tool, &Tool::done, actions->toolSelect, &QAction::trigger);
  }
  connect(viewport_, &ViewportWidget::hovered, this,
          [this](const PickResult& pick) { active_->hovered(pick); });
  connect(viewport_, &ViewportWidget::clicked, this,
          [this](const PickResult& pick, Qt::KeyboardModifiers keys) { active_->clicked(pick, keys); });
  connect(viewport_, &ViewportWidget::dragStarted, this,
          [this](const DragMotion& m) { active_->dragStarted(m); });
  connect(viewport_, &ViewportWidget::dragMoved, this,
          [this](const DragMotion& m) { active_->dragMoved(m); });
  connect(viewport_, &ViewportWidget::dragFinished, this,
          [this](const DragMotion& m, bool isCancelled) { active_->dragFinished(m, isCancelled); });
  connect(viewport_, &ViewportWidget::doubleClicked, actions->frame, &QAction::trigger);
  connect(viewport_, &ViewportWidget::contextMenuRequested, this,
          [this, actions](const PickResult& pick, const QPoint& at) {
            bench_.selection->select(pick.element);
            showMenu(actions, at);
          });
  connect(viewport_, &ViewportWidget::cameraChanged, this, &ViewArea::place);
}

void ViewArea::showMenu(Actions* actions, const QPoint& globalPosition) {
  const ElementKind kind = bench_.selection->current().kind;
  QMenu menu;
  if (kind == ElementKind::None) {
    menu.addAction(actions->home);
    menu.addSeparator();
    for (QAction* action : {actions->viewFront, actions->viewRight, actions->viewTop, actions->viewIso})
      menu.addAction(action);
  } else {
    menu.addAction(actions->frame);
    menu.addAction(actions->showSource);
    if (kind == ElementKind::Joint || kind == ElementKind::Link) menu.addAction(actions->sweepTravel);
    if (kind == ElementKind::Joint) menu.addAction(actions->cutJoint);
    if (kind == ElementKind::Closure) menu.addAction(actions->removeElement);
  }
  menu.exec(globalPosition);
}

void ViewArea::activate(Tool* tool) {
  if (active_ == tool) return;
  if (active_) active_->leave();
  active_ = tool;
  viewport_->setOverlay({});
  viewport_->setEmphasis({});
  viewport_->setBodiesDraggable(tool->dragsBodies());
  scene_->setShowsLoops(!tool->drawsLoops());
  tool->enter();
  // The tool's keys are the view's.
  if (tool != select_) viewport_->setFocus();
  hint_->setHint(tool->hint());
  place();
}

void ViewArea::setGapScale(double factor) {
  ViewOptions options = viewport_->options();
  options.gapScale = factor;
  viewport_->setOptions(options);
}

bool ViewArea::escape() {
  // A drag is the viewport's: it gives up and says so by dragFinished. A key event of our own would come back
  // as this shortcut.
  if (!active_->isDragging() || !viewport_->cancelDrag()) return active_->escape();
  return true;
}

bool ViewArea::eventFilter(QObject* watched, QEvent* event) {
  if (watched == viewport_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Tab && active_->next()) return true;
    if (key == Qt::Key_Backtab && active_->nextGroup()) return true;
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && active_->confirm()) return true;
    if (active_->keyPressed(key)) return true;
  }
  return QWidget::eventFilter(watched, event);
}

void ViewArea::followBase() {
  const ModelPtr model = bench_.simulation->model();
  const Snapshot& now = bench_.simulation->latest();
  const int root = viewport_->scene() ? viewport_->scene()->rootLink : -1;
  const bool follows = isFollowing_ && bench_.simulation->isRunning() && model && model->isFloating &&
                       root >= 0 && root < static_cast<int>(now.linkPoses.size());
  if (!follows) {
    lastBase_.reset();
    return;
  }
  const Vector3d base = now.linkPoses[static_cast<std::size_t>(root)].p;
  if (lastBase_) {
    Camera camera = viewport_->camera();
    camera.target += base - *lastBase_;
    viewport_->setCamera(camera, false);
  }
  lastBase_ = base;
}

void ViewArea::resizeEvent(QResizeEvent*) {
  place();
}

QRectF ViewArea::subjectRect() const {
  QRectF rect;
  for (const Vector3d& p_W : active_->cardSubject())
    if (const auto at = viewport_->project(p_W))
      rect = rect.united(QRectF(*at - QPointF(24, 36), QSizeF(24 + kLabelWidth, 36 + 40)));
  return rect;
}

void ViewArea::place() {
  viewport_->setGeometry(rect());
  rail_->adjustSize();
  rail_->moveSurface({kEdge, kEdge});
  controls_->adjustSize();
  controls_->moveSurface({width() - kEdge - controls_->surface().width(), kCubeBottom + 8});
  // A short view (a tall bottom dock) has no room for both the cube and the controls.
  controls_->setVisible(height() > kCubeBottom + 8 + controls_->surface().height() + kEdge);
  hint_->placeIn(size());
  auto* card = active_ ? qobject_cast<Card*>(active_->card()) : nullptr;
  if (card_ && card_ != card) card_->hide();
  card_ = card;
  if (!card) return;
  if (card->parentWidget() != this) card->setParent(this);
  card->adjustSize();
  // Beside the anchor, right and below; on the other side where it would leave the view or cover the
  // controls.
  const QPointF at =
      viewport_->project(active_->cardAnchor()).value_or(QPointF(width() / 2.0, height() / 2.0));
  const QSize size = card->surfaceHint();
  double x = at.x() + 40, y = at.y() - size.height() / 2.0;
  if (x + size.width() > width() - 56) x = at.x() - 40 - size.width();
  x = std::clamp(x, 64.0, std::max(64.0, static_cast<double>(width() - kEdge - size.width())));
  y = std::clamp(y, static_cast<double>(kEdge), std::max<double>(kEdge, height() - 56 - size.height()));
  // A message stands above its cause: the hand and the label are below it.
  if (size.height() < kMessageHeight) {
    x = std::clamp(at.x() + 24, 64.0, std::max(64.0, static_cast<double>(width() - 56 - size.width())));
    y = at.y() - kMessageRise - size.height();
    if (y < kEdge) y = std::min(at.y() + kMessageRise, static_cast<double>(height() - 56 - size.height()));
  }
  if (const auto subject = subjectRect(); !subject.isNull())
    card->moveSurface(cardPlace({this->size()}, size, subject));
  else if (active_->isCardDocked())
    card->moveSurface({kEdge + rail_->surface().width() + kEdge, kEdge});
  else
    card->moveSurface({static_cast<int>(x), static_cast<int>(y)});
  card->show();
  card->raise();
  if (auto* message = qobject_cast<MessageCard*>(card)) message->pointAt(at);
}

}  // namespace grashof
