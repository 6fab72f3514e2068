#include "ui/inspector/closure_state.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/inspector/field_row.h"
#include "ui/mechanism_rows.h"
#include "ui/quantity.h"
#include "ui/widgets/basic.h"

namespace grashof {
namespace {

QWidget* captioned(IconLabel* mark, QWidget* field) {
  auto* line = new QWidget;
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  row->addWidget(field, 1);
  row->addWidget(mark);
  return line;
}

}  // namespace

ClosureStateSection::ClosureStateSection(const Workbench& bench, QWidget* parent)
    : ClosureSection(tr("State"), bench, parent),
      badge_(new Badge),
      gap_(new LiveValue),
      force_(new LiveValue),
      rank_(new LiveValue) {
  head()->addRight(badge_);
  body()->addWidget(new FieldRow(tr("Gap"), gap_));
  body()->addWidget(new FieldRow(
      tr("Force"),
      captioned(new IconLabel(QStringLiteral("force"), QStringLiteral("glyph.force"), 16), force_)));
  body()->addWidget(new FieldRow(tr("Rank"), rank_));
}

void ClosureStateSection::refreshLive() {
  const int c = constraint();
  const Snapshot& now = bench_.simulation->latest();
  if (c < 0 || c >= static_cast<int>(now.constraints.size())) {
    badge_->show({}, QStringLiteral("neutral"));
    for (LiveValue* value : {gap_, force_, rank_}) value->setValue(QChar(0x2013), {});
    return;
  }
  const ModelPtr model = bench_.simulation->model();
  const Constraint& source = model->constraints[static_cast<std::size_t>(c)];
  const ConstraintReading& reading = now.constraints[static_cast<std::size_t>(c)];
  const NumberAndUnit gap = gapText(reading.gap);
  gap_->setValue(gap.number, gap.unit);
  const bool isClosed = isClosedGap(reading.gap, model->size);
  badge_->show(isClosed ? tr("Closed") : tr("Not closed"),
               isClosed ? QStringLiteral("success") : QStringLiteral("error"));
  force_->setValue(forceText(reading.force_W.norm()), tr("N on body 1"));
  const int rank = std::max(0, source.keptRowCount() - reading.droppedRows);
  rank_->setValue(tr("%1 of %2 rows").arg(rank).arg(source.authoredRowCount()), {});
}

}  // namespace grashof
