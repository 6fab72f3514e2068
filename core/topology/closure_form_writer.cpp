#include "core/topology/closure_form_writer.h"

#include "core/mechanism/loop_plane.h"
#include "core/topology/cut_joint_closures.h"

namespace grashof {
namespace {

Closure pinAt(const Closure& point) {
  Closure c = point;
  c.kind = ClosureKind::Pin;
  c.axes.clear();
  c.source = {};
  return c;
}
Closure heldAt(const Closure& point, std::vector<Vector3d> axes) {
  Closure c = pinAt(point);
  c.kind = ClosureKind::Equality;
  c.axes = std::move(axes);
  return c;
}

EquivalentForm formOf(ClosureForm form, const char* words, std::vector<Closure> closures) {
  EquivalentForm out{form, words, 0, std::move(closures)};
  for (const Closure& c : out.closures)
    out.rows += c.kind == ClosureKind::Universal  ? 4
                : c.kind == ClosureKind::Equality ? static_cast<int>(c.axes.size())
                                                  : 3;
  return out;
}

}  // namespace

ClosureFormWriter::ClosureFormWriter(const Mechanism& mechanism, const Matrix3d& R_21)
    : R_21_(R_21), length_(ownLength(mechanism)) {}

Closure ClosureFormWriter::moved(const Closure& point, const Vector3d& by) const {
  Closure c = point;
  c.anchor += by;
  if (c.anchor2) *c.anchor2 += R_21_ * by;
  return c;
}

Vector3d ClosureFormWriter::armInBody2(const Closure& from, const Closure& to) const {
  // A point that the file does not give is the one that coincides, so both have to be of the same sort.
  if (from.anchor2 && to.anchor2) return *to.anchor2 - *from.anchor2;
  if (!from.anchor2 && !to.anchor2) return R_21_ * (to.anchor - from.anchor);
  return Vector3d::Zero();
}

EquivalentForm ClosureFormWriter::pin(const Closure& at) const {
  return formOf(ClosureForm::Pin, "one pin", {pinAt(at)});
}

EquivalentForm ClosureFormWriter::twoAxes(const Closure& at, const Vector3d& z) const {
  return formOf(ClosureForm::TwoAxes, "two in-plane axes", {heldAt(at, axesAcross(z))});
}

EquivalentForm ClosureFormWriter::twoAndOneAxes(const Closure& at, const Vector3d& z) const {
  return formOf(ClosureForm::TwoAndOneAxes, "two axes and the third",
                {heldAt(at, axesAcross(z)), heldAt(at, {z})});
}

EquivalentForm ClosureFormWriter::twoPins(const Closure& first, const Closure& second) const {
  return formOf(ClosureForm::TwoPins, "hinge of two pins", {pinAt(first), pinAt(second)});
}

EquivalentForm ClosureFormWriter::pinAndTwoAxes(const Closure& first, const Closure& second,
                                                const Vector3d& z) const {
  return formOf(ClosureForm::PinAndTwoAxes, "hinge of a pin and two axes",
                {pinAt(first), heldAt(second, axesAcross(z))});
}

EquivalentForm ClosureFormWriter::threePins(const Closure& first, const Closure& second,
                                            const Closure& third) const {
  return formOf(ClosureForm::ThreePins, "weld of three pins", {pinAt(first), pinAt(second), pinAt(third)});
}

EquivalentForm ClosureFormWriter::pinTwoOneAxes(const Closure& first, const Closure& second,
                                                const Closure& third, const Vector3d& along,
                                                const Vector3d& across) const {
  return formOf(ClosureForm::PinTwoOneAxes, "weld of a pin, two axes, one axis",
                {pinAt(first), heldAt(second, axesAcross(along)), heldAt(third, {across})});
}

EquivalentForm ClosureFormWriter::universal(const Closure& at, const Vector3d& nA,
                                            const Vector3d& nB_2) const {
  Closure c = pinAt(at);
  c.kind = ClosureKind::Universal;
  c.locked = {true, true, true};
  c.axisA = nA;
  c.axisB = nB_2;
  return formOf(ClosureForm::Universal, "universal joint", {c});
}

EquivalentForm ClosureFormWriter::pinAndOneAxis(const Closure& first, const Closure& second,
                                                const Vector3d& nA) const {
  return formOf(ClosureForm::PinAndOneAxis, "pin and one axis", {pinAt(first), heldAt(second, {nA})});
}

}  // namespace grashof
