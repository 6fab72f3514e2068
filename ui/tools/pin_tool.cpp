#include "ui/tools/pin_tool.h"

#include <QGuiApplication>

#include "core/mechanism/loop_plane.h"
#include "ui/quantity.h"
#include "ui/theme.h"
#include "ui/tools/cut_plan.h"
#include "ui/tools/pin_card.h"
#include "ui/tools/snap_point.h"

namespace grashof {
PinTool::PinTool(const Workbench& bench, ClosureKind preferred, QWidget* view)
    : Tool(view), bench_(bench), preferred_(preferred), card_(new PinCard(view)) {
  connect(card_, &PinCard::kindChosen, this, [this](PlannedKind kind) {
    kind_ = kind;
    plan();
  });
  connect(card_, &PinCard::closeRequested, this, [this] { commit(true); });
  connect(card_, &PinCard::placeRequested, this, [this] { commit(false); });
  // Points are fixed to bodies by index: an edit or a new file may have moved them.
  connect(bench.document, &Document::mechanismChanged, this, [this] {
    if (isActive_) restart();
  });
}

void PinTool::enter() {
  isActive_ = true;
  bench_.simulation->pause();
  restart();
}

void PinTool::leave() {
  restart();
  isActive_ = false;
}

void PinTool::restart() {
  first_.reset();
  second_.reset();
  under_.reset();
  snapIndex_ = 0;
  card_->hide();
  Q_EMIT overlayChanged({});
  Q_EMIT emphasisChanged({});
  Q_EMIT hintChanged();
}

Hint PinTool::hint() const {
  const auto key = [](const QString& cap, const QString& meaning) { return Hint::Key{cap, meaning}; };
  const QString iconName =
      preferred_ == ClosureKind::Pin ? QStringLiteral("pin") : QStringLiteral("closure-rail");
  QString text = tr("Click a point on body 1");
  if (first_) text = tr("Click a point on body 2");
  if (second_) text = tr("Choose what to make");
  if (second_) return {iconName, text, {key(tr("Esc"), tr("back"))}};
  return {
      iconName,
      text,
      {key(tr("Tab"), tr("next snap")), key(tr("Ctrl"), tr("no snapping")), key(tr("Esc"), tr("leaves"))}};
}

QWidget* PinTool::card() const {
  return second_ ? card_ : nullptr;
}
Vector3d PinTool::cardAnchor() const {
  return second_ ? worldPoint(*second_) : Vector3d(Vector3d::Zero());
}

std::optional<PinTool::Candidate> PinTool::candidateAt(const PickResult& pick, bool withSnapping) const {
  // The second point must be on another body.
  const auto point = snapPoint(pick, bench_.simulation->latest().linkPoses, withSnapping, snapIndex_,
                               first_ ? first_->link : -1);
  if (!point) return std::nullopt;
  const auto axis = point->isSnap ? point->direction_L : std::nullopt;
  return Candidate{{point->link, point->p_L, point->name, axis}, point->p_W, point->isSnap};
}

void PinTool::hovered(const PickResult& pick) {
  if ((pick.position - lastPick_.position).manhattanLength() > 3) snapIndex_ = 0;
  lastPick_ = pick;
  if (second_) return;
  under_ = candidateAt(pick, !(QGuiApplication::keyboardModifiers() & Qt::ControlModifier));
  bench_.selection->hover(under_ ? ElementRef{ElementKind::Link, under_->end.link} : ElementRef{});
  showOverlay();
}

bool PinTool::next() {
  if (second_) return false;
  ++snapIndex_;
  under_ = candidateAt(lastPick_, true);
  showOverlay();
  return true;
}

void PinTool::clicked(const PickResult& pick, Qt::KeyboardModifiers keys) {
  if (second_ || !bench_.document->isModelCurrent()) return;
  const auto candidate = candidateAt(pick, !(keys & Qt::ControlModifier));
  if (!candidate) return;
  if (!first_) {
    first_ = candidate->end;
  } else {
    if (candidate->end.link == first_->link) return;
    second_ = candidate->end;
    kind_ = choices().recommended;
    plan();
  }
  showOverlay();
  Q_EMIT hintChanged();
}

Vector3d PinTool::worldPoint(const ClosureEnd& end) const {
  const auto& poses = bench_.simulation->latest().linkPoses;
  if (end.link < 0 || end.link >= static_cast<int>(poses.size())) return Vector3d::Zero();
  return poses[static_cast<std::size_t>(end.link)] * end.p_L;
}

bool PinTool::isPlanarPath() const {
  const Mechanism& mechanism = *bench_.document->mechanism();
  const auto name = [&](const ClosureEnd& end) {
    return mechanism.links[static_cast<std::size_t>(end.link)].name;
  };
  return planarPathNormal(mechanism, name(*first_), name(*second_)).has_value();
}

KindChoices PinTool::choices() const {
  const auto& poses = bench_.simulation->latest().linkPoses;
  const auto axis = [&poses](const ClosureEnd& end) -> std::optional<Vector3d> {
    if (!end.axis_L || end.link >= static_cast<int>(poses.size())) return std::nullopt;
    return poses[static_cast<std::size_t>(end.link)].R * *end.axis_L;
  };
  return kindChoices(isPlanarPath(), axis(*first_), axis(*second_), preferred_ != ClosureKind::Pin);
}

std::vector<Vector3d> PinTool::cardSubject() const {
  if (!first_ || !second_) return {};
  return {worldPoint(*first_), worldPoint(*second_)};
}

void PinTool::plan() {
  const ModelPtr model = bench_.document->model();
  if (!model || !first_ || !second_) return;
  const auto& poses = bench_.simulation->latest().linkPoses;
  plan_ = planClosure(*model, bench_.document->pose(), poses, *first_, *second_, kind_,
                      bench_.document->baseMode());
  card_->showPlan(plan_, kind_, choices());
  Q_EMIT cardChanged();
}

void PinTool::commit(bool close) {
  const ModelPtr model = bench_.document->model();
  if (!model || !second_) return;
  if (kind_ == PlannedKind::Rod) {
    commitRod();
    return;
  }
  const Edit edit = closureEdit(plan_, *model, bench_.document->pose(), close);
  const int index = static_cast<int>(bench_.document->mechanism()->closures.size());
  const Diagnostics findings = bench_.document->apply(edit, tr("Add closure"));
  if (!hasErrors(findings)) bench_.selection->select({ElementKind::Closure, index});
  restart();
  Q_EMIT done();
}

void PinTool::commitRod() {
  const int joint = static_cast<int>(bench_.document->mechanism()->joints.size());
  for (const Diagnostic& finding :
       bench_.document->addRod({first_->link, second_->link, first_->p_L, second_->p_L}))
    if (finding.severity == Severity::Error) {
      Q_EMIT announced({QStringLiteral("error"), sentence(QString::fromStdString(finding.message)), {}, {}});
      return;
    }
  bench_.selection->select({ElementKind::Joint, joint});
  restart();
  Q_EMIT done();
}

void PinTool::showOverlay() {
  ToolOverlay overlay;
  ViewEmphasis emphasis;
  if (first_) emphasis.links.push_back(first_->link);
  if (first_ && second_) emphasis.links.push_back(second_->link);
  if (first_ && !second_ && under_) emphasis.links.push_back(under_->end.link);
  if (first_) emphasis.links = withWelded(*bench_.document->mechanism(), emphasis.links);
  Q_EMIT emphasisChanged(emphasis);
  const auto label = [&](const Vector3d& p, const QString& text, const QString& iconName, const char* token,
                         int rank) {
    OverlayLabel entry;
    entry.p_W = p;
    entry.text = text;
    entry.icon = iconName;
    entry.iconColor = theme().color(QString::fromLatin1(token));
    entry.rank = rank;
    overlay.labels.push_back(entry);
  };
  if (first_) {
    const Vector3d p1 = worldPoint(*first_);
    overlay.points.push_back(
        {p1, OverlayPoint::Shape::Dot, theme().color(QStringLiteral("glyph.anchor1")), 0});
    const auto& links = bench_.document->mechanism()->links;
    label(p1,
          QString::fromStdString(links[static_cast<std::size_t>(first_->link)].name) + QStringLiteral(", ") +
              first_->name,
          {}, "accent", 1);
    const std::optional<Vector3d> p2 =
        second_ ? std::optional(worldPoint(*second_)) : (under_ ? std::optional(under_->p_W) : std::nullopt);
    if (p2) {
      OverlayLine gap;
      gap.points_W = {p1, *p2};
      gap.color = theme().color(QStringLiteral("glyph.gap"));
      gap.widthPx = 2;
      gap.style = OverlayLine::Style::Dotted;
      overlay.lines.push_back(gap);
      const NumberAndUnit text = gapText((*p2 - p1).norm());
      label((p1 + *p2) / 2, text.number + u' ' + text.unit, QStringLiteral("gap"), "glyph.gap", -1);
    }
    if (second_)
      overlay.points.push_back(
          {*p2, OverlayPoint::Shape::Ring, theme().color(QStringLiteral("glyph.anchor2")), 0});
  }
  if (under_ && !second_) {
    overlay.points.push_back({under_->p_W,
                              under_->isSnap ? OverlayPoint::Shape::SnapRing : OverlayPoint::Shape::Dot,
                              theme().color(QStringLiteral("glyph.snap")), 0});
    if (under_->isSnap) label(under_->p_W, under_->end.name, QStringLiteral("pick"), "accent", -1);
  }
  Q_EMIT overlayChanged(overlay);
}

bool PinTool::escape() {
  if (!first_) return false;
  if (second_) {
    second_.reset();
    card_->hide();
    Q_EMIT cardChanged();
    showOverlay();
    Q_EMIT hintChanged();
    return true;
  }
  restart();
  return true;
}

}  // namespace grashof
