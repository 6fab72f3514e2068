#include <cmath>

#include "core/dynamics/compile_parts.h"
#include "core/dynamics/kinematics.h"
#include "core/topology/cut_joint_closures.h"
#include "core/topology/spanning_tree.h"

namespace grashof::compile {
namespace {

Vector3d anyNormalTo(const Vector3d& axis) {
  int smallest = 0;
  axis.cwiseAbs().minCoeff(&smallest);
  return axis.cross(Vector3d::Unit(smallest)).normalized();
}

/// Orthonormal directions in body1's link frame: first the constrained ones, then a completion.
Matrix3d directionsOf(const Closure& closure, int& rows) {
  if (closure.kind == ClosureKind::Pin) {
    rows = 3;
    return Matrix3d::Identity();
  }
  Matrix3d D;
  if (closure.kind == ClosureKind::Equality) {
    rows = static_cast<int>(closure.axes.size());
    D.col(0) = closure.axes[0].normalized();
    const Vector3d second = rows == 2 ? closure.axes[1].normalized() : anyNormalTo(D.col(0));
    D.col(1) = (second - D.col(0).dot(second) * D.col(0)).normalized();
    D.col(2) = D.col(0).cross(D.col(1));
    return D;
  }
  rows = 0;
  for (int i = 0; i < 3; ++i)
    if (closure.locked[static_cast<std::size_t>(i)]) D.col(rows++) = Vector3d::Unit(i);
  for (int i = 0, at = rows; i < 3; ++i)
    if (!closure.locked[static_cast<std::size_t>(i)]) D.col(at++) = Vector3d::Unit(i);
  return D;
}

ConstraintKind kindOf(ClosureKind kind) {
  switch (kind) {
    case ClosureKind::Pin:
      return ConstraintKind::Pin;
    case ClosureKind::Equality:
      return ConstraintKind::Equality;
    case ClosureKind::Universal:
      return ConstraintKind::Universal;
  }
  return ConstraintKind::Pin;
}

/// Sine below which two axes count as parallel: the tolerance of structural redundancy.
constexpr double kPlanarTolerance = 1e-3;

class ConstraintBuilder {
 public:
  explicit ConstraintBuilder(Model& model) : model_(model), nominal_(makeTreeState(model)) {
    treeKinematics(model, {model.nominal.data(), static_cast<std::size_t>(model.nq)}, {}, nominal_);
  }

  void addClosure(const Closure& closure, const std::string& name, int closureIndex, int jointIndex) {
    const Mechanism& mechanism = *model_.mechanism;
    const FrameOnBody& link1 = model_.links[static_cast<std::size_t>(mechanism.findLink(closure.body1))];
    const FrameOnBody& link2 = model_.links[static_cast<std::size_t>(mechanism.findLink(closure.body2))];
    Constraint c;
    c.kind = kindOf(closure.kind);
    c.name = name;
    c.closure = closureIndex;
    c.joint = jointIndex;
    c.body1 = link1.body;
    c.body2 = link2.body;
    c.axes_B1 = link1.X_B.R * directionsOf(closure, c.rows);
    c.p_B1A1 = link1.X_B * closure.anchor;
    c.p_B2A2 = closure.anchor2 ? link2.X_B * *closure.anchor2 : coincidentPoint(c);
    if (closure.kind == ClosureKind::Universal) {
      c.hasRotationRow = true;
      c.nA_B1 = link1.X_B.R * closure.axisA.normalized();
      c.nB_B2 = link2.X_B.R * closure.axisB.normalized();
    }
    c.keptAxes_B1 = c.axes_B1;
    c.keptRows = c.rows;
    c.keepsRotationRow = c.hasRotationRow;
    model_.constraints.push_back(c);
  }

  /// The loop moves in the plane across the cut joint's axis: its hinges are parallel to the axis, its
  /// sliders perpendicular.
  bool isPlanarLoop(const Loop& loop) const {
    const Mechanism& mechanism = *model_.mechanism;
    const Joint& cut = mechanism.joints[static_cast<std::size_t>(loop.cutJoint)];
    const int parent = mechanism.findLink(cut.parent);
    const Vector3d z =
        linkPose(model_, nominal_, parent).R * rotationFromRpy(cut.origin.rpy) * cut.axis.normalized();
    for (const int source : loop.joints) {
      const MovableJoint& joint = model_.joints[static_cast<std::size_t>(
          model_.findJoint(mechanism.joints[static_cast<std::size_t>(source)].name))];
      if (joint.type == JointType::Spherical || joint.type == JointType::Floating) return false;
      for (int i = joint.v; i < joint.v + joint.nv; ++i) {
        const Motion& S = nominal_.S[static_cast<std::size_t>(i)];
        const bool isInPlane =
            S.w.isZero() ? std::abs(S.v.dot(z)) < kPlanarTolerance : S.w.cross(z).norm() < kPlanarTolerance;
        if (!isInPlane) return false;
      }
    }
    return true;
  }

  void addMimic(std::size_t jointIndex) {
    const Joint& joint = model_.mechanism->joints[jointIndex];
    Constraint c;
    c.kind = ConstraintKind::Mimic;
    c.name = "mimic " + joint.name;
    c.joint = static_cast<int>(jointIndex);
    c.follower = model_.findJoint(joint.name);
    c.leader = model_.findJoint(joint.mimic->leader);
    c.body1 = model_.joints[static_cast<std::size_t>(c.follower)].body;
    c.body2 = model_.joints[static_cast<std::size_t>(c.leader)].body;
    c.multiplier = joint.mimic->multiplier;
    c.offset = joint.mimic->offset;
    c.keepsMimicRow = true;
    model_.constraints.push_back(c);
  }

 private:
  /// body2's anchor: its point that meets body1's anchor at the nominal configuration.
  Vector3d coincidentPoint(const Constraint& c) const {
    if (c.body1 == c.body2) return c.p_B1A1;
    const BodyMotion& B1 = nominal_.body[static_cast<std::size_t>(c.body1)];
    const BodyMotion& B2 = nominal_.body[static_cast<std::size_t>(c.body2)];
    return B2.R_WB.transpose() * (B1.p_OB + B1.R_WB * c.p_B1A1 - B2.p_OB);
  }

  Model& model_;
  TreeState nominal_;
};

}  // namespace

void buildConstraints(Model& model) {
  const Mechanism& mechanism = *model.mechanism;
  ConstraintBuilder builder(model);
  std::vector<std::pair<int, std::vector<Closure>>> cuts;
  for (const Loop& loop : fundamentalLoops(mechanism))
    if (loop.cutJoint >= 0)
      cuts.emplace_back(loop.cutJoint,
                        closuresOfCutJoint(mechanism, loop.cutJoint, model.size, builder.isPlanarLoop(loop)));

  for (const ClosureKind kind : {ClosureKind::Pin, ClosureKind::Equality, ClosureKind::Universal}) {
    for (std::size_t i = 0; i < mechanism.closures.size(); ++i)
      if (const Closure& closure = mechanism.closures[i]; closure.kind == kind)
        builder.addClosure(closure, displayName(closure, static_cast<int>(i)), static_cast<int>(i), -1);
    for (const auto& [joint, closures] : cuts)
      for (const Closure& closure : closures)
        if (closure.kind == kind) builder.addClosure(closure, closure.name, -1, joint);
  }
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j)
    if (mechanism.joints[j].mimic && !mechanism.joints[j].isCut) builder.addMimic(j);
}

}  // namespace grashof::compile
