#include "ui/inspector/loop_page.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/inspector/cut_row.h"
#include "ui/inspector/mimic_export_section.h"
#include "ui/mechanism_rows.h"
#include "ui/mobility_words.h"
#include "ui/quantity.h"
#include "ui/tools/cut_plan.h"
#include "ui/widgets/basic.h"

namespace grashof {

LoopPage::LoopPage(const Workbench& bench, QWidget* parent) : InspectorPage(bench, parent) {
  setObjectName(QStringLiteral("LoopPage"));
  Section* state = addSection(tr("State"));
  badge_ = new Badge;
  state->head()->addRight(badge_);
  gap_ = new LiveValue;
  rows_ = new LiveValue;
  mobility_ = new LiveValue;
  size_ = new LiveValue;
  state->body()->addWidget(new FieldRow(tr("Gap"), gap_));
  state->body()->addWidget(new FieldRow(tr("Rank"), rows_));
  state->body()->addWidget(new FieldRow(tr("Mobility"), mobility_));
  state->body()->addWidget(new FieldRow(tr("Size"), size_));
  joints_ = addSection(tr("Where to cut"));
  joints_->head()->setDim(tr("best first"));
  after_ = addSection(tr("After the cut"));
  closure_ = new LiveValue;
  depth_ = new LiveValue;
  lost_ = roleLabel({}, "label");
  lost_->setWordWrap(true);
  after_->body()->addWidget(new FieldRow(tr("Closure"), closure_));
  after_->body()->addWidget(new FieldRow(tr("Tree depth"), depth_));
  after_->body()->addWidget(lost_);
  mimics_ = new MimicExportSection(bench);
  column()->addWidget(mimics_);
  connect(mimics_, &MimicExportSection::exportRequested, this, &LoopPage::mimicExportRequested);
  column()->addStretch(1);
  connect(bench.selection, &Selection::hoverChanged, this, [this] {
    if (isVisible() && isIndexValid()) showAfter();
  });
}

std::string LoopPage::loopKey() const {
  return bench_.document->analysis().loops[static_cast<std::size_t>(index())].loop.name;
}

bool LoopPage::isIndexValid() const {
  return index() >= 0 && index() < static_cast<int>(bench_.document->analysis().loops.size());
}

void LoopPage::refresh() {
  const Analysis& analysis = bench_.document->analysis();
  const LoopReport& loop = analysis.loops[static_cast<std::size_t>(index())];
  mobility_->setValue(QString::number(analysis.mobility.dof), mobilityTail(analysis.mobility));
  size_->setValue(shortText(loop.size * unitScale(Quantity::Length)), unitText(Quantity::Length));
  const ModelPtr model = bench_.document->model();
  int kept = 0, authored = 0;
  for (const int c : loop.constraints) {
    kept += model->constraints[static_cast<std::size_t>(c)].keptRowCount();
    authored += model->constraints[static_cast<std::size_t>(c)].authoredRowCount();
  }
  rows_->setValue(tr("%1 of %2 rows").arg(kept).arg(authored), {});
  showPlaces();
  mimics_->showLoop(index());
  previewed_ = -1;
  showAfter();
}

void LoopPage::showPlaces() {
  while (QLayoutItem* item = joints_->body()->takeAt(0)) {
    // The row may be the one whose click brought us here.
    if (QWidget* old = item->widget()) {
      old->hide();
      old->deleteLater();
    }
    delete item;
  }
  const ModelPtr model = bench_.document->model();
  const LoopPicture picture = loopPicture(*model, bench_.document->analysis(), index(), {});
  joints_->setVisible(!picture.places.empty());
  for (const CutPlace& place : picture.places) {
    const Joint& joint = model->mechanism->joints[static_cast<std::size_t>(place.joint)];
    auto* row = new CutRow(place, QString::fromStdString(joint.name));
    connect(row, &CutRow::pointedAt, this, [this](int j) {
      bench_.selection->hover({ElementKind::Joint, j});
    });
    connect(row, &CutRow::chosen, this, &LoopPage::cutRequested);
    joints_->body()->addWidget(row);
    // A layout takes a widget that is not shown yet for nothing.
    row->show();
  }
}

void LoopPage::showAfter() {
  const ElementRef hovered = bench_.selection->hovered();
  int shown = -1;
  for (int i = 0; i < joints_->body()->count(); ++i)
    if (auto* row = qobject_cast<CutRow*>(joints_->body()->itemAt(i)->widget())) {
      const bool isHere = hovered.kind == ElementKind::Joint && hovered.index == row->joint();
      row->setHighlighted(isHere);
      if (isHere) shown = row->joint();
    }
  after_->setVisible(shown >= 0 && bench_.document->isModelCurrent());
  if (shown < 0 || shown == previewed_ || !bench_.document->isModelCurrent()) return;
  previewed_ = shown;
  const CutPreview preview = previewCut(*bench_.document->mechanism(), shown, loopKey());
  closure_->setValue(preview.closure.isEmpty() ? QString(QChar(0x2013)) : preview.closure, {});
  depth_->setValue(QString::number(preview.problem.isEmpty() ? preview.depthThen : preview.depthNow),
                   tr("levels, was %1").arg(preview.depthNow));
  lost_->setText(preview.problem.isEmpty() ? preview.lost : preview.problem);
  lost_->setVisible(!lost_->text().isEmpty());
}

void LoopPage::refreshLive() {
  const ModelPtr model = bench_.simulation->model();
  if (!isIndexValid() || !model || bench_.document->model() != model) return;
  const double gap = loopGap(bench_.document->analysis().loops[static_cast<std::size_t>(index())],
                             bench_.simulation->latest());
  const NumberAndUnit text = gapText(gap);
  gap_->setValue(text.number, text.unit);
  const bool isClosed = isClosedGap(gap, model->size);
  badge_->show(isClosed ? tr("Closed") : tr("Not closed"),
               isClosed ? QStringLiteral("success") : QStringLiteral("error"));
}

}  // namespace grashof
