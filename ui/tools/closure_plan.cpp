#include "ui/tools/closure_plan.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/assemble.h"
#include "core/mechanism/loop_plane.h"

namespace grashof {
std::vector<Vector3d> plannedAxes(PlannedKind kind, const std::optional<Vector3d>& normal) {
  // Without a plane the axes are a first proposal that a person turns in the inspector.
  const Vector3d across = normal.value_or(Vector3d::UnitY());
  switch (kind) {
    case PlannedKind::Pin:
      return {};
    case PlannedKind::TwoAxes:
      return axesAcross(across);
    case PlannedKind::OneAxis:
      return {across};
  }
  return {};
}

int hingePartner(const Mechanism& mechanism, int closure) {
  const Closure& own = mechanism.closures[static_cast<std::size_t>(closure)];
  if (own.kind != ClosureKind::Pin) return -1;
  for (std::size_t i = 0; i < mechanism.closures.size(); ++i) {
    const Closure& other = mechanism.closures[i];
    const bool isSame = other.body1 == own.body1 && other.body2 == own.body2;
    if (static_cast<int>(i) != closure && other.kind == ClosureKind::Pin && isSame)
      return static_cast<int>(i);
  }
  return -1;
}

Edit hingeEdit(const Mechanism& mechanism, int closure, double length) {
  Closure first = mechanism.closures[static_cast<std::size_t>(closure)];
  std::optional<Vector3d> axis = planarPathNormal(mechanism, first.body1, first.body2);
  if (!axis && first.axes.size() == 2 && first.axes[0].cross(first.axes[1]).norm() > 0)
    axis = first.axes[0].cross(first.axes[1]).normalized();
  first.kind = ClosureKind::Pin;
  first.axes.clear();
  Closure second = first;
  second.name.clear();
  second.source = {};
  second.anchor += length * axis.value_or(Vector3d::UnitZ());
  // Where it coincides at the nominal configuration: the hinge fits the pose it is made in.
  second.anchor2.reset();
  return EditList{{SetClosure{closure, first}, AddClosure{second}}};
}

ClosurePlan planClosure(const Model& model, const VectorXd& q, const std::vector<Pose>& linkPoses,
                        const ClosureEnd& end1, const ClosureEnd& end2, PlannedKind kind, BaseMode base) {
  const Mechanism& mechanism = *model.mechanism;
  const auto i1 = static_cast<std::size_t>(end1.link), i2 = static_cast<std::size_t>(end2.link);
  ClosurePlan plan;
  plan.closure.kind = kind == PlannedKind::Pin ? ClosureKind::Pin : ClosureKind::Equality;
  plan.closure.body1 = mechanism.links[i1].name;
  plan.closure.body2 = mechanism.links[i2].name;
  plan.closure.anchor = end1.p_L;
  plan.closure.axes = plannedAxes(kind, planarPathNormal(mechanism, plan.closure.body1, plan.closure.body2));
  plan.gap = (linkPoses[i1] * end1.p_L - linkPoses[i2] * end2.p_L).norm();
  plan.closedGap = plan.gap;

  Closure trial = plan.closure;
  trial.anchor2 = end2.p_L;
  const Outcome<Mechanism> edited = applyEdit(mechanism, AddClosure{trial});
  if (!edited) return plan;
  const Outcome<ModelPtr> compiled = compileModel(std::make_shared<const Mechanism>(*edited),
                                                  {.base = base, .findStructuralRedundancy = false});
  if (!compiled || (*compiled)->nq != model.nq) return plan;
  AssembleOptions options;
  options.tolerance = 1e-10;
  const AssembleResult result = assemble(**compiled, q, options);
  plan.closedGap = result.gap;
  plan.canClose = result.isClosed;
  if (!result.isClosed) return plan;
  plan.closedPose = result.q;
  for (const MovableJoint& joint : model.joints) {
    if (joint.nv != 1) continue;
    const double change = result.q[joint.q] - q[joint.q];
    const bool rotary = isRotary(joint.type);
    if (std::abs(change) > (rotary ? 1e-3 : 1e-5))
      plan.moves.push_back({QString::fromStdString(joint.name), change, rotary});
  }
  std::sort(plan.moves.begin(), plan.moves.end(),
            [](const auto& a, const auto& b) { return std::abs(a.change) > std::abs(b.change); });
  return plan;
}

Edit closureEdit(const ClosurePlan& plan, const Model& model, const VectorXd& q, bool close) {
  const VectorXd& pose = close ? plan.closedPose : q;
  if (!close && model.nominal.size() == q.size() && (model.nominal - q).cwiseAbs().maxCoeff() < 1e-9)
    return AddClosure{plan.closure};
  EditList list;
  list.edits.push_back(SetNominal{std::vector<double>(pose.data(), pose.data() + pose.size())});
  list.edits.push_back(AddClosure{plan.closure});
  return list;
}

}  // namespace grashof
