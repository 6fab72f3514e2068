// Mimics: q_follower = multiplier * q_leader + offset. A joint follows one leader at most, so the relations
// form chains that end in a leader or in one ring. Around a ring they compose to q = M q + C, which decides
// all.
#include <cmath>

#include "core/mechanism/name_hint.h"
#include "core/mechanism/validate_parts.h"

namespace grashof::validation {
namespace {

/// A product of multipliers this near to 1 counts as 1: reciprocals are written with a few digits.
constexpr double kReciprocalTolerance = 1e-6;

std::string_view typeOf(const Joint& joint) {
  return joint.isCut ? "cut" : jointTypeName(joint.type);
}

/// Index of the leader, or -1 after saying why there is none.
int checkedLeader(const Mechanism& m, std::size_t j, Findings& findings) {
  const Joint& joint = m.joints[j];
  const SourceRef& at = placeOf(joint.mimic->source, joint.source);
  const std::string path = findings.jointPath(j, "/mimic");
  if (joint.mimic->leader.empty()) return -1;  // the reader has said so
  const int leader = m.findJoint(joint.mimic->leader);
  if (leader < 0) {
    findings.add(Severity::Error, "unknown-joint", at, path + "@joint", joint.name,
                 "joint '" + joint.name + "' mimics '" + joint.mimic->leader + "', which does not exist",
                 nearestNameHint(joint.mimic->leader, jointNames(m)));
    return -1;
  }
  if (leader == static_cast<int>(j)) {
    findings.add(Severity::Error, "mimic-self", at, path + "@joint", joint.name,
                 "joint '" + joint.name + "' mimics itself",
                 "name the joint that it follows, or take the <mimic> out");
    return -1;
  }
  bool isFit = true;
  for (const auto& [who, role] : {std::pair(&joint, "follower"), std::pair(&m.joints[leader], "leader")}) {
    if (hasOneDof(who->type) && !who->isCut) continue;
    isFit = false;
    findings.add(Severity::Error, "mimic-joint-type", at, path, joint.name,
                 "joint '" + joint.name + "' mimics '" + joint.mimic->leader + "', but the " + role +
                     " is a " + std::string(typeOf(*who)) + " joint",
                 "only revolute, continuous and prismatic joints of the tree take part in a mimic");
  }
  return isFit ? leader : -1;
}

struct Ring {
  std::vector<int> joints;
  double factor = 1.0, offset = 0.0;  ///< q = factor * q + offset, of the first joint
};

void reportRing(const Mechanism& m, const Ring& ring, Findings& findings) {
  std::string names, lines;
  for (const int j : ring.joints) {
    names += (names.empty() ? "'" : ", '") + m.joints[j].name + "'";
    const int line = m.joints[j].mimic->source.line;
    if (line > 0) lines += (lines.empty() ? "" : ", ") + std::to_string(line);
  }
  const std::size_t first = static_cast<std::size_t>(ring.joints.front());
  std::string message = "joints " + names + " mimic each other in a ring";
  if (!lines.empty()) message += " (lines " + lines + ")";
  const SourceRef& at = placeOf(m.joints[first].mimic->source, m.joints[first].source);
  const std::string path = findings.jointPath(first, "/mimic");
  Diagnostic* d = nullptr;
  if (std::abs(ring.factor - 1.0) > kReciprocalTolerance) {
    const double rest = ring.offset / (1.0 - ring.factor);
    d = &findings.add(Severity::Warning, "mimic-locks", at, path, m.joints[first].name,
                      std::move(message) + " and lock each other: '" + m.joints[first].name +
                          "' can only be at " + numberWords(rest == 0.0 ? 0.0 : rest),
                      "take one of the mimics out if the joints are to move");
  } else if (std::abs(ring.offset) > kReciprocalTolerance) {
    d = &findings.add(Severity::Error, "mimic-contradiction", at, path, m.joints[first].name,
                      std::move(message) + " and contradict: around the ring the offsets add up to 0 = " +
                          numberWords(ring.offset),
                      "take one of the mimics out, or make the offsets cancel");
  } else {
    d = &findings.add(Severity::Warning, "mimic-redundant", at, path, m.joints[first].name,
                      std::move(message) + " and agree: one of the relations is redundant",
                      "take one of them out");
  }
  for (std::size_t k = 1; k < ring.joints.size(); ++k)
    findings.relate(*d, m.joints[ring.joints[k]].mimic->source);
}

}  // namespace

void checkMimics(const Mechanism& m, Findings& findings) {
  std::vector<int> leader(m.joints.size(), -1);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (!m.joints[j].mimic) continue;
    leader[j] = checkedLeader(m, j, findings);
    if (m.joints[j].mimic->multiplier == 0.0)
      findings.add(Severity::Warning, "mimic-multiplier-zero",
                   placeOf(m.joints[j].mimic->source, m.joints[j].source),
                   findings.jointPath(j, "/mimic@multiplier"), m.joints[j].name,
                   "joint '" + m.joints[j].name + "' mimics with the multiplier 0, which holds it at " +
                       numberWords(m.joints[j].mimic->offset),
                   "make it a fixed joint if it is not to move");
  }
  std::vector<int> visitedBy(m.joints.size(), -1);
  for (std::size_t start = 0; start < m.joints.size(); ++start) {
    int j = static_cast<int>(start);
    while (j >= 0 && visitedBy[j] < 0) {
      visitedBy[j] = static_cast<int>(start);
      j = leader[j];
    }
    if (j < 0 || visitedBy[j] != static_cast<int>(start)) continue;
    // j is on a ring that this walk has just closed. q_j = mult_j q_leader + offset_j, applied along the
    // ring.
    Ring ring;
    int k = j;
    do {
      ring.joints.push_back(k);
      ring.offset += ring.factor * m.joints[k].mimic->offset;
      ring.factor *= m.joints[k].mimic->multiplier;
      k = leader[k];
    } while (k != j);
    reportRing(m, ring, findings);
  }
}

}  // namespace grashof::validation
