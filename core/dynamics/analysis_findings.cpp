#include <algorithm>
#include <cmath>

#include "core/dynamics/analysis_words.h"
#include "core/dynamics/assemble.h"
#include "core/dynamics/loop_levers.h"
#include "core/dynamics/words.h"

namespace grashof {
namespace {

/// Loops are drawn closed to this share of the mechanism's size; more is told.
constexpr double kOpen = 1e-6;

Diagnostic findingAt(const Model& model, const Constraint& c, Severity severity, std::string code,
                     std::string message, std::string hint) {
  return {severity, std::move(code),    locationOf(model, c), elementOf(model, c),
          c.name,   std::move(message), std::move(hint),      {}};
}

/// A weld in a loop whose joints cannot move: the hinge that was probably meant would leave them free.
void findLockingWelds(const Model& model, const TreeState& nominal, const Analysis& analysis,
                      const Mobility& mobility, Diagnostics& findings) {
  for (const LoopReport& report : analysis.loops) {
    const Constraint& first = model.constraints[report.constraints.front()];
    const auto columns = loopColumns(model, first.body1, first.body2);
    const bool moves = std::any_of(columns.begin(), columns.end(),
                                   [&](const LoopColumn& column) { return mobility.moves[column.v]; });
    const auto joint = recogniseLoop(model, nominal, report);
    if (moves || columns.empty() || !joint || joint->type != JointType::Fixed) continue;
    // The last pin that still holds something is the one that holds the turning.
    const auto last = std::find_if(report.constraints.rbegin(), report.constraints.rend(),
                                   [&](int i) { return model.constraints[i].keptRowCount() > 0; });
    const Constraint& at =
        model.constraints[last == report.constraints.rend() ? report.constraints.back() : *last];
    const auto [link1, link2] = partnersOf(model, first);
    findings.push_back(findingAt(
        model, at, Severity::Warning, "closure-locks-loop",
        "the pins between " + link1 + " and " + link2 +
            " weld them and lock the loop: this closure also stops the " + link1 + " turning on the " + link2,
        "use a hinge: two pins on its axis, or one equality with two axes in the plane"));
  }
}

void findDoubtfulMotion(const Model& model, const Mobility& mobility, Diagnostics& findings) {
  if (model.constraints.empty()) return;
  const Constraint& at =
      model.constraints[mobility.weakConstraints.empty() ? 0 : mobility.weakConstraints.back()];
  if (mobility.isInfinitesimal) {
    findings.push_back(findingAt(
        model, at, Severity::Warning, "moves-infinitesimally",
        "the loops can only begin to move: no other closed pose is near the nominal one, although the "
        "rows leave " +
            countWords(mobility.dof - (model.isFloating ? 6 : 0), "freedom", "freedoms") + " there",
        "check the lengths: a bar that repeats others must match them exactly, or be left out"));
  } else if (mobility.isSingular) {
    findings.push_back(findingAt(model, at, Severity::Note, "singular-pose",
                                 "the nominal pose is singular: it has " + std::to_string(mobility.dof) +
                                     " degrees of freedom there and " + std::to_string(mobility.genericDof) +
                                     " nearby",
                                 "write a nominal_config away from the change point if the branch matters"));
  }
}

void findOpenLoop(const Model& model, const Analysis& analysis, Diagnostics& findings) {
  if (analysis.worstConstraint < 0 || !(analysis.maxGap > kOpen * model.size)) return;
  const Constraint& c = model.constraints[analysis.worstConstraint];
  if (c.kind == ConstraintKind::Mimic) return;  // validate() tells those
  findings.push_back(
      findingAt(model, c, Severity::Warning, "loop-open-at-nominal",
                c.name + " is open by " + lengthWords(analysis.maxGap) + " at the nominal pose",
                "close the loops and write the pose into nominal_config"));
}

/// A link without mass that a fixed joint holds on a body marks a place there: a toe, a tip.
int markerNear(const Model& model, int body, const Vector3d& p_B, double& distance) {
  int nearest = -1;
  for (std::size_t l = 0; l < model.links.size(); ++l) {
    const Link& link = model.mechanism->links[l];
    const int joint = model.mechanism->parentJointOf(link.name);
    const bool isMarker = model.links[l].body == body && joint >= 0 &&
                          model.mechanism->joints[joint].type == JointType::Fixed &&
                          (!link.inertial || link.inertial->mass == 0);
    const double d = (model.links[l].X_B.p - p_B).norm();
    if (!isMarker || (nearest >= 0 && d >= distance)) continue;
    nearest = static_cast<int>(l);
    distance = d;
  }
  return nearest;
}

/// "knee_a -1.103303, knee_b 1.103303" and the joints that were kept.
std::string closedPoseWords(const Model& model, const AssembleResult& pose, const std::vector<int>& moved,
                            const std::vector<int>& kept) {
  std::vector<std::string> keptNames;
  for (const int j : kept) keptNames.push_back(model.joints[j].name);
  std::string text = keptNames.empty() ? "close with" : "close with " + listWords(keptNames) + " kept:";
  for (std::size_t i = 0; i < moved.size(); ++i)
    text += (i > 0 ? ", " : " ") + model.joints[moved[i]].name + " " +
            numberWords(pose.q[model.joints[moved[i]].q], 9);
  return text;
}

/// Where body1's anchor is a marked tip and body2 has one too that lies elsewhere: the pose in which they
/// meet, with only the joints of those two links moved.
void findPosesThatClose(const Model& model, Diagnostics& findings) {
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    const Constraint& c = model.constraints[i];
    if (c.closure < 0 || c.body1 == c.body2 || model.mechanism->closures[c.closure].anchor2) continue;
    double atTip1 = 0, apart = 0;
    const int tip1 = markerNear(model, c.body1, c.p_B1A1, atTip1),
              tip2 = markerNear(model, c.body2, c.p_B2A2, apart);
    if (tip1 < 0 || tip2 < 0 || atTip1 > 1e-3 || apart <= 1e-3) continue;

    Model meant = model;
    meant.constraints[i].p_B2A2 = model.links[tip2].X_B.p;
    AssembleOptions options;
    std::vector<int> moved, kept;
    for (const LoopColumn& column : loopColumns(model, c.body1, c.body2)) {
      const int joint = model.bodies[column.body].joint;
      if (joint < 0) continue;
      std::vector<int>& list = column.body == c.body1 || column.body == c.body2 ? moved : kept;
      if (std::find(list.begin(), list.end(), joint) == list.end()) list.push_back(joint);
    }
    std::sort(moved.begin(), moved.end());
    std::sort(kept.begin(), kept.end());
    for (std::size_t j = 0; j < model.joints.size(); ++j)
      if (std::find(moved.begin(), moved.end(), static_cast<int>(j)) == moved.end())
        options.heldJoints.push_back(static_cast<int>(j));
    const AssembleResult pose = assemble(meant, model.nominal, options);
    const bool isPlain =
        std::all_of(moved.begin(), moved.end(), [&](int j) { return model.joints[j].nq == 1; });
    if (!pose.isClosed || !isPlain) continue;
    const Mechanism& m = *model.mechanism;
    findings.push_back(findingAt(model, c, Severity::Note, "loop-can-close",
                                 m.links[tip1].name + " and " + m.links[tip2].name + ", " +
                                     lengthWords(apart) + " apart at nominal_config, can meet",
                                 closedPoseWords(model, pose, moved, kept)));
  }
}

}  // namespace

Diagnostics analysisFindings(const Model& model, const TreeState& nominal, const Analysis& analysis,
                             const Mobility& mobility) {
  Diagnostics findings;
  findLockingWelds(model, nominal, analysis, mobility, findings);
  findDoubtfulMotion(model, mobility, findings);
  findOpenLoop(model, analysis, findings);
  findPosesThatClose(model, findings);
  return findings;
}

}  // namespace grashof
