#include "ui/scene_feed.h"

#include <QPointer>
#include <QThreadPool>

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
  requestScene();
}

void SceneFeed::requestScene() {
  const quint64 ticket = ++ticket_;
  const MechanismPtr mechanism = bench_.document->mechanism();
  const quint64 opened = bench_.document->openCount();
  isLoading_ = true;
  QPointer<SceneFeed> self(this);
  QThreadPool::globalInstance()->start([self, ticket, mechanism, opened, library = library_] {
    Diagnostics findings;
    ScenePtr scene = makeScene(*mechanism, *library, findings);
    // Deliver on the UI thread; a feed that is gone by then is not touched.
    QMetaObject::invokeMethod(qApp, [self, ticket, scene, opened, findings = std::move(findings)] {
      if (!self || self->ticket_ != ticket) return;
      const bool isNewFile = opened != self->shownOpen_;
      self->shownOpen_ = opened;
      self->isLoading_ = false;
      self->findings_ = findings;
      self->viewport_->setScene(scene, false);
      self->pushFrame();
      // The frame must be known before the view can be fitted to it.
      if (isNewFile) self->viewport_->setScene(scene, true);
      self->pushSelection();
      Q_EMIT self->sceneShown();
      Q_EMIT self->findingsChanged();
    });
  });
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

void SceneFeed::pushSelection() {
  ElementRef shown = bench_.selection->current();
  if (shown.kind == ElementKind::Loop) {
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
