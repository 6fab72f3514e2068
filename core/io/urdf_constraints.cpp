#include "core/base/number_text.h"
#include "core/io/urdf_elements.h"

namespace grashof {
namespace {

Vector3d requiredVector(ReadContext& context, const SourceElement& e, const char* name) {
  if (e.attribute(name) == nullptr) {
    context.requiredText(e, name);
    return Vector3d::Zero();
  }
  return context.vector(e, name).value_or(Vector3d::Zero());
}

void readAxes(ReadContext& context, const SourceElement& e, Closure& closure) {
  for (const int c : context.document().children(e.ordinal))
    if (context.element(c).name == "axis")
      closure.axes.push_back(requiredVector(context, context.element(c), "xyz"));
}

void readUniversal(ReadContext& context, const SourceElement& e, Closure& closure) {
  closure.axisA = context.vector(e, "n_a").value_or(closure.axisA);
  closure.axisB = context.vector(e, "n_b").value_or(closure.axisB);
  closure.locked = {context.flag(e, "x_locked", true), context.flag(e, "y_locked", true),
                    context.flag(e, "z_locked", true)};
}

Closure readClosure(ReadContext& context, const SourceElement& e, ClosureKind kind) {
  Closure closure;
  closure.kind = kind;
  closure.source = context.refOf(e);
  if (const SourceAttribute* name = e.attribute("name")) closure.name = name->value;
  context.subject = closure.name;
  closure.body1 = context.requiredText(e, "body1");
  closure.body2 = context.requiredText(e, "body2");
  closure.anchor = requiredVector(context, e, "anchor");
  closure.anchor2 = context.vector(e, "anchor2");
  if (kind == ClosureKind::Equality) readAxes(context, e, closure);
  if (kind == ClosureKind::Universal) readUniversal(context, e, closure);
  if (kind == ClosureKind::Pin && context.onlyChild(e, "axis") != nullptr)
    context.report(Severity::Warning, "unknown-element", e, nullptr,
                   "a <pin> holds all three directions; its <axis> is ignored",
                   "use <equality> to hold one or two directions only");
  closure.cut = readCutJoint(context, e);
  context.noteUnknownChildren(e, {"axis", "cut_joint"}, {});
  context.subject.clear();
  return closure;
}

void readNominal(ReadContext& context, const SourceElement& e, Mechanism& mechanism) {
  if (e.attribute("nominal_config") == nullptr) return;
  if (mechanism.nominal) {
    context.report(Severity::Warning, "repeated-element", e, e.attribute("nominal_config"),
                   "a second nominal_config; the first one is used");
    return;
  }
  mechanism.nominal = context.numbers(e, "nominal_config", 0);
  if (mechanism.nominal) mechanism.constraintsSource = context.refOf(e);
}

}  // namespace

void readConstraints(ReadContext& context, const SourceElement& e, Mechanism& mechanism) {
  if (mechanism.constraintsSource.element < 0) mechanism.constraintsSource = context.refOf(e);
  readNominal(context, e, mechanism);
  for (const int c : context.document().children(e.ordinal)) {
    const SourceElement& child = context.element(c);
    for (const ClosureKind kind : {ClosureKind::Pin, ClosureKind::Equality, ClosureKind::Universal})
      if (child.name == closureKindName(kind))
        mechanism.closures.push_back(readClosure(context, child, kind));
  }
  context.noteUnknownChildren(e, {"pin", "equality", "universal"}, {});
}

}  // namespace grashof
