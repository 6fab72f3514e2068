// Fixes of joints: bounds, axes, mimics.
#include <cmath>
#include <utility>

#include "core/base/number_text.h"
#include "core/mechanism/name_hint.h"
#include "core/mechanism/quick_fix_parts.h"

namespace grashof::quick_fixes {
namespace {

constexpr double kDegree = M_PI / 180.0;

/// The joint with a change, as an edit.
template <typename Change>
QuickFix onJoint(const Subject& s, std::string label, const Change& change) {
  Joint joint = s.joint();
  change(joint);
  return {std::move(label), SetJoint{s.index, std::move(joint)}};
}

std::string tenths(double value) {
  return formatDouble(std::round(value * 10) / 10);
}

Fixes swapBounds(const Subject& s) {
  const JointLimits& limits = s.joint().limits;
  if (!limits.lower || !limits.upper || *limits.lower <= *limits.upper) return {};
  return {onJoint(s, "Swap bounds", [](Joint& j) { std::swap(j.limits.lower, j.limits.upper); })};
}

Fixes convertDegrees(const Subject& s) {
  const JointLimits& limits = s.joint().limits;
  if (!limits.lower && !limits.upper) return {};
  const double lower = limits.lower.value_or(0) * kDegree, upper = limits.upper.value_or(0) * kDegree;
  return {onJoint(s, "Set " + degreeRange(lower, upper), [](Joint& j) {
    // A velocity as large as this was written in degrees together with the bounds.
    constexpr double kFastest = 45.0;
    if (j.limits.lower) *j.limits.lower *= kDegree;
    if (j.limits.upper) *j.limits.upper *= kDegree;
    if (j.limits.velocity && *j.limits.velocity >= kFastest) *j.limits.velocity *= kDegree;
  })};
}

Fixes makeContinuous(const Subject& s) {
  const Joint& joint = s.joint();
  if (joint.type != JointType::Revolute || joint.limits.lower || joint.limits.upper) return {};
  return {onJoint(s, "Make continuous", [](Joint& j) { j.type = JointType::Continuous; })};
}

Fixes removeBounds(const Subject& s) {
  const Joint& joint = s.joint();
  if (joint.type != JointType::Continuous || (!joint.limits.lower && !joint.limits.upper)) return {};
  return {onJoint(s, "Remove bounds", [](Joint& j) { j.limits.lower = j.limits.upper = std::nullopt; })};
}

Fixes makeFixed(const Subject& s) {
  return {onJoint(s, "Make fixed", [](Joint& j) {
    j.type = JointType::Fixed;
    j.mimic.reset();
  })};
}

Fixes positiveLimit(const Subject& s) {
  const JointLimits& limits = s.joint().limits;
  if (s.isAbout("@effort") && limits.effort)
    return {onJoint(s, "Set " + formatDouble(std::abs(*limits.effort)),
                    [](Joint& j) { j.limits.effort = std::abs(*j.limits.effort); })};
  if (s.isAbout("@velocity") && limits.velocity)
    return {onJoint(s, "Set " + formatDouble(std::abs(*limits.velocity)),
                    [](Joint& j) { j.limits.velocity = std::abs(*j.limits.velocity); })};
  return {};
}

Fixes positiveDynamics(const Subject& s) {
  const std::pair<const char*, double JointDynamics::*> kFields[] = {
      {"@damping", &JointDynamics::damping},
      {"@friction", &JointDynamics::friction},
      {"@rotor_inertia", &JointDynamics::rotorInertia},
      {"@stiffness", &JointDynamics::stiffness}};
  for (const auto& [name, field] : kFields) {
    if (!s.isAbout(name)) continue;
    const double value = std::abs(s.joint().dynamics.*field);
    const auto set = [field = field](double to) { return [field, to](Joint& j) { j.dynamics.*field = to; }; };
    return {onJoint(s, "Set " + formatDouble(value), set(value)), onJoint(s, "Set 0", set(0))};
  }
  return {};
}

Fixes normaliseAxis(const Subject& s) {
  if (s.joint().axis.isZero(0)) return {};
  return {onJoint(s, "Normalise axis", [](Joint& j) { j.axis = j.axis.stableNormalized().eval(); })};
}

Fixes removeMimic(const Subject& s) {
  if (!s.joint().mimic) return {};
  return {onJoint(s, "Remove mimic", [](Joint& j) { j.mimic.reset(); })};
}

/// The nearest name among the joints that can be followed; without one, only taking the mimic out is left.
Fixes followNearest(const Subject& s) {
  Fixes fixes;
  std::vector<std::string> names;
  for (const Joint& joint : s.m.joints)
    if (hasOneDof(joint.type) && !joint.isCut && joint.name != s.joint().name) names.push_back(joint.name);
  const std::string near = s.joint().mimic ? nearestName(s.joint().mimic->leader, names) : "";
  if (!near.empty())
    fixes.push_back(onJoint(s, "Follow " + near, [&near](Joint& j) { j.mimic->leader = near; }));
  const Fixes removal = removeMimic(s);
  fixes.insert(fixes.end(), removal.begin(), removal.end());
  return fixes;
}

}  // namespace

std::string degreeRange(double lowerRad, double upperRad) {
  const std::string lower = tenths(lowerRad / kDegree), upper = tenths(upperRad / kDegree);
  return lower == "-" + upper ? "±" + upper + "°" : lower + "…" + upper + "°";
}

std::string coordinateText(const Joint& joint, double value) {
  if (isRotary(joint.type)) return tenths(value / kDegree) + "°";
  return formatDouble(std::round(value * 1e4) / 1e4) + " m";
}

FixFunction jointFix(std::string_view code) {
  static constexpr std::pair<std::string_view, FixFunction> kFixes[] = {
      {"reversed-limits", swapBounds},
      {"limits-look-like-degrees", convertDegrees},
      {"missing-limit", makeContinuous},
      {"continuous-bounds-ignored", removeBounds},
      {"locked-joint", makeFixed},
      {"negative-limit", positiveLimit},
      {"negative-dynamics", positiveDynamics},
      {"axis-not-unit", normaliseAxis},
      {"unknown-joint", followNearest},
      {"mimic-self", removeMimic},
      {"mimic-joint-type", removeMimic},
      {"mimic-contradiction", removeMimic},
      {"mimic-locks", removeMimic},
      {"mimic-redundant", removeMimic}};
  for (const auto& [name, fix] : kFixes)
    if (name == code) return fix;
  return nullptr;
}

}  // namespace grashof::quick_fixes
