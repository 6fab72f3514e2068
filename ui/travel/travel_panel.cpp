#include "ui/travel/travel_panel.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/travel_report.h"
#include "ui/mechanism_rows.h"
#include "ui/quantity.h"
#include "ui/travel/travel_chart.h"
#include "ui/travel/travel_row.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/empty_state.h"

namespace grashof {
namespace {

constexpr int kListWidth = 320, kNarrowListWidth = 262;

QString iconOf(const TravelEvent& event) {
  if (event.kind == TravelEventKind::JointLimit) return QStringLiteral("lock");
  return event.kind == TravelEventKind::BranchPoint ? QStringLiteral("branches") : QStringLiteral("warning");
}

QString tokenOf(const TravelEvent& event) {
  if (event.kind == TravelEventKind::JointLimit) return QStringLiteral("error");
  return event.kind == TravelEventKind::BranchPoint ? QStringLiteral("text2") : QStringLiteral("warning");
}

/// As a place of the list: that it is an end of travel is said by its icon.
QString capital(const std::string& words) {
  QString text = QString::fromStdString(words);
  if (const QString known = QStringLiteral("end of travel: "); text.startsWith(known))
    text.remove(0, known.size());
  return text.left(1).toUpper() + text.mid(1);
}

/// Without the sign that a live value wears, and with a real minus.
QString placeText(double value, bool isRotaryJoint) {
  QString text = coordinateText(value, isRotaryJoint);
  if (text.startsWith(u'+')) text.remove(0, 1);
  return text.replace(u'-', QChar(0x2212));
}

}  // namespace

TravelPanel::TravelPanel(const Workbench& bench, QAction* sweepAction, QWidget* parent)
    : QWidget(parent), bench_(bench), stack_(new QStackedWidget), chart_(new TravelChart) {
  setObjectName(QStringLiteral("TravelPanel"));
  setAttribute(Qt::WA_StyledBackground);
  auto* empty = new EmptyState(QStringLiteral("axis"), tr("No travel swept"),
                               tr("Select a joint of a loop and see how far it goes."));
  QPushButton* sweep = empty->addButton(sweepAction->text());
  sweep->setObjectName(QStringLiteral("TravelSweepButton"));
  sweep->setToolTip(sweepAction->toolTip());
  connect(sweep, &QPushButton::clicked, sweepAction, &QAction::trigger);
  const auto follow = [sweep, sweepAction] { sweep->setEnabled(sweepAction->isEnabled()); };
  connect(sweepAction, &QAction::changed, sweep, follow);
  follow();
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildHeader(sweepAction));
  auto* body = new QHBoxLayout;
  body->setSpacing(0);
  body->addWidget(chart_, 3);
  list_ = new QWidget;
  rows_ = new QVBoxLayout(list_);
  rows_->setContentsMargins(8, 6, 8, 6);
  rows_->setSpacing(0);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumWidth(kNarrowListWidth);
  scroll->setMaximumWidth(kListWidth);
  scroll->setWidget(list_);
  body->addWidget(scroll, 2);
  column->addLayout(body, 1);
  stack_->addWidget(empty);
  stack_->addWidget(page);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(stack_);
  connect(bench.travel, &TravelFinder::changed, this, &TravelPanel::refresh);
  connect(bench.travel, &TravelFinder::progressChanged, this, &TravelPanel::refreshProgress);
  connect(bench.simulation, &SimController::snapshotReady, this, &TravelPanel::refreshPlace);
  connect(bench.selection, &Selection::changed, this, &TravelPanel::followSelection);
  connect(bench.settings, &Settings::unitsChanged, this, &TravelPanel::refresh);
  connect(chart_, &TravelChart::placeWanted, this, &TravelPanel::goTo);
  connect(chart_, &TravelChart::hovered, this, [this](double value) {
    if (!bench_.travel->isCurrent()) return;
    hover_->setText(QStringLiteral("%1  %2").arg(
        valueText(value), shortText(transmissionAt(*bench_.travel->travel(), value).value_or(0))));
  });
  connect(chart_, &TravelChart::hoverLeft, hover_, &QLabel::clear);
  refresh();
}

QWidget* TravelPanel::buildHeader(QAction* sweepAction) {
  auto* header = new QWidget;
  header->setObjectName(QStringLiteral("PlotHeader"));
  header->setAttribute(Qt::WA_StyledBackground);
  header->setFixedHeight(30);
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(12, 0, 6, 0);
  row->setSpacing(8);
  title_ = new QLabel;
  title_->setObjectName(QStringLiteral("PlotTitle"));
  badge_ = new Badge;
  words_ = new ElidedLabel;
  words_->setObjectName(QStringLiteral("TravelWords"));
  words_->setProperty("role", QStringLiteral("label"));
  hover_ = roleLabel({}, "number");
  cancel_ = new QPushButton(tr("Cancel"));
  cancel_->setObjectName(QStringLiteral("TravelCancel"));
  cancel_->setProperty("compact", true);
  connect(cancel_, &QPushButton::clicked, bench_.travel, &TravelFinder::cancel);
  limits_ = new QPushButton(tr("Use as limits"));
  limits_->setObjectName(QStringLiteral("TravelLimits"));
  limits_->setProperty("compact", true);
  connect(limits_, &QPushButton::clicked, this, [this] { bench_.travel->useAsLimits(); });
  auto* again = smallButton(QStringLiteral("reset"), sweepAction->toolTip());
  again->setAccessibleName(tr("Sweep again"));
  connect(again, &QToolButton::clicked, sweepAction, &QAction::trigger);
  menu_ = smallButton(QStringLiteral("more"), tr("Travel menu"));
  connect(menu_, &QToolButton::clicked, this, &TravelPanel::showMenu);
  row->addWidget(title_);
  row->addWidget(badge_);
  row->addWidget(words_, 1);
  row->addWidget(hover_);
  row->addWidget(cancel_);
  row->addWidget(limits_);
  row->addWidget(again);
  row->addWidget(menu_);
  return header;
}

void TravelPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  followSelection();
}

/// The panel shows the joint that is selected, while one can see it.
void TravelPanel::followSelection() {
  const ModelPtr model = bench_.document->model();
  const ElementRef selected = bench_.selection->current();
  if (!isVisible() || !model || selected.kind != ElementKind::Joint || bench_.simulation->isRunning()) return;
  const int joint = jointToSweep(*model, bench_.document->analysis(), selected);
  if (joint >= 0 && QString::fromStdString(model->joints[static_cast<std::size_t>(joint)].name) !=
                        bench_.travel->jointName())
    bench_.travel->sweep(joint);
}

QString TravelPanel::valueText(double value) const {
  const TravelSweep& travel = *bench_.travel->travel();
  const ModelPtr model = bench_.travel->model();
  return placeText(value, isRotary(model->joints[static_cast<std::size_t>(travel.joint)].type));
}

QString TravelPanel::rangeWords() const {
  if (!bench_.travel->travel()) return {};
  const TravelSweep& travel = *bench_.travel->travel();
  if (!travel.isClosed) return sentence(QString::fromStdString(travel.words));
  if (travel.isFullTurn) return tr("turns all the way round");
  return tr("%1 to %2").arg(valueText(travel.lower), valueText(travel.upper));
}

void TravelPanel::refresh() {
  const auto travel = bench_.travel->travel();
  const bool isSearching = bench_.travel->isSearching();
  stack_->setCurrentIndex(travel || isSearching ? 1 : 0);
  title_->setText(tr("Travel of %1").arg(bench_.travel->jointName()));
  cancel_->setVisible(isSearching);
  limits_->setVisible(!isSearching && travel);
  menu_->setEnabled(travel && travel->isClosed);
  hover_->clear();
  refreshProgress();
  // The last curve stays until its successor comes: most searches are over in a moment.
  if (isSearching && travel) return;
  fillRows();
  if (!travel || !travel->isClosed) {
    chart_->clear();
    chart_->setPlace(std::nullopt);
    chart_->setVisible(false);
  } else {
    chart_->setVisible(true);
    chart_->show(*bench_.travel->model(), *travel);
  }
  if (!travel) return;
  const std::string refusal = limitsRefusal(*bench_.travel->model(), *travel);
  limits_->setEnabled(refusal.empty());
  limits_->setToolTip(refusal.empty()
                          ? tr("Write the reachable range as limits of %1").arg(bench_.travel->jointName())
                          : QString::fromStdString(refusal));
  refreshPlace();
}

void TravelPanel::refreshProgress() {
  const auto travel = bench_.travel->travel();
  if (bench_.travel->isSearching()) {
    badge_->setVisible(false);
    words_->setText(tr("Sweeping, %1 %").arg(static_cast<int>(100 * bench_.travel->progress())));
    return;
  }
  badge_->setVisible(travel != nullptr);
  if (!travel) return;
  QString words = rangeWords();
  if (!travel->isClosed)
    badge_->show(tr("Open"), QStringLiteral("warning"));
  else if (travel->isFullTurn)
    badge_->show(tr("Full turn"), QStringLiteral("success"));
  else
    badge_->show(tr("Limited"), QStringLiteral("info"));
  if (travel->isClosed)
    words = words.left(1).toUpper() + words.mid(1) +
            tr(". Transmission is worst at %1: %2.")
                .arg(valueText(travel->worstAt), shortText(travel->worstTransmission));
  words_->setText(words);
}

void TravelPanel::refreshPlace() {
  if (!isVisible() || !bench_.travel->isCurrent() || bench_.travel->isSearching()) return;
  const TravelSweep& travel = *bench_.travel->travel();
  const ModelPtr model = bench_.travel->model();
  const VectorXd& q = bench_.document->pose();
  if (q.size() != model->nq) return;
  const double value = q[model->joints[static_cast<std::size_t>(travel.joint)].q];
  chart_->setPlace(isOnTravel(*model, travel, q) ? std::optional(value) : std::nullopt);
}

void TravelPanel::fillRows() {
  while (QLayoutItem* item = rows_->takeAt(0)) {
    // The row that was clicked may be one of them.
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  const auto travel = bench_.travel->travel();
  if (!travel || !travel->isClosed) return;
  const Model& model = *bench_.travel->model();
  const auto head = [this](const QString& text) {
    auto* label = roleLabel(text, "section");
    label->setContentsMargins(8, 4, 8, 4);
    rows_->addWidget(label);
  };
  if (!travel->events.empty()) head(tr("Places"));
  for (const TravelEvent& event : travel->events) {
    auto* row =
        new TravelRow(iconOf(event), tokenOf(event), capital(event.words), valueText(event.value), true);
    row->setToolTip(capital(event.words));
    rows_->addWidget(row);
    connect(row, &TravelRow::chosen, this,
            [this, value = event.value] { goTo(value, Document::nextGesture()); });
  }
  auto* worst = new TravelRow(QStringLiteral("measure"), QStringLiteral("text2"), tr("Transmission is worst"),
                              valueText(travel->worstAt), true);
  if (travel->events.empty()) head(tr("Places"));
  rows_->addWidget(worst);
  connect(worst, &TravelRow::chosen, this,
          [this, value = travel->worstAt] { goTo(value, Document::nextGesture()); });
  if (travel->ranges.size() > 1) head(tr("Other joints"));
  for (const JointRange& range : travel->ranges) {
    if (range.joint == travel->joint) continue;
    const MovableJoint& joint = model.joints[static_cast<std::size_t>(range.joint)];
    const bool rotary = isRotary(joint.type);
    rows_->addWidget(new TravelRow(
        jointIcon(joint.type), QStringLiteral("text2"), QString::fromStdString(joint.name),
        tr("%1 to %2").arg(placeText(range.lower, rotary), placeText(range.upper, rotary)), false));
  }
  rows_->addStretch(1);
}

void TravelPanel::goTo(double value, int gesture) {
  bench_.simulation->pause();
  bench_.travel->moveTo(value, gesture);
}

void TravelPanel::showMenu() {
  QMenu menu;
  connect(menu.addAction(tr("Save as CSV…")), &QAction::triggered, this, &TravelPanel::saveCsv);
  connect(menu.addAction(tr("Copy as CSV")), &QAction::triggered, this, [this] {
    QApplication::clipboard()->setText(
        QString::fromStdString(travelCsv(*bench_.travel->model(), *bench_.travel->travel())));
  });
  connect(menu.addAction(tr("Copy the findings")), &QAction::triggered, this, [this] {
    QApplication::clipboard()->setText(QString::fromStdString(bench_.travel->travel()->words));
  });
  menu.exec(menu_->mapToGlobal(QPoint(0, menu_->height())));
}

void TravelPanel::saveCsv() {
  const QString path = QFileDialog::getSaveFileName(
      this, tr("Save the travel"),
      bench_.settings->lastFolder() + QStringLiteral("/travel_%1.csv").arg(bench_.travel->jointName()),
      tr("Comma-separated values (*.csv)"));
  if (path.isEmpty() || !bench_.travel->travel()) return;
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return;
  file.write(QByteArray::fromStdString(travelCsv(*bench_.travel->model(), *bench_.travel->travel())));
  file.commit();
}

}  // namespace grashof
