// Axes, limits and dynamics of the joints, one at a time.
#include <algorithm>
#include <cmath>

#include "core/mechanism/validate_parts.h"

namespace grashof::validation {
namespace {

/// Written axes are rounded ("0.577 0.577 0.577"); only a larger deviation is worth a word.
constexpr double kUnitTolerance = 1e-2;

void checkAxis(const Joint& joint, std::size_t j, Findings& findings) {
  if (!hasAxis(joint.type)) return;
  const double length = joint.axis.norm();
  if (length == 0.0) {
    findings.add(Severity::Error, "zero-axis", joint.source, findings.jointPath(j, "/axis@xyz"), joint.name,
                 "joint '" + joint.name + "' has the axis 0 0 0", "write the direction, for example 0 0 1");
  } else if (std::abs(length - 1.0) > kUnitTolerance) {
    findings.add(Severity::Warning, "axis-not-unit", joint.source, findings.jointPath(j, "/axis@xyz"),
                 joint.name,
                 "joint '" + joint.name + "' has the axis " + shortVector(joint.axis) + " of length " +
                     numberWords(length) + "; only its direction counts",
                 "write it with length 1: " + shortVector(joint.axis / length));
  }
}

bool isWhole(double value) {
  return value == std::round(value);
}

/// Bounds of 20 and more, or whole numbers from 10 on, are hardly radians.
bool looksLikeDegrees(const JointLimits& limits) {
  const double lower = limits.lower.value_or(0.0), upper = limits.upper.value_or(0.0);
  const double largest = std::max(std::abs(lower), std::abs(upper));
  constexpr double kMostDegrees = 1080.0;  // three turns; beyond, it stands for "unlimited"
  if (largest > kMostDegrees) return false;
  return largest >= 20.0 || (largest >= 10.0 && isWhole(lower) && isWhole(upper));
}

void checkRotaryUnits(const Joint& joint, const SourceRef& at, const std::string& path, Findings& findings) {
  const JointLimits& limits = joint.limits;
  if (!looksLikeDegrees(limits)) return;
  constexpr double kDegree = M_PI / 180.0;
  const double lower = limits.lower.value_or(0.0), upper = limits.upper.value_or(0.0);
  const double largest = std::max(std::abs(lower), std::abs(upper));
  std::string hint = "if degrees are meant, write lower=\"" + numberWords(lower * kDegree) + "\" upper=\"" +
                     numberWords(upper * kDegree) + "\"";
  if (limits.velocity && *limits.velocity >= 45.0)
    hint += " and velocity=\"" + numberWords(*limits.velocity * kDegree) + "\"";
  findings.add(Severity::Warning, "limits-look-like-degrees", at, path, joint.name,
               "joint '" + joint.name + "' has bounds " + numberWords(lower) + " and " + numberWords(upper) +
                   "; URDF angles are radians, so " + numberWords(largest) + " rad are " +
                   numberWords(std::round(largest / (2 * M_PI) * 10) / 10) + " turns",
               std::move(hint));
}

void checkBounds(const Joint& joint, const SourceRef& at, const std::string& path, Findings& findings) {
  const JointLimits& limits = joint.limits;
  const std::string who = "joint '" + joint.name + "'";
  if (limits.lower && limits.upper && *limits.lower > *limits.upper) {
    findings.add(
        Severity::Error, "reversed-limits", at, path + "@lower", joint.name,
        who + " has lower " + numberWords(*limits.lower) + " above upper " + numberWords(*limits.upper),
        "swap the two");
    return;
  }
  if (joint.type == JointType::Revolute && !limits.lower && !limits.upper)
    findings.add(
        Severity::Warning, "missing-limit", at, path, joint.name,
        who + " has a <limit> without lower and upper; it is taken as unlimited, while ROS takes both as 0",
        "write lower and upper, or make the joint continuous");
  else if (joint.type != JointType::Continuous && (!limits.lower || !limits.upper))
    findings.add(Severity::Warning, "missing-limit", at, path, joint.name,
                 who + " has a <limit> without " +
                     (limits.upper   ? "lower"
                      : limits.lower ? "upper"
                                     : "lower and upper") +
                     "; it is unlimited there, while ROS takes 0",
                 "write both bounds");
  if (limits.lower && limits.upper && *limits.lower == *limits.upper)
    findings.add(Severity::Note, "locked-joint", at, path, joint.name,
                 who + " cannot move: lower and upper are both " + numberWords(*limits.lower),
                 "make it a fixed joint, or give it room");
  if (isRotary(joint.type)) checkRotaryUnits(joint, at, path, findings);
}

void checkLimits(const Joint& joint, std::size_t j, Findings& findings) {
  if (!hasOneDof(joint.type) || joint.isCut) return;
  const JointLimits& limits = joint.limits;
  const bool isPresent =
      limits.source.line > 0 || limits.lower || limits.upper || limits.velocity || limits.effort;
  const std::string who = "joint '" + joint.name + "'";
  if (!isPresent) {
    if (joint.type != JointType::Continuous)
      findings.add(Severity::Warning, "missing-limit", joint.source, findings.jointPath(j), joint.name,
                   std::string(jointTypeName(joint.type)) + " needs <limit>; ROS parsers refuse this file. " +
                       who + " is taken as unlimited",
                   joint.type == JointType::Revolute
                       ? "make it continuous, or add <limit lower upper effort velocity>"
                       : "add <limit lower upper effort velocity>");
    return;
  }
  const SourceRef& at = placeOf(limits.source, joint.source);
  const std::string path = findings.jointPath(j, "/limit");
  checkBounds(joint, at, path, findings);
  std::string missing;
  if (!limits.effort) missing = "effort";
  if (!limits.velocity) missing += missing.empty() ? "velocity" : " and velocity";
  if (!missing.empty())
    findings.add(Severity::Warning, "missing-limit", at, path, joint.name,
                 who + " has a <limit> without " + missing +
                     "; it is unlimited there, while ROS parsers refuse the file",
                 "write " + missing + " as the largest that the joint can do");
  for (const auto& [name, value] :
       {std::pair("effort", limits.effort), std::pair("velocity", limits.velocity)})
    if (value && *value < 0)
      findings.add(Severity::Error, "negative-limit", at, path + "@" + name, joint.name,
                   who + " has the " + name + " limit " + numberWords(*value), "write its magnitude");
}

void checkDynamics(const Joint& joint, std::size_t j, Findings& findings) {
  const JointDynamics& d = joint.dynamics;
  for (const auto& [name, value] :
       {std::pair("damping", d.damping), std::pair("friction", d.friction),
        std::pair("rotor_inertia", d.rotorInertia), std::pair("stiffness", d.stiffness)})
    if (value < 0)
      findings.add(Severity::Error, "negative-dynamics", placeOf(d.source, joint.source),
                   findings.jointPath(j, std::string("/dynamics@") + name), joint.name,
                   "joint '" + joint.name + "' has the " + name + " " + numberWords(value) +
                       "; it would feed energy in",
                   "write zero or a positive number");
}

}  // namespace

void checkJoints(const Mechanism& m, Findings& findings) {
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    checkAxis(m.joints[j], j, findings);
    checkLimits(m.joints[j], j, findings);
    checkDynamics(m.joints[j], j, findings);
  }
}

}  // namespace grashof::validation
