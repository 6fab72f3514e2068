#include "core/topology/recut_loop.h"

#include <algorithm>
#include <cmath>

#include "core/mechanism/joint_motion.h"
#include "core/mechanism/joint_order.h"
#include "core/mechanism/loop_plane.h"
#include "core/mechanism/nominal_pose.h"
#include "core/topology/recut.h"

namespace grashof::recutting {
namespace {

std::vector<double> zeroCoordinates(JointType type) {
  std::vector<double> q(static_cast<std::size_t>(coordinateCount(type)), 0.0);
  if (type == JointType::Spherical) q[0] = 1;
  if (type == JointType::Floating) q[3] = 1;
  return q;
}

/// The two links that a loop's closures or cut joint join.
std::pair<int, int> endsOf(const Scene& scene, const Loop& loop) {
  if (loop.cutJoint >= 0)
    return {scene.ends.parent[Scene::index(loop.cutJoint)], scene.ends.child[Scene::index(loop.cutJoint)]};
  const Closure& first = scene.m.closures[Scene::index(loop.closures.front())];
  return {scene.m.findLink(first.body1), scene.m.findLink(first.body2)};
}

bool isBelow(const Scene& scene, int link, int joint) {
  for (int j = scene.walk.parentJoint[Scene::index(link)]; j >= 0;
       j = scene.walk.parentJoint[Scene::index(scene.ends.parent[Scene::index(j)])])
    if (j == joint) return true;
  return false;
}

bool isCalled(const Scene& scene, const Loop& loop, const std::string& name) {
  return name.empty() || loop.name == name ||
         std::any_of(loop.closures.begin(), loop.closures.end(),
                     [&](int c) { return displayName(scene.m.closures[Scene::index(c)], c) == name; });
}

Diagnostic notInLoop(const Scene& scene, int joint, const std::string& loop) {
  const Joint& j = scene.m.joints[Scene::index(joint)];
  std::string names;
  for (const int candidate : cuttableJoints(scene.m))
    names += (names.empty() ? "" : ", ") + scene.m.joints[Scene::index(candidate)].name;
  return problem(Severity::Error, scene.m, "not-in-a-loop", j.source, j.name,
                 "joint '" + j.name + "' is in no loop" +
                     (loop.empty() ? std::string() : " called '" + loop + "'") +
                     ": cutting it would leave two pieces",
                 names.empty() ? "the mechanism has no loop" : "joints of loops: " + names);
}

/// All closures of the loop must reach across the joint, in case fixed joints lie between their links.
bool reachesAcross(const Scene& scene, const Loop& loop, int joint) {
  return std::all_of(loop.closures.begin(), loop.closures.end(), [&](int c) {
    const Closure& closure = scene.m.closures[Scene::index(c)];
    return isBelow(scene, scene.m.findLink(closure.body1), joint) !=
           isBelow(scene, scene.m.findLink(closure.body2), joint);
  });
}

}  // namespace

Diagnostic problem(Severity severity, const Mechanism& m, std::string code, const SourceRef& at,
                   std::string subject, std::string message, std::string hint) {
  Diagnostic d;
  d.severity = severity;
  d.code = std::move(code);
  d.where = {m.source ? m.sourcePath : std::string(), at.line, at.column};
  d.subject = std::move(subject);
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

Outcome<Scene> sceneOf(const Mechanism& m) {
  const auto fail = [&m](const std::string& message) {
    return Outcome<Scene>::failure(problem(Severity::Error, m, "cannot-cut", m.constraintsSource, m.name,
                                           message, "mend the errors first"));
  };
  if (!isOneTree(m)) return fail("the joints do not make one tree yet");
  Scene scene{m, jointEnds(m), walkTree(m), {}, 0, {}, {}, {}};
  BaseMode mode = BaseMode::Auto;
  if (m.nominal) {
    const std::optional<int> base = baseEntriesOf(m, m.nominal->size());
    if (!base) return fail("nominal_config has the wrong number of entries");
    scene.baseEntries = *base;
    mode = *base > 0 ? BaseMode::Floating : BaseMode::Fixed;
  }
  const NominalLayout layout = nominalLayout(m, scene.walk, mode);
  scene.baseEntries = layout.isBaseFloating ? kFloatingBaseCoordinates : 0;
  scene.nominal = m.nominal ? *m.nominal : defaultNominal(m, layout);
  std::vector<double> zeros(static_cast<std::size_t>(scene.baseEntries), 0.0);
  scene.coordinates.resize(m.joints.size());
  for (const CoordinateSlot& slot : coordinateSlots(m)) {
    const auto first = scene.nominal.begin() + scene.baseEntries + slot.first;
    scene.coordinates[Scene::index(slot.joint)].assign(first, first + slot.count);
    const std::vector<double> zero = zeroCoordinates(m.joints[Scene::index(slot.joint)].type);
    zeros.insert(zeros.end(), zero.begin(), zero.end());
  }
  const auto X_RL = linkPosesInRoot(m, scene.walk, layout, scene.nominal);
  const auto X_RL0 = linkPosesInRoot(m, scene.walk, layout, zeros);
  if (!X_RL || !X_RL0) return fail("a joint's axis or a quaternion of nominal_config is zero");
  scene.X_RL = *X_RL;
  scene.X_RL0 = *X_RL0;
  for (const Pose& X : scene.X_RL)
    if (!X.p.allFinite() || !X.R.allFinite()) return fail("a pose is not finite");
  return Outcome<Scene>::success(std::move(scene));
}

std::vector<int> linksAbove(const Scene& scene, int link) {
  std::vector<int> links{link};
  for (int j = scene.walk.parentJoint[Scene::index(link)]; j >= 0;
       j = scene.walk.parentJoint[Scene::index(links.back())])
    links.push_back(scene.ends.parent[Scene::index(j)]);
  return links;
}

JointEdge edgeOf(const Scene& scene, int joint) {
  const Joint& j = scene.m.joints[Scene::index(joint)];
  JointEdge edge{
      j,  scene.ends.parent[Scene::index(joint)], scene.ends.child[Scene::index(joint)], poseOf(j.origin),
      {}, scene.coordinates[Scene::index(joint)]};
  if (!j.isCut) return edge;
  const Pose X_PC = scene.between(edge.parent, edge.child);
  edge.X_CM = j.childOrigin ? poseOf(*j.childOrigin) : X_PC.inverse() * edge.X_PJ;
  setCoordinatesFrom(edge, X_PC);
  if (!j.childOrigin) edge.coordinates = zeroCoordinates(j.type);
  return edge;
}

Outcome<ChosenLoop> chooseLoop(const Scene& scene, int joint, const std::string& name) {
  std::vector<Loop> loops;
  for (Loop& loop : fundamentalLoops(scene.m)) {
    const auto [a, b] = endsOf(scene, loop);
    if (isBelow(scene, a, joint) != isBelow(scene, b, joint) && isCalled(scene, loop, name))
      loops.push_back(std::move(loop));
  }
  if (loops.empty()) return Outcome<ChosenLoop>::failure(notInLoop(scene, joint, name));
  std::stable_sort(loops.begin(), loops.end(),
                   [](const Loop& a, const Loop& b) { return a.joints.size() < b.joints.size(); });
  Diagnostics reasons;
  for (const Loop& loop : loops) {
    Outcome<Closing> closing = closingOf(scene, loop);
    if (closing && !reachesAcross(scene, loop, joint))
      closing = Outcome<Closing>::failure(
          problem(Severity::Error, scene.m, "not-a-joint", scene.m.joints[Scene::index(joint)].source,
                  loop.name, "the closures of '" + loop.name + "' do not all reach across this joint"));
    if (!closing) {
      reasons.insert(reasons.end(), closing.diagnostics.begin(), closing.diagnostics.end());
      continue;
    }
    const JointEdge& edge = closing->edge;
    const bool isParentInside = isBelow(scene, edge.parent, joint);
    return Outcome<ChosenLoop>::success({loop, *closing, isParentInside ? edge.child : edge.parent,
                                         isParentInside ? edge.parent : edge.child});
  }
  return Outcome<ChosenLoop>::failure(std::move(reasons));
}

}  // namespace grashof::recutting

namespace grashof {

std::vector<int> cuttableJoints(const Mechanism& m, bool withFixed) {
  const Outcome<recutting::Scene> scene = recutting::sceneOf(m);
  if (!scene) return {};
  std::vector<bool> isInLoop(m.joints.size(), false);
  for (const Loop& loop : fundamentalLoops(m)) {
    const auto [a, b] = recutting::endsOf(*scene, loop);
    if (loop.cutJoint >= 0) isInLoop[static_cast<std::size_t>(loop.cutJoint)] = true;
    std::vector<int> up = recutting::linksAbove(*scene, a), down = recutting::linksAbove(*scene, b);
    while (!up.empty() && !down.empty() && up.back() == down.back()) up.pop_back(), down.pop_back();
    up.insert(up.end(), down.begin(), down.end());
    for (const int link : up) {
      const int joint = scene->walk.parentJoint[static_cast<std::size_t>(link)];
      const JointType type = m.joints[static_cast<std::size_t>(joint)].type;
      if (type == JointType::Floating || (type == JointType::Fixed && !withFixed)) continue;
      isInLoop[static_cast<std::size_t>(joint)] = true;
    }
  }
  std::vector<int> joints;
  for (std::size_t j = 0; j < isInLoop.size(); ++j)
    if (isInLoop[j]) joints.push_back(static_cast<int>(j));
  return joints;
}

}  // namespace grashof
