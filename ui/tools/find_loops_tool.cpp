#include "ui/tools/find_loops_tool.h"

#include <QUndoStack>

#include "app/close_loops.h"
#include "ui/quantity.h"
#include "ui/theme.h"
#include "ui/tools/cut_plan.h"
#include "ui/tools/loops_card.h"

namespace grashof {
namespace {
constexpr double kFirstTolerance = 1e-3, kWidestTolerance = 0.1;  // m

/// The link that a person sees there: frames often hang on a joint of their own, without a shape.
int shapeAbove(const Mechanism& mechanism, int link) {
  for (std::size_t guard = 0; guard < mechanism.links.size() && link >= 0; ++guard) {
    const Link& here = mechanism.links[static_cast<std::size_t>(link)];
    const int parent = mechanism.parentJointOf(here.name);
    if (!here.visuals.empty() || parent < 0) break;
    link = mechanism.findLink(mechanism.joints[static_cast<std::size_t>(parent)].parent);
  }
  return link;
}
}  // namespace

FindLoopsTool::FindLoopsTool(const Workbench& bench, QWidget* view)
    : Tool(view), bench_(bench), card_(new LoopsCard(QStringLiteral("find-loops"), tr("Close it"), view)) {
  connect(card_, &LoopsCard::pointedAt, this, &FindLoopsTool::point);
  connect(card_, &LoopsCard::chosen, this, &FindLoopsTool::close);
  connect(card_, &LoopsCard::optionToggled, this, [this](bool isOn) {
    withHoles_ = isOn;
    search();
  });
  connect(bench.document, &Document::modelChanged, this, [this] {
    if (isActive_) search();
  });
}

void FindLoopsTool::enter() {
  isActive_ = true;
  bench_.simulation->pause();
  tolerance_ = kFirstTolerance;
  search();
}

void FindLoopsTool::leave() {
  isActive_ = isSearching_ = false;
  ++ticket_;  // what is still being searched is not wanted any more
  candidates_.clear();
  current_ = -1;
  Q_EMIT activityChanged({});
}

/// Reading the meshes and fitting circles to their edges takes seconds: the search without them is shown at once,
/// the other one follows.
void FindLoopsTool::searchHoles() {
  const ModelPtr model = bench_.document->model();
  if (!model) return;
  isSearching_ = true;
  Q_EMIT activityChanged(tr("Looking for holes in meshes"));
  LoopCandidateOptions options;
  options.tolerance = tolerance_;
  searcher_.post([this, ticket = ticket_, model, options, q = bench_.document->pose()]() -> Worker::Completion {
    std::vector<LoopCandidate> found = loopCandidatesAt(*model, q, options, true);
    return [this, ticket, found = std::move(found)] {
      if (ticket != ticket_) return;
      isSearching_ = false;
      Q_EMIT activityChanged({});
      adopt(found);
    };
  });
}

void FindLoopsTool::search() {
  ++ticket_;
  isSearching_ = false;
  if (withHoles_) searchHoles();
  adopt(bench_.document->loopCandidates(tolerance_));
}

void FindLoopsTool::adopt(std::vector<LoopCandidate> candidates) {
  candidates_ = std::move(candidates);
  QVector<LoopsRow> rows;
  for (const LoopCandidate& candidate : candidates_) {
    const NumberAndUnit gap = gapText(candidate.gap);
    const bool isTogether = candidate.gap < 1e-6;
    rows.append({sentence(QString::fromStdString(candidate.words)),
                 {},
                 isTogether ? tr("Meets") : gap.number + u' ' + gap.unit,
                 isTogether ? QStringLiteral("success") : QStringLiteral("warning"),
                 {}});
  }
  const NumberAndUnit reach = gapText(tolerance_);
  const QString within = reach.number + u' ' + reach.unit;
  card_->showRows(candidates_.empty()       ? tr("No place found")
                  : candidates_.size() == 1 ? tr("One place that may be closed")
                                            : tr("%1 places that may be closed").arg(candidates_.size()),
                  isSearching_ ? tr("Looking for holes in the meshes. Leaving the tool cancels it.")
                               : tr("Looked within %1. Press + to look farther.").arg(within),
                  rows);
  card_->setOption(tr("Holes in meshes"), tr("Also looks for holes of equal diameter that lie on one another"),
                   withHoles_);
  current_ = -1;
  point(candidates_.empty() ? -1 : 0);
  Q_EMIT cardChanged();
  Q_EMIT hintChanged();
}

void FindLoopsTool::point(int candidate) {
  current_ = candidate < static_cast<int>(candidates_.size()) ? candidate : -1;
  card_->setCurrent(current_);
  ToolOverlay overlay;
  ViewEmphasis emphasis;
  const auto& poses = bench_.simulation->latest().linkPoses;
  if (current_ >= 0) {
    const LoopCandidate& c = candidates_[static_cast<std::size_t>(current_)];
    const int last = static_cast<int>(poses.size());
    if (c.link1 >= 0 && c.link1 < last && c.link2 >= 0 && c.link2 < last) {
      const Vector3d p1 = poses[static_cast<std::size_t>(c.link1)] * c.p_1;
      const Vector3d p2 = poses[static_cast<std::size_t>(c.link2)] * c.p_2;
      const Mechanism& mechanism = *bench_.document->mechanism();
      emphasis.links =
          withWelded(mechanism, {shapeAbove(mechanism, c.link1), shapeAbove(mechanism, c.link2)});
      OverlayLine gap;
      gap.points_W = {p1, p2};
      gap.color = theme().color(QStringLiteral("glyph.gap"));
      gap.widthPx = 2;
      gap.style = OverlayLine::Style::Dotted;
      overlay.lines.push_back(gap);
      overlay.points.push_back(
          {p1, OverlayPoint::Shape::Dot, theme().color(QStringLiteral("glyph.anchor1")), 0});
      overlay.points.push_back(
          {p2, OverlayPoint::Shape::Ring, theme().color(QStringLiteral("glyph.anchor2")), 0});
    }
  }
  Q_EMIT overlayChanged(overlay);
  Q_EMIT emphasisChanged(emphasis);
}

void FindLoopsTool::close(int candidate) {
  if (candidate < 0 || candidate >= static_cast<int>(candidates_.size())) return;
  ToastText toast{QStringLiteral("success"), tr("Loop closed."), tr("Undo"),
                  [stack = bench_.document->undoStack()] { stack->undo(); }};
  const LoopCandidate chosen = candidates_[static_cast<std::size_t>(candidate)];
  const Diagnostics findings = bench_.document->acceptCandidate(chosen);
  for (const Diagnostic& finding : findings)
    if (finding.severity != Severity::Note) {
      toast.kind = finding.severity == Severity::Error ? QStringLiteral("error") : QStringLiteral("warning");
      toast.text = sentence(QString::fromStdString(finding.message));
      break;
    }
  if (hasErrors(findings)) toast.actionText.clear();
  Q_EMIT announced(toast);
}

void FindLoopsTool::clicked(const PickResult& pick, Qt::KeyboardModifiers) {
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (pick.link >= 0 && (candidates_[i].link1 == pick.link || candidates_[i].link2 == pick.link)) {
      point(static_cast<int>(i));
      return;
    }
}

bool FindLoopsTool::next() {
  if (candidates_.empty()) return false;
  point((current_ + 1) % static_cast<int>(candidates_.size()));
  return true;
}

bool FindLoopsTool::confirm() {
  if (current_ < 0) return false;
  close(current_);
  return true;
}

bool FindLoopsTool::keyPressed(int key) {
  if (key != Qt::Key_Plus && key != Qt::Key_Minus) return false;
  tolerance_ = std::clamp(tolerance_ * (key == Qt::Key_Plus ? 10 : 0.1), 1e-6, kWidestTolerance);
  search();
  return true;
}

Hint FindLoopsTool::hint() const {
  return {QStringLiteral("find-loops"),
          candidates_.empty() ? tr("Nothing to close near here") : tr("Choose a place to close"),
          {{tr("Tab"), tr("next")}, {tr("Enter"), tr("close it")}, {tr("Esc"), tr("leaves")}}};
}

QWidget* FindLoopsTool::card() const {
  return isActive_ ? card_ : nullptr;
}

}  // namespace grashof
