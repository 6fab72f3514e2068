#include "ui/inspector/loop_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/mechanism_rows.h"
#include "ui/mobility_words.h"
#include "ui/quantity.h"
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
  column()->addStretch(1);
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
  while (QLayoutItem* item = joints_->body()->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  joints_->setVisible(!loop.candidates.empty());
  for (const CutCandidate& candidate : loop.candidates) {
    const Joint& joint = model->mechanism->joints[static_cast<std::size_t>(candidate.joint)];
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 4, 0, 4);
    row->setSpacing(8);
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(new ElidedLabel(QString::fromStdString(joint.name)));
    auto* reason = new ElidedLabel(QString::fromStdString(candidate.reason));
    reason->setProperty("role", QStringLiteral("label"));
    words->addWidget(reason);
    row->addWidget(new IconLabel(jointIcon(joint.type), QStringLiteral("text2"), 16));
    row->addLayout(words, 1);
    if (candidate.rank == 1) {
      auto* badge = new Badge;
      row->addWidget(badge);
      badge->show(tr("Recommended"), QStringLiteral("info"));
    }
    joints_->body()->addWidget(line);
  }
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
