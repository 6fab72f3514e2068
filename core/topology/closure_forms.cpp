#include "core/topology/closure_forms.h"

#include <algorithm>
#include <cmath>

#include "core/mechanism/loop_plane.h"
#include "core/mechanism/nominal_pose.h"
#include "core/topology/closure_form_writer.h"

namespace grashof {
namespace {

constexpr double kPlanar = 1e-3;  ///< sine, of the lever rule: what the loop's plane is good for
constexpr double kSquare = 1e-6;  ///< sine and cosine, of what the closures themselves say
constexpr double kApart = 1e-6;   ///< of the mechanism's own length: closer points are one

bool isAlong(const Vector3d& a, const Vector3d& b, double sine) {
  return a.cross(b).norm() <= sine * a.norm() * b.norm();
}
Vector3d freeDirection(const Closure& rail) {
  return rail.axes[0].cross(rail.axes[1]).stableNormalized();
}

/// The group's closures by what they hold, in document order.
struct Parts {
  std::vector<const Closure*> pins, rails, planes, universals;
  std::size_t count() const { return pins.size() + rails.size() + planes.size() + universals.size(); }
  bool has(std::size_t p, std::size_t r, std::size_t l) const {
    return pins.size() == p && rails.size() == r && planes.size() == l && universals.empty();
  }
};

Parts partsOf(const Mechanism& m, const std::vector<int>& group) {
  Parts parts;
  for (const int i : group) {
    const Closure& c = m.closures[static_cast<std::size_t>(i)];
    if (c.kind == ClosureKind::Pin) parts.pins.push_back(&c);
    if (c.kind == ClosureKind::Universal) parts.universals.push_back(&c);
    if (c.kind == ClosureKind::Equality) (c.axes.size() == 2 ? parts.rails : parts.planes).push_back(&c);
  }
  return parts;
}

class Recogniser {
 public:
  Recogniser(const Mechanism& m, std::vector<int> group, const Matrix3d& R_21)
      : write_(m, R_21), parts_(partsOf(m, group)) {
    out_.closures = std::move(group);
    const Closure& first = m.closures[static_cast<std::size_t>(out_.closures.front())];
    normal_ = planarPathNormal(m, first.body1, first.body2);
  }

  std::optional<ClosureForms> run() {
    if (!(point() || hinge() || weld() || universal()) || out_.forms.size() < 2) return std::nullopt;
    std::stable_sort(out_.forms.begin(), out_.forms.end(),
                     [](const EquivalentForm& a, const EquivalentForm& b) { return a.rows < b.rows; });
    return std::move(out_);
  }

 private:
  bool isApart(const Closure& a, const Closure& b) const {
    return (b.anchor - a.anchor).norm() > kApart * write_.length();
  }
  bool isNormal(const Vector3d& z) const { return normal_ && isAlong(*normal_, z, kPlanar); }
  void offer(EquivalentForm form) { out_.forms.push_back(std::move(form)); }
  void meant(ClosureForm current, int rank, bool isPlanar) {
    out_.current = current;
    out_.rank = rank;
    out_.isPlanar = isPlanar;
  }

  /// One point held: by a pin, by two and one axes, or in a planar loop by two.
  bool point() {
    const bool isPair =
        parts_.has(0, 1, 1) && !isApart(*parts_.rails[0], *parts_.planes[0]) &&
        std::abs(freeDirection(*parts_.rails[0]).dot(parts_.planes[0]->axes[0].stableNormalized())) > kPlanar;
    const bool isRail = parts_.has(0, 1, 0) && isNormal(freeDirection(*parts_.rails[0]));
    if (!parts_.has(1, 0, 0) && !isPair && !isRail) return false;
    const Closure& at = parts_.pins.empty() ? *parts_.rails[0] : *parts_.pins[0];
    const bool isPlanar = normal_.has_value();
    meant(isRail ? ClosureForm::TwoAxes : (isPair ? ClosureForm::TwoAndOneAxes : ClosureForm::Pin),
          isPlanar ? 2 : 3, isPlanar);
    offerPoint(at, isPair || isRail ? std::optional(freeDirection(at)) : normal_);
    if (isPlanar) offerHinge(at, write_.moved(at, write_.length() * *normal_), *normal_);
    return true;
  }
  void offerPoint(const Closure& at, const std::optional<Vector3d>& z) {
    offer(write_.pin(at));
    if (normal_) offer(write_.twoAxes(at, *normal_));
    offer(write_.twoAndOneAxes(at, z.value_or(Vector3d::UnitZ())));
  }
  void offerHinge(const Closure& first, const Closure& second, const Vector3d& z) {
    offer(write_.twoPins(first, second));
    offer(write_.pinAndTwoAxes(first, second, z));
  }

  /// Two points on the axis held: by two pins, or by one and axes across the line.
  bool hinge() {
    const bool isPins = parts_.has(2, 0, 0) && isApart(*parts_.pins[0], *parts_.pins[1]);
    const bool isMixed = parts_.has(1, 1, 0) && isApart(*parts_.pins[0], *parts_.rails[0]);
    if (!isPins && !isMixed) return false;
    const Closure &first = *parts_.pins[0], &second = isPins ? *parts_.pins[1] : *parts_.rails[0];
    const Vector3d z = (second.anchor - first.anchor).normalized();
    if (isMixed && !isAlong(freeDirection(second), z, kSquare)) return false;
    const bool isPlanar = isNormal(z);
    meant(isPins ? ClosureForm::TwoPins : ClosureForm::PinAndTwoAxes, isPlanar ? 2 : (normal_ ? 3 : 5),
          isPlanar);
    if (isPlanar) offerPoint(first, z);
    offerHinge(first, second, z);
    return true;
  }

  /// Three points held.
  bool weld() {
    const bool isPins = parts_.has(3, 0, 0), isMixed = parts_.has(1, 1, 1);
    if (!isPins && !isMixed) return false;
    const Closure& first = *parts_.pins[0];
    const Closure& second = isPins ? *parts_.pins[1] : *parts_.rails[0];
    const Closure& third = isPins ? *parts_.pins[2] : *parts_.planes[0];
    const Vector3d along = second.anchor - first.anchor;
    const Vector3d across = along.cross(third.anchor - first.anchor);
    const double size = kApart * write_.length();
    if (along.norm() <= size || across.norm() <= size * along.norm()) return false;
    if (isMixed &&
        (!isAlong(freeDirection(second), along, kSquare) || !isAlong(third.axes[0], across, kSquare)))
      return false;
    meant(isPins ? ClosureForm::ThreePins : ClosureForm::PinTwoOneAxes, normal_ ? 3 : 6, false);
    offer(write_.threePins(first, second, third));
    offer(write_.pinTwoOneAxes(first, second, third, along.normalized(), across.normalized()));
    return true;
  }

  /// In a plane the right angle is kept where one of the axes is the normal.
  int universalRank(const Vector3d& nA, const Vector3d& nB_1) const {
    if (!normal_) return 4;
    return isNormal(nA) || isNormal(nB_1) ? 2 : 3;
  }

  bool universal() {
    if (parts_.count() == 1 && !parts_.universals.empty()) {
      const Closure& u = *parts_.universals[0];
      const Vector3d nA = u.axisA.stableNormalized(), nB_1 = write_.inBody1(u.axisB.stableNormalized());
      const bool isWhole = u.locked[0] && u.locked[1] && u.locked[2];
      if (!isWhole || std::abs(nA.dot(nB_1)) > kSquare) return false;
      meant(ClosureForm::Universal, universalRank(nA, nB_1), false);
      offer(write_.universal(u, nA, u.axisB.stableNormalized()));
      offer(write_.pinAndOneAxis(u, write_.moved(u, write_.length() * nB_1), nA));
      return true;
    }
    if (!parts_.has(1, 0, 1)) return false;
    const Closure &pin = *parts_.pins[0], &plane = *parts_.planes[0];
    const Vector3d arm = plane.anchor - pin.anchor, arm_2 = write_.armInBody2(pin, plane);
    const Vector3d nA = plane.axes[0].stableNormalized();
    if (!isApart(pin, plane) || std::abs(arm.dot(nA)) > kSquare * arm.norm() ||
        arm_2.norm() <= kApart * write_.length())
      return false;
    meant(ClosureForm::PinAndOneAxis, universalRank(nA, arm), false);
    offer(write_.universal(pin, nA, arm_2.normalized()));
    offer(write_.pinAndOneAxis(pin, plane, nA));
    return true;
  }

  ClosureFormWriter write_;
  Parts parts_;
  std::optional<Vector3d> normal_;
  ClosureForms out_;
};

/// Directions of body1 in body2 at the nominal pose.
std::optional<Matrix3d> nominalTurn(const Mechanism& m, const Closure& closure) {
  const int link1 = m.findLink(closure.body1), link2 = m.findLink(closure.body2);
  if (link1 < 0 || link2 < 0 || link1 == link2) return std::nullopt;
  const TreeWalk walk = walkTree(m);
  const NominalLayout layout = nominalLayout(m, walk, BaseMode::Auto);
  const auto X_RL = linkPosesInRoot(m, walk, layout, m.nominal ? *m.nominal : defaultNominal(m, layout));
  if (!X_RL) return std::nullopt;
  return Matrix3d((*X_RL)[static_cast<std::size_t>(link2)].R.transpose() *
                  (*X_RL)[static_cast<std::size_t>(link1)].R);
}

}  // namespace

std::optional<ClosureForms> equivalentForms(const Mechanism& m, int closure) {
  if (closure < 0 || closure >= static_cast<int>(m.closures.size())) return std::nullopt;
  const Closure& own = m.closures[static_cast<std::size_t>(closure)];
  const auto R_21 = nominalTurn(m, own);
  if (!R_21) return std::nullopt;
  std::vector<int> group;
  for (std::size_t i = 0; i < m.closures.size(); ++i) {
    const Closure& c = m.closures[i];
    if (c.body1 != own.body1 || c.body2 != own.body2) continue;
    const bool isWhole = c.kind != ClosureKind::Equality || c.axes.size() == 1 ||
                         (c.axes.size() == 2 && !isAlong(c.axes[0], c.axes[1], kSquare));
    if (!isWhole) return std::nullopt;
    group.push_back(static_cast<int>(i));
  }
  return Recogniser(m, std::move(group), *R_21).run();
}

Edit rewriteEdit(const Mechanism& m, const ClosureForms& group, const EquivalentForm& form) {
  EditList list;
  const std::string& name = m.closures[static_cast<std::size_t>(group.closures.front())].name;
  for (std::size_t k = 0; k < form.closures.size(); ++k) {
    Closure next = form.closures[k];
    if (k < group.closures.size()) {
      const Closure& old = m.closures[static_cast<std::size_t>(group.closures[k])];
      next.name = old.name;
      next.cut = old.cut;
      list.edits.push_back(SetClosure{group.closures[k], std::move(next)});
      continue;
    }
    next.name = name.empty() ? std::string() : name + "/" + std::to_string(k + 1);
    next.cut.reset();
    list.edits.push_back(AddClosure{std::move(next)});
  }
  for (std::size_t k = group.closures.size(); k-- > form.closures.size();)
    list.edits.push_back(RemoveClosure{group.closures[k]});
  return list;
}

}  // namespace grashof
