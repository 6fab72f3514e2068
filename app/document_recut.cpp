// Cutting another joint: one undo step.
#include "app/document.h"
#include "core/io/outside_references.h"

namespace grashof {

Diagnostics Document::cutJoint(int joint, const RecutOptions& options) {
  Outcome<Mechanism> cut = recut(*mechanism_, joint, options);
  if (!cut) return cut.diagnostics;
  const QString name = QString::fromStdString(mechanism_->joints[static_cast<std::size_t>(joint)].name);
  const Diagnostics references = outsideReferences(*mechanism_, *cut);
  cut.diagnostics.insert(cut.diagnostics.end(), references.begin(), references.end());
  VectorXd pose;
  if (isModelCurrent()) {
    const auto moved = poseAfterRecut(*mechanism_, {pose_.begin(), pose_.end()}, *cut);
    if (moved) pose = Eigen::Map<const VectorXd>(moved->data(), static_cast<Eigen::Index>(moved->size()));
  }
  pushEdit(std::make_shared<const Mechanism>(std::move(*cut)), ChangeScope::Topology, tr("Cut %1").arg(name),
           -1, pose);
  return cut.diagnostics;
}

}  // namespace grashof
