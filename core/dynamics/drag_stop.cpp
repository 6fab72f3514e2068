#include "core/dynamics/drag_stop.h"

#include <algorithm>
#include <cmath>

#include "core/mechanism/actuation.h"
#include "core/topology/spanning_tree.h"

namespace grashof {
namespace {

/// Share of the largest motion below which a joint stands still at an end of travel.
constexpr double kStill = 1e-3;

const MovableJoint* limitInTheWay(const Model& model, const VectorXd& q, const MovableJoint& dragged,
                                  double sense, const VectorXd& motion) {
  for (const MovableJoint& joint : model.joints) {
    if (joint.nv != 1) continue;
    const double way = &joint == &dragged ? sense : motion[joint.v];
    const double room = way > 0 ? joint.upper - q[joint.q] : q[joint.q] - joint.lower;
    if (way != 0 && room <= 1e-9) return &joint;
  }
  return nullptr;
}

/// A place of a loop where two of its links turn against each other, and the link that follows it around the
/// loop.
struct Turn {
  bool moves = false;
  std::string linkAfter;
};

/// Around the loop: the closing point, then the joints from body1 up and down to body2.
std::vector<Turn> turnsOf(const Model& model, const Loop& loop, const VectorXd& motion) {
  const Mechanism& m = *model.mechanism;
  const double largest = motion.cwiseAbs().maxCoeff();
  const std::string& first =
      loop.cutJoint >= 0 ? m.joints[loop.cutJoint].parent : m.closures[loop.closures.front()].body1;
  std::vector<Turn> turns{{true, first}};
  for (const int source : loop.joints) {
    const MovableJoint& joint = model.joints[model.jointOf(source)];
    const Joint& edge = m.joints[source];
    const bool isUp = model.isSameOrAbove(joint.body, model.links[m.findLink(first)].body);
    const bool moves = joint.nv != 1 || std::abs(motion[joint.v]) > kStill * largest;
    turns.push_back({moves, isUp ? edge.parent : edge.child});
  }
  return turns;
}

/// At the end of travel of a four-bar, three places turn; the two links between them lie in one line.
std::string linksInLine(const Model& model, const MovableJoint& dragged, const VectorXd& motion) {
  for (const Loop& loop : fundamentalLoops(*model.mechanism)) {
    if (std::find(loop.joints.begin(), loop.joints.end(), dragged.source) == loop.joints.end()) continue;
    const std::vector<Turn> turns = turnsOf(model, loop, motion);
    if (std::count_if(turns.begin(), turns.end(), [](const Turn& t) { return t.moves; }) != 3) continue;
    // Walk on from the dragged joint: the links after the first and the second moving place.
    const std::size_t at =
        static_cast<std::size_t>(std::find(loop.joints.begin(), loop.joints.end(), dragged.source) -
                                 loop.joints.begin()) +
        1;
    std::vector<std::string> links;
    for (std::size_t i = 1; i < turns.size(); ++i)
      if (const Turn& turn = turns[(at + i) % turns.size()]; turn.moves) links.push_back(turn.linkAfter);
    if (links.size() != 3) continue;
    if (model.mechanism->findLink(links[0]) > model.mechanism->findLink(links[1]))
      std::swap(links[0], links[1]);
    return links[0] + " and " + links[1] + " in line";
  }
  return {};
}

/// A joint that moves the linkage well where `stopped` cannot: the fastest one of its own loops, hinged on
/// the ground where there is one, motors first.
std::string driveInstead(const Model& model, const MovableJoint& stopped, const VectorXd& motion) {
  const Mechanism& m = *model.mechanism;
  const double largest = motion.cwiseAbs().maxCoeff();
  const MovableJoint* best = nullptr;
  double bestWorth = 0;
  for (const MovableJoint& joint : model.joints) {
    if (joint.nv != 1 || joint.source < 0 || &joint == &stopped) continue;
    const double share = std::abs(motion[joint.v]) / largest;
    if (share < 0.1) continue;
    const bool isOnGround = model.bodies[joint.firstBody].parent == 0;
    const double worth = share + (isOnGround ? 2.0 : 0.0) + (isActuated(m.joints[joint.source]) ? 4.0 : 0.0);
    if (worth <= bestWorth) continue;
    best = &joint;
    bestWorth = worth;
  }
  return best ? "drive " + best->name + " instead" : std::string();
}

}  // namespace

DragStop whyJointStopped(const Model& model, const VectorXd& q, const MovableJoint& joint, double sense,
                         const VectorXd& motion) {
  if (const MovableJoint* limit = limitInTheWay(model, q, joint, sense, motion))
    return {
        StopKind::Limit, "joint limit of " + limit->name, {}, static_cast<int>(limit - model.joints.data())};
  if (motion.isZero(0.0))
    return {StopKind::NoMobility, "the loops hold " + joint.name + ": no mobility", {}, -1};
  if (std::abs(motion[joint.v]) > kStill * motion.cwiseAbs().maxCoeff())
    return {StopKind::CannotFollow, "the linkage cannot follow farther", {}, -1};
  const std::string inLine = linksInLine(model, joint, motion);
  return {StopKind::EndOfTravel, "end of travel" + (inLine.empty() ? inLine : ": " + inLine + " (toggle)"),
          driveInstead(model, joint, motion), -1};
}

std::string nameOfBody(const Model& model, int body) {
  for (const FrameOnBody& link : model.links)
    if (link.body == body) return link.name;
  return model.bodies[body].joint >= 0 ? model.joints[model.bodies[body].joint].name
                                       : std::string("the ground");
}

std::string linksInLineTowards(const Model& model, const TreeState& state, int body, const Vector3d& p_B,
                               const Vector3d& r_W) {
  // The point, then the hinges on the way to the ground.
  std::vector<Vector3d> pivots{state.pointInWorld(body, p_B)};
  std::vector<int> links;  // between one pivot and the next
  for (int b = body; b > 0; b = model.bodies[b].parent) {
    const Vector3d pivot = state.pointInWorld(b, Vector3d::Zero());
    if ((pivot - pivots.back()).norm() <= 1e-9 * model.size) continue;
    pivots.push_back(pivot);
    links.push_back(b);
  }
  const Vector3d pull = r_W.normalized();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Vector3d along = (pivots[i] - pivots[i + 1]).normalized();
    if (along.cross(pull).norm() > 1e-2) break;
    names.push_back(nameOfBody(model, links[i]));
  }
  if (names.size() < 2) return {};
  return names[1] + " and " + names[0] + " in line";
}

}  // namespace grashof
