#include <algorithm>
#include <array>

#include "core/base/number_text.h"
#include "core/io/urdf_nodes.h"
#include "core/io/urdf_patch_elements.h"

namespace grashof {
namespace {

void patchOptional(XmlPatch& patch, int ordinal, std::string_view name, const std::optional<double>& before,
                   const std::optional<double>& after, bool isReread) {
  if (before == after && !isReread) return;
  if (after)
    patch.setNumbers(ordinal, name, {&*after, 1});
  else
    patch.removeAttribute(ordinal, name);
}

void patchLimits(XmlPatch& patch, const Joint& before, const Joint& after) {
  const int limit = patch.firstChild(before.source.element, "limit");
  const JointLimits &old = before.limits, &fresh = after.limits;
  if (limit < 0) {
    if (!isUnlimited(fresh)) patch.append(before.source.element, limitNode(fresh));
    return;
  }
  if (isUnlimited(fresh) && !isUnlimited(old)) return patch.remove(limit);
  // A continuous joint's bounds stand in the text without counting; under another type they would come to
  // life.
  const bool isReread = before.type != after.type &&
                        (before.type == JointType::Continuous || after.type == JointType::Continuous);
  patchOptional(patch, limit, "lower", old.lower, fresh.lower, isReread);
  patchOptional(patch, limit, "upper", old.upper, fresh.upper, isReread);
  patchOptional(patch, limit, "effort", old.effort, fresh.effort, false);
  patchOptional(patch, limit, "velocity", old.velocity, fresh.velocity, false);
}

void patchSpringMount(XmlPatch& patch, int dynamics, const Joint& before, const Joint& after) {
  const std::vector<double>& mount = after.dynamics.springMount;
  const bool isFixedChanged = (before.type == JointType::Fixed) != (after.type == JointType::Fixed);
  if (before.dynamics.springMount == mount && !isFixedChanged) return;
  if (mount.empty())
    patch.removeAttribute(dynamics, "spring_mount");
  else
    patch.setNumbers(dynamics, "spring_mount", mount);
}

void patchDynamics(XmlPatch& patch, const Joint& before, const Joint& after) {
  const int dynamics = patch.firstChild(before.source.element, "dynamics");
  const JointDynamics &old = before.dynamics, &fresh = after.dynamics;
  if (dynamics < 0) {
    if (!isPassive(fresh)) patch.append(before.source.element, dynamicsNode(fresh));
    return;
  }
  patchNumber(patch, dynamics, "damping", old.damping, fresh.damping);
  patchNumber(patch, dynamics, "friction", old.friction, fresh.friction);
  patchNumber(patch, dynamics, "rotor_inertia", old.rotorInertia, fresh.rotorInertia);
  patchNumber(patch, dynamics, "stiffness", old.stiffness, fresh.stiffness);
  patchSpringMount(patch, dynamics, before, after);
}

void patchMimic(XmlPatch& patch, const Joint& before, const Joint& after) {
  const int mimic = patch.firstChild(before.source.element, "mimic");
  if (!after.mimic) {
    if (before.mimic) patch.remove(mimic);
    return;
  }
  if (!before.mimic || mimic < 0) return patch.append(before.source.element, mimicNode(*after.mimic));
  patchText(patch, mimic, "joint", before.mimic->leader, after.mimic->leader);
  patchNumber(patch, mimic, "multiplier", before.mimic->multiplier, after.mimic->multiplier);
  patchNumber(patch, mimic, "offset", before.mimic->offset, after.mimic->offset);
}

void patchAxes(XmlPatch& patch, int ordinal, const Closure& before, const Closure& after) {
  if (before.kind == after.kind && before.axes == after.axes) return;
  if (before.kind != ClosureKind::Equality && after.kind != ClosureKind::Equality) return;
  const std::vector<int> written = patch.childrenNamed(ordinal, "axis");
  for (std::size_t i = 0; i < std::max(written.size(), after.axes.size()); ++i) {
    if (i >= after.axes.size())
      patch.remove(written[i]);
    else if (i >= written.size())
      patch.append(ordinal, axisNode(after.axes[i]));
    else
      patch.setNumbers(written[i], "xyz", {after.axes[i].data(), 3});
  }
}

constexpr std::array<const char*, 3> kLocks{"x_locked", "y_locked", "z_locked"};

void patchUniversal(XmlPatch& patch, int ordinal, const Closure& before, const Closure& after) {
  if (after.kind != ClosureKind::Universal) {
    if (before.kind != ClosureKind::Universal) return;
    for (const char* name : {"n_a", "n_b", kLocks[0], kLocks[1], kLocks[2]})
      patch.removeAttribute(ordinal, name);
    return;
  }
  const bool isNew = before.kind != after.kind;
  if (isNew || before.axisA != after.axisA) patch.setNumbers(ordinal, "n_a", {after.axisA.data(), 3});
  if (isNew || before.axisB != after.axisB) patch.setNumbers(ordinal, "n_b", {after.axisB.data(), 3});
  for (std::size_t i = 0; i < 3; ++i) {
    const bool old = isNew ? true : before.locked[i];
    if (old != after.locked[i]) patch.setAttribute(ordinal, kLocks[i], after.locked[i] ? "true" : "false");
  }
}

/// Written anew as a whole: nobody edits it by hand.
void patchCutJoint(XmlPatch& patch, int ordinal, const Closure& before, const Closure& after) {
  const auto nodesOf = [](const Closure& closure) {
    return closure.cut ? cutJointNodes(*closure.cut) : std::vector<XmlNode>{};
  };
  std::vector<XmlNode> nodes = nodesOf(after);
  if (nodes == nodesOf(before)) return;
  for (const int old : patch.childrenNamed(ordinal, "cut_joint")) patch.remove(old);
  for (XmlNode& node : nodes) patch.append(ordinal, std::move(node));
}

}  // namespace

void patchJoint(XmlPatch& patch, const Joint& before, const Joint& after) {
  const int ordinal = before.source.element;
  patchText(patch, ordinal, "name", before.name, after.name);
  if (before.type != after.type) patch.setAttribute(ordinal, "type", jointTypeName(after.type));
  if (before.parent != after.parent)
    patch.setAttribute(patch.firstChild(ordinal, "parent"), "link", after.parent);
  if (before.child != after.child)
    patch.setAttribute(patch.firstChild(ordinal, "child"), "link", after.child);
  if (before.isCut != after.isCut) {
    if (after.isCut)
      patch.setAttribute(ordinal, "cut", "true");
    else
      patch.removeAttribute(ordinal, "cut");
  }
  patchOrigin(patch, ordinal, before.origin, after.origin);
  if (before.axis != after.axis) {
    const int axis = patch.firstChild(ordinal, "axis");
    if (axis < 0)
      patch.append(ordinal, axisNode(after.axis));
    else
      patchVector(patch, axis, "xyz", before.axis, after.axis);
  }
  patchLimits(patch, before, after);
  patchDynamics(patch, before, after);
  patchMimic(patch, before, after);
}

void patchClosure(XmlPatch& patch, const Closure& before, const Closure& after) {
  const int ordinal = before.source.element;
  patch.rename(ordinal, before.kind == after.kind ? patch.element(ordinal).name
                                                  : std::string(closureKindName(after.kind)));
  patchText(patch, ordinal, "name", before.name, after.name);
  if (before.body1 != after.body1) patch.setAttribute(ordinal, "body1", after.body1);
  if (before.body2 != after.body2) patch.setAttribute(ordinal, "body2", after.body2);
  patchVector(patch, ordinal, "anchor", before.anchor, after.anchor);
  if (before.anchor2 && !after.anchor2) patch.removeAttribute(ordinal, "anchor2");
  if (after.anchor2 && before.anchor2 != after.anchor2)
    patch.setNumbers(ordinal, "anchor2", {after.anchor2->data(), 3});
  patchAxes(patch, ordinal, before, after);
  patchUniversal(patch, ordinal, before, after);
  patchCutJoint(patch, ordinal, before, after);
}

}  // namespace grashof
