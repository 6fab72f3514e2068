// Checks of a whole mechanism after its edits: one tree, and a nominal configuration that fits it.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "core/mechanism/edit_checks.h"
#include "core/mechanism/graph.h"
#include "core/mechanism/joint_order.h"

namespace grashof::edit_checks {
namespace {
std::string quoted(const std::string& text) {
  return "'" + text + "'";
}
}  // namespace

void checkGraph(const Mechanism& after, Diagnostics& findings) {
  std::unordered_map<std::string_view, int> treeJointAbove;
  for (std::size_t j = 0; j < after.joints.size(); ++j) {
    const Joint& joint = after.joints[j];
    if (joint.isCut) continue;
    const auto [it, isFirst] = treeJointAbove.emplace(joint.child, static_cast<int>(j));
    if (isFirst) continue;
    const Joint& other = after.joints[static_cast<std::size_t>(it->second)];
    Report{findings, "robot/joint[" + std::to_string(j + 1) + "]", joint.name, joint.source}.error(
        "link-has-two-parents", "/child@link",
        "link " + quoted(joint.child) + " would hang from " + quoted(other.name) + " and " +
            quoted(joint.name),
        "cut one of the two joints");
  }
  std::vector<std::string> roots;
  for (const Link& link : after.links)
    if (!treeJointAbove.count(link.name)) roots.push_back(link.name);
  const Report report{findings, "robot", roots.empty() ? "" : roots.back(), {}};
  if (roots.empty()) return report.error("no-root", "", "the joints would form a ring without a root link");
  if (roots.size() > 1)
    return report.error(
        "multiple-roots", "",
        "links " + quoted(roots.front()) + " and " + quoted(roots.back()) + " would both have no parent");
  if (findings.empty() && walkTree(after).jointOrder.size() != treeJointAbove.size())
    report.error("joint-ring", "", "some joints would form a ring that the root does not reach");
}

void checkNominal(const Mechanism& after, Diagnostics& findings) {
  if (!after.nominal) return;
  const std::vector<double>& q = *after.nominal;
  const Report report{findings, "robot/constraints@nominal_config", "", after.constraintsSource};
  for (std::size_t i = 0; i < q.size(); ++i)
    if (!std::isfinite(q[i]))
      report.error("bad-number", "", "entry " + std::to_string(i + 1) + " is not finite");
  const std::optional<int> base = baseEntriesOf(after, q.size());
  if (!base) {
    const int joints = jointCoordinateCount(after);
    return report.error("nominal-config-size", "",
                        std::to_string(q.size()) + " entries; the joints need " + std::to_string(joints) +
                            ", with a floating base " + std::to_string(joints + kFloatingBaseCoordinates));
  }
  const auto isZero = [&q](int first) {
    return std::all_of(q.begin() + first, q.begin() + first + 4, [](double x) { return x == 0; });
  };
  if (*base == kFloatingBaseCoordinates && isZero(3))
    report.error("bad-quaternion", "", "the base's quaternion must not be zero", "1 0 0 0 is no rotation");
  for (const CoordinateSlot& slot : coordinateSlots(after))
    if (slot.count == 4 && isZero(*base + slot.first))
      report.error("bad-quaternion", "",
                   "the quaternion of " + quoted(after.joints[static_cast<std::size_t>(slot.joint)].name) +
                       " must not be zero",
                   "1 0 0 0 is no rotation");
}

}  // namespace grashof::edit_checks
