// core/base/spatial.h - spatial vectors in world axes about one common point O, for the hot path.
// ref  Featherstone, Rigid Body Dynamics Algorithms, 2008, ch. 2
#pragma once
#include <Eigen/Dense>

namespace grashof {

/// Motion (angular w, linear v of the body-fixed point at O) or, as `Wrench`, force (moment n about O, force f).
struct Motion {
  Eigen::Vector3d w = Eigen::Vector3d::Zero();
  Eigen::Vector3d v = Eigen::Vector3d::Zero();
  Motion operator+(const Motion& o) const { return {w + o.w, v + o.v}; }
  Motion operator-(const Motion& o) const { return {w - o.w, v - o.v}; }
  Motion operator*(double s) const { return {w * s, v * s}; }
  Motion& operator+=(const Motion& o) { w += o.w; v += o.v; return *this; }
};
struct Wrench {
  Eigen::Vector3d n = Eigen::Vector3d::Zero();
  Eigen::Vector3d f = Eigen::Vector3d::Zero();
  Wrench operator+(const Wrench& o) const { return {n + o.n, f + o.f}; }
  Wrench operator-(const Wrench& o) const { return {n - o.n, f - o.f}; }
  Wrench operator*(double s) const { return {n * s, f * s}; }
  Wrench& operator+=(const Wrench& o) { n += o.n; f += o.f; return *this; }
};

inline double dot(const Motion& m, const Wrench& f) { return m.w.dot(f.n) + m.v.dot(f.f); }
/// Motion cross motion, a x b.
inline Motion cross(const Motion& a, const Motion& b) {
  return {a.w.cross(b.w), a.w.cross(b.v) + a.v.cross(b.w)};
}
/// Motion cross force, a x* f.
inline Wrench cross(const Motion& a, const Wrench& f) {
  return {a.w.cross(f.n) + a.v.cross(f.f), a.w.cross(f.f)};
}

/// Rigid-body inertia about O in world axes: mass, first moment h = m c, and the symmetric second moment about O.
struct RigidInertia {
  double m = 0;
  Eigen::Vector3d h = Eigen::Vector3d::Zero();
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
  RigidInertia& operator+=(const RigidInertia& o) {
    m += o.m; h += o.h;
    xx += o.xx; yy += o.yy; zz += o.zz; xy += o.xy; xz += o.xz; yz += o.yz;
    return *this;
  }
};
inline Wrench operator*(const RigidInertia& I, const Motion& V) {
  const Eigen::Vector3d Iw(I.xx * V.w.x() + I.xy * V.w.y() + I.xz * V.w.z(),
                           I.xy * V.w.x() + I.yy * V.w.y() + I.yz * V.w.z(),
                           I.xz * V.w.x() + I.yz * V.w.y() + I.zz * V.w.z());
  return {Iw + I.h.cross(V.v), I.m * V.v - I.h.cross(V.w)};
}

}  // namespace grashof
