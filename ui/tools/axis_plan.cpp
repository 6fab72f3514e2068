#include "ui/tools/axis_plan.h"

#include <QCoreApplication>
#include <cmath>

#include "core/mechanism/joint_types.h"
#include "core/mechanism/loop_plane.h"

namespace grashof {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("AxisPlan", text);
}

Pose poseOfLink(const Mechanism& mechanism, const std::string& name, const std::vector<Pose>& linkPoses) {
  const int link = mechanism.findLink(name);
  return link >= 0 && link < static_cast<int>(linkPoses.size()) ? linkPoses[static_cast<std::size_t>(link)]
                                                                : Pose();
}

/// Unit, without the rounding of a turn there and back: a base axis within 1e-9 is that axis.
Vector3d tidy(const Vector3d& direction) {
  Vector3d unit = direction.normalized();
  for (int i = 0; i < 3; ++i)
    if (std::abs(unit[i]) < 1e-9) unit[i] = 0;
  for (int i = 0; i < 3; ++i)
    if (std::abs(std::abs(unit[i]) - 1) < 1e-12) unit[i] = unit[i] > 0 ? 1 : -1;
  return unit;
}

AxisTarget jointTarget(const Mechanism& mechanism, ElementRef element, const std::vector<Pose>& linkPoses) {
  const Joint& joint = mechanism.joints[static_cast<std::size_t>(element.index)];
  const Pose X_WF = poseOfLink(mechanism, joint.parent, linkPoses) * poseOf(joint.origin);
  AxisTarget target{element, QString::fromStdString(joint.name), X_WF.p, {}, {}};
  if (!hasAxis(joint.type))
    target.problem = tr("A %1 joint has no axis.").arg(QString::fromUtf8(jointTypeName(joint.type).data()));
  else if (joint.axis.norm() > 0)
    target.axis_W = X_WF.R * joint.axis.normalized();
  return target;
}

AxisTarget closureTarget(const Mechanism& mechanism, ElementRef element, const std::vector<Pose>& linkPoses) {
  const Closure& closure = mechanism.closures[static_cast<std::size_t>(element.index)];
  const Pose X_W1 = poseOfLink(mechanism, closure.body1, linkPoses);
  AxisTarget target{
      element, QString::fromStdString(displayName(closure, element.index)), X_W1 * closure.anchor, {}, {}};
  if (closure.kind == ClosureKind::Pin) {
    target.problem = tr("A pin holds all directions, so it has no axis.");
  } else if (closure.kind == ClosureKind::Equality) {
    Vector3d axis = Vector3d::Zero();
    if (closure.axes.size() == 1) axis = closure.axes[0];
    if (closure.axes.size() == 2) axis = closure.axes[0].cross(closure.axes[1]);
    if (axis.norm() > 0) target.axis_W = X_W1.R * axis.normalized();
  } else {
    target.axis_W = X_W1.R * closure.axisA.normalized();
  }
  return target;
}

}  // namespace

AxisTarget axisTarget(const Mechanism& mechanism, ElementRef element, const std::vector<Pose>& linkPoses) {
  if (element.kind == ElementKind::Joint && element.index >= 0 &&
      element.index < static_cast<int>(mechanism.joints.size()))
    return jointTarget(mechanism, element, linkPoses);
  if (element.kind == ElementKind::Closure && element.index >= 0 &&
      element.index < static_cast<int>(mechanism.closures.size()))
    return closureTarget(mechanism, element, linkPoses);
  return {{}, {}, Vector3d::Zero(), {}, tr("Only joints and closures have an axis.")};
}

Edit axisEdit(const Mechanism& mechanism, ElementRef element, const Vector3d& direction_W,
              const std::vector<Pose>& linkPoses) {
  if (element.kind == ElementKind::Joint) {
    Joint joint = mechanism.joints[static_cast<std::size_t>(element.index)];
    const Pose X_WF = poseOfLink(mechanism, joint.parent, linkPoses) * poseOf(joint.origin);
    joint.axis = tidy(X_WF.R.transpose() * direction_W);
    return SetJoint{element.index, joint};
  }
  Closure closure = mechanism.closures[static_cast<std::size_t>(element.index)];
  const Vector3d axis_1 = tidy(poseOfLink(mechanism, closure.body1, linkPoses).R.transpose() * direction_W);
  if (closure.kind == ClosureKind::Universal)
    closure.axisA = axis_1;
  else if (closure.axes.size() == 2)
    closure.axes = axesAcross(axis_1);
  else
    closure.axes = {axis_1};
  return SetClosure{element.index, closure};
}

}  // namespace grashof
