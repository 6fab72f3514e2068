// ui/scene_feed.h - keeps the viewport's scene and frame in step with the document and the simulation.
#pragma once
#include <QObject>
#include <memory>

#include "app/worker.h"
#include "core/geometry/mesh_library.h"
#include "render/scene.h"
#include "ui/workbench.h"

namespace grashof {

class ViewportWidget;

/// Meshes are read on a worker; what a newer mechanism has overtaken is dropped. The feed's end waits for the
/// worker, so that nothing is delivered to a window or an application that is gone.
class SceneFeed : public QObject {
  Q_OBJECT
 public:
  SceneFeed(const Workbench& bench, ViewportWidget* viewport, QObject* parent = nullptr);
  bool isLoading() const { return isLoading_; }
  const Diagnostics& findings() const { return findings_; }
  std::shared_ptr<MeshLibrary> library() const { return library_; }
  /// Whether a selected loop is shown by what closes it; not while a tool draws the loop itself.
  void setShowsLoops(bool showsLoops);

 Q_SIGNALS:
  void sceneShown();
  void findingsChanged();

 private:
  void requestScene();
  void adoptScene(const ScenePtr& scene, quint64 opened, const Diagnostics& findings);
  void pushFrame();
  void pushSelection();
  void pushTravel();
  const Workbench& bench_;
  ViewportWidget* viewport_;
  std::shared_ptr<MeshLibrary> library_;
  Diagnostics findings_;
  quint64 ticket_ = 0, shownOpen_ = 0;
  bool isLoading_ = false, showsLoops_ = true;
  Worker reader_;  ///< last: it goes first
};

}  // namespace grashof
