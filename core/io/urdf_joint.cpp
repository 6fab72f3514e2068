#include "core/base/number_text.h"
#include "core/io/urdf_elements.h"
#include "core/mechanism/name_hint.h"

namespace grashof {
namespace {

JointType readType(ReadContext& context, const SourceElement& e) {
  const std::vector<std::string> known{"fixed",    "revolute", "continuous", "prismatic",
                                       "floating", "planar",   "spherical"};
  const SourceAttribute* a = e.attribute("type");
  if (a == nullptr) {
    context.unreadable.insert({e.ordinal, "type"});
    context.report(Severity::Error, "missing-attribute", e, nullptr, "<joint> needs the attribute type");
    return JointType::Fixed;
  }
  const std::optional<JointType> type = jointTypeFromName(a->value);
  if (type && *type != JointType::Universal && *type != JointType::Cylindrical) return *type;
  std::string hint = nearestNameHint(a->value, known);
  if (type) {
    hint = *type == JointType::Universal
               ? "use two revolute joints with a massless link between them"
               : "use a prismatic and a continuous joint with a massless link between them";
  } else if (hint.empty()) {
    hint = "the types are fixed, revolute, continuous, prismatic, floating, planar and spherical";
  }
  Diagnostic& d = context.report(Severity::Error, "unknown-joint-type", e, a,
                                 "joint '" + context.subject + "' has the unknown type '" + a->value +
                                     "'; it is held fixed until that is mended",
                                 std::move(hint));
  d.where.line = e.line;
  d.where.column = e.column;
  return JointType::Fixed;
}

JointLimits readLimits(ReadContext& context, const SourceElement& e, JointType type) {
  JointLimits limits;
  limits.source = context.refOf(e);
  limits.lower = context.number(e, "lower");
  limits.upper = context.number(e, "upper");
  limits.velocity = context.number(e, "velocity");
  limits.effort = context.number(e, "effort");
  if (type == JointType::Continuous && (limits.lower || limits.upper)) {
    if (limits.lower.value_or(0) != 0 || limits.upper.value_or(0) != 0)
      context.report(Severity::Note, "continuous-bounds-ignored", e, nullptr,
                     "joint '" + context.subject +
                         "' is continuous: lower and upper are ignored, velocity and effort are kept",
                     "make it revolute if it has to stop at its bounds");
    limits.lower.reset();
    limits.upper.reset();
  }
  return limits;
}

JointDynamics readDynamics(ReadContext& context, const SourceElement& e, JointType type) {
  JointDynamics dynamics;
  dynamics.source = context.refOf(e);
  dynamics.damping = context.number(e, "damping").value_or(0.0);
  dynamics.friction = context.number(e, "friction").value_or(0.0);
  dynamics.rotorInertia = context.number(e, "rotor_inertia").value_or(0.0);
  dynamics.stiffness = context.number(e, "stiffness").value_or(0.0);
  if (const auto mount = context.numbers(e, "spring_mount", coordinateCount(type)))
    if (type != JointType::Fixed) dynamics.springMount = *mount;
  return dynamics;
}

/// <joint_properties damping friction> is what <dynamics> was called before 2010. No program of today reads
/// it, RaiSim and Bullet included, and files still carry it: taking it up would make the mechanism move
/// otherwise than everywhere else. Only values that somebody may count on are worth a word.
void warnAboutJointProperties(ReadContext& context, const SourceElement& e) {
  for (const int c : context.document().children(e.ordinal)) {
    const SourceElement& old = context.element(c);
    if (old.name != "joint_properties") continue;
    std::string wanted;
    for (const SourceAttribute& a : old.attributes)
      if (parseDouble(a.value) != 0.0) wanted += " " + a.name + "=\"" + a.value + "\"";
    if (wanted.empty()) continue;
    context.reportOnce("joint/joint_properties", Severity::Warning, "unknown-element", old, nullptr,
                       "<joint_properties> is not read, here or by other programs of today:" + wanted +
                           " of joint '" + context.subject + "' has no effect",
                       "if it is meant to act, write <dynamics" + wanted + "/>");
  }
}

Mimic readMimic(ReadContext& context, const SourceElement& e) {
  Mimic mimic;
  mimic.source = context.refOf(e);
  mimic.leader = context.requiredText(e, "joint");
  mimic.multiplier = context.number(e, "multiplier").value_or(1.0);
  mimic.offset = context.number(e, "offset").value_or(0.0);
  return mimic;
}

std::string linkOf(ReadContext& context, const SourceElement& joint, const char* end) {
  if (const SourceElement* e = context.onlyChild(joint, end)) return context.requiredText(*e, "link");
  context.unreadable.insert({joint.ordinal, ""});
  context.report(Severity::Error, "missing-element", joint, nullptr,
                 "joint '" + context.subject + "' has no <" + end + " link=\"...\"/>");
  return {};
}

}  // namespace

Joint readJoint(ReadContext& context, const SourceElement& e) {
  Joint joint;
  joint.source = context.refOf(e);
  context.subject = e.attribute("name") != nullptr ? e.attribute("name")->value : "";
  joint.name = context.subject;
  joint.type = readType(context, e);
  joint.parent = linkOf(context, e, "parent");
  joint.child = linkOf(context, e, "child");
  joint.isCut = context.flag(e, "cut", false);
  joint.origin = context.origin(e);
  if (const SourceElement* axis = context.onlyChild(e, "axis")) {
    if (axis->attribute("xyz") == nullptr) context.requiredText(*axis, "xyz");
    joint.axis = context.vector(*axis, "xyz").value_or(joint.axis);
  }
  if (const SourceElement* limit = context.onlyChild(e, "limit"))
    joint.limits = readLimits(context, *limit, joint.type);
  if (const SourceElement* dynamics = context.onlyChild(e, "dynamics"))
    joint.dynamics = readDynamics(context, *dynamics, joint.type);
  if (const SourceElement* mimic = context.onlyChild(e, "mimic")) joint.mimic = readMimic(context, *mimic);
  warnAboutJointProperties(context, e);
  context.noteUnknownChildren(
      e,
      {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic", "safety_controller", "calibration"},
      {"joint_properties", "physics", "provideFeedback", "hardwareInterface",
       "drake:planning_position_limits"});
  context.subject.clear();
  return joint;
}

}  // namespace grashof
