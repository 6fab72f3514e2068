#include "ui/tools/closure_plan.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/assemble.h"

namespace grashof {
namespace {

/// Links from `link` up to the root.
std::vector<int> pathToRoot(const Mechanism& mechanism, int link) {
  std::vector<int> path;
  while (link >= 0 && path.size() <= mechanism.links.size()) {
    path.push_back(link);
    const int joint = mechanism.parentJointOf(mechanism.links[static_cast<std::size_t>(link)].name);
    if (joint < 0) break;
    link = mechanism.findLink(mechanism.joints[static_cast<std::size_t>(joint)].parent);
  }
  return path;
}

/// Movable joints on the tree path between two links.
std::vector<int> jointsBetween(const Mechanism& mechanism, int link1, int link2) {
  std::vector<int> a = pathToRoot(mechanism, link1), b = pathToRoot(mechanism, link2);
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.pop_back();
    b.pop_back();
  }
  std::vector<int> joints;
  for (const auto* path : {&a, &b})
    for (const int link : *path) {
      const int joint = mechanism.parentJointOf(mechanism.links[static_cast<std::size_t>(link)].name);
      if (joint >= 0 && mechanism.joints[static_cast<std::size_t>(joint)].type != JointType::Fixed)
        joints.push_back(joint);
    }
  return joints;
}

/// Nearly axis-aligned directions become exact, so that the file says "1 0 0".
Vector3d tidied(const Vector3d& v) {
  Vector3d out = v;
  for (int i = 0; i < 3; ++i) {
    out[i] = std::round(v[i] * 1e9) / 1e9;
    if (out[i] == 0) out[i] = 0;  // no -0 in the file
  }
  return out;
}

}  // namespace

std::optional<Vector3d> planeNormal(const Mechanism& mechanism, const std::vector<Pose>& linkPoses, int link1,
                                    int link2) {
  std::optional<Vector3d> normal;
  for (const int j : jointsBetween(mechanism, link1, link2)) {
    const Joint& joint = mechanism.joints[static_cast<std::size_t>(j)];
    const int parent = mechanism.findLink(joint.parent);
    if (!isRotary(joint.type) || parent < 0 || parent >= static_cast<int>(linkPoses.size())) return std::nullopt;
    const double length = joint.axis.norm();
    if (length == 0) return std::nullopt;
    const Vector3d axis_W =
        linkPoses[static_cast<std::size_t>(parent)].R * rotationFromRpy(joint.origin.rpy) * joint.axis / length;
    if (!normal) normal = axis_W;
    else if (normal->cross(axis_W).norm() > 1e-3) return std::nullopt;
  }
  return normal;
}

std::vector<Vector3d> plannedAxes(PlannedKind kind, const std::optional<Vector3d>& normal_W, const Pose& X_WL1) {
  const Vector3d n = normal_W ? Vector3d(X_WL1.R.transpose() * *normal_W) : Vector3d(Vector3d::UnitY());
  switch (kind) {
    case PlannedKind::Pin: return {};
    case PlannedKind::OneAxis: return {tidied(n)};
    case PlannedKind::TwoAxes: break;
  }
  // The body axis that is most across the normal, made exactly so; then the third direction.
  int best = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(n[i]) < std::abs(n[best]) - 1e-9) best = i;
  const Vector3d seed = Vector3d::Unit(best);
  const Vector3d first = (seed - n * n.dot(seed)).normalized();
  Vector3d second = first.cross(n).normalized();
  // Of the two senses the one along the body axes reads better: "0 0 1" rather than "0 0 -1".
  if (second.sum() < 0) second = -second;
  return {tidied(first), tidied(second)};
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
  plan.closure.axes =
      plannedAxes(kind, planeNormal(mechanism, linkPoses, end1.link, end2.link), linkPoses[i1]);
  plan.gap = (linkPoses[i1] * end1.p_L - linkPoses[i2] * end2.p_L).norm();
  plan.closedGap = plan.gap;

  Closure trial = plan.closure;
  trial.anchor2 = end2.p_L;
  const Outcome<Mechanism> edited = applyEdit(mechanism, AddClosure{trial});
  if (!edited) return plan;
  const Outcome<ModelPtr> compiled =
      compileModel(std::make_shared<const Mechanism>(*edited), {.base = base, .findStructuralRedundancy = false});
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
