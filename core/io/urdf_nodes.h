// core/io/urdf_nodes.h - URDF elements for what is new in a mechanism.
#pragma once
#include "core/io/xml_node.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

XmlNode originNode(const Origin& origin);
XmlNode axisNode(const Vector3d& axis);
XmlNode inertialNode(const Inertial& inertial);
XmlNode shapeNode(const Shape& shape);
XmlNode colorNode(const Rgba& rgba);
XmlNode materialNode(const Material& material);
/// `tag`: visual or collision.
XmlNode geometryNode(const std::string& tag, const Geometry& geometry);
XmlNode linkNode(const Link& link);
XmlNode limitNode(const JointLimits& limits);
XmlNode dynamicsNode(const JointDynamics& dynamics);
XmlNode mimicNode(const Mimic& mimic);
XmlNode jointNode(const Joint& joint);
/// <cut_joint>, or one for each of several in series.
std::vector<XmlNode> cutJointNodes(const CutJoint& cut);
XmlNode closureNode(const Closure& closure);

/// No bound, no cap: nothing to write.
bool isUnlimited(const JointLimits& limits);
bool isPassive(const JointDynamics& dynamics);

}  // namespace grashof
