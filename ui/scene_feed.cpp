#include "ui/scene_feed.h"

#include "app/travel_report.h"
#include "render/viewport_widget.h"

namespace grashof {

SceneFeed::SceneFeed(const Workbench& bench, ViewportWidget* viewport, QObject* parent)
    : QObject(parent), bench_(bench), viewport_(viewport), library_(std::make_shared<MeshLibrary>()) {
  connect(bench.document, &Document::mechanismChanged, this, [this](ChangeScope scope) {
    if (scope != ChangeScope::None) requestScene();
  });
  connect(bench.document, &Document::modelChanged, this, &SceneFeed::pushFrame);
  connect(bench.simulation, &SimController::snapshotReady, this, &SceneFeed::pushFrame);
  connect(bench.selection, &Selection::changed, this, &SceneFeed::pushSelection);
  connect(bench.selection, &Selection::hoverChanged, this,
          [this] { viewport_->setHovered(bench_.selection->hovered()); });
  connect(bench.travel, &TravelFinder::changed, this, &SceneFeed::pushTravel);
  connect(bench.document, &Document::dragStopped, this, &SceneFeed::pushTravel);
  requestScene();
}

void SceneFeed::requestScene() {
  const MechanismPtr mechanism = bench_.document->mechanism();
  const quint64 opened = bench_.document->openCount(), ticket = ++ticket_;
  isLoading_ = true;
  reader_.post([this, ticket, mechanism, opened, library = library_]() -> Worker::Completion {
    Diagnostics findings;
    ScenePtr scene = makeScene(*mechanism, *library, findings);
    return [this, ticket, scene, opened, findings = std::move(findings)] {
      if (ticket == ticket_) adoptScene(scene, opened, findings);
    };
  });
}

void SceneFeed::adoptScene(const ScenePtr& scene, quint64 opened, const Diagnostics& findings) {
  const bool isNewFile = opened != shownOpen_;
  shownOpen_ = opened;
  isLoading_ = false;
  findings_ = findings;
  viewport_->setScene(scene, false);
  pushFrame();
  // The frame must be known before the view can be fitted to it.
  if (isNewFile) viewport_->setScene(scene, true);
  pushSelection();
  Q_EMIT sceneShown();
  Q_EMIT findingsChanged();
}

void SceneFeed::pushFrame() {
  const ModelPtr model = bench_.simulation->model();
  const Snapshot& snapshot = bench_.simulation->latest();
  if (model && !snapshot.linkPoses.empty()) {
    viewport_->setFrame(makeSceneFrame(*model, snapshot));
    if (model->nominal.size() == model->nq) viewport_->setGhostFrame(makeSceneFrame(*model, model->nominal));
  } else {
    viewport_->setFrame(makeRestFrame(*bench_.document->mechanism()));
  }
}

/// The joint's arc; without being asked for while a drag is stopped at an end of it.
void SceneFeed::pushTravel() {
  ViewOptions options = viewport_->options();
  options.travel.reset();
  if (bench_.travel->isCurrent() && bench_.travel->travel()->samples.size() > 1) {
    const TravelSweep& found = *bench_.travel->travel();
    auto arc = std::make_shared<TravelArc>();
    arc->joint = bench_.travel->model()->joints[static_cast<std::size_t>(found.joint)].source;
    arc->isFullTurn = found.isFullTurn;
    arc->isAlwaysShown = !bench_.document->lastDragStop().reason.empty();
    arc->quality = travelQuality(found);
    for (const TravelSample& sample : found.samples) arc->values.push_back(sample.value);
    options.travel = std::move(arc);
  }
  viewport_->setOptions(options);
}

void SceneFeed::setShowsLoops(bool showsLoops) {
  showsLoops_ = showsLoops;
  pushSelection();
}

void SceneFeed::pushSelection() {
  ElementRef shown = bench_.selection->current();
  if (shown.kind == ElementKind::Loop && !showsLoops_) {
    shown = {};
  } else if (shown.kind == ElementKind::Loop) {
    // The view knows closures and joints; a loop is shown by the one that closes it.
    const auto& loops = bench_.document->analysis().loops;
    if (shown.index >= 0 && shown.index < static_cast<int>(loops.size())) {
      const Loop& loop = loops[static_cast<std::size_t>(shown.index)].loop;
      if (!loop.closures.empty())
        shown = {ElementKind::Closure, loop.closures.front()};
      else if (loop.cutJoint >= 0)
        shown = {ElementKind::Joint, loop.cutJoint};
    }
  }
  viewport_->setSelection(shown);
}

}  // namespace grashof
