#include "ui/tools/closure_plan.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/assemble.h"
#include "core/mechanism/loop_plane.h"

namespace grashof {
namespace {

constexpr double kHingeLength = 0.05;  // of the mechanism's size, between a hinge's two pins

/// The closures as they stand in the pose in which the two points are given.
std::vector<Closure> trialClosures(const ClosurePlan& plan, const ClosureEnd& end2, const Matrix3d& R_21) {
  std::vector<Closure> trial{plan.closure};
  trial[0].anchor2 = end2.p_L;
  if (!plan.second) return trial;
  trial.push_back(*plan.second);
  trial[1].anchor2 = end2.p_L + R_21 * (plan.second->anchor - plan.closure.anchor);
  return trial;
}

}  // namespace

std::vector<Vector3d> plannedAxes(PlannedKind kind, const std::optional<Vector3d>& normal) {
  // Without a plane the axes are a first proposal that a person turns in the inspector.
  const Vector3d across = normal.value_or(Vector3d::UnitY());
  switch (kind) {
    case PlannedKind::Pin:
    case PlannedKind::Hinge:
    case PlannedKind::Rod:
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
  const bool isPinned = kind == PlannedKind::Pin || kind == PlannedKind::Hinge;
  plan.closure.kind = isPinned ? ClosureKind::Pin : ClosureKind::Equality;
  plan.closure.body1 = mechanism.links[i1].name;
  plan.closure.body2 = mechanism.links[i2].name;
  plan.closure.anchor = end1.p_L;
  plan.gap = (linkPoses[i1] * end1.p_L - linkPoses[i2] * end2.p_L).norm();
  plan.closedGap = plan.gap;
  if (kind == PlannedKind::Rod) return plan;
  const auto normal = planarPathNormal(mechanism, plan.closure.body1, plan.closure.body2);
  plan.closure.axes = plannedAxes(kind, normal);
  if (kind == PlannedKind::Hinge) {
    plan.second = plan.closure;
    plan.second->anchor +=
        kHingeLength * model.size * normal.value_or(end1.axis_L.value_or(Vector3d::UnitZ()));
  }

  EditList list;
  for (Closure& trial : trialClosures(plan, end2, linkPoses[i2].R.transpose() * linkPoses[i1].R))
    list.edits.push_back(AddClosure{std::move(trial)});
  const Outcome<Mechanism> edited = applyEdit(mechanism, list);
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
  EditList list;
  if (close || model.nominal.size() != q.size() || (model.nominal - q).cwiseAbs().maxCoeff() >= 1e-9)
    list.edits.push_back(SetNominal{std::vector<double>(pose.data(), pose.data() + pose.size())});
  list.edits.push_back(AddClosure{plan.closure});
  if (plan.second) list.edits.push_back(AddClosure{*plan.second});
  return list;
}

}  // namespace grashof
