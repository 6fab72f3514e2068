// Fixes of closures: names, axes, and pins that say more than a planar loop needs.
#include <algorithm>
#include <cmath>

#include "core/mechanism/edit_checks.h"
#include "core/mechanism/graph.h"
#include "core/mechanism/name_hint.h"
#include "core/mechanism/nominal_pose.h"
#include "core/mechanism/quick_fix_parts.h"

namespace grashof::quick_fixes {
namespace {

template <typename Change>
QuickFix onClosure(const Subject& s, std::string label, const Change& change) {
  Closure closure = s.closure();
  change(closure);
  return {std::move(label), SetClosure{s.index, std::move(closure)}};
}

Fixes nearestBody(const Subject& s) {
  std::vector<std::string> names;
  for (const Link& link : s.m.links) names.push_back(link.name);
  for (const auto& [attribute, body] :
       {std::pair("@body1", &Closure::body1), std::pair("@body2", &Closure::body2)}) {
    if (!s.isAbout(attribute)) continue;
    const std::string near = nearestName(s.closure().*body, names);
    if (!near.empty())
      return {onClosure(s, "Use " + near, [&near, body = body](Closure& c) { c.*body = near; })};
  }
  return {};
}

Fixes usePin(const Subject& s) {
  return {onClosure(s, "Use a pin", [](Closure& c) {
    c.kind = ClosureKind::Pin;
    c.axes.clear();
  })};
}

/// Axes that are zero, or repeat the direction of one before them, hold nothing.
Fixes useOneAxis(const Subject& s) {
  if (s.closure().kind != ClosureKind::Equality) return {};
  std::vector<Vector3d> axes;
  for (const Vector3d& axis : s.closure().axes) {
    const auto repeats = [&axis](const Vector3d& other) { return edit_checks::areParallel(axis, other); };
    if (!axis.isZero(0) && std::none_of(axes.begin(), axes.end(), repeats)) axes.push_back(axis);
  }
  if (axes.empty() || axes.size() > 2 || axes.size() == s.closure().axes.size()) return {};
  return {onClosure(s, axes.size() == 1 ? "Use one axis" : "Use two axes",
                    [&axes](Closure& c) { c.axes = axes; })};
}

Fixes removeClosure(const Subject& s) {
  return {{"Remove closure", RemoveClosure{s.index}}};
}

/// Movable tree joints between two links: those above one of them and not above both.
std::vector<int> jointsBetween(const Mechanism& m, const TreeWalk& walk, int link1, int link2) {
  const JointEnds ends = jointEnds(m);
  const auto above = [&](int link) {
    std::vector<int> joints;
    for (int j = walk.parentJoint[static_cast<std::size_t>(link)]; j >= 0;
         j = walk.parentJoint[static_cast<std::size_t>(ends.parent[static_cast<std::size_t>(j)])])
      joints.push_back(j);
    return joints;
  };
  std::vector<int> first = above(link1), second = above(link2);
  while (!first.empty() && !second.empty() && first.back() == second.back())
    first.pop_back(), second.pop_back();
  first.insert(first.end(), second.begin(), second.end());
  std::erase_if(first,
                [&m](int j) { return m.joints[static_cast<std::size_t>(j)].type == JointType::Fixed; });
  return first;
}

/// Normal of the plane in which the closure's loop moves, in body1's frame: hinges along it, slides across
/// it.
std::optional<Vector3d> loopNormal(const Mechanism& m, const Closure& closure) {
  const int link1 = m.findLink(closure.body1), link2 = m.findLink(closure.body2);
  if (link1 < 0 || link2 < 0) return std::nullopt;
  const TreeWalk walk = walkTree(m);
  NominalLayout layout = nominalLayout(m, walk, BaseMode::Auto);
  const std::vector<double> q = m.nominal ? *m.nominal : defaultNominal(m, layout);
  const auto X_RL = linkPosesInRoot(m, walk, layout, q);
  if (!X_RL) return std::nullopt;
  constexpr double kParallel = 1e-3;  // the lever rule's 1/1000
  std::optional<Vector3d> normal_R;
  std::vector<Vector3d> slides_R;
  for (const int j : jointsBetween(m, walk, link1, link2)) {
    const Joint& joint = m.joints[static_cast<std::size_t>(j)];
    // A joint's axis is the same in the parent's and in the child's turned frame.
    const Matrix3d& R_RP = (*X_RL)[static_cast<std::size_t>(m.findLink(joint.parent))].R;
    const Vector3d axis_R = R_RP * (rotationFromRpy(joint.origin.rpy) * joint.axis.stableNormalized());
    if (joint.type == JointType::Prismatic)
      slides_R.push_back(axis_R);
    else if (!isRotary(joint.type) || (normal_R && normal_R->cross(axis_R).norm() > kParallel))
      return std::nullopt;
    else if (!normal_R)
      normal_R = axis_R;
  }
  if (!normal_R) return std::nullopt;
  for (const Vector3d& slide : slides_R)
    if (std::abs(slide.dot(*normal_R)) > kParallel) return std::nullopt;
  return (*X_RL)[static_cast<std::size_t>(link1)].R.transpose() * *normal_R;
}

/// Two axes across the normal: base axes where the normal is one, so that the file stays readable.
std::vector<Vector3d> axesAcross(const Vector3d& normal) {
  Eigen::Index largest = 0, smallest = 0;
  normal.cwiseAbs().maxCoeff(&largest);
  normal.cwiseAbs().minCoeff(&smallest);
  constexpr double kRounding = 1e-9;
  if (std::abs(std::abs(normal[largest]) - 1) < kRounding) {
    std::vector<Vector3d> axes;
    for (Eigen::Index i = 0; i < 3; ++i)
      if (i != largest) axes.push_back(Vector3d::Unit(i));
    return axes;
  }
  const Vector3d first = normal.cross(Vector3d::Unit(smallest)).normalized();
  return {first, normal.cross(first).normalized()};
}

Fixes useTwoAxes(const Subject& s) {
  if (s.closure().kind != ClosureKind::Pin) return {};
  const std::optional<Vector3d> normal = loopNormal(s.m, s.closure());
  if (!normal) return {};
  return {onClosure(s, "Use two axes", [&normal](Closure& c) {
    c.kind = ClosureKind::Equality;
    c.axes = axesAcross(*normal);
  })};
}

}  // namespace

FixFunction closureFix(std::string_view code) {
  static constexpr std::pair<std::string_view, FixFunction> kFixes[] = {{"unknown-link", nearestBody},
                                                                        {"equality-axes", usePin},
                                                                        {"zero-axis", useOneAxis},
                                                                        {"parallel-axes", useOneAxis},
                                                                        {"closure-same-body", removeClosure},
                                                                        {"pin-in-planar-loop", useTwoAxes}};
  for (const auto& [name, fix] : kFixes)
    if (name == code) return fix;
  return nullptr;
}

}  // namespace grashof::quick_fixes
