// core/dynamics/body_inertia.h - a body's inertia in world axes about O.
#pragma once
#include "core/dynamics/kinematics.h"

namespace grashof {

/// Inertia of `body` about O at its pose; kg, kg m, kg m^2.
inline RigidInertia inertiaAboutO(const Body& body, const BodyMotion& at) noexcept {
  const Vector3d c = at.p_OB + at.R_WB * body.com_B;
  const Matrix3d I = at.R_WB * body.inertia_B * at.R_WB.transpose();
  const double m = body.mass;
  RigidInertia inertia;
  inertia.m = m;
  inertia.h = m * c;
  inertia.xx = I(0, 0) + m * (c.y() * c.y() + c.z() * c.z());
  inertia.yy = I(1, 1) + m * (c.x() * c.x() + c.z() * c.z());
  inertia.zz = I(2, 2) + m * (c.x() * c.x() + c.y() * c.y());
  inertia.xy = I(0, 1) - m * c.x() * c.y();
  inertia.xz = I(0, 2) - m * c.x() * c.z();
  inertia.yz = I(1, 2) - m * c.y() * c.z();
  return inertia;
}

}  // namespace grashof
