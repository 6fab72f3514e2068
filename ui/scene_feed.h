// ui/scene_feed.h - keeps the viewport's scene and frame in step with the document and the simulation.
#pragma once
#include <QObject>
#include <QTimer>
#include <memory>

#include "core/geometry/mesh_library.h"
#include "ui/workbench.h"

namespace grashof {

class ViewportWidget;

/// Meshes are read on a worker; what a newer mechanism has overtaken is dropped. The library outlives the
/// feed while a worker still uses it.
class SceneFeed : public QObject {
  Q_OBJECT
 public:
  SceneFeed(const Workbench& bench, ViewportWidget* viewport, QObject* parent = nullptr);
  bool isLoading() const { return isLoading_; }
  const Diagnostics& findings() const { return findings_; }
  std::shared_ptr<MeshLibrary> library() const { return library_; }

 Q_SIGNALS:
  void sceneShown();
  void findingsChanged();

 private:
  void requestScene();
  void pushFrame();
  void pushSelection();
  const Workbench& bench_;
  ViewportWidget* viewport_;
  std::shared_ptr<MeshLibrary> library_;
  Diagnostics findings_;
  quint64 ticket_ = 0, shownOpen_ = 0;
  bool isLoading_ = false;
};

}  // namespace grashof
