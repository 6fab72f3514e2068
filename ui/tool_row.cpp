#include "ui/tool_row.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "ui/actions.h"
#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/basic.h"
#include "ui/workbench.h"

namespace grashof {
namespace {

QToolButton* buttonFor(QAction* action) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setIconSize({20, 20});
  button->setFixedSize(30, 30);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

QToolButton* wideButton(const QString& iconName, const QString& text) {
  auto* button = new QToolButton;
  button->setIcon(icon(iconName));
  button->setText(text);
  button->setIconSize({20, 20});
  button->setFixedHeight(30);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setProperty("wide", true);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

constexpr double kSpeeds[] = {0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 0};

}  // namespace

QString speedText(double factor) {
  return factor <= 0 ? ToolRow::tr("max") : QString::number(factor) + QChar(0x00D7);
}

ToolRow::ToolRow(Actions* actions, const Workbench& bench, QWidget* parent)
    : CenteredRow(41, 8, parent), bench_(bench) {
  setObjectName(QStringLiteral("ToolRow"));
  for (QAction* action : {actions->open, actions->save, actions->exportRaisim})
    left()->addWidget(buttonFor(action));
  left()->addWidget(barSeparator());
  left()->addWidget(buttonFor(actions->undo));
  left()->addWidget(buttonFor(actions->redo));
  left()->addWidget(barSeparator());
  auto* close = wideButton(QStringLiteral("close-loops"), tr("Close loops"));
  close->setToolTip(tr("Move the joints until every loop closes  (L)"));
  close->setObjectName(QStringLiteral("CloseLoopsButton"));
  connect(close, &QToolButton::clicked, actions->closeLoops, &QAction::trigger);
  connect(actions->closeLoops, &QAction::changed, close,
          [close, action = actions->closeLoops] { close->setEnabled(action->isEnabled()); });
  left()->addWidget(close);
  auto* find = wideButton(QStringLiteral("find-loops"), tr("Find loops"));
  find->setToolTip(actions->findLoops->toolTip());
  find->setObjectName(QStringLiteral("FindLoopsButton"));
  connect(find, &QToolButton::clicked, actions->findLoops, &QAction::trigger);
  connect(actions->findLoops, &QAction::changed, find,
          [find, action = actions->findLoops] { find->setEnabled(action->isEnabled()); });
  left()->addWidget(find);

  buildTransport(actions);

  layers_ = wideButton(QStringLiteral("layers"), tr("Layers"));
  layers_->setObjectName(QStringLiteral("LayersButton"));
  layers_->setToolTip(tr("What the view shows"));
  right()->addWidget(layers_);
  right()->addWidget(barSeparator());
  right()->addWidget(buttonFor(actions->screenshot));
  right()->addSpacing(8);
  right()->addWidget(buttonFor(actions->simulationSettings));
  connect(this, &CenteredRow::compactChanged, this, [this, close, find](bool compact) {
    for (QToolButton* button : {close, find, layers_}) {
      button->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
      button->setProperty("wide", !compact);
      restyle(button);
    }
  });
}

void ToolRow::buildTransport(Actions* actions) {
  center()->addWidget(buttonFor(actions->reset));
  center()->addSpacing(4);
  run_ = new QToolButton;
  run_->setObjectName(QStringLiteral("RunButton"));
  run_->setProperty("primary", true);
  run_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  run_->setIconSize({20, 20});
  run_->setFixedSize(86, 30);
  run_->setFocusPolicy(Qt::TabFocus);
  connect(run_, &QToolButton::clicked, actions->run, &QAction::trigger);
  connect(actions->run, &QAction::changed, run_,
          [this, actions] { run_->setEnabled(actions->run->isEnabled()); });
  center()->addWidget(run_);
  center()->addSpacing(4);
  center()->addWidget(buttonFor(actions->step));
  center()->addWidget(barSeparator());
  speed_ = wideButton(QStringLiteral("speed"), {});
  speed_->setObjectName(QStringLiteral("SpeedButton"));
  speed_->setToolTip(tr("Speed of the simulation"));
  connect(speed_, &QToolButton::clicked, this, &ToolRow::chooseSpeed);
  center()->addWidget(speed_);
  center()->addWidget(barSeparator());
  center()->addWidget(buttonFor(actions->disturb));
  center()->addWidget(buttonFor(actions->holdBase));
  connect(bench_.simulation, &SimController::runningChanged, this, &ToolRow::showRunning);
  connect(bench_.simulation, &SimController::speedChanged, this, &ToolRow::showSpeed);
  showRunning(bench_.simulation->isRunning());
  showSpeed(bench_.simulation->speed());
}

void ToolRow::showRunning(bool isRunning) {
  run_->setText(isRunning ? tr("Pause") : tr("Run"));
  run_->setIcon(
      icon(isRunning ? QStringLiteral("pause") : QStringLiteral("run"), QStringLiteral("on_accent")));
  run_->setToolTip(isRunning ? tr("Pause  (Space)") : tr("Run  (Space)"));
}

void ToolRow::showSpeed(double factor) {
  speed_->setText(speedText(factor));
}

void ToolRow::chooseSpeed() {
  QMenu menu;
  for (const double factor : kSpeeds) {
    const QString text = factor <= 0 ? tr("As fast as possible") : speedText(factor);
    QAction* entry = menu.addAction(text);
    entry->setCheckable(true);
    entry->setChecked(qFuzzyCompare(1 + factor, 1 + bench_.simulation->speed()));
    connect(entry, &QAction::triggered, this, [this, factor] { bench_.simulation->setSpeed(factor); });
  }
  menu.exec(speed_->mapToGlobal(QPoint(0, speed_->height() + 2)));
}

}  // namespace grashof
