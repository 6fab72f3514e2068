#include "core/io/urdf_nodes.h"

#include "core/base/number_text.h"

namespace grashof {
namespace {

std::string text(const Vector3d& v) {
  return formatDoubles({v.data(), 3});
}

void add(XmlNode& node, const char* name, const std::optional<double>& value) {
  if (value) node.attributes.emplace_back(name, formatDouble(*value));
}

void addUnlessZero(XmlNode& node, const char* name, double value) {
  if (value != 0) node.attributes.emplace_back(name, formatDouble(value));
}

}  // namespace

bool isUnlimited(const JointLimits& limits) {
  return !limits.lower && !limits.upper && !limits.velocity && !limits.effort;
}

bool isPassive(const JointDynamics& d) {
  return d.damping == 0 && d.friction == 0 && d.rotorInertia == 0 && d.stiffness == 0 &&
         d.springMount.empty();
}

XmlNode originNode(const Origin& origin) {
  return {"origin", {{"xyz", text(origin.xyz)}, {"rpy", text(origin.rpy)}}, {}};
}

XmlNode axisNode(const Vector3d& axis) {
  return {"axis", {{"xyz", text(axis)}}, {}};
}

XmlNode inertialNode(const Inertial& inertial) {
  const Matrix3d& I = inertial.inertia;
  XmlNode tensor{"inertia",
                 {{"ixx", formatDouble(I(0, 0))},
                  {"ixy", formatDouble(I(0, 1))},
                  {"ixz", formatDouble(I(0, 2))},
                  {"iyy", formatDouble(I(1, 1))},
                  {"iyz", formatDouble(I(1, 2))},
                  {"izz", formatDouble(I(2, 2))}},
                 {}};
  XmlNode mass{"mass", {{"value", formatDouble(inertial.mass)}}, {}};
  return {"inertial", {}, {originNode(inertial.origin), std::move(mass), std::move(tensor)}};
}

XmlNode shapeNode(const Shape& shape) {
  struct Visitor {
    XmlNode operator()(const BoxShape& s) const { return {"box", {{"size", text(s.size)}}, {}}; }
    XmlNode operator()(const SphereShape& s) const {
      return {"sphere", {{"radius", formatDouble(s.radius)}}, {}};
    }
    XmlNode operator()(const CylinderShape& s) const { return round("cylinder", s.radius, s.length); }
    XmlNode operator()(const CapsuleShape& s) const { return round("capsule", s.radius, s.length); }
    XmlNode operator()(const MeshShape& s) const {
      XmlNode node{"mesh", {{"filename", s.uri}}, {}};
      if (s.scale != Vector3d::Ones()) node.attributes.emplace_back("scale", text(s.scale));
      return node;
    }
    static XmlNode round(const char* name, double radius, double length) {
      return {name, {{"radius", formatDouble(radius)}, {"length", formatDouble(length)}}, {}};
    }
  };
  return std::visit(Visitor{}, shape);
}

XmlNode colorNode(const Rgba& rgba) {
  return {"color", {{"rgba", formatDoubles(rgba)}}, {}};
}

XmlNode materialNode(const Material& material) {
  XmlNode node{"material", {{"name", material.name}}, {}};
  if (material.rgba) node.children.push_back(colorNode(*material.rgba));
  if (!material.texture.empty()) node.children.push_back({"texture", {{"filename", material.texture}}, {}});
  return node;
}

XmlNode geometryNode(const std::string& tag, const Geometry& geometry) {
  XmlNode node{tag, {}, {}};
  if (!geometry.name.empty()) node.attributes.emplace_back("name", geometry.name);
  if (!(geometry.origin == Origin{})) node.children.push_back(originNode(geometry.origin));
  node.children.push_back({"geometry", {}, {shapeNode(geometry.shape)}});
  if (geometry.material) node.children.push_back(materialNode(*geometry.material));
  return node;
}

XmlNode linkNode(const Link& link) {
  XmlNode node{"link", {{"name", link.name}}, {}};
  if (link.inertial) node.children.push_back(inertialNode(*link.inertial));
  for (const Geometry& g : link.visuals) node.children.push_back(geometryNode("visual", g));
  for (const Geometry& g : link.collisions) node.children.push_back(geometryNode("collision", g));
  return node;
}

XmlNode limitNode(const JointLimits& limits) {
  XmlNode node{"limit", {}, {}};
  add(node, "lower", limits.lower);
  add(node, "upper", limits.upper);
  add(node, "effort", limits.effort);
  add(node, "velocity", limits.velocity);
  return node;
}

XmlNode dynamicsNode(const JointDynamics& dynamics) {
  XmlNode node{"dynamics", {}, {}};
  addUnlessZero(node, "damping", dynamics.damping);
  addUnlessZero(node, "friction", dynamics.friction);
  addUnlessZero(node, "rotor_inertia", dynamics.rotorInertia);
  addUnlessZero(node, "stiffness", dynamics.stiffness);
  if (!dynamics.springMount.empty())
    node.attributes.emplace_back("spring_mount", formatDoubles(dynamics.springMount));
  return node;
}

XmlNode mimicNode(const Mimic& mimic) {
  return {"mimic",
          {{"joint", mimic.leader},
           {"multiplier", formatDouble(mimic.multiplier)},
           {"offset", formatDouble(mimic.offset)}},
          {}};
}

XmlNode jointNode(const Joint& joint) {
  XmlNode node{"joint", {{"name", joint.name}, {"type", std::string(jointTypeName(joint.type))}}, {}};
  if (joint.isCut) node.attributes.emplace_back("cut", "true");
  node.children.push_back({"parent", {{"link", joint.parent}}, {}});
  node.children.push_back({"child", {{"link", joint.child}}, {}});
  if (!(joint.origin == Origin{})) node.children.push_back(originNode(joint.origin));
  if (hasAxis(joint.type) || joint.axis != Joint{}.axis) node.children.push_back(axisNode(joint.axis));
  if (!isUnlimited(joint.limits)) node.children.push_back(limitNode(joint.limits));
  if (!isPassive(joint.dynamics)) node.children.push_back(dynamicsNode(joint.dynamics));
  if (joint.mimic) node.children.push_back(mimicNode(*joint.mimic));
  return node;
}

XmlNode closureNode(const Closure& closure) {
  XmlNode node{std::string(closureKindName(closure.kind)), {}, {}};
  if (!closure.name.empty()) node.attributes.emplace_back("name", closure.name);
  node.attributes.emplace_back("body1", closure.body1);
  node.attributes.emplace_back("body2", closure.body2);
  node.attributes.emplace_back("anchor", text(closure.anchor));
  if (closure.anchor2) node.attributes.emplace_back("anchor2", text(*closure.anchor2));
  for (const Vector3d& axis : closure.axes) node.children.push_back(axisNode(axis));
  if (closure.cut)
    for (XmlNode& cut : cutJointNodes(*closure.cut)) node.children.push_back(std::move(cut));
  if (closure.kind != ClosureKind::Universal) return node;
  node.attributes.emplace_back("n_a", text(closure.axisA));
  node.attributes.emplace_back("n_b", text(closure.axisB));
  constexpr std::array<const char*, 3> kLocks{"x_locked", "y_locked", "z_locked"};
  for (std::size_t i = 0; i < 3; ++i)
    if (!closure.locked[i]) node.attributes.emplace_back(kLocks[i], "false");
  return node;
}

}  // namespace grashof
