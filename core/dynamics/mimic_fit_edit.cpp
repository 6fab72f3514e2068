#include <algorithm>
#include <cmath>
#include <functional>

#include "core/dynamics/mimic_fit.h"
#include "core/mechanism/joint_motion.h"
#include "core/mechanism/joint_order.h"

namespace grashof {
namespace {

/// The joint standing still where it is.
Joint fixedAt(Joint joint, double coordinate) {
  if (const auto moved = jointMotion(joint, &coordinate))
    joint.origin = originOf(poseOf(joint.origin) * *moved);
  joint.type = JointType::Fixed;
  joint.limits = {};
  joint.mimic.reset();
  joint.dynamics = {};
  return joint;
}

Joint limitedTo(Joint joint, double lower, double upper) {
  joint.limits.lower = lower;
  joint.limits.upper = upper;
  if (joint.type == JointType::Continuous) joint.type = JointType::Revolute;
  return joint;
}

/// Followers where their leader puts them.
void followNominal(Mechanism& m) {
  if (!m.nominal) return;
  const std::optional<int> base = baseEntriesOf(m, m.nominal->size());
  if (!base) return;
  const std::vector<CoordinateSlot> slots = coordinateSlots(m);
  const auto entry = [&](const std::string& name) -> double* {
    for (const CoordinateSlot& slot : slots)
      if (m.joints[static_cast<std::size_t>(slot.joint)].name == name)
        return &(*m.nominal)[static_cast<std::size_t>(*base + slot.first)];
    return nullptr;
  };
  for (const Joint& joint : m.joints) {
    if (!joint.mimic) continue;
    double* const own = entry(joint.name);
    const double* const leader = entry(joint.mimic->leader);
    if (own && leader) *own = joint.mimic->multiplier * *leader + joint.mimic->offset;
  }
}

}  // namespace

Outcome<Mechanism> withFittedMimics(const Model& model, const MimicFit& fit) {
  const Mechanism& m = *model.mechanism;
  const auto source = [&](int j) { return model.joints[static_cast<std::size_t>(j)].source; };
  const auto joint = [&](int j) -> const Joint& { return m.joints[static_cast<std::size_t>(source(j))]; };
  EditList list;
  Joint driver = joint(fit.driver);
  driver.mimic.reset();
  if (!fit.isFullTurn) driver = limitedTo(driver, fit.lower, fit.upper);
  list.edits.push_back(SetJoint{source(fit.driver), driver});
  for (const FittedMimic& f : fit.joints) {
    Joint next = joint(f.joint);
    if (f.isStill)
      next = fixedAt(next, f.offset);
    else
      next.mimic = Mimic{driver.name, f.multiplier, f.offset, {}};
    list.edits.push_back(SetJoint{source(f.joint), next});
  }
  std::vector<int> closures;
  for (const int c : fit.constraints)
    closures.push_back(model.constraints[static_cast<std::size_t>(c)].closure);
  std::sort(closures.begin(), closures.end(), std::greater<>());
  for (const int c : closures) list.edits.push_back(RemoveClosure{c});
  // Only <constraints> holds a nominal configuration.
  if (closures.size() == m.closures.size()) list.edits.push_back(SetNominal{std::nullopt});
  Outcome<Mechanism> edited = applyEdit(m, list);
  if (edited) followNominal(*edited.value);
  return edited;
}

}  // namespace grashof
