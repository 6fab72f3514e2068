#include <set>

#include "core/dynamics/compile_parts.h"

namespace grashof::compile {

Diagnostic makeFinding(Severity severity, const Mechanism& mechanism, const SourceRef& at, std::string code,
                       std::string subject, std::string message, std::string hint) {
  Diagnostic d;
  d.severity = severity;
  d.code = std::move(code);
  d.where = {mechanism.sourcePath, at.line, at.column};
  d.subject = std::move(subject);
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

namespace {

class BuildCheck {
 public:
  explicit BuildCheck(const Mechanism& mechanism) : mechanism_(mechanism) {}

  Diagnostics run() {
    checkNames();
    checkGraph();
    for (const Closure& closure : mechanism_.closures) checkClosure(closure);
    for (const Joint& joint : mechanism_.joints) checkMimic(joint);
    return std::move(findings_);
  }

 private:
  void error(const SourceRef& at, const char* code, const std::string& subject, std::string message) {
    findings_.push_back(makeFinding(Severity::Error, mechanism_, at, code, subject, std::move(message)));
  }

  void checkNames() {
    std::set<std::string_view> linkNames, jointNames;
    for (const Link& link : mechanism_.links)
      if (!linkNames.insert(link.name).second)
        error(link.source, "duplicate-name", link.name, "two links are called \"" + link.name + "\"");
    for (const Joint& joint : mechanism_.joints) {
      if (!jointNames.insert(joint.name).second)
        error(joint.source, "duplicate-name", joint.name, "two joints are called \"" + joint.name + "\"");
      for (const std::string* end : {&joint.parent, &joint.child})
        if (!linkNames.count(*end))
          error(joint.source, "unknown-link", joint.name,
                "joint \"" + joint.name + "\" names the link \"" + *end + "\", which does not exist");
      checkJoint(joint);
    }
  }

  void checkJoint(const Joint& joint) {
    if (!joint.isCut && (joint.type == JointType::Universal || joint.type == JointType::Cylindrical))
      error(joint.source, "bad-joint-type", joint.name,
            "a " + std::string(jointTypeName(joint.type)) + " joint can only close a loop");
    if (!joint.origin.xyz.allFinite() || !joint.origin.rpy.allFinite() || !joint.axis.allFinite())
      error(joint.source, "bad-number", joint.name,
            "the placement of joint \"" + joint.name + "\" is not finite");
    else if (hasAxis(joint.type) && joint.axis.norm() < 1e-12)
      error(joint.source, "zero-axis", joint.name, "the axis of joint \"" + joint.name + "\" is zero");
  }

  /// Every link must hang on the root by exactly one chain of tree joints.
  void checkGraph() {
    if (!findings_.empty()) return;
    if (mechanism_.findLink(mechanism_.root) < 0)
      return error({}, "no-root", mechanism_.root, "the mechanism has no root link");
    std::set<std::string_view> reached{mechanism_.root};
    for (bool grew = true; grew;) {
      grew = false;
      for (const Joint& joint : mechanism_.joints)
        if (!joint.isCut && reached.count(joint.parent)) grew |= reached.insert(joint.child).second;
    }
    std::set<std::string_view> children;
    for (const Joint& joint : mechanism_.joints)
      if (!joint.isCut && (!children.insert(joint.child).second || joint.child == mechanism_.root))
        error(joint.source, "link-has-two-parents", joint.child,
              "link \"" + joint.child + "\" has more than one parent in the tree");
    for (const Link& link : mechanism_.links)
      if (!reached.count(link.name))
        error(link.source, "multiple-roots", link.name,
              "link \"" + link.name + "\" is not connected to the root");
  }

  void checkClosure(const Closure& closure) {
    const std::string name = displayName(closure, static_cast<int>(&closure - mechanism_.closures.data()));
    for (const std::string* body : {&closure.body1, &closure.body2})
      if (mechanism_.findLink(*body) < 0)
        error(closure.source, "unknown-link", name,
              name + " names the link \"" + *body + "\", which does not exist");
    bool isFinite = closure.anchor.allFinite() && (!closure.anchor2 || closure.anchor2->allFinite());
    for (const Vector3d& axis : closure.axes) isFinite = isFinite && axis.allFinite();
    if (!isFinite) error(closure.source, "bad-number", name, "a number of " + name + " is not finite");
    if (closure.kind == ClosureKind::Equality) checkEqualityAxes(closure, name);
    if (closure.kind == ClosureKind::Universal &&
        !(closure.axisA.norm() > 1e-12 && closure.axisB.norm() > 1e-12))
      error(closure.source, "zero-axis", name, "an axis of " + name + " is zero");
  }

  void checkEqualityAxes(const Closure& closure, const std::string& name) {
    if (closure.axes.empty() || closure.axes.size() > 2)
      return error(closure.source, "axis-count", name, name + " needs one or two axes");
    for (const Vector3d& axis : closure.axes)
      if (!(axis.norm() > 1e-12))
        return error(closure.source, "zero-axis", name, "an axis of " + name + " is zero");
    if (closure.axes.size() == 2 &&
        closure.axes[0].normalized().cross(closure.axes[1].normalized()).norm() < 1e-9)
      error(closure.source, "parallel-axes", name, "the two axes of " + name + " are parallel");
  }

  void checkMimic(const Joint& joint) {
    if (!joint.mimic || joint.isCut) return;
    const int leader = mechanism_.findJoint(joint.mimic->leader);
    if (leader < 0)
      return error(
          joint.mimic->source, "unknown-joint", joint.name,
          "joint \"" + joint.name + "\" follows \"" + joint.mimic->leader + "\", which does not exist");
    const Joint& other = mechanism_.joints[static_cast<std::size_t>(leader)];
    if (&other == &joint || other.isCut || !hasOneDof(other.type) || !hasOneDof(joint.type))
      error(joint.mimic->source, "bad-mimic", joint.name,
            "joint \"" + joint.name + "\" cannot follow \"" + other.name +
                "\": both must be different tree joints " + "with one degree of freedom");
  }

  const Mechanism& mechanism_;
  Diagnostics findings_;
};

}  // namespace

Diagnostics checkBuildable(const Mechanism& mechanism) {
  return BuildCheck(mechanism).run();
}

}  // namespace grashof::compile
