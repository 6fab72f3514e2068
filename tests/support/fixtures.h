// tests/support/fixtures.h - mechanisms built in code, so that the numbers in a test are visible.
#pragma once
#include "core/mechanism/mechanism.h"

namespace grashof::fixtures {

Link makeLink(const std::string& name, double mass = 0.0, const Vector3d& com = Vector3d::Zero(),
              const Vector3d& inertiaDiagonal = Vector3d::Constant(1e-4));
Joint makeJoint(const std::string& name, JointType type, const std::string& parent, const std::string& child,
                const Vector3d& xyz = Vector3d::Zero(), const Vector3d& axis = Vector3d::UnitZ());
Closure makePin(const std::string& body1, const std::string& body2, const Vector3d& anchor);
Closure makeEquality(const std::string& body1, const std::string& body2, const Vector3d& anchor,
                     const std::vector<Vector3d>& axes);

}  // namespace grashof::fixtures
