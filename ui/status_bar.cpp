#include "ui/status_bar.h"

#include <QHBoxLayout>
#include <QToolButton>

#include "ui/icons.h"
#include "ui/mechanism_rows.h"
#include "ui/mobility_words.h"
#include "ui/quantity.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"
#include "ui/workbench.h"

namespace grashof {
namespace {

QWidget* makeGroup(QHBoxLayout* row, QHBoxLayout** inner) {
  auto* group = new QWidget;
  *inner = new QHBoxLayout(group);
  (*inner)->setContentsMargins(0, 0, 0, 0);
  (*inner)->setSpacing(5);
  row->addWidget(group);
  return group;
}

QLabel* numberLabel() {
  auto* label = new QLabel;
  label->setProperty("num", true);
  label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  return label;
}

/// A label that grows with its number but never shrinks: the row must not tremble while digits change.
void showNumber(QLabel* label, const QString& text) {
  if (label->text() == text) return;
  label->setText(text);
  const int width = label->sizeHint().width();
  if (width <= label->minimumWidth()) return;
  label->setMinimumWidth(width);
  label->parentWidget()->layout()->activate();
}

}  // namespace

StatusBar::StatusBar(const Workbench& bench, QWidget* parent) : QWidget(parent), bench_(bench) {
  setObjectName(QStringLiteral("StatusBar"));
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(26);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(11, 1, 9, 0);
  row->setSpacing(22);

  QHBoxLayout* inner = nullptr;
  makeGroup(row, &inner);
  stateIcon_ = new IconLabel(QStringLiteral("pause"), QStringLiteral("text2"), 12);
  state_ = new QLabel;
  state_->setObjectName(QStringLiteral("StatusState"));
  inner->setSpacing(7);
  inner->addWidget(stateIcon_);
  inner->addWidget(state_);

  time_ = addNumber(row, QStringLiteral("t"), QStringLiteral("s"), &timeGroup_);
  factor_ = addNumber(row, {}, tr("real time"), &factorGroup_);
  cost_ = addNumber(row, {}, tr("µs/step"), &costGroup_);

  gapGroup_ = makeGroup(row, &inner);
  gapIcon_ = new IconLabel(QStringLiteral("success"), QStringLiteral("success"), 14);
  gap_ = numberLabel();
  gap_->setObjectName(QStringLiteral("StatusGap"));
  gapUnit_ = new QLabel;
  inner->addWidget(gapIcon_);
  inner->addWidget(new QLabel(tr("Worst gap")));
  inner->addWidget(gap_);
  inner->addWidget(gapUnit_);

  mobilityGroup_ = makeGroup(row, &inner);
  dof_ = numberLabel();
  mobility_ = new ElidedLabel;
  mobility_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  mobility_->setObjectName(QStringLiteral("StatusMobility"));
  inner->addWidget(dof_);
  inner->addWidget(mobility_);

  row->addStretch(1);
  problems_ = new QToolButton;
  problems_->setObjectName(QStringLiteral("StatusProblems"));
  problems_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  problems_->setIconSize({14, 14});
  problems_->setFixedHeight(22);
  problems_->setToolTip(tr("Show the problems"));
  connect(problems_, &QToolButton::clicked, this, &StatusBar::problemsClicked);
  row->addWidget(problems_);
  units_ = new QLabel;
  row->addWidget(units_);
  saved_ = new QLabel;
  saved_->setObjectName(QStringLiteral("StatusSaved"));
  row->addWidget(saved_);

  connect(bench.simulation, &SimController::runningChanged, this, &StatusBar::refreshState);
  connect(bench.simulation, &SimController::snapshotReady, this, &StatusBar::refreshNumbers);
  for (const auto signal : {&Document::diagnosticsChanged, &Document::modelChanged, &Document::fileChanged})
    connect(bench.document, signal, this, &StatusBar::refreshDocument);
  connect(bench.document, &Document::modifiedChanged, this, &StatusBar::refreshDocument);
  connect(bench.settings, &Settings::unitsChanged, this, &StatusBar::refreshDocument);
  refreshState();
  refreshDocument();
}

QLabel* StatusBar::addNumber(QHBoxLayout* row, const QString& before, const QString& unit, QWidget** group) {
  QHBoxLayout* inner = nullptr;
  *group = makeGroup(row, &inner);
  if (!before.isEmpty()) inner->addWidget(new QLabel(before));
  QLabel* number = numberLabel();
  inner->addWidget(number);
  inner->addWidget(new QLabel(unit));
  return number;
}

void StatusBar::setActivity(const QString& text) {
  activity_ = text;
  refreshState();
}

void StatusBar::refreshState() {
  const bool isRunning = bench_.simulation->isRunning();
  const bool isEmpty = bench_.document->isEmpty();
  stateIcon_->setVisible(!isEmpty);
  if (!activity_.isEmpty()) {
    state_->setText(activity_);
    stateIcon_->setIcon(QStringLiteral("drag"), QStringLiteral("text2"));
  } else if (isEmpty) {
    state_->setText(tr("Ready"));
  } else {
    state_->setText(isRunning ? tr("Running") : tr("Paused"));
    stateIcon_->setIcon(isRunning ? QStringLiteral("run") : QStringLiteral("pause"),
                        isRunning ? QStringLiteral("success") : QStringLiteral("text2"));
  }
  refreshNumbers();
}

void StatusBar::refreshNumbers() {
  const Snapshot& now = bench_.simulation->latest();
  const bool hasModel = bench_.simulation->hasModel() && !bench_.document->isEmpty();
  const bool isRunning = bench_.simulation->isRunning();
  showNumber(time_, QString::number(now.t, 'f', 3));
  showNumber(factor_, QString::number(now.realtimeFactor, 'f', 2) + QChar(0x00D7));
  showNumber(cost_, now.usPerStep < 9.95 ? QString::number(now.usPerStep, 'f', 1)
                                         : QString::number(now.usPerStep, 'f', 0));
  timeGroup_->setVisible(hasModel);
  factorGroup_->setVisible(hasModel && isRunning);
  costGroup_->setVisible(hasModel && isRunning && now.usPerStep > 0);
  gapGroup_->setVisible(hasModel && !bench_.simulation->model()->constraints.empty());
  if (!hasModel) return;
  const NumberAndUnit gap = gapText(now.maxGap);
  showNumber(gap_, gap.number);
  gapUnit_->setText(gap.unit);
  const bool isClosed = isClosedGap(now.maxGap, bench_.simulation->model()->size);
  gapIcon_->setIcon(isClosed ? QStringLiteral("success") : QStringLiteral("warning"),
                    isClosed ? QStringLiteral("success") : QStringLiteral("warning"));
  hideWhatDoesNotFit();
}

void StatusBar::refreshDocument() {
  const Document& document = *bench_.document;
  const bool isEmpty = document.isEmpty();
  const MobilityReport& mobility = document.analysis().mobility;
  const bool hasModel = document.model() != nullptr && !isEmpty;
  dof_->setText(QString::number(mobility.dof));
  mobility_->setText(mobilityTail(mobility));
  mobility_->setToolTip(QString::fromStdString(mobility.words));
  mobilityGroup_->setVisible(hasModel);
  const int errors = countOf(document.diagnostics(), Severity::Error);
  const int warnings = countOf(document.diagnostics(), Severity::Warning);
  QStringList parts;
  if (errors) parts << (errors == 1 ? tr("1 error") : tr("%1 errors").arg(errors));
  if (warnings) parts << (warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(warnings));
  problems_->setVisible(!parts.isEmpty() && !isEmpty);
  problems_->setText(parts.join(QStringLiteral(", ")));
  const QString kind = errors ? QStringLiteral("error") : QStringLiteral("warning");
  problems_->setIcon(icon(kind, kind));
  units_->setVisible(!isEmpty);
  units_->setText(QStringLiteral("%1 · %2 · N").arg(unitText(Quantity::Length), unitText(Quantity::Angle)));
  saved_->setVisible(!isEmpty);
  saved_->setText(document.isModified()
                      ? tr("Unsaved changes")
                      : (document.filePath().isEmpty() ? tr("Not saved yet") : tr("Saved")));
  refreshState();
}

void StatusBar::hideWhatDoesNotFit() {
  // The bar may not dictate the window's width: the least needed numbers go first.
  for (QWidget* group : {costGroup_, factorGroup_, mobilityGroup_}) {
    if (layout()->minimumSize().width() <= width()) return;
    group->setVisible(false);
  }
}

void StatusBar::resizeEvent(QResizeEvent*) {
  refreshNumbers();
}

StatusBarHost::StatusBarHost(StatusBar* row) : row_(row) {
  row->setParent(this);
  setSizeGripEnabled(false);
}

void StatusBarHost::resizeEvent(QResizeEvent*) {
  row_->setGeometry(rect());
}

}  // namespace grashof
