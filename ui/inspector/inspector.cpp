#include "ui/inspector/inspector.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/dock_panel.h"
#include "ui/inspector/closure_page.h"
#include "ui/inspector/joint_page.h"
#include "ui/inspector/link_page.h"
#include "ui/inspector/loop_page.h"
#include "ui/inspector/mimic_export_section.h"
#include "ui/mechanism_rows.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/empty_state.h"

namespace grashof {
namespace {
constexpr int kRefreshMs = 100;
}

Inspector::Inspector(const Workbench& bench, QAction* removeAction, const JointActions& jointActions,
                     QWidget* parent)
    : QWidget(parent), bench_(bench) {
  setObjectName(QStringLiteral("Panel"));
  setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(new DockHeader(tr("Inspector")));
  head_ = buildHead();
  column->addWidget(head_);
  scroll_ = new QScrollArea;
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* content = new QWidget;
  auto* pages = new QVBoxLayout(content);
  pages->setContentsMargins(0, 0, 0, 0);
  auto* closurePage = new ClosurePage(bench, removeAction);
  connect(closurePage, &ClosurePage::gapScaleChanged, this, &Inspector::gapScaleChanged);
  link_ = new LinkPage(bench);
  auto* jointPage = new JointPage(bench, jointActions);
  connect(jointPage, &JointPage::leaderPickRequested, this, &Inspector::leaderPickRequested);
  joint_ = jointPage;
  closure_ = closurePage;
  auto* loopPage = new LoopPage(bench);
  connect(loopPage, &LoopPage::cutRequested, this, &Inspector::cutRequested);
  connect(loopPage, &LoopPage::mimicExportRequested, this, &Inspector::mimicExportRequested);
  loop_ = loopPage;
  for (InspectorPage* page : {link_, joint_, closure_, loop_}) {
    pages->addWidget(page);
    page->hide();
  }
  scroll_->setWidget(content);
  column->addWidget(scroll_, 1);
  empty_ = new EmptyState(QStringLiteral("select"), tr("Nothing selected"),
                          tr("Click a part in the view or a row of the tree."));
  column->addWidget(empty_, 1);

  connect(bench.selection, &Selection::changed, this, &Inspector::showSelection);
  connect(bench.document, &Document::mechanismChanged, this, [this] { refresh(); });
  connect(bench.document, &Document::modelChanged, this, &Inspector::refresh);
  connect(bench.settings, &Settings::unitsChanged, this, &Inspector::refresh);
  connect(&theme(), &Theme::changed, this, &Inspector::refresh);
  refreshTimer_.setSingleShot(true);
  refreshTimer_.setInterval(kRefreshMs);
  connect(&refreshTimer_, &QTimer::timeout, this, [this] {
    if (page_ && page_->isIndexValid()) page_->refreshLive();
  });
  connect(bench.simulation, &SimController::snapshotReady, this, [this] {
    if (!refreshTimer_.isActive()) refreshTimer_.start();
  });
  connect(bench.simulation, &SimController::runningChanged, this, [this] {
    if (page_ && page_->isIndexValid()) page_->refreshLive();
  });
  showSelection();
}

void Inspector::showMimics() {
  if (bench_.selection->current().kind != ElementKind::Loop) bench_.selection->select({ElementKind::Loop, 0});
  auto* page = qobject_cast<LoopPage*>(page_);
  if (!page) return;
  page->mimics()->fitNow();
  // The words that were just written make the page longer first.
  QTimer::singleShot(0, page, [this, page] { scroll_->ensureWidgetVisible(page->mimics()); });
}

QWidget* Inspector::buildHead() {
  auto* head = new QWidget;
  head->setObjectName(QStringLiteral("InspectorHead"));
  head->setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(12, 12, 12, 12);
  row->setSpacing(6);
  tile_ = new QWidget;
  tile_->setObjectName(QStringLiteral("TypeTile"));
  tile_->setAttribute(Qt::WA_StyledBackground);
  tile_->setFixedSize(36, 36);
  auto* tileRow = new QHBoxLayout(tile_);
  tileRow->setContentsMargins(8, 8, 8, 8);
  tileIcon_ = new IconLabel({}, QStringLiteral("accent_text"), 20);
  tileRow->addWidget(tileIcon_);
  row->addWidget(tile_, 0, Qt::AlignTop);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  name_ = new QLineEdit;
  name_->setObjectName(QStringLiteral("NameEdit"));
  name_->setAccessibleName(tr("Name"));
  name_->installEventFilter(this);
  connect(name_, &QLineEdit::editingFinished, this, &Inspector::rename);
  words->addWidget(name_);
  kind_ = new ElidedLabel;
  kind_->setProperty("role", QStringLiteral("label"));
  kind_->setContentsMargins(5, 0, 0, 0);
  kind_->setObjectName(QStringLiteral("InspectorKind"));
  words->addWidget(kind_);
  row->addLayout(words, 1);
  return head;
}

QString Inspector::nameOf(ElementRef ref) const {
  const Mechanism& mechanism = *bench_.document->mechanism();
  const auto i = static_cast<std::size_t>(ref.index);
  switch (ref.kind) {
    case ElementKind::Link:
      return QString::fromStdString(mechanism.links[i].name);
    case ElementKind::Joint:
      return QString::fromStdString(mechanism.joints[i].name);
    case ElementKind::Closure:
      return QString::fromStdString(displayName(mechanism.closures[i], ref.index));
    case ElementKind::Loop:
      return loopName(bench_.document->analysis().loops[i], *bench_.document->model()->mechanism, ref.index);
    case ElementKind::None:
      break;
  }
  return {};
}

void Inspector::showSelection() {
  const ElementRef ref = bench_.selection->current();
  InspectorPage* pages[] = {nullptr, link_, joint_, closure_, loop_};
  InspectorPage* next = pages[static_cast<int>(ref.kind)];
  if (page_ && page_ != next) page_->hide();
  page_ = next;
  if (page_) {
    page_->setIndex(ref.index);
    if (!page_->isIndexValid()) page_ = nullptr;
  }
  if (page_) {
    showHead(ref);
    page_->show();
    scroll_->verticalScrollBar()->setValue(0);
  }
  head_->setVisible(page_ != nullptr);
  scroll_->setVisible(page_ != nullptr);
  empty_->setVisible(page_ == nullptr);
}

void Inspector::refresh() {
  if (!page_) {
    showSelection();
    return;
  }
  if (!page_->isIndexValid()) {
    bench_.selection->clear();
    showSelection();
    return;
  }
  showHead(bench_.selection->current());
  page_->refresh();
  page_->refreshLive();
}

void Inspector::showHead(ElementRef ref) {
  const Mechanism& mechanism = *bench_.document->mechanism();
  const auto i = static_cast<std::size_t>(ref.index);
  QString iconName = QStringLiteral("link"), words;
  if (ref.kind == ElementKind::Link) {
    const int parent = mechanism.parentJointOf(mechanism.links[i].name);
    words = parent < 0
                ? tr("Root link")
                : tr("Link, child of %1")
                      .arg(QString::fromStdString(mechanism.joints[static_cast<std::size_t>(parent)].name));
  } else if (ref.kind == ElementKind::Joint) {
    const Joint& joint = mechanism.joints[i];
    iconName = jointIcon(joint.type);
    words = tr("%1, %2 → %3")
                .arg(joint.isCut ? tr("Cut joint") : tr("Joint"), QString::fromStdString(joint.parent),
                     QString::fromStdString(joint.child));
  } else if (ref.kind == ElementKind::Closure) {
    iconName = closureIcon(mechanism.closures[i]);
    words = tr("Closure");
    for (const LoopReport& loop : bench_.document->analysis().loops)
      for (const int c : loop.loop.closures)
        if (c == ref.index) words = tr("Closure of a %1 loop").arg(QString::fromStdString(loop.kindWords));
    words.replace(QStringLiteral("loop loop"), QStringLiteral("loop"));
  } else if (ref.kind == ElementKind::Loop) {
    iconName = QStringLiteral("loop");
    const LoopReport& loop = bench_.document->analysis().loops[i];
    words = tr("Loop, %1").arg(QString::fromStdString(loop.kindWords));
  }
  const bool isClosure = ref.kind == ElementKind::Closure;
  tileIcon_->setIcon(iconName, isClosure ? QStringLiteral("cut") : QStringLiteral("accent_text"));
  if (tile_->property("kind").toString() != (isClosure ? u"closure" : u"other")) {
    tile_->setProperty("kind", isClosure ? QStringLiteral("closure") : QStringLiteral("other"));
    restyle(tile_);
  }
  if (!name_->hasFocus()) name_->setText(nameOf(ref));
  name_->setCursorPosition(0);
  name_->setReadOnly(ref.kind == ElementKind::Loop);
  kind_->setText(words);
}

void Inspector::rename() {
  const ElementRef ref = bench_.selection->current();
  const QString text = name_->text().trimmed();
  if (!page_ || !page_->isIndexValid() || text == nameOf(ref)) return;
  Edit edit = RenameLink{ref.index, text.toStdString()};
  if (ref.kind == ElementKind::Joint) edit = RenameJoint{ref.index, text.toStdString()};
  if (ref.kind == ElementKind::Closure) {
    Closure next = bench_.document->mechanism()->closures[static_cast<std::size_t>(ref.index)];
    next.name = text.toStdString();
    edit = SetClosure{ref.index, next};
  }
  if (ref.kind == ElementKind::Loop || text.isEmpty() ||
      hasErrors(bench_.document->apply(edit, tr("Rename %1").arg(nameOf(ref)))))
    name_->setText(nameOf(ref));
}

bool Inspector::eventFilter(QObject* watched, QEvent* event) {
  if (watched == name_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) name_->setText(nameOf(bench_.selection->current()));
    if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter) {
      name_->clearFocus();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace grashof
