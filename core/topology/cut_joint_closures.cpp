#include "core/topology/cut_joint_closures.h"

#include <utility>

namespace grashof {
namespace {

/// Writes the closures of one cut joint; points and directions are given in the joint frame J.
class ClosureWriter {
 public:
  explicit ClosureWriter(const Joint& joint) : joint_(joint), X_PJ_(poseOf(joint.origin)) {}

  void pin(const Vector3d& p_J) { add(ClosureKind::Pin, p_J, {}); }
  void equality(const Vector3d& p_J, const std::vector<Vector3d>& axes_J) {
    add(ClosureKind::Equality, p_J, axes_J);
  }
  std::vector<Closure> take() { return std::move(closures_); }

 private:
  void add(ClosureKind kind, const Vector3d& p_J, const std::vector<Vector3d>& axes_J) {
    Closure closure;
    closure.kind = kind;
    closure.name = closures_.empty() ? joint_.name : joint_.name + "/" + std::to_string(closures_.size() + 1);
    closure.body1 = joint_.parent;
    closure.body2 = joint_.child;
    closure.anchor = X_PJ_ * p_J;
    for (const Vector3d& axis : axes_J) closure.axes.push_back(X_PJ_.R * axis);
    if (joint_.childOrigin) closure.anchor2 = poseOf(*joint_.childOrigin) * p_J;
    closure.source = joint_.source;
    closures_.push_back(std::move(closure));
  }

  const Joint& joint_;
  Pose X_PJ_;
  std::vector<Closure> closures_;
};

}  // namespace

double ownLength(const Mechanism& m) {
  double sum = 0;
  int count = 0;
  for (const Joint& joint : m.joints) {
    const double length = joint.origin.xyz.norm();
    if (length == 0) continue;
    sum += length;
    ++count;
  }
  constexpr double kFallback = 0.1;  // m
  return count > 0 ? sum / count : kFallback;
}

Vector3d perpendicularTo(const Vector3d& z) {
  Eigen::Index largest = 0;
  z.cwiseAbs().maxCoeff(&largest);
  const Vector3d next = Vector3d::Unit((largest + 1) % 3);
  return (next - z * (z.dot(next) / z.squaredNorm())).normalized();
}

std::vector<Closure> closuresOfCutJoint(const Mechanism& mechanism, int joint, double length,
                                        bool isPlanarLoop) {
  const Joint& cut = mechanism.joints[joint];
  const bool isDirected = hasAxis(cut.type) && cut.axis.norm() > 0;
  const Vector3d z = isDirected ? cut.axis.normalized() : Vector3d::UnitZ();
  const Vector3d x = perpendicularTo(z), y = z.cross(x);
  const Vector3d c = Vector3d::Zero();
  ClosureWriter out(cut);
  switch (cut.type) {
    case JointType::Spherical:
      out.pin(c);
      break;
    case JointType::Revolute:
    case JointType::Continuous:
      if (isPlanarLoop) {
        out.equality(c, {x, y});
      } else {
        out.pin(c);
        out.pin(length * z);
      }
      break;
    case JointType::Fixed:
      out.pin(c);
      out.pin(length * x);
      out.pin(length * y);
      break;
    case JointType::Cylindrical:
    case JointType::Prismatic:
      out.equality(c, {x, y});
      out.equality(length * z, {x, y});
      // The two rails leave the turn about z; a point beside the axis held across it takes that away.
      if (cut.type == JointType::Prismatic) out.equality(length * x, {y});
      break;
    case JointType::Planar:
      out.equality(c, {z});
      out.equality(length * x, {z});
      out.equality(length * y, {z});
      break;
    case JointType::Universal:
      out.pin(c);
      out.equality(length * x, {z});
      break;
    case JointType::Floating:
      break;
  }
  return out.take();
}

}  // namespace grashof
