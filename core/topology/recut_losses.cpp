// What a cut joint cannot do any longer.
#include <algorithm>

#include "core/mechanism/actuation.h"
#include "core/topology/recut_parts.h"

namespace grashof::recutting {
namespace {

class Losses {
 public:
  explicit Losses(const Mechanism& m) : m_(m) {}

  void add(Severity severity, const std::string& code, const Joint& joint, const std::string& message,
           const std::string& hint = {}) {
    found_.push_back(problem(severity, m_, code, joint.source, joint.name, message, hint));
  }

  void ofCutJoint(const Joint& cut) {
    const std::string name = "'" + cut.name + "'";
    if (isActuated(asTreeJoint(cut)))
      add(Severity::Warning, "cut-loses-actuation", cut,
          name + " has a motor (effort above zero); a cut joint cannot be driven", "cut a passive joint");
    if (cut.type != JointType::Continuous && (cut.limits.lower || cut.limits.upper))
      add(Severity::Warning, "cut-loses-limits", cut, name + " has limits; they cannot act while it is cut");
    if (cut.limits.velocity && *cut.limits.velocity > 0)
      add(Severity::Note, "cut-loses-limits", cut,
          name + " has a velocity limit; it cannot act while the joint is cut");
    const JointDynamics& d = cut.dynamics;
    if (d.damping != 0 || d.friction != 0 || d.stiffness != 0 || d.rotorInertia != 0)
      add(Severity::Warning, "cut-loses-dynamics", cut,
          name + " has damping, friction, a spring or rotor inertia; they cannot act while it is cut");
    if (cut.mimic)
      add(Severity::Warning, "cut-loses-mimic", cut,
          name + " follows '" + cut.mimic->leader + "'; a cut joint cannot follow");
    for (const Joint& other : m_.joints)
      if (other.mimic && other.mimic->leader == cut.name)
        add(Severity::Warning, "cut-loses-mimic", other,
            "'" + other.name + "' follows " + name +
                ", which has no coordinate while it is cut; its mimic goes");
  }

  /// Coordinates of several directions are measured in the other link after a turn.
  void ofTurned(const Joint& joint) {
    const JointDynamics& d = joint.dynamics;
    const bool isCoupled = joint.type == JointType::Planar || joint.type == JointType::Floating;
    if (isCoupled && (d.damping != 0 || d.friction != 0 || d.stiffness != 0 || d.rotorInertia != 0))
      add(Severity::Warning, "recut-changes-dynamics", joint,
          "'" + joint.name +
              "' is turned round: its damping, spring and friction now act along axes of the "
              "other link, which differs where it turns and slides at once");
  }

  void ofClosing(const ChosenLoop& chosen) {
    if (chosen.closing.isPlanarPin)
      add(Severity::Note, "recut-pin-is-hinge", chosen.closing.edge.joint,
          "the pin of '" + chosen.loop.name +
              "' becomes a hinge: its loop moves in a plane, where a pin holds no more than a hinge");
  }

  Diagnostics take() { return std::move(found_); }

 private:
  static Joint asTreeJoint(const Joint& cut) {
    Joint joint = cut;
    joint.isCut = false;
    return joint;
  }

  const Mechanism& m_;
  Diagnostics found_;
};

}  // namespace

Diagnostics lossesOf(const Mechanism& m, const Branch& branch, const ChosenLoop* chosen) {
  Losses losses(m);
  if (branch.chain.empty()) losses.ofCutJoint(branch.cut.joint);
  for (const JointEdge& part : branch.chain) losses.ofCutJoint(part.joint);
  if (chosen != nullptr) {
    losses.ofClosing(*chosen);
    for (std::size_t i = 1; i < branch.edges.size(); ++i) losses.ofTurned(branch.edges[i].joint);
    const JointEdge& first = chosen->closing.edge;
    if (first.parent != chosen->outside) losses.ofTurned(branch.edges.front().joint);
  }
  return losses.take();
}

}  // namespace grashof::recutting
