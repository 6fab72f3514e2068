#include "core/mechanism/loop_plane.h"

#include <cmath>

#include "core/mechanism/graph.h"
#include "core/mechanism/nominal_pose.h"

namespace grashof {
namespace {

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

}  // namespace

std::optional<Vector3d> planarPathNormal(const Mechanism& m, const std::string& name1,
                                         const std::string& name2) {
  const int link1 = m.findLink(name1), link2 = m.findLink(name2);
  if (link1 < 0 || link2 < 0) return std::nullopt;
  const TreeWalk walk = walkTree(m);
  const NominalLayout layout = nominalLayout(m, walk, BaseMode::Auto);
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

}  // namespace grashof
