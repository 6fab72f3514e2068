#include "core/mechanism/edit_checks.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/mechanism/joint_order.h"

namespace grashof::edit_checks {
namespace {

std::string quoted(const std::string& text) {
  return "'" + text + "'";
}

bool isFinite(const Vector3d& v) {
  return v.allFinite();
}
bool isFinite(const Origin& origin) {
  return isFinite(origin.xyz) && isFinite(origin.rpy);
}

void requireFinite(bool finite, const std::string& field, const Report& report) {
  if (!finite) report.error("bad-number", field, "every number must be finite");
}

/// Finite and not negative.
void requireAmount(double value, const char* code, const std::string& field, const std::string& what,
                   const Report& report) {
  if (!std::isfinite(value))
    requireFinite(false, field, report);
  else if (value < 0)
    report.error(code, field, what + " must not be negative");
}

bool hasFiniteSize(const Shape& shape) {
  struct Visitor {
    bool operator()(const BoxShape& s) const { return s.size.allFinite(); }
    bool operator()(const CylinderShape& s) const {
      return std::isfinite(s.radius) && std::isfinite(s.length);
    }
    bool operator()(const CapsuleShape& s) const {
      return std::isfinite(s.radius) && std::isfinite(s.length);
    }
    bool operator()(const SphereShape& s) const { return std::isfinite(s.radius); }
    bool operator()(const MeshShape& s) const { return s.scale.allFinite(); }
  };
  return std::visit(Visitor{}, shape);
}

void checkInertial(const Inertial& before, const Inertial& after, const Report& report) {
  if (!(after.origin == before.origin)) requireFinite(isFinite(after.origin), "/inertial/origin", report);
  if (after.mass != before.mass)
    requireAmount(after.mass, "bad-mass", "/inertial/mass@value", "a mass", report);
  if (after.inertia == before.inertia) return;
  requireFinite(after.inertia.allFinite(), "/inertial/inertia", report);
  if (after.inertia.allFinite() && after.inertia != after.inertia.transpose())
    report.error("bad-inertia", "/inertial/inertia", "an inertia matrix is symmetric");
}

void checkGeometries(const std::vector<Geometry>& before, const std::vector<Geometry>& after,
                     const std::string& tag, const Report& report) {
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (i < before.size() && before[i] == after[i]) continue;
    const bool finite = isFinite(after[i].origin) && hasFiniteSize(after[i].shape);
    requireFinite(finite, "/" + tag + "[" + std::to_string(i + 1) + "]", report);
  }
}

void checkLimits(const JointLimits& before, const JointLimits& after, const Report& report) {
  const auto changed = [](const std::optional<double>& a, const std::optional<double>& b) {
    return b && a != b;
  };
  if (changed(before.lower, after.lower)) requireFinite(std::isfinite(*after.lower), "/limit@lower", report);
  if (changed(before.upper, after.upper)) requireFinite(std::isfinite(*after.upper), "/limit@upper", report);
  if (changed(before.velocity, after.velocity))
    requireAmount(*after.velocity, "negative-limit", "/limit@velocity", "a velocity limit", report);
  if (changed(before.effort, after.effort))
    requireAmount(*after.effort, "negative-limit", "/limit@effort", "an effort limit", report);
}

void checkDynamics(const JointDynamics& before, const Joint& joint, const Report& report) {
  const JointDynamics& after = joint.dynamics;
  if (after.damping != before.damping)
    requireAmount(after.damping, "negative-dynamics", "/dynamics@damping", "damping", report);
  if (after.friction != before.friction)
    requireAmount(after.friction, "negative-dynamics", "/dynamics@friction", "friction", report);
  if (after.rotorInertia != before.rotorInertia)
    requireAmount(after.rotorInertia, "negative-dynamics", "/dynamics@rotor_inertia", "rotor inertia",
                  report);
  if (after.stiffness != before.stiffness)
    requireAmount(after.stiffness, "negative-dynamics", "/dynamics@stiffness", "stiffness", report);
  if (after.springMount == before.springMount) return;
  const auto isBad = [](double x) { return !std::isfinite(x); };
  requireFinite(std::none_of(after.springMount.begin(), after.springMount.end(), isBad),
                "/dynamics@spring_mount", report);
  const int count = coordinateCount(joint.type);
  if (!after.springMount.empty() && static_cast<int>(after.springMount.size()) != count)
    report.error("bad-count", "/dynamics@spring_mount",
                 "a " + std::string(jointTypeName(joint.type)) + " joint has " + std::to_string(count) +
                     " coordinates, not " + std::to_string(after.springMount.size()));
}

/// A chain of mimics that comes back to where it started says q = factor q + rest: with factor 1 and a rest
/// nothing can fulfil it.
void checkMimicCycle(const Mechanism& m, const Joint& joint, const Report& report) {
  double factor = joint.mimic->multiplier, rest = joint.mimic->offset;
  std::string leader = joint.mimic->leader;
  for (std::size_t step = 0; step < m.joints.size() && leader != joint.name; ++step) {
    const int next = m.findJoint(leader);
    if (next < 0 || !m.joints[static_cast<std::size_t>(next)].mimic) return;
    const Mimic& mimic = *m.joints[static_cast<std::size_t>(next)].mimic;
    rest += factor * mimic.offset;
    factor *= mimic.multiplier;
    leader = mimic.leader;
  }
  if (leader == joint.name && std::abs(factor - 1) < 1e-12 && std::abs(rest) > 1e-12)
    report.error("mimic-contradiction", "/mimic",
                 "the joints would follow each other in a ring that cannot hold",
                 "change an offset or a multiplier, or remove one of the ring's mimics");
}

void checkMimic(const Mechanism& m, const Joint& joint, const Report& report) {
  const Mimic& mimic = *joint.mimic;
  requireFinite(std::isfinite(mimic.multiplier), "/mimic@multiplier", report);
  requireFinite(std::isfinite(mimic.offset), "/mimic@offset", report);
  if (!hasOneDof(joint.type) || joint.isCut)
    return report.error("mimic-joint-type", "/mimic",
                        "only a revolute, continuous or prismatic joint of the tree can follow another one");
  if (mimic.leader == joint.name)
    return report.error("mimic-self", "/mimic@joint", "a joint cannot follow itself");
  const int leader = m.findJoint(mimic.leader);
  if (leader < 0)
    return report.error("unknown-joint", "/mimic@joint", "there is no joint " + quoted(mimic.leader));
  const Joint& other = m.joints[static_cast<std::size_t>(leader)];
  if (!hasOneDof(other.type) || other.isCut)
    return report.error("mimic-joint-type", "/mimic@joint",
                        quoted(other.name) + " is not a revolute, continuous or prismatic joint of the tree");
  checkMimicCycle(m, joint, report);
}

/// Joints that follow this one keep it from becoming a type that cannot be followed.
void checkFollowers(const Mechanism& m, const Joint& joint, const Report& report) {
  if (hasOneDof(joint.type) && !joint.isCut) return;
  for (const Joint& other : m.joints)
    if (other.mimic && other.mimic->leader == joint.name)
      report.error("mimic-joint-type", "@type", "joint " + quoted(other.name) + " follows this joint",
                   "remove that mimic first");
}

void requireLink(const Mechanism& m, const std::string& link, const std::string& field,
                 const Report& report) {
  if (m.findLink(link) < 0) report.error("unknown-link", field, "there is no link " + quoted(link));
}

void checkAxes(const Closure& c, const Report& report) {
  if (c.kind == ClosureKind::Universal) {
    requireFinite(isFinite(c.axisA) && isFinite(c.axisB), "", report);
    if (c.axisA.isZero(0) || c.axisB.isZero(0))
      return report.error("zero-axis", "", "an axis must not be zero");
    if (areParallel(c.axisA, c.axisB)) report.error("parallel-axes", "", "the two axes are parallel");
    return;
  }
  if (c.kind != ClosureKind::Equality) return;
  if (c.axes.empty() || c.axes.size() > 2)
    return report.error("equality-axes", "/axis",
                        "an equality has one or two axes, not " + std::to_string(c.axes.size()),
                        c.axes.size() > 2 ? "three held directions are a pin" : "");
  for (std::size_t i = 0; i < c.axes.size(); ++i) {
    const std::string field = "/axis[" + std::to_string(i + 1) + "]@xyz";
    requireFinite(isFinite(c.axes[i]), field, report);
    if (c.axes[i].isZero(0)) return report.error("zero-axis", field, "an axis must not be zero");
  }
  if (c.axes.size() == 2 && areParallel(c.axes[0], c.axes[1]))
    report.error("parallel-axes", "/axis[2]@xyz", "the two axes are parallel",
                 "choose a second direction across the first");
}

}  // namespace

void Report::error(std::string code, const std::string& field, std::string message, std::string hint) const {
  Diagnostic d;
  d.code = std::move(code);
  d.where.line = source.line;
  d.where.column = source.column;
  d.element = element + field;
  d.subject = subject;
  d.message = std::move(message);
  d.hint = std::move(hint);
  findings.push_back(std::move(d));
}

bool areParallel(const Vector3d& a, const Vector3d& b) {
  return a.stableNormalized().cross(b.stableNormalized()).norm() < kParallelSine;
}

void checkName(const std::string& name, bool isTaken, const Report& report) {
  const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (name.empty()) return report.error("missing-name", "@name", "a name must not be empty");
  if (std::any_of(name.begin(), name.end(), isControl))
    return report.error("bad-name", "@name", "a name must be one line of printable characters");
  if (isTaken) report.error("duplicate-name", "@name", "the name " + quoted(name) + " is taken");
}

void checkLink(const Link& before, const Link& after, const Report& report) {
  if (after.inertial) checkInertial(before.inertial.value_or(Inertial{}), *after.inertial, report);
  checkGeometries(before.visuals, after.visuals, "visual", report);
  checkGeometries(before.collisions, after.collisions, "collision", report);
}

void checkJoint(const Mechanism& m, int index, const Joint& after, const Report& report) {
  const Joint& before = m.joints[static_cast<std::size_t>(index)];
  if (after.parent != before.parent) requireLink(m, after.parent, "/parent@link", report);
  if (after.child != before.child) requireLink(m, after.child, "/child@link", report);
  const bool moved = after.parent != before.parent || after.child != before.child;
  if (moved && after.parent == after.child)
    report.error("joint-onto-itself", "/child@link", "a joint joins two different links");
  const bool turned = after.type != before.type || after.isCut != before.isCut;
  if (turned && !after.isCut && (after.type == JointType::Universal || after.type == JointType::Cylindrical))
    report.error("joint-type", "@type",
                 "a " + std::string(jointTypeName(after.type)) + " joint can only close a loop");
  if (!(after.origin == before.origin)) requireFinite(isFinite(after.origin), "/origin", report);
  if (after.childOrigin != before.childOrigin && after.childOrigin)
    requireFinite(isFinite(*after.childOrigin), "", report);
  if (after.axis != before.axis || (turned && hasAxis(after.type))) {
    requireFinite(isFinite(after.axis), "/axis@xyz", report);
    if (hasAxis(after.type) && after.axis.isZero(0))
      report.error("zero-axis", "/axis@xyz", "an axis must not be zero");
  }
  checkLimits(before.limits, after.limits, report);
  checkDynamics(before.dynamics, after, report);
  if (after.mimic && (turned || after.mimic != before.mimic)) checkMimic(m, after, report);
  if (turned) checkFollowers(m, after, report);
}

void checkClosure(const Mechanism& m, int index, const Closure& after, const Report& report) {
  const Closure* before = index < 0 ? nullptr : &m.closures[static_cast<std::size_t>(index)];
  if (!before || after.body1 != before->body1) requireLink(m, after.body1, "@body1", report);
  if (!before || after.body2 != before->body2) requireLink(m, after.body2, "@body2", report);
  const bool moved = !before || after.body1 != before->body1 || after.body2 != before->body2;
  if (moved && after.body1 == after.body2)
    report.error("closure-same-body", "@body2", "a closure joins two different links");
  if (!after.name.empty() && (!before || after.name != before->name)) {
    bool isTaken = false;
    for (std::size_t i = 0; i < m.closures.size(); ++i)
      isTaken = isTaken || (static_cast<int>(i) != index && m.closures[i].name == after.name);
    checkName(after.name, isTaken, report);
  }
  if (!before || after.anchor != before->anchor) requireFinite(isFinite(after.anchor), "@anchor", report);
  if (after.anchor2 && (!before || after.anchor2 != before->anchor2))
    requireFinite(isFinite(*after.anchor2), "@anchor2", report);
  if (!before || after.kind != before->kind || after.axes != before->axes || after.axisA != before->axisA ||
      after.axisB != before->axisB)
    checkAxes(after, report);
}

}  // namespace grashof::edit_checks
