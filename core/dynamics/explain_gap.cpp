// Why a mechanism does not close: which constraints disagree, and what would mend it.
#include <algorithm>
#include <cmath>

#include "core/dynamics/assemblies.h"
#include "core/dynamics/drag_stop.h"
#include "core/dynamics/loop_closer.h"
#include "core/dynamics/words.h"
#include "core/topology/spanning_tree.h"

namespace grashof {
namespace {

/// A gap and a link this parallel (sine of the angle) are on one line: then a longer link closes it.
constexpr double kAligned = 0.02;

std::string coordinateWords(const MovableJoint& joint, double value) {
  return isRotary(joint.type) ? numberWords(value, 6) + " rad" : lengthWords(value);
}

/// Which joints would have to go where when what keeps them is let go; empty when it does not close then
/// either.
std::vector<std::string> remediesByLettingGo(const Model& model, const AssembleResult& result,
                                             const AssembleOptions& options, bool limits) {
  AssembleOptions freer = options;
  if (limits)
    freer.respectLimits = false;
  else
    freer.heldJoints.clear();
  const AssembleResult closed = assemble(model, result.q, freer);
  std::vector<std::string> remedies;
  if (!closed.isClosed) return remedies;
  std::vector<std::string> changes;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const MovableJoint& joint = model.joints[j];
    if (joint.nv != 1) continue;
    const double value = closed.q[joint.q], before = result.q[joint.q];
    const bool isHeld = std::find(options.heldJoints.begin(), options.heldJoints.end(),
                                  static_cast<int>(j)) != options.heldJoints.end();
    if (limits && (value < joint.lower - 1e-9 || value > joint.upper + 1e-9))
      changes.push_back(joint.name + " may go to " + coordinateWords(joint, value) + " (its limit is " +
                        coordinateWords(joint, value < joint.lower ? joint.lower : joint.upper) + ")");
    if (!limits && isHeld && std::abs(value - before) > 1e-9)
      changes.push_back(joint.name + " is at " + coordinateWords(joint, value) + " instead of " +
                        coordinateWords(joint, before));
  }
  if (!changes.empty()) remedies.push_back("it closes when " + listWords(changes));
  return remedies;
}

/// A link on the way from the common ancestor to the closing point, and the line between its two pivots.
struct Span {
  int body;
  Vector3d along_W;
  double sign;  ///< of the change of the gap p1 - p2 when it grows
};
std::vector<Span> spansOf(const Model& model, const TreeState& state, const Constraint& c) {
  std::vector<Span> spans;
  const auto walk = [&](int body, const Vector3d& p_B, int other, double sign) {
    Vector3d end = state.pointInWorld(body, p_B);
    for (int b = body; b > 0 && !model.isSameOrAbove(b, other); b = model.bodies[b].parent) {
      const Vector3d pivot = state.pointInWorld(b, Vector3d::Zero());
      if ((end - pivot).norm() > 1e-9 * model.size) spans.push_back({b, (end - pivot).normalized(), sign});
      end = pivot;
    }
  };
  walk(c.body1, c.p_B1A1, c.body2, 1.0);
  walk(c.body2, c.p_B2A2, c.body1, -1.0);
  return spans;
}

std::string positionWords(const Model& model, const AssembleOptions& options) {
  std::vector<std::string> names;
  for (const int j : options.heldJoints) names.push_back(model.joints[j].name);
  if (names.empty()) return "in the pose that comes nearest";
  return "at this " + listWords(names) + (isRotary(model.joints[options.heldJoints[0]].type) ? " angle" : "");
}

void lengthRemedies(const Model& model, const TreeState& state, const Constraint& c,
                    const AssembleOptions& options, std::vector<std::string>& remedies) {
  const Vector3d gap = separation(model, state, c);
  for (const Span& span : spansOf(model, state, c)) {
    if (span.along_W.cross(gap).norm() > kAligned * gap.norm()) continue;
    const double longer = -span.sign * span.along_W.dot(gap);
    remedies.push_back(nameOfBody(model, span.body) + " is " + lengthWords(std::abs(longer)) +
                       (longer > 0 ? " too short " : " too long ") + positionWords(model, options));
  }
}

/// Out of the plane in which the hinges move.
void offsetRemedy(const Model& model, const TreeState& state, const Constraint& c,
                  std::vector<std::string>& remedies) {
  const Vector3d gap = separation(model, state, c);
  bool hasHinge = false;
  for (const Span& span : spansOf(model, state, c)) {
    const Body& body = model.bodies[span.body];
    if (body.type != BodyJoint::Revolute) return;
    if (state.S[body.v].w.normalized().cross(gap).norm() > kAligned * gap.norm()) return;
    hasHinge = true;
  }
  if (hasHinge)
    remedies.push_back("the anchors are " + lengthWords(gap.norm()) +
                       " apart along the hinges, where no joint can move them");
}

void anchorRemedy(const Model& model, const TreeState& state, const Constraint& c,
                  std::vector<std::string>& remedies) {
  const auto [link1, link2] = partnersOf(model, c);
  const int link = model.mechanism->findLink(link2);
  if (link < 0) return;
  const Vector3d p1 = state.pointInWorld(c.body1, c.p_B1A1);
  const Vector3d p_L = linkPose(model, state, link).inverse() * p1;
  remedies.push_back("move the anchor on " + link2 + " by " +
                     lengthWords(separation(model, state, c).norm()) + " to " + numberWords(p_L.x(), 6) +
                     " " + numberWords(p_L.y(), 6) + " " + numberWords(p_L.z(), 6));
}

int loopOf(const Model& model, const Constraint& c) {
  const std::vector<Loop> loops = fundamentalLoops(*model.mechanism);
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const std::vector<int>& closures = loops[i].closures;
    if (c.closure >= 0 && std::find(closures.begin(), closures.end(), c.closure) != closures.end())
      return static_cast<int>(i);
    if (c.closure < 0 && c.kind != ConstraintKind::Mimic && loops[i].cutJoint == c.joint)
      return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

std::string gapWords(const Model& model, int constraint, double gap) {
  const bool isKnown = constraint >= 0 && constraint < static_cast<int>(model.constraints.size());
  const Constraint* c = isKnown ? &model.constraints[static_cast<std::size_t>(constraint)] : nullptr;
  const bool isAngle = c && c->kind == ConstraintKind::Mimic && isRotary(model.joints[c->follower].type);
  return isAngle ? numberWords(gap, 4) + " rad" : lengthWords(gap);
}

GapExplanation explainGap(const Model& model, const VectorXd& start, const AssembleResult& result,
                          const AssembleOptions& options) {
  GapExplanation why;
  if (result.q.size() != model.nq || start.size() != model.nq || model.constraints.empty()) return why;
  TreeState state = makeTreeState(model);
  const std::span<const double> q(result.q.data(), static_cast<std::size_t>(result.q.size()));
  treeKinematics(model, q, {}, state);
  std::vector<double> gaps;
  for (const Constraint& c : model.constraints) gaps.push_back(gapOf(model, state, q, c));
  for (std::size_t i = 0; i < gaps.size(); ++i)
    if (gaps[i] > std::max(options.tolerance, 1e-3 * result.gap))
      why.constraints.push_back(static_cast<int>(i));
  std::stable_sort(why.constraints.begin(), why.constraints.end(),
                   [&](int a, int b) { return gaps[a] > gaps[b]; });
  if (why.constraints.empty()) return why;

  const Constraint& worst = model.constraints[why.constraints.front()];
  why.loop = loopOf(model, worst);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < why.constraints.size() && i < 4; ++i)
    names.push_back(model.constraints[why.constraints[i]].name + " by " +
                    gapWords(model, why.constraints[i], gaps[static_cast<std::size_t>(why.constraints[i])]));
  why.words = capitalised(listWords(names)) + (names.size() > 1 ? " stay open" : " stays open");
  const std::vector<bool> isFree = freeColumns(model, options.keepBase, options.heldJoints);
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const MovableJoint& joint = model.joints[j];
    if (joint.nv == 1 && isFree[joint.v] &&
        (result.q[joint.q] <= joint.lower + 1e-9 || result.q[joint.q] >= joint.upper - 1e-9))
      why.jointsAtLimit.push_back(static_cast<int>(j));
  }

  if (options.respectLimits && !why.jointsAtLimit.empty())
    why.remedies = remediesByLettingGo(model, result, options, true);
  if (!options.heldJoints.empty()) {
    const std::vector<std::string> more = remediesByLettingGo(model, result, options, false);
    why.remedies.insert(why.remedies.end(), more.begin(), more.end());
  }
  if (worst.kind == ConstraintKind::Mimic) return why;
  lengthRemedies(model, state, worst, options, why.remedies);
  offsetRemedy(model, state, worst, why.remedies);
  anchorRemedy(model, state, worst, why.remedies);
  return why;
}

}  // namespace grashof
