// The nominal configuration: its size, its quaternions, limits and mimics, and loops that it leaves open.
#include <cmath>

#include "core/mechanism/nominal_pose.h"
#include "core/mechanism/validate_parts.h"

namespace grashof::validation {
namespace {

/// Entries are written with a few digits; what differs by less is meant to be equal. rad or m.
constexpr double kWritten = 1e-4;
/// Norm by which a quaternion of rounded entries may differ from 1.
constexpr double kUnitTolerance = 1e-3;

const char* const kPath = "robot/constraints@nominal_config";

/// "base x y z, quaternion w x y z, then hip_a, knee_a".
std::string expectedEntries(const Mechanism& m, const TreeWalk& walk, const NominalLayout& layout) {
  constexpr std::size_t kShown = 12;
  std::vector<std::string> joints;
  for (const int j : walk.jointOrder) {
    if (layout.offset[j] < 0) continue;
    const int count = coordinateCount(m.joints[j].type);
    joints.push_back(m.joints[j].name + (count > 1 ? " (" + std::to_string(count) + " entries)" : ""));
  }
  std::string out = layout.isBaseFloating ? "base x y z, quaternion w x y z" : "";
  if (!joints.empty() && !out.empty()) out += ", then ";
  for (std::size_t i = 0; i < joints.size() && i < kShown; ++i) out += (i == 0 ? "" : ", ") + joints[i];
  if (joints.size() > kShown) out += ", and " + std::to_string(joints.size() - kShown) + " more joints";
  return out;
}

void reportSize(const Mechanism& m, const TreeWalk& walk, const NominalLayout& layout, Findings& findings) {
  const std::size_t size = m.nominal->size();
  const NominalLayout other =
      nominalLayout(m, walk, layout.isBaseFloating ? BaseMode::Fixed : BaseMode::Floating);
  std::string hint;
  if (static_cast<int>(size) == other.size && layout.isBaseFloating)
    hint =
        "these entries fit a fixed base: put the base pose first (for example 0 0 0 1 0 0 0), or call the "
        "root link 'world'";
  else if (static_cast<int>(size) == other.size)
    hint =
        "these entries fit a floating base: leave the first seven out, or do not call the root link 'world'";
  findings.add(Severity::Error, "nominal-config-size", m.constraintsSource, kPath, "",
               "nominal_config has " + std::to_string(size) + (size == 1 ? " entry, " : " entries, ") +
                   std::to_string(layout.size) + " needed" +
                   (layout.size > 0 ? ": " + expectedEntries(m, walk, layout) : ""),
               std::move(hint));
}

void checkQuaternion(const Mechanism& m, const std::string& owner, int at, Findings& findings) {
  const std::vector<double>& q = *m.nominal;
  const double norm = Eigen::Vector4d(q[at], q[at + 1], q[at + 2], q[at + 3]).norm();
  const std::string text = numberWords(q[at]) + " " + shortVector({q[at + 1], q[at + 2], q[at + 3]});
  const std::string where =
      "nominal_config entries " + std::to_string(at + 1) + " to " + std::to_string(at + 4);
  if (norm == 0.0)
    findings.add(Severity::Error, "bad-quaternion", m.constraintsSource, kPath, owner,
                 where + ": the quaternion of " + owner + " is 0 0 0 0, which is no rotation",
                 "write 1 0 0 0 for no rotation");
  else if (std::abs(norm - 1.0) > kUnitTolerance)
    findings.add(Severity::Warning, "quaternion-not-unit", m.constraintsSource, kPath, owner,
                 where + ": the quaternion of " + owner + ", " + text + ", has the norm " +
                     numberWords(norm) + "; it is normalised",
                 "quaternions are w x y z with norm 1");
}

void checkEntries(const Mechanism& m, const NominalLayout& layout, Findings& findings) {
  const std::vector<double>& q = *m.nominal;
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const Joint& joint = m.joints[j];
    const int at = layout.offset[j];
    if (at < 0) continue;
    if (joint.type == JointType::Spherical) checkQuaternion(m, "joint '" + joint.name + "'", at, findings);
    if (joint.type == JointType::Floating) checkQuaternion(m, "joint '" + joint.name + "'", at + 3, findings);
    if (!hasOneDof(joint.type)) continue;
    const std::string entry =
        "nominal_config entry " + std::to_string(at + 1) + " ('" + joint.name + "') is " + numberWords(q[at]);
    const double lower = joint.limits.lower.value_or(-HUGE_VAL),
                 upper = joint.limits.upper.value_or(HUGE_VAL);
    if (lower <= upper && (q[at] < lower - kWritten || q[at] > upper + kWritten))
      findings.add(Severity::Warning, "nominal-outside-limits", m.constraintsSource, kPath, joint.name,
                   entry + ", outside its limits " + numberWords(lower) + " to " + numberWords(upper) +
                       atLine(placeOf(joint.limits.source, joint.source)),
                   "the first step would push it back: choose another pose, or widen the limits");
    const int leader = joint.mimic ? m.findJoint(joint.mimic->leader) : -1;
    if (leader < 0 || leader == static_cast<int>(j) || layout.offset[leader] < 0 ||
        !hasOneDof(m.joints[leader].type))
      continue;
    const double wanted = joint.mimic->multiplier * q[layout.offset[leader]] + joint.mimic->offset;
    if (std::abs(q[at] - wanted) > kWritten)
      findings.add(Severity::Warning, "nominal-breaks-mimic", m.constraintsSource, kPath, joint.name,
                   entry + ", but its mimic of '" + joint.mimic->leader + "' asks for " + numberWords(wanted),
                   "write " + numberWords(wanted));
  }
}

/// A machine may start many joints at their bounds: from five on, the first one speaks for all.
void noteClamped(const Mechanism& m, const NominalLayout& layout, Findings& findings) {
  std::vector<std::size_t> clamped;
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const JointLimits& limits = m.joints[j].limits;
    if (layout.offset[j] < 0 || !hasOneDof(m.joints[j].type) || m.joints[j].mimic) continue;
    const double lower = limits.lower.value_or(-HUGE_VAL), upper = limits.upper.value_or(HUGE_VAL);
    if (lower <= upper && (lower > 0.0 || upper < 0.0)) clamped.push_back(j);
  }
  constexpr std::size_t kSaidOneByOne = 4;
  const bool isFolded = clamped.size() > kSaidOneByOne;
  for (const std::size_t j : clamped) {
    const Joint& joint = m.joints[j];
    const double lower = joint.limits.lower.value_or(-HUGE_VAL),
                 upper = joint.limits.upper.value_or(HUGE_VAL);
    std::string message = "joint '" + joint.name + "' starts at " + numberWords(lower > 0 ? lower : upper) +
                          ", because 0 lies outside its limits " + numberWords(lower) + " to " +
                          numberWords(upper);
    if (isFolded) message += " (the first of " + std::to_string(clamped.size()) + " such joints)";
    Diagnostic& d = findings.add(Severity::Note, "zero-outside-limits",
                                 placeOf(joint.limits.source, joint.source), findings.jointPath(j, "/limit"),
                                 joint.name, std::move(message), "a nominal_config would set another start");
    if (!isFolded) continue;
    for (std::size_t k = 1; k < clamped.size(); ++k) {
      const Joint& other = m.joints[clamped[k]];
      findings.relate(d, placeOf(other.limits.source, other.source));
    }
    return;
  }
}

}  // namespace

void checkNominal(const Mechanism& m, const TreeWalk& walk, BaseMode mode, Findings& findings) {
  const NominalLayout layout = nominalLayout(m, walk, mode);
  if (!m.nominal) {
    noteClamped(m, layout, findings);
    checkAttachments(m, walk, layout, defaultNominal(m, layout), findings);
    return;
  }
  if (static_cast<int>(m.nominal->size()) != layout.size) return reportSize(m, walk, layout, findings);
  if (layout.isBaseFloating) checkQuaternion(m, "the base", 3, findings);
  checkEntries(m, layout, findings);
  checkAttachments(m, walk, layout, *m.nominal, findings);
}

}  // namespace grashof::validation
