#include "core/dynamics/structural_redundancy.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/held_directions.h"
#include "core/dynamics/loop_levers.h"
#include "core/dynamics/words.h"

namespace grashof {
namespace {

constexpr int kExtraPoses = 4;
/// Above this many velocities the closing of sample poses would cost more than it finds: nominal only.
constexpr int kLargeModel = 250;

/// Authored axes made perpendicular to what is held, those that lose least first, in their own order.
void keepRest(Constraint& c, const std::vector<Vector3d>& held) {
  c.heldDirections_B1 = held;
  c.keptRows = std::max(c.rows - static_cast<int>(held.size()), 0);
  c.keptAxes_B1 = c.axes_B1;
  if (held.empty()) return;
  std::vector<Vector3d> taken = held;
  const auto rest = [&](int i) {
    Vector3d axis = c.axes_B1.col(i);
    for (const Vector3d& t : taken) axis -= t * t.dot(axis);
    return axis;
  };
  std::vector<std::pair<int, Vector3d>> kept;
  while (static_cast<int>(kept.size()) < c.keptRows) {
    int best = -1;
    for (int i = 0; i < c.rows; ++i)
      if (best < 0 || rest(i).norm() > rest(best).norm() + 1e-9) best = i;
    kept.emplace_back(best, rest(best).normalized());
    taken.push_back(kept.back().second);
  }
  std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < kept.size(); ++i)
    c.keptAxes_B1.col(static_cast<Eigen::Index>(i)) = kept[i].second;
}

/// A rotation row is held where no joint of the loop can turn the bodies against each other about n_a x n_b.
bool turnsAcross(const Model& model, const Constraint& c, const std::vector<TreeState>& samples) {
  const auto columns = loopColumns(model, c.body1, c.body2);
  for (const TreeState& state : samples) {
    const Vector3d n =
        (state.body[c.body1].R_WB * c.nA_B1).cross(state.body[c.body2].R_WB * c.nB_B2).normalized();
    for (const LoopColumn& column : columns)
      if (std::abs(n.dot(state.S[column.v].w)) >= kLeverTolerance) return true;
  }
  return false;
}

/// Mimic rows that do not follow from earlier ones, by Gram-Schmidt on (1, -multiplier).
void markMimics(Model& model) {
  std::vector<VectorXd> basis;
  for (Constraint& c : model.constraints) {
    if (c.kind != ConstraintKind::Mimic) continue;
    VectorXd row = VectorXd::Zero(static_cast<Eigen::Index>(model.joints.size()));
    row[c.follower] += 1.0;
    row[c.leader] -= c.multiplier;
    const double size = row.norm();
    for (const VectorXd& b : basis) row -= b * b.dot(row);
    c.keepsMimicRow = row.norm() > 1e-9 * std::max(size, 1e-300);
    if (c.keepsMimicRow) basis.push_back(row.normalized());
  }
}

std::vector<std::string> jointNames(const Model& model, const Constraint& c) {
  std::vector<std::string> names;
  for (const LoopColumn& column : loopColumns(model, c.body1, c.body2)) {
    const int joint = model.bodies[column.body].joint;
    if (joint < 0) continue;
    const std::string& name = model.joints[joint].name;
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names;
}

Diagnostic heldByJoint(const Model& model, const Constraint& c, double distance) {
  const auto [link1, link2] = partnersOf(model, c);
  const std::vector<std::string> joints = jointNames(model, c);
  Diagnostic d{
      Severity::Warning, "held-by-joint", locationOf(model, c), elementOf(model, c), c.name, {}, {}, {}};
  d.message = c.name + " between " + link1 + " and " + link2;
  d.message += " is held already by joint" + std::string(joints.size() > 1 ? "s " : " ") + listWords(joints);
  if (c.smallestLever > 1e-12 * model.size) {
    d.message += ": its " + lengthWords(c.smallestLever) + " lever arm is below 1/1000 of the " +
                 lengthWords(distance) + " from the joint to the anchor and counts as none";
  } else {
    d.message += ": the anchor lies on the axis, where no joint can move the two links apart";
  }
  d.message += "; the constraint is left out and reports no force";
  d.hint = "remove it, or place the anchor away from the axis of " + joints.front();
  return d;
}

Diagnostic repeats(const Model& model, const Constraint& c) {
  const auto [link1, link2] = partnersOf(model, c);
  std::vector<std::string> others;
  for (const int k : c.repeatedConstraints) others.push_back(model.constraints[k].name);
  return {Severity::Note,
          "repeats-constraint",
          locationOf(model, c),
          elementOf(model, c),
          c.name,
          c.name + " between " + link1 + " and " + link2 + " adds nothing to " + listWords(others) +
              ": it costs nothing in a step and reports no force",
          "keep it if the file is meant for other programs too; the motion is the same without it",
          {}};
}

}  // namespace

void markStructuralRedundancy(Model& model, Diagnostics& diagnostics) {
  markMimics(model);
  const bool hasLoops = std::any_of(model.constraints.begin(), model.constraints.end(),
                                    [](const Constraint& c) { return c.kind != ConstraintKind::Mimic; });
  if (!hasLoops) return;
  const std::vector<TreeState> samples = closedSamples(model, model.nv > kLargeModel ? 0 : kExtraPoses);

  HeldDirectionFinder finder(model, samples);
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    Constraint& c = model.constraints[i];
    if (c.kind == ConstraintKind::Mimic) continue;
    const HeldDirections held = finder.find(static_cast<int>(i));
    keepRest(c, held.directions_B1);
    c.smallestLever = held.largestLever;
    c.repeatedConstraints = held.repeated;
    c.keepsRotationRow = c.hasRotationRow && turnsAcross(model, c, samples);
    // A closure within one rigid body is told by validate().
    if (c.keptRowCount() > 0 || c.authoredRowCount() == 0 || c.body1 == c.body2) continue;
    diagnostics.push_back(held.repeated.empty() ? heldByJoint(model, c, held.distance) : repeats(model, c));
  }
}

}  // namespace grashof
