// Link frames that move: what hangs on them is expressed anew.
#include <algorithm>

#include "core/topology/recut_parts.h"

namespace grashof::recutting {
namespace {

/// Shifts points of one link after another; frames keep their directions, so axes and turns stay as written.
class FrameShift {
 public:
  FrameShift(const Shifts& shifts, double scale) : shifts_(shifts), scale_(scale) {}

  void point(const std::string& link, Vector3d& p) const {
    const auto it = shifts_.find(link);
    if (it == shifts_.end() || it->second.isZero(0.0)) return;
    const Vector3d moved = p - it->second;
    p = cleaned(moved, std::max({scale_, moved.norm(), p.norm()}));
  }

  void joint(Joint& joint) const {
    point(joint.parent, joint.origin.xyz);
    if (joint.childOrigin) point(joint.child, joint.childOrigin->xyz);
    if (!joint.closures) return;
    std::vector<Closure> moved = *joint.closures;
    closures(moved);
    if (moved != *joint.closures) joint.closures = std::make_shared<const std::vector<Closure>>(moved);
  }

  void closures(std::vector<Closure>& list) const {
    for (Closure& closure : list) {
      point(closure.body1, closure.anchor);
      if (closure.anchor2) point(closure.body2, *closure.anchor2);
      if (!closure.cut) continue;
      joint(closure.cut->joint);
      for (CutJoint& part : closure.cut->chain) joint(part.joint);
    }
  }

  void link(Link& link) const {
    if (link.inertial) point(link.name, link.inertial->origin.xyz);
    for (Geometry& geometry : link.visuals) point(link.name, geometry.origin.xyz);
    for (Geometry& geometry : link.collisions) point(link.name, geometry.origin.xyz);
  }

 private:
  const Shifts& shifts_;
  double scale_;
};

}  // namespace

void shiftFrames(Mechanism& m, const Shifts& shifts, double scale) {
  const FrameShift shift(shifts, scale);
  for (Link& link : m.links) shift.link(link);
  for (Joint& joint : m.joints) shift.joint(joint);
  shift.closures(m.closures);
}

void shiftClosures(std::vector<Closure>& closures, const Shifts& shifts, double scale) {
  FrameShift(shifts, scale).closures(closures);
}

}  // namespace grashof::recutting
