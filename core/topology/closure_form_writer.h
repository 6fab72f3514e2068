// core/topology/closure_form_writer.h - writes closures between the bodies of a group in each of the forms.
#pragma once
#include "core/topology/closure_forms.h"

namespace grashof {

/// Points are given as closures of the group: their bodies and anchors count, not what they hold.
class ClosureFormWriter {
 public:
  /// `R_21`: directions of body1 in body2 at the nominal pose.
  ClosureFormWriter(const Mechanism& mechanism, const Matrix3d& R_21);

  double length() const { return length_; }  ///< m, between the points of a form
  /// The same, `by` (m, body1's axes) further on both bodies as they stand at the nominal pose.
  Closure moved(const Closure& point, const Vector3d& by) const;
  Vector3d inBody1(const Vector3d& v_2) const { return R_21_.transpose() * v_2; }
  /// From one point to another on body2.
  Vector3d armInBody2(const Closure& from, const Closure& to) const;

  EquivalentForm pin(const Closure& at) const;
  EquivalentForm twoAxes(const Closure& at, const Vector3d& z) const;
  EquivalentForm twoAndOneAxes(const Closure& at, const Vector3d& z) const;
  EquivalentForm twoPins(const Closure& first, const Closure& second) const;
  EquivalentForm pinAndTwoAxes(const Closure& first, const Closure& second, const Vector3d& z) const;
  EquivalentForm threePins(const Closure& first, const Closure& second, const Closure& third) const;
  EquivalentForm pinTwoOneAxes(const Closure& first, const Closure& second, const Closure& third,
                               const Vector3d& along, const Vector3d& across) const;
  EquivalentForm universal(const Closure& at, const Vector3d& nA, const Vector3d& nB_2) const;
  EquivalentForm pinAndOneAxis(const Closure& first, const Closure& second, const Vector3d& nA) const;

 private:
  Matrix3d R_21_;
  double length_;
};

}  // namespace grashof
