#include "app/build.h"

#include <algorithm>

#include "app/close_loops.h"

namespace grashof {

BuildPtr buildMechanism(MechanismPtr mechanism, BaseMode base) {
  auto build = std::make_shared<Build>();
  build->base = base;
  build->mechanism = mechanism;
  build->diagnostics = validate(*mechanism);
  if (mechanism->links.empty()) return build;
  Outcome<ModelPtr> model = compileModel(std::move(mechanism), CompileOptions{base, true});
  const auto add = [&](const Diagnostics& findings) {
    for (const Diagnostic& d : findings)
      if (std::find(build->diagnostics.begin(), build->diagnostics.end(), d) == build->diagnostics.end())
        build->diagnostics.push_back(d);
  };
  // validate() has said what is wrong, and that a start outside the limits is moved: compiling repeats both.
  std::erase_if(model.diagnostics, [&](const Diagnostic& d) {
    return d.code == "nominal-clamped" || (d.severity == Severity::Error && hasErrors(build->diagnostics));
  });
  add(model.diagnostics);
  if (!model) return build;
  build->model = *model;
  build->analysis = analyse(*build->model);
  add(build->analysis.diagnostics);
  add(openedLoopNotes(*build->mechanism,
                      loopCandidatesAt(*build->model, build->model->nominal, LoopCandidateOptions{}, false)));
  return build;
}

VectorXd carryPose(const Model& from, const VectorXd& q, const Model& to) {
  VectorXd carried = to.nominal;
  if (q.size() != from.nq) return carried;
  for (const MovableJoint& joint : to.joints) {
    const int match = from.findJoint(joint.name);
    if (match < 0 || from.joints[match].nq != joint.nq) continue;
    carried.segment(joint.q, joint.nq) = q.segment(from.joints[match].q, joint.nq);
  }
  return carried;
}

}  // namespace grashof
