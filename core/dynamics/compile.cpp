#include <cmath>

#include "core/dynamics/compile_parts.h"
#include "core/dynamics/kinematics.h"
#include "core/dynamics/structural_redundancy.h"

namespace grashof {
namespace {

/// A length of the mechanism's own: the largest distance between joint origins at the nominal configuration;
/// with fewer than two distinct origins, the largest distance of a centre of mass from its joint.
double sizeOf(const Model& model, const TreeState& tree) {
  std::vector<Vector3d> points;
  for (const Body& body : model.bodies)
    if (body.joint >= 0 || points.empty()) points.push_back(tree.body[&body - model.bodies.data()].p_OB);
  double size = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) size = std::max(size, (points[i] - points[j]).norm());
  if (size <= 0)
    for (const Body& body : model.bodies) size = std::max(size, body.com_B.norm());
  return size > 0 && std::isfinite(size) ? size : 1.0;
}

}  // namespace

Outcome<ModelPtr> compileModel(MechanismPtr mechanism, const CompileOptions& options) {
  using namespace compile;
  Diagnostics findings = checkBuildable(*mechanism);
  if (hasErrors(findings)) return Outcome<ModelPtr>::failure(std::move(findings));

  auto model = std::make_shared<Model>();
  model->mechanism = mechanism;
  const bool isFixed = isBaseFixed(*mechanism, options.base);
  buildTree(*model, isFixed);
  setNominal(*model, findings);
  if (hasErrors(findings)) return Outcome<ModelPtr>::failure(std::move(findings));

  TreeState tree = makeTreeState(*model);
  treeKinematics(*model, {model->nominal.data(), static_cast<std::size_t>(model->nq)}, {}, tree);
  model->size = sizeOf(*model, tree);
  buildConstraints(*model);
  if (options.findStructuralRedundancy) markStructuralRedundancy(*model, findings);
  return Outcome<ModelPtr>::success(std::move(model), std::move(findings));
}

}  // namespace grashof
