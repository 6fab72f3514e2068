// core/mechanism/mechanism.h - what the user edits: links, joints, closures, mimics. Plain values.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/pose.h"
#include "core/mechanism/joint_types.h"

namespace grashof {

struct SourceDocument;  // core/io/xml_source.h: the text that was read, with the byte span of each element

/// Where an element stands in the source: ordinal of the XML element in document order (-1: made here, not
/// read), and its line and column for people.
struct SourceRef {
  int element = -1;
  int line = 0;
  int column = 0;
  bool operator==(const SourceRef&) const = default;
};

/// Inertia about the centre of mass, along the inertial frame's axes, kg m^2.
struct Inertial {
  Origin origin;  ///< inertial frame in the link frame
  double mass = 0.0;
  Matrix3d inertia = Matrix3d::Zero();
  SourceRef source;
  bool operator==(const Inertial&) const = default;
};

struct BoxShape { Vector3d size = Vector3d::Zero(); bool operator==(const BoxShape&) const = default; };
struct CylinderShape { double radius = 0, length = 0; bool operator==(const CylinderShape&) const = default; };  // along z
struct CapsuleShape { double radius = 0, length = 0; bool operator==(const CapsuleShape&) const = default; };  // length without caps
struct SphereShape { double radius = 0; bool operator==(const SphereShape&) const = default; };
struct MeshShape {
  std::string uri;            ///< as written: package://..., relative or absolute
  std::string resolvedPath;   ///< absolute; empty when not found
  Vector3d scale = Vector3d::Ones();
  bool operator==(const MeshShape&) const = default;
};
using Shape = std::variant<BoxShape, CylinderShape, CapsuleShape, SphereShape, MeshShape>;

using Rgba = std::array<double, 4>;

/// A material as it stands in a visual or at the top of the file; `rgba` absent: refers to a named one.
struct Material {
  std::string name;
  std::optional<Rgba> rgba;
  std::string texture;
  bool operator==(const Material&) const = default;
};

/// A <visual> or <collision>.
struct Geometry {
  std::string name;
  Origin origin;  ///< in the link frame
  Shape shape;
  std::optional<Material> material;  ///< visuals only, already resolved against the file's named materials
  SourceRef source;
  bool operator==(const Geometry&) const = default;
};

struct Link {
  std::string name;
  std::optional<Inertial> inertial;
  std::vector<Geometry> visuals;
  std::vector<Geometry> collisions;
  SourceRef source;
  bool operator==(const Link&) const = default;
};

/// Absent = not limited. rad or m; rad/s or m/s; N m or N.
struct JointLimits {
  std::optional<double> lower, upper, velocity, effort;
  SourceRef source;
  bool operator==(const JointLimits&) const = default;
};

/// Damping N m s/rad (N s/m), Coulomb friction N m (N), rotor inertia kg m^2 (kg), stiffness N m/rad (N/m);
/// springMount: the spring's rest coordinate(s), as many as the joint's nq, empty = zero.
struct JointDynamics {
  double damping = 0, friction = 0, rotorInertia = 0, stiffness = 0;
  std::vector<double> springMount;
  SourceRef source;
  bool operator==(const JointDynamics&) const = default;
};

/// q_this = multiplier * q_leader + offset.
struct Mimic {
  std::string leader;
  double multiplier = 1.0, offset = 0.0;
  SourceRef source;
  bool operator==(const Mimic&) const = default;
};

struct Closure;

/// An edge of the graph. A cut joint is outside the spanning tree: it has no coordinate and is compiled into
/// point closures (architecture: the table of cut joints). Its axis and origin are in the parent link, as for
/// any joint; where the child's frame differs (it has its own parent joint), `childOrigin` places the joint
/// frame in the child link.
struct Joint {
  std::string name;
  JointType type = JointType::Fixed;
  std::string parent, child;
  Origin origin;                         ///< joint frame in the parent link
  Vector3d axis = Vector3d::UnitX();     ///< in the joint frame, as written (not normalised)
  JointLimits limits;
  JointDynamics dynamics;
  std::optional<Mimic> mimic;
  bool isCut = false;
  std::optional<Origin> childOrigin;     ///< cut joints only: joint frame in the child link at the nominal pose
  /// The closures that this joint was made from when another joint of its loop was cut; null for others. For
  /// cutting back only, and only while they still fit: nothing else reads them, no file holds them.
  std::shared_ptr<const std::vector<Closure>> closures;
  SourceRef source;
  bool operator==(const Joint&) const = default;
};

/// What closures cannot say of the joint that they stand for. The joint is a cut one with both frames.
struct CutJoint {
  Joint joint;
  std::vector<double> coordinates;  ///< at the nominal configuration [coordinateCount(joint.type)]
  /// Where it was several joints in series with massless links between (a cylindrical or universal joint):
  /// those, in order; `joint` then has their common ends, name and type only. Else empty.
  std::vector<CutJoint> chain;
  std::vector<Link> links;  ///< between them, one fewer
  bool operator==(const CutJoint&) const = default;
};

enum class ClosureKind { Pin, Equality, Universal };
std::string_view closureKindName(ClosureKind kind);

/// A loop closure: joins an anchor on body1 to a point of body2 (RaiSim's <pin>, <equality>, and <universal>).
/// Anchor and axes are in link body1's frame. `anchor2`, in link body2's frame, is absent for the RaiSim
/// vocabulary: then it is the point that coincides with the anchor at the nominal configuration.
struct Closure {
  ClosureKind kind = ClosureKind::Pin;
  std::string name;  ///< for people; empty in most files, then displayName() makes one
  std::string body1, body2;
  Vector3d anchor = Vector3d::Zero();
  std::vector<Vector3d> axes;            ///< equality: one or two, as written
  std::optional<Vector3d> anchor2;
  std::array<bool, 3> locked{true, true, true};               ///< universal: x, y, z of body1
  Vector3d axisA = Vector3d::UnitX(), axisB = Vector3d::UnitY();  ///< universal: n_a in body1, n_b in body2
  /// On the first of the closures that a cut joint became: that joint, with the limits and dynamics that cannot
  /// act while it is cut. Cutting back restores it while it still fits; <cut_joint> in a file.
  std::optional<CutJoint> cut;
  SourceRef source;
  bool operator==(const Closure&) const = default;
};

/// A linkage as a person edits it: a graph of links (nodes) and joints (edges) with extra closures.
/// Copyable value; names may refer to nothing while a file is being mended (validate() says so).
struct Mechanism {
  std::string name;
  std::vector<Link> links;        ///< document order
  std::vector<Joint> joints;      ///< document order; tree joints and cut joints
  std::vector<Closure> closures;  ///< document order
  std::vector<Material> materials;
  std::string root;               ///< root link of the spanning tree
  /// As written: base position and quaternion (w, x, y, z) first when the base floats, then the tree's joints
  /// in joint order. Absent: zeros (identity quaternions), clamped into the joints' limits.
  std::optional<std::vector<double>> nominal;
  SourceRef constraintsSource;    ///< the <constraints> element
  std::string sourcePath;         ///< absolute path of the file, empty when new
  std::shared_ptr<const SourceDocument> source;  ///< the text this was read from; null when made here

  bool operator==(const Mechanism&) const = default;

  int findLink(std::string_view linkName) const;    ///< index or -1
  int findJoint(std::string_view jointName) const;  ///< index or -1
  /// Tree joint whose child is this link, -1 for the root.
  int parentJointOf(std::string_view linkName) const;
};

/// The name shown for a closure: its own, or made from its bodies ("pin lower_l_fr - lower_r_fr").
std::string displayName(const Closure& closure, int index);

using MechanismPtr = std::shared_ptr<const Mechanism>;

/// What a selection, a diagnostic or a pick refers to: index into the mechanism's vector of that kind.
enum class ElementKind { None, Link, Joint, Closure, Loop };
struct ElementRef {
  ElementKind kind = ElementKind::None;
  int index = -1;
  bool operator==(const ElementRef&) const = default;
};

}  // namespace grashof
