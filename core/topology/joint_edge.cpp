#include "core/topology/joint_edge.h"

#include <algorithm>
#include <cmath>

#include "core/mechanism/joint_motion.h"

namespace grashof {
namespace {

/// A joint's coordinates with its motion mapped by `map`; as they are where the motion is not known.
template <typename Map>
std::vector<double> mapped(const Joint& from, const Joint& to, const std::vector<double>& q, Map map) {
  if (q.size() != static_cast<std::size_t>(coordinateCount(from.type)) || q.empty()) return q;
  const std::optional<Pose> X = jointMotion(from, q.data());
  return X ? jointCoordinates(to, map(*X)) : q;
}

}  // namespace

void reverse(JointEdge& edge) {
  std::swap(edge.parent, edge.child);
  std::swap(edge.X_PJ, edge.X_CM);
  Joint& joint = edge.joint;
  if (hasOneDof(joint.type)) {
    joint.axis = Vector3d::Zero() - joint.axis;  // not -axis: no minus zeros
    return;
  }
  if (joint.type == JointType::Universal) {
    Matrix3d swapped;
    swapped << Vector3d::UnitZ(), -Vector3d::UnitY(), Vector3d::UnitX();
    edge.X_PJ.R = edge.X_PJ.R * swapped;
    edge.X_CM.R = edge.X_CM.R * swapped;
    return;
  }
  const auto inverse = [](const Pose& X) { return X.inverse(); };
  edge.coordinates = mapped(joint, joint, edge.coordinates, inverse);
  joint.dynamics.springMount = mapped(joint, joint, joint.dynamics.springMount, inverse);
}

void alignWithChild(JointEdge& edge) {
  const Matrix3d R_CM = edge.X_CM.R;
  if (R_CM == Matrix3d::Identity()) return;
  const Joint before = edge.joint;
  edge.X_PJ.R = edge.X_PJ.R * R_CM.transpose();
  edge.X_CM.R.setIdentity();
  if (hasAxis(before.type)) edge.joint.axis = cleaned(R_CM * before.axis, before.axis.norm());
  if (hasOneDof(before.type)) return;
  const auto turned = [&R_CM](const Pose& X) { return Pose{R_CM * X.R * R_CM.transpose(), R_CM * X.p}; };
  edge.coordinates = mapped(before, edge.joint, edge.coordinates, turned);
  edge.joint.dynamics.springMount = mapped(before, edge.joint, before.dynamics.springMount, turned);
}

std::optional<Pose> childInParent(const JointEdge& edge) {
  if (edge.coordinates.size() != static_cast<std::size_t>(coordinateCount(edge.joint.type)))
    return std::nullopt;
  const std::optional<Pose> X_JM = jointMotion(edge.joint, edge.coordinates.data());
  if (!X_JM) return std::nullopt;
  return edge.X_PJ * *X_JM * edge.X_CM.inverse();
}

double setCoordinatesFrom(JointEdge& edge, const Pose& X_PC) {
  const Pose X_JM = edge.X_PJ.inverse() * X_PC * edge.X_CM;
  edge.coordinates = jointCoordinates(edge.joint, X_JM);
  const std::optional<Pose> reached = jointMotion(edge.joint, edge.coordinates.data());
  if (!reached) return INFINITY;
  return std::max((reached->p - X_JM.p).norm(), (reached->R - X_JM.R).norm() / std::sqrt(2.0));
}

double cleaned(double value, double scale) {
  if (!(scale > 0) || !std::isfinite(value)) return value;
  const double digits = 14 - std::ceil(std::log10(scale));
  if (digits < 0 || digits > 22) return value;  // powers of ten beyond these are not exact
  // Dividing by the power of ten gives the double nearest to the decimal number.
  const double unit = std::pow(10.0, digits);
  return std::round(value * unit) / unit + 0.0;
}

Vector3d cleaned(const Vector3d& v, double scale) {
  return {cleaned(v.x(), scale), cleaned(v.y(), scale), cleaned(v.z(), scale)};
}

Origin cleanOrigin(const Pose& X, double scale) {
  Origin origin = originOf(X);
  origin.xyz = cleaned(origin.xyz, std::max(scale, origin.xyz.norm()));
  // Quarter turns keep all the digits of pi; others lose what rounding has added.
  for (double& angle : origin.rpy) {
    const double quarters = std::round(angle / (M_PI / 2));
    const bool isQuarter = std::abs(angle - quarters * (M_PI / 2)) < 1e-14;
    angle = isQuarter ? quarters * (M_PI / 2) + 0.0 : cleaned(angle, 1.0);
  }
  return origin;
}

}  // namespace grashof
