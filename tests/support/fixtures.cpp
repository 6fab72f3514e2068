#include "tests/support/fixtures.h"

namespace grashof::fixtures {

Link makeLink(const std::string& name, double mass, const Vector3d& com, const Vector3d& inertiaDiagonal) {
  Link link;
  link.name = name;
  if (mass > 0) {
    Inertial inertial;
    inertial.origin.xyz = com;
    inertial.mass = mass;
    inertial.inertia = inertiaDiagonal.asDiagonal();
    link.inertial = inertial;
  }
  return link;
}

Joint makeJoint(const std::string& name, JointType type, const std::string& parent, const std::string& child,
                const Vector3d& xyz, const Vector3d& axis) {
  Joint joint;
  joint.name = name;
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  joint.origin.xyz = xyz;
  joint.axis = axis;
  return joint;
}

Closure makePin(const std::string& body1, const std::string& body2, const Vector3d& anchor) {
  Closure closure;
  closure.kind = ClosureKind::Pin;
  closure.body1 = body1;
  closure.body2 = body2;
  closure.anchor = anchor;
  return closure;
}

Closure makeEquality(const std::string& body1, const std::string& body2, const Vector3d& anchor,
                     const std::vector<Vector3d>& axes) {
  Closure closure = makePin(body1, body2, anchor);
  closure.kind = ClosureKind::Equality;
  closure.axes = axes;
  return closure;
}

}  // namespace grashof::fixtures
