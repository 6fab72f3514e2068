#include "ui/inspector/closure_page.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "core/mechanism/loop_plane.h"
#include "ui/mechanism_rows.h"
#include "ui/theme.h"
#include "ui/tools/closure_plan.h"
#include "ui/widgets/basic.h"
#include "ui/widgets/elided_combo.h"
#include "ui/widgets/segment.h"

namespace grashof {
namespace {

constexpr int kHinge = 4;              // among the kinds to choose from
constexpr double kHingeLength = 0.05;  // of the mechanism's size, between a hinge's two pins

const LoopReport* loopOf(const Analysis& analysis, int closure) {
  for (const LoopReport& loop : analysis.loops)
    for (const int c : loop.loop.closures)
      if (c == closure) return &loop;
  return nullptr;
}

/// Body 1 is a filled dot, body 2 a ring, in the list as in the view.
QIcon bodyMark(bool isFirst, qreal ratio) {
  QPixmap pixmap(QSize(14, 14) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor color =
      theme().color(isFirst ? QStringLiteral("glyph.anchor1") : QStringLiteral("glyph.anchor2"));
  painter.setPen(isFirst ? Qt::NoPen : QPen(color, 2));
  if (isFirst) painter.setBrush(color);
  painter.drawEllipse(QPointF(7, 7), 4, 4);
  return QIcon(pixmap);
}

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

QString kindReason(const Closure& closure, bool isPlanar) {
  if (closure.kind == ClosureKind::Pin && isPlanar)
    return ClosurePage::tr(
        "A pin: the loop is planar, so one of its three rows is redundant. Two axes say the same.");
  if (closure.kind == ClosureKind::Pin)
    return ClosurePage::tr("A pin: the point is held in all directions, as by a ball joint.");
  if (closure.kind == ClosureKind::Universal)
    return ClosurePage::tr(
        "A universal joint: the point is held, and one axis of each body stays at right angles.");
  if (closure.axes.size() == 1)
    return ClosurePage::tr("One axis: body 2's point stays on the plane across it.");
  if (isPlanar)
    return ClosurePage::tr("Two axes: the loop is planar, so the third direction is held already.");
  return ClosurePage::tr("Two axes: body 2's point slides along the third direction.");
}

ClosurePage::ClosurePage(const Workbench& bench, QAction* removeAction, QWidget* parent)
    : InspectorPage(bench, parent) {
  setObjectName(QStringLiteral("ClosurePage"));
  buildState();
  buildKind();
  buildBodies();
  buildAnchor();
  buildAxes();
  buildDisplay(removeAction);
  column()->addStretch(1);
}

void ClosurePage::buildState() {
  Section* section = addSection(tr("State"));
  badge_ = new Badge;
  section->head()->addRight(badge_);
  gap_ = new LiveValue;
  force_ = new LiveValue;
  rank_ = new LiveValue;
  section->body()->addWidget(new FieldRow(tr("Gap"), gap_));
  section->body()->addWidget(new FieldRow(
      tr("Force"),
      captioned(new IconLabel(QStringLiteral("force"), QStringLiteral("glyph.force"), 16), force_)));
  section->body()->addWidget(new FieldRow(tr("Rank"), rank_));
}

void ClosurePage::buildKind() {
  Section* section = addSection(tr("Kind"));
  kind_ = new Segment;
  kind_->addChoice(tr("Pin"), QStringLiteral("closure-pin"), tr("Holds all three directions"));
  kind_->addChoice(tr("2 axes"), QStringLiteral("closure-rail"),
                   tr("Holds two directions, slides along the third"));
  kind_->addChoice(tr("1 axis"), QStringLiteral("closure-plane"),
                   tr("Holds one direction, glides on a plane"));
  kind_->addChoice(tr("Universal"), QStringLiteral("joint-universal"));
  kind_->addChoice(tr("Hinge"), QStringLiteral("hinge"),
                   tr("Two pins: holds all but a turn about their line"));
  connect(kind_, &Segment::chosen, this, &ClosurePage::chooseKind);
  section->body()->addWidget(kind_);
  reason_ = roleLabel({}, "label");
  reason_->setWordWrap(true);
  section->body()->addSpacing(2);
  section->body()->addWidget(reason_);
}

void ClosurePage::buildBodies() {
  Section* section = addSection(tr("Bodies"));
  auto* swap = smallButton(QStringLiteral("swap"), tr("Swap the bodies; the point stays where it is"));
  swap->setObjectName(QStringLiteral("SwapBodies"));
  connect(swap, &QToolButton::clicked, this, &ClosurePage::swapBodies);
  section->head()->addRight(swap);
  const auto combo = [&](const QString& label, const QString& name, bool isFirst) {
    auto* box = new ElidedCombo;
    box->setIconSize({14, 14});
    box->setObjectName(name);
    connect(box, &QComboBox::textActivated, this,
            [this, isFirst](const QString& text) { chooseBody(isFirst, text); });
    auto* row = new FieldRow(label, box);
    section->body()->addWidget(row);
    if (!isFirst) bodyRow_ = row;
    return box;
  };
  body1_ = combo(tr("Body 1"), QStringLiteral("Body1"), true);
  body2_ = combo(tr("Body 2"), QStringLiteral("Body2"), false);
}

void ClosurePage::buildAnchor() {
  Section* section = addSection(tr("Anchor"));
  anchorFrame_ = new Segment;
  anchorFrame_->addChoice(tr("Body 1"), {}, tr("The anchor in body 1's frame, as the file has it"));
  anchorFrame_->addChoice(tr("Body 2"), {}, tr("The point of body 2 that it is held to"));
  anchorFrame_->addChoice(tr("World"), {}, tr("Where the anchor of body 1 is now"));
  connect(anchorFrame_, &Segment::chosen, this, &ClosurePage::showAnchor);
  section->body()->addWidget(anchorFrame_);
  anchor_ = new VectorField(Quantity::Length);
  anchor_->setObjectName(QStringLiteral("AnchorField"));
  connect(anchor_, &VectorField::edited, this, [this](const Vector3d& p, int gesture) {
    change(tr("Move the anchor of"), gesture, [p](Closure& next) { next.anchor = p; });
  });
  section->body()->addWidget(new FieldRow({}, anchor_));
}

void ClosurePage::buildAxes() {
  axesSection_ = addSection(tr("Held axes"));
  axesSection_->head()->setDim(tr("in body 1"));
  for (int i = 0; i < 2; ++i) {
    axes_[i] = new VectorField(Quantity::Number);
    axes_[i]->setDecimals(3);
    axes_[i]->setCheck([this, i](const Vector3d& v) -> QString {
      if (v.norm() < 1e-9) return tr("The axis must not be zero.");
      const auto& axes = closure().axes;
      if (axes.size() == 2 &&
          v.normalized().cross(axes[static_cast<std::size_t>(1 - i)].normalized()).norm() < 1e-9)
        return tr("The two axes must not be parallel.");
      return {};
    });
    connect(axes_[i], &VectorField::edited, this, [this, i](const Vector3d& v, int gesture) {
      change(tr("Change an axis of"), gesture, [i, v](Closure& next) {
        if (i < static_cast<int>(next.axes.size())) next.axes[static_cast<std::size_t>(i)] = v;
      });
    });
    axisRows_[i] = new FieldRow({}, axes_[i]);
    axesSection_->body()->addWidget(axisRows_[i]);
  }
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

int ClosurePage::constraint() const {
  const ModelPtr model = bench_.simulation->model();
  if (!model || bench_.document->model() != model) return -1;
  for (std::size_t c = 0; c < model->constraints.size(); ++c)
    if (model->constraints[c].closure == index()) return static_cast<int>(c);
  return -1;
}

void ClosurePage::change(const QString& what, int gesture, const std::function<void(Closure&)>& set) {
  Closure next = closure();
  set(next);
  apply(SetClosure{index(), next}, what + u' ' + QString::fromStdString(displayName(next, index())), gesture);
}

void ClosurePage::chooseKind(int choice) {
  const int partner = hingePartner(mechanism(), index());
  const QString name = QString::fromStdString(displayName(closure(), index()));
  if (choice == kHinge) {
    const ModelPtr model = bench_.document->model();
    if (partner < 0)
      apply(hingeEdit(mechanism(), index(), kHingeLength * (model ? model->size : 1)),
            tr("Make %1 a hinge").arg(name));
    return;
  }
  const auto normal = planarPathNormal(mechanism(), closure().body1, closure().body2);
  Closure next = closure();
  next.kind = choice == 0 ? ClosureKind::Pin : (choice == 3 ? ClosureKind::Universal : ClosureKind::Equality);
  if (choice == 1 && next.axes.size() != 2) next.axes = plannedAxes(PlannedKind::TwoAxes, normal);
  if (choice == 2) next.axes = plannedAxes(PlannedKind::OneAxis, normal);
  if (choice == 0) next.axes.clear();
  EditList edits{{SetClosure{index(), next}}};
  // The other half of a hinge goes with it.
  if (partner >= 0) edits.edits.push_back(RemoveClosure{partner});
  if (!apply(edits, tr("Change the kind of %1").arg(name)) || partner < 0) return;
  if (partner < index()) bench_.selection->select({ElementKind::Closure, index() - 1});
}

void ClosurePage::chooseBody(bool isFirst, const QString& name) {
  change(isFirst ? tr("Change body 1 of") : tr("Change body 2 of"), -1,
         [&](Closure& next) { (isFirst ? next.body1 : next.body2) = name.toStdString(); });
}

void ClosurePage::swapBodies() {
  const ModelPtr model = bench_.document->model();
  const int link1 = mechanism().findLink(closure().body1), link2 = mechanism().findLink(closure().body2);
  if (!model || link1 < 0 || link2 < 0) return;
  // The file's anchor of body 2 is the point that coincides at the nominal pose, so that is where to convert.
  const TreeState tree = [&] {
    TreeState state = makeTreeState(*model);
    treeKinematics(*model, {model->nominal.data(), static_cast<std::size_t>(model->nq)}, {}, state);
    return state;
  }();
  const Pose X_L2L1 = linkPose(*model, tree, link2).inverse() * linkPose(*model, tree, link1);
  change(tr("Swap the bodies of"), -1, [&](Closure& next) {
    const Vector3d anchor = next.anchor;
    next.anchor = next.anchor2.value_or(X_L2L1 * anchor);
    if (next.anchor2) next.anchor2 = anchor;
    for (Vector3d& axis : next.axes) axis = X_L2L1.R * axis;
    std::swap(next.body1, next.body2);
    std::swap(next.axisA, next.axisB);
  });
}

void ClosurePage::refresh() {
  const Closure& shown = closure();
  const LoopReport* loop = loopOf(bench_.document->analysis(), index());
  const bool isUniversal = shown.kind == ClosureKind::Universal;
  const bool isHinge = hingePartner(mechanism(), index()) >= 0;
  kind_->setCurrent(isHinge                          ? kHinge
                    : shown.kind == ClosureKind::Pin ? 0
                    : isUniversal                    ? 3
                    : shown.axes.size() == 1         ? 2
                                                     : 1);
  kind_->setChoiceVisible(3, isUniversal);
  reason_->setText(isHinge ? tr("Hinge: two pins on a line hold all but the turn about it.")
                           : kindReason(shown, loop && loop->isPlanar));
  for (QComboBox* box : {body1_, body2_}) {
    box->clear();
    const QIcon mark = bodyMark(box == body1_, devicePixelRatioF());
    for (const Link& link : mechanism().links) box->addItem(mark, QString::fromStdString(link.name));
  }
  body1_->setCurrentText(QString::fromStdString(shown.body1));
  body2_->setCurrentText(QString::fromStdString(shown.body2));
  bodyRow_->setProblem(shown.body1 == shown.body2 ? tr("Both bodies are the same.") : QString());
  anchor_->refreshUnits();
  showAnchor();
  axesSection_->setVisible(shown.kind == ClosureKind::Equality);
  for (int i = 0; i < 2; ++i) {
    const bool isUsed = i < static_cast<int>(shown.axes.size());
    axisRows_[i]->setVisible(isUsed);
    if (isUsed) axes_[i]->setValue(shown.axes[static_cast<std::size_t>(i)]);
  }
}

void ClosurePage::showAnchor() {
  const auto frame = static_cast<AnchorFrame>(anchorFrame_->current());
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

void ClosurePage::refreshLive() {
  const int c = constraint();
  const Snapshot& now = bench_.simulation->latest();
  if (c < 0 || c >= static_cast<int>(now.constraints.size())) {
    badge_->show({}, QStringLiteral("neutral"));
    gap_->setValue(QChar(0x2013), {});
    force_->setValue(QChar(0x2013), {});
    rank_->setValue(QChar(0x2013), {});
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
  const double force = reading.force_W.norm();
  force_->setValue(forceText(force), tr("N on body 1"));
  const int rank = std::max(0, source.keptRowCount() - reading.droppedRows);
  rank_->setValue(tr("%1 of %2 rows").arg(rank).arg(source.authoredRowCount()), {});
  if (anchorFrame_->current() != 0) showAnchor();
}

}  // namespace grashof
