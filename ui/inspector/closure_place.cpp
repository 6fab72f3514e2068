#include "ui/inspector/closure_place.h"

#include <QVBoxLayout>

#include "ui/inspector/field_row.h"
#include "ui/widgets/segment.h"

namespace grashof {

ClosureAnchorSection::ClosureAnchorSection(const Workbench& bench, QWidget* parent)
    : ClosureSection(tr("Anchor"), bench, parent),
      frame_(new Segment),
      anchor_(new VectorField(Quantity::Length)) {
  frame_->addChoice(tr("Body 1"), {}, tr("The anchor in body 1's frame, as the file has it"));
  frame_->addChoice(tr("Body 2"), {}, tr("The point of body 2 that it is held to"));
  frame_->addChoice(tr("World"), {}, tr("Where the anchor of body 1 is now"));
  connect(frame_, &Segment::chosen, this, &ClosureAnchorSection::showAnchor);
  body()->addWidget(frame_);
  anchor_->setObjectName(QStringLiteral("AnchorField"));
  connect(anchor_, &VectorField::edited, this, [this](const Vector3d& p, int gesture) {
    Q_EMIT edited(tr("Move the anchor of"), gesture, [p](Closure& next) { next.anchor = p; });
  });
  body()->addWidget(new FieldRow({}, anchor_));
}

void ClosureAnchorSection::refresh() {
  anchor_->refreshUnits();
  showAnchor();
}

void ClosureAnchorSection::refreshLive() {
  if (frame_->current() != 0) showAnchor();
}

void ClosureAnchorSection::showAnchor() {
  const auto frame = static_cast<AnchorFrame>(frame_->current());
  anchor_->setReadOnly(frame != AnchorFrame::Body1);
  if (frame == AnchorFrame::Body1) {
    anchor_->setValue(closure().anchor);
    return;
  }
  const int c = constraint();
  const Snapshot& now = bench_.simulation->latest();
  if (c < 0 || c >= static_cast<int>(now.constraints.size())) return;
  const ConstraintReading& reading = now.constraints[static_cast<std::size_t>(c)];
  if (frame == AnchorFrame::World) {
    anchor_->setValue(reading.p1_W);
    return;
  }
  const int link2 = mechanism().findLink(closure().body2);
  if (link2 >= 0 && link2 < static_cast<int>(now.linkPoses.size()))
    anchor_->setValue(now.linkPoses[static_cast<std::size_t>(link2)].inverse() * reading.p2_W);
}

ClosureAxesSection::ClosureAxesSection(const Workbench& bench, QWidget* parent)
    : ClosureSection(tr("Held axes"), bench, parent) {
  head()->setDim(tr("in body 1"));
  for (int i = 0; i < 2; ++i) {
    axes_[i] = new VectorField(Quantity::Number);
    axes_[i]->setDecimals(3);
    axes_[i]->setCheck([this, i](const Vector3d& v) { return problemOf(i, v); });
    connect(axes_[i], &VectorField::edited, this, [this, i](const Vector3d& v, int gesture) {
      Q_EMIT edited(tr("Change an axis of"), gesture, [i, v](Closure& next) {
        if (i < static_cast<int>(next.axes.size())) next.axes[static_cast<std::size_t>(i)] = v;
      });
    });
    rows_[i] = new FieldRow({}, axes_[i]);
    body()->addWidget(rows_[i]);
  }
}

QString ClosureAxesSection::problemOf(int axis, const Vector3d& v) const {
  if (v.norm() < 1e-9) return tr("The axis must not be zero.");
  const auto& axes = closure().axes;
  if (axes.size() == 2 &&
      v.normalized().cross(axes[static_cast<std::size_t>(1 - axis)].normalized()).norm() < 1e-9)
    return tr("The two axes must not be parallel.");
  return {};
}

void ClosureAxesSection::refresh() {
  const Closure& shown = closure();
  setVisible(shown.kind == ClosureKind::Equality);
  for (int i = 0; i < 2; ++i) {
    const bool isUsed = i < static_cast<int>(shown.axes.size());
    rows_[i]->setVisible(isUsed);
    if (isUsed) axes_[i]->setValue(shown.axes[static_cast<std::size_t>(i)]);
  }
}

}  // namespace grashof
