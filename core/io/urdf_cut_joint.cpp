// <cut_joint> in a closure: what the closure cannot say of the joint that it stands for.
#include "core/base/number_text.h"
#include "core/io/urdf_elements.h"
#include "core/io/urdf_nodes.h"

namespace grashof {
namespace {

CutJoint readPart(ReadContext& context, const SourceElement& e) {
  CutJoint part;
  const std::string subject = context.subject;
  part.joint = readJoint(context, e);
  context.subject = subject;
  // Not an element that a joint of the tree could take up again: only its line counts.
  part.joint.source.element = -1;
  part.joint.isCut = true;
  part.joint.childOrigin = Origin{context.vector(e, "child_xyz").value_or(Vector3d::Zero()),
                                  context.vector(e, "child_rpy").value_or(Vector3d::Zero())};
  const int count = coordinateCount(part.joint.type);
  part.coordinates.assign(static_cast<std::size_t>(count), 0.0);
  if (part.joint.type == JointType::Spherical) part.coordinates[0] = 1;
  if (part.joint.type == JointType::Floating) part.coordinates[3] = 1;
  if (count == 0) return part;
  if (const auto coordinates = context.numbers(e, "coordinates", count)) part.coordinates = *coordinates;
  return part;
}

void note(ReadContext& context, const SourceElement& e, const CutJoint& part) {
  const Joint& joint = part.joint;
  if (isUnlimited(joint.limits) && isPassive(joint.dynamics) && !joint.mimic) return;
  context.reportOnce(
      "constraints/cut_joint", Severity::Note, "cut-joint-remembered", e, nullptr,
      "joint '" + joint.name +
          "' is cut: its limits, motor, damping, friction, spring and mimic are kept in the file and "
          "do not act",
      "cut another joint of its loop, and they act again");
}

XmlNode partNode(const CutJoint& part) {
  Joint joint = part.joint;
  joint.isCut = false;
  XmlNode node = jointNode(joint);
  node.name = "cut_joint";
  if (!part.coordinates.empty()) node.attributes.emplace_back("coordinates", formatDoubles(part.coordinates));
  const Origin origin = joint.childOrigin.value_or(Origin{});
  if (!origin.xyz.isZero(0.0))
    node.attributes.emplace_back("child_xyz", formatDoubles({origin.xyz.data(), 3}));
  if (!origin.rpy.isZero(0.0))
    node.attributes.emplace_back("child_rpy", formatDoubles({origin.rpy.data(), 3}));
  return node;
}

}  // namespace

std::optional<CutJoint> readCutJoint(ReadContext& context, const SourceElement& closure) {
  std::vector<CutJoint> parts;
  for (const int c : context.document().children(closure.ordinal)) {
    const SourceElement& e = context.element(c);
    if (e.name != "cut_joint") continue;
    parts.push_back(readPart(context, e));
    note(context, e, parts.back());
  }
  if (parts.empty()) return std::nullopt;
  if (parts.size() == 1) return parts.front();
  CutJoint whole;
  whole.joint.name = parts.front().joint.name;
  whole.joint.parent = parts.front().joint.parent;
  whole.joint.child = parts.back().joint.child;
  whole.joint.isCut = true;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    Link link;
    link.name = parts[i].joint.child;
    whole.links.push_back(std::move(link));
  }
  whole.chain = std::move(parts);
  return whole;
}

std::vector<XmlNode> cutJointNodes(const CutJoint& cut) {
  if (cut.chain.empty()) return {partNode(cut)};
  std::vector<XmlNode> nodes;
  for (const CutJoint& part : cut.chain) nodes.push_back(partNode(part));
  return nodes;
}

}  // namespace grashof
