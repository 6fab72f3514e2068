// Mimics of the document: what one says beside the loops, and loops as mimics; rods between two points.
#include "app/document.h"
#include "core/io/urdf_writer.h"

namespace grashof {
namespace {
constexpr const char* kNotReady = "The mechanism is being rebuilt, or has errors.";
}

MimicVerdict Document::mimicVerdict(int joint, const Mimic& mimic) const {
  return checkMimic(*mechanism_, baseMode_, pose_, joint, mimic);
}

MimicFit Document::fitMimics(int joint) const {
  if (build_ && isModelCurrent()) return grashof::fitMimics(*build_->model, sweepTravel(joint));
  MimicFit none;
  none.problem = kNotReady;
  return none;
}

Diagnostics Document::addRod(const RodEnds& ends) {
  if (!build_ || !isModelCurrent()) {
    Diagnostic notNow;
    notNow.severity = Severity::Error;
    notNow.code = "not-ready";
    notNow.message = kNotReady;
    return {notNow};
  }
  TreeState tree = makeTreeState(*build_->model);
  treeKinematics(*build_->model, {pose_.data(), static_cast<std::size_t>(pose_.size())}, {}, tree);
  std::vector<Pose> poses;
  for (std::size_t l = 0; l < mechanism_->links.size(); ++l)
    poses.push_back(linkPose(*build_->model, tree, static_cast<int>(l)));
  Outcome<Mechanism> made = withRod(*mechanism_, ends, poses, {pose_.begin(), pose_.end()});
  if (!made) return made.diagnostics;
  // The pose comes from the new nominal configuration: the rod's own coordinates are not in the old one.
  const VectorXd q =
      Eigen::Map<const VectorXd>(made->nominal->data(), static_cast<Eigen::Index>(made->nominal->size()));
  pushEdit(std::make_shared<const Mechanism>(std::move(*made)), ChangeScope::Topology, tr("Add a rod"), -1,
           q);
  return {};
}

Outcome<std::string> Document::textWithMimics(const MimicFit& fit) const {
  if (!build_) return Outcome<std::string>::failure(diagnostics_);
  Outcome<Mechanism> fitted = withFittedMimics(*build_->model, fit);
  if (!fitted) return Outcome<std::string>::failure(std::move(fitted.diagnostics));
  return Outcome<std::string>::success(writeUrdf(*fitted));
}

}  // namespace grashof
