#include "ui/mechanism_panel.h"

#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/actions.h"
#include "ui/dock_panel.h"
#include "ui/mechanism_rows.h"
#include "ui/row_view.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/section.h"

namespace grashof {
namespace {
constexpr int kRefreshMs = 100;  // ten times a second is as fast as digits can be read
}

MechanismPanel::MechanismPanel(Actions* actions, const Workbench& bench, QWidget* parent)
    : QWidget(parent),
      actions_(actions),
      bench_(bench),
      treeModel_(new RowModel(this)),
      loopModel_(new RowModel(this)),
      tree_(new RowView(treeModel_, bench.selection)),
      loops_(new RowView(loopModel_, bench.selection)),
      treeHead_(new SectionHead(tr("Tree"))),
      loopHead_(new SectionHead(tr("Loops"))),
      filter_(new QLineEdit) {
  setObjectName(QStringLiteral("Panel"));
  setAttribute(Qt::WA_StyledBackground);
  tree_->setObjectName(QStringLiteral("MechanismTree"));
  loops_->setObjectName(QStringLiteral("LoopTree"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* header = new DockHeader(tr("Mechanism"));
  auto* search = smallButton(QStringLiteral("search"), tr("Find in the tree"));
  search->setCheckable(true);
  header->addButton(search);
  auto* fold = smallButton(QStringLiteral("layers"), tr("Fold the tree"));
  header->addButton(fold);
  column->addWidget(header);
  filter_->setObjectName(QStringLiteral("FilterEdit"));
  filter_->setPlaceholderText(tr("Name of a link or joint"));
  filter_->setClearButtonEnabled(true);
  filter_->hide();
  column->addWidget(filter_);

  auto* loopBody = new QWidget;
  auto* loopColumn = new QVBoxLayout(loopBody);
  loopColumn->setContentsMargins(0, 0, 0, 0);
  noLoops_ = new EmptyState(QStringLiteral("find-loops"), tr("No loops yet"),
                            tr("Pin two points, or look for places that meet."));
  connect(noLoops_->addButton(tr("Find loops")), &QPushButton::clicked, actions->findLoops,
          &QAction::trigger);
  loopColumn->addWidget(loops_);
  loopColumn->addWidget(noLoops_);

  auto* splitter = new QSplitter(Qt::Vertical);
  splitter->setObjectName(QStringLiteral("SideSplitter"));
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(buildPart(treeHead_, tree_));
  splitter->addWidget(buildPart(loopHead_, loopBody));
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setSizes({430, 330});
  column->addWidget(splitter, 1);

  connect(search, &QToolButton::toggled, this, [this](bool isOn) {
    filter_->setVisible(isOn);
    isOn ? filter_->setFocus() : filter_->clear();
  });
  connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
    tree_->setFilter(text);
    loops_->setFilter(text);
  });
  connect(fold, &QToolButton::clicked, this, [this] {
    const bool isOpen = tree_->isExpanded(treeModel_->index(0, 0)) && treeModel_->rowCount() > 0;
    tree_->collapseAll();
    isOpen ? void() : tree_->expandAll();
  });
  for (RowView* view : {tree_, loops_})
    connect(view, &QWidget::customContextMenuRequested, this,
            [this, view](const QPoint& at) { showMenu(view, at); });
  connect(bench.document, &Document::mechanismChanged, this, [this](ChangeScope scope) {
    if (scope >= ChangeScope::Parameters) rebuild();
  });
  connect(bench.document, &Document::modelChanged, this, &MechanismPanel::rebuild);
  refresh_.setSingleShot(true);
  refresh_.setInterval(kRefreshMs);
  connect(&refresh_, &QTimer::timeout, this, &MechanismPanel::refreshValues);
  connect(bench.simulation, &SimController::snapshotReady, this, [this] {
    if (!refresh_.isActive()) refresh_.start();
  });
  rebuild();
}

QWidget* MechanismPanel::buildPart(SectionHead* head, QWidget* body) {
  auto* part = new QWidget;
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(head);
  column->addWidget(body, 1);
  connect(head, &SectionHead::toggled, part, [part, body](bool isOpen) {
    body->setVisible(isOpen);
    part->setMaximumHeight(isOpen ? QWIDGETSIZE_MAX : 32);
  });
  return part;
}

void MechanismPanel::rebuild() {
  const MechanismPtr mechanism = bench_.document->mechanism();
  const ModelPtr model = bench_.document->isModelCurrent() ? bench_.document->model() : nullptr;
  treeModel_->setRoot(
      treeRows(*mechanism, model.get(), isBaseFixed(*mechanism, bench_.document->baseMode())));
  tree_->expandAll();
  const std::size_t links = mechanism->links.size(), joints = mechanism->joints.size();
  treeHead_->setDim(tr("%1 links · %2 joints").arg(links).arg(joints));
  rebuildLoops();
  if (!filter_->text().isEmpty()) tree_->setFilter(filter_->text());
  refreshValues();
}

void MechanismPanel::rebuildLoops() {
  const ModelPtr model = bench_.document->model();
  // The analysis speaks of its own model's mechanism, which may be one edit behind.
  const Analysis& analysis = bench_.document->analysis();
  const MechanismPtr mechanism = model ? model->mechanism : bench_.document->mechanism();
  loopModel_->setRoot(loopRows(*mechanism, analysis));
  const ElementRef selected = bench_.selection->current();
  const QModelIndex index = loopModel_->find(selected);
  if (index.isValid()) loops_->expand(index.parent().isValid() ? index.parent() : index);
  loops_->setVisible(!analysis.loops.empty());
  noLoops_->setVisible(analysis.loops.empty() && !bench_.document->isEmpty());
}

void MechanismPanel::refreshValues() {
  const ModelPtr model = bench_.simulation->model();
  if (!model || bench_.document->model() != model) return;
  const Snapshot& snapshot = bench_.simulation->latest();
  const Analysis& analysis = bench_.document->analysis();
  const auto update = [&](Row& row) { updateValue(row, *model, snapshot, analysis); };
  treeModel_->updateRows(update);
  loopModel_->updateRows(update);
  int open = 0;
  for (const LoopReport& loop : analysis.loops)
    if (!isClosedGap(loopGap(loop, snapshot), model->size)) ++open;
  const auto count = analysis.loops.size();
  loopHead_->setDim(
      count == 0 ? QString()
                 : (open == 0 ? tr("%1 · all closed").arg(count) : tr("%1 · %2 open").arg(count).arg(open)));
}

void MechanismPanel::showMenu(RowView* view, const QPoint& position) {
  const QModelIndex index = view->indexAt(position);
  if (!index.isValid()) return;
  // A copy: selecting may rebuild the rows.
  const ElementRef element = RowModel::rowOf(index)->element;
  bench_.selection->select(element);
  QMenu menu;
  menu.addAction(actions_->frame);
  menu.addAction(actions_->showSource);
  if (element.kind == ElementKind::Joint || element.kind == ElementKind::Loop) menu.addAction(actions_->sweepTravel);
  if (element.kind == ElementKind::Joint) menu.addAction(actions_->cutJoint);
  if (element.kind == ElementKind::Closure) menu.addAction(actions_->removeElement);
  menu.exec(view->viewport()->mapToGlobal(position));
}

}  // namespace grashof
