#include "ui/tools/measure_tool.h"

#include <QGuiApplication>

#include "ui/quantity.h"
#include "ui/theme.h"
#include "ui/tools/measure_card.h"

namespace grashof {

MeasureTool::MeasureTool(const Workbench& bench, QWidget* view)
    : Tool(view), bench_(bench), card_(new MeasureCard(view)) {
  connect(card_, &MeasureCard::frameChosen, this, &MeasureTool::show);
  connect(bench.document, &Document::mechanismChanged, this, [this](ChangeScope scope) {
    // Places are told by the index of their link; a pose or a colour changes none.
    if (isActive_ && scope == ChangeScope::Topology) restart();
  });
  connect(bench.simulation, &SimController::snapshotReady, this, [this] {
    if (isActive_ && first_) show();
  });
}

void MeasureTool::enter() {
  isActive_ = true;
  restart();
}

void MeasureTool::leave() {
  restart();
  isActive_ = false;
  bench_.selection->hover({});
}

void MeasureTool::restart() {
  first_.reset();
  second_.reset();
  under_.reset();
  snapIndex_ = 0;
  QStringList links;
  for (const Link& link : bench_.document->mechanism()->links) links << QString::fromStdString(link.name);
  card_->setFrames(links);
  Q_EMIT overlayChanged({});
  Q_EMIT cardChanged();
  Q_EMIT hintChanged();
}

void MeasureTool::hovered(const PickResult& pick) {
  if ((pick.position - lastPick_.position).manhattanLength() > 3) snapIndex_ = 0;
  lastPick_ = pick;
  under_ = snapPoint(pick, bench_.simulation->latest().linkPoses,
                     !(QGuiApplication::keyboardModifiers() & Qt::ControlModifier), snapIndex_);
  bench_.selection->hover(under_ ? ElementRef{ElementKind::Link, under_->link} : ElementRef{});
  show();
}

void MeasureTool::clicked(const PickResult& pick, Qt::KeyboardModifiers keys) {
  const auto point =
      snapPoint(pick, bench_.simulation->latest().linkPoses, !(keys & Qt::ControlModifier), snapIndex_);
  if (!point) return;
  if (second_) {
    first_ = point;
    second_.reset();
  } else {
    (first_ ? second_ : first_) = point;
  }
  show();
  Q_EMIT cardChanged();
  Q_EMIT hintChanged();
}

bool MeasureTool::escape() {
  if (!first_) return false;
  restart();
  return true;
}

bool MeasureTool::next() {
  ++snapIndex_;
  under_ = snapPoint(lastPick_, bench_.simulation->latest().linkPoses, true, snapIndex_);
  show();
  return true;
}

bool MeasureTool::keyPressed(int key) {
  // W: World; 1 and 2 are views, so the links of the two points take turns with it.
  if (key != Qt::Key_W || !second_) return false;
  const int now = card_->frameLink();
  card_->setFrameLink(now < 0                                       ? first_->link
                      : now == first_->link && second_->link != now ? second_->link
                                                                    : -1);
  return true;
}

void MeasureTool::show() {
  const auto& poses = bench_.simulation->latest().linkPoses;
  const QColor accent = theme().color(QStringLiteral("accent"));
  ToolOverlay overlay;
  const std::optional<SnapPoint>& end = second_ ? second_ : under_;
  if (first_) {
    const Vector3d p1_W = placeIn(*first_, poses, -1);
    overlay.points.push_back({p1_W, OverlayPoint::Shape::Dot, accent, 0});
    if (end) {
      const Vector3d p2_W = placeIn(*end, poses, -1);
      OverlayLine line;
      line.points_W = {p1_W, p2_W};
      line.color = accent;
      line.style = OverlayLine::Style::Dashed;
      overlay.lines.push_back(line);
      const NumberAndUnit text = gapText((p2_W - p1_W).norm());
      OverlayLabel label;
      label.p_W = (p1_W + p2_W) / 2;
      label.text = text.number + u' ' + text.unit;
      label.icon = QStringLiteral("measure");
      label.iconColor = accent;
      overlay.labels.push_back(label);
    }
  }
  if (second_) overlay.points.push_back({placeIn(*second_, poses, -1), OverlayPoint::Shape::Ring, accent, 0});
  if (under_ && !second_) drawSnap(overlay, *under_);
  Q_EMIT overlayChanged(overlay);
  if (second_)
    card_->showMeasurement(first_->name + QStringLiteral(" – ") + second_->name,
                           measure(*first_, *second_, poses, card_->frameLink()));
}

Hint MeasureTool::hint() const {
  const Hint::Key leaves{tr("Esc"), first_ ? tr("starts again") : tr("leaves")};
  const QString iconName = QStringLiteral("measure");
  if (second_)
    return {
        iconName, tr("Click a point to measure again"), {{QStringLiteral("W"), tr("next frame")}, leaves}};
  return {iconName,
          first_ ? tr("Click the second point") : tr("Click the first point"),
          {{tr("Tab"), tr("next snap")}, {tr("Ctrl"), tr("no snapping")}, leaves}};
}

QWidget* MeasureTool::card() const {
  return second_ ? card_ : nullptr;
}

}  // namespace grashof
