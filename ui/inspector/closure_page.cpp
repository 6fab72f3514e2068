#include "ui/inspector/closure_page.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>
#include <cmath>

#include "ui/inspector/closure_bodies.h"
#include "ui/inspector/closure_kind.h"
#include "ui/inspector/closure_place.h"
#include "ui/inspector/closure_state.h"

namespace grashof {

ClosurePage::ClosurePage(const Workbench& bench, QAction* removeAction, QWidget* parent)
    : InspectorPage(bench, parent) {
  setObjectName(QStringLiteral("ClosurePage"));
  add(new ClosureStateSection(bench));
  add(new ClosureKindSection(bench));
  add(new ClosureBodiesSection(bench));
  add(new ClosureAnchorSection(bench));
  add(new ClosureAxesSection(bench));
  buildDisplay(removeAction);
  column()->addStretch(1);
}

void ClosurePage::add(ClosureSection* section) {
  sections_.push_back(section);
  column()->addWidget(section);
  connect(section, &ClosureSection::edited, this, &ClosurePage::change);
  connect(section, &ClosureSection::applied, this,
          [this](const Edit& edit, const QString& undoText) { apply(edit, undoText); });
}

void ClosurePage::buildDisplay(QAction* removeAction) {
  Section* section = addSection(tr("Display"));
  auto* line = new QWidget;
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setRange(0, 300);
  slider->setObjectName(QStringLiteral("StretchGap"));
  auto* shown = new LiveValue;
  shown->setFixedWidth(52);
  shown->setValue(QStringLiteral("×1"), {});
  row->addWidget(slider, 1);
  row->addWidget(shown);
  // Logarithmic: a gap of a few micrometres needs ×1000 to be seen, one of millimetres needs none.
  connect(slider, &QSlider::valueChanged, this, [this, shown](int step) {
    const double factor = std::pow(10.0, step / 100.0);
    shown->setValue(QChar(0x00D7) + shortText(factor, factor < 10 ? 2 : 3), {});
    Q_EMIT gapScaleChanged(factor);
  });
  section->body()->addWidget(new FieldRow(tr("Stretch gap"), line));
  auto* remove = new QPushButton(tr("Delete this closure"));
  remove->setObjectName(QStringLiteral("DeleteClosure"));
  connect(remove, &QPushButton::clicked, removeAction, &QAction::trigger);
  auto* frame = new QWidget;
  auto* frameRow = new QVBoxLayout(frame);
  frameRow->setContentsMargins(12, 12, 12, 12);
  frameRow->addWidget(remove);
  column()->addWidget(frame);
}

bool ClosurePage::isIndexValid() const {
  return index() >= 0 && index() < static_cast<int>(mechanism().closures.size());
}

void ClosurePage::change(const QString& what, int gesture, const std::function<void(Closure&)>& set) {
  Closure next = closure();
  set(next);
  apply(SetClosure{index(), next}, what + u' ' + QString::fromStdString(displayName(next, index())), gesture);
}

void ClosurePage::refresh() {
  for (ClosureSection* section : sections_) section->showClosure(index());
}

void ClosurePage::refreshLive() {
  for (ClosureSection* section : sections_) section->refreshLive();
}

}  // namespace grashof
