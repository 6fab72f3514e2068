// core/dynamics/model.h - the immutable, flat form of a mechanism that the dynamics works on.
#pragma once
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/base/outcome.h"
#include "core/base/pose.h"
#include "core/mechanism/mechanism.h"
#include "core/mechanism/validate.h"

namespace grashof {

/// Elementary joint of a body to its parent. Planar joints become P, P, R in series and inner floating joints
/// P, P, P, spherical, with massless bodies between.
enum class BodyJoint : unsigned char { FixedBase, FloatingBase, Revolute, Prismatic, Spherical };

/// One rigid body: links joined by fixed joints merged. Depth first, parent < own index; body 0 is the root
/// body (the fixed base, or the floating one). The body frame B is re-aligned at load so that a revolute axis
/// is its local z and B keeps its parent's orientation where the axes are parallel (R_PF exactly identity).
struct Body {
  int parent = -1;
  BodyJoint type = BodyJoint::FixedBase;
  int joint = -1;          ///< index into Model::joints; -1 for a fixed base
  int q = 0, v = 0;        ///< first entry in q and u; nq, nv entries
  int nq = 0, nv = 0;
  bool isAligned = false;  ///< R_PF is exactly the identity
  double sign = 1.0;       ///< revolute: turns by sign * q about local z (-1: the written axis is -z)
  Matrix3d R_PF = Matrix3d::Identity();  ///< joint frame in the parent body frame, at q = 0
  Vector3d p_PF = Vector3d::Zero();
  Vector3d axis_F = Vector3d::UnitZ();   ///< prismatic: unit direction in the parent body's axes
  double mass = 0.0;                     ///< kg
  Vector3d com_B = Vector3d::Zero();     ///< m
  Matrix3d inertia_B = Matrix3d::Zero(); ///< about the centre of mass, body axes, kg m^2
};

/// A joint with coordinates, in joint order (depth first, children in document order; "ROOT" first when floating).
struct MovableJoint {
  std::string name;
  JointType type = JointType::Revolute;
  int source = -1;            ///< index into Mechanism::joints, -1 for ROOT
  int firstBody = 0, body = 0;///< elementary bodies of this joint are firstBody..body; links hang on `body`
  int q = 0, v = 0, nq = 0, nv = 0;
  double lower = -std::numeric_limits<double>::infinity();  ///< 1-DoF joints; infinite when unlimited
  double upper = std::numeric_limits<double>::infinity();
  double velocity = std::numeric_limits<double>::infinity();  ///< +inf when absent
  double effort = std::numeric_limits<double>::infinity();
  double damping = 0, friction = 0, rotorInertia = 0, stiffness = 0;
  std::vector<double> springMount;  ///< nq entries
};

/// A link's or joint's frame on its body: X_B. Frames of joints carry the joint's name.
struct FrameOnBody {
  std::string name;
  int body = 0;
  Pose X_B;
};

enum class ConstraintKind { Pin, Equality, Universal, Mimic };
std::string_view constraintKindName(ConstraintKind kind);

/// A loop or mimic constraint. Order in Model::constraints: pins, equalities, universals (each in document
/// order; those of cut joints after the written ones of their kind), then mimics in document order.
/// Translational row i: error a_i . (p1 - p2), with a_i = R_WB1 * axes_B1.col(i), taken at body2's anchor p2.
struct Constraint {
  ConstraintKind kind = ConstraintKind::Pin;
  std::string name;
  int closure = -1;    ///< index into Mechanism::closures, -1 when it stems from a cut joint or a mimic
  int joint = -1;      ///< Mechanism joint: the cut joint or the mimic follower, else -1
  int body1 = 0, body2 = 0;
  Vector3d p_B1A1 = Vector3d::Zero(), p_B2A2 = Vector3d::Zero();  ///< anchors in their body frames, m
  Matrix3d axes_B1 = Matrix3d::Identity();   ///< authored directions, orthonormal; first `rows` columns used
  int rows = 0;                              ///< authored translational rows, 0..3
  bool hasRotationRow = false;               ///< universal: n_a . n_b = 0
  Vector3d nA_B1 = Vector3d::UnitX(), nB_B2 = Vector3d::UnitY();
  // Kept after structural redundancy: what a step enforces.
  Matrix3d keptAxes_B1 = Matrix3d::Identity();
  int keptRows = 0;
  bool keepsRotationRow = false;
  std::vector<Vector3d> heldDirections_B1;   ///< directions the loop's joints or earlier constraints hold already
  std::vector<int> repeatedConstraints;      ///< the earlier constraints that hold them; empty: the loop's joints do
  double smallestLever = 0;                  ///< m, see structural_redundancy.h
  // Mimic: q_follower = multiplier * q_leader + offset.
  int follower = -1, leader = -1;            ///< indices into Model::joints
  double multiplier = 1, offset = 0;
  bool keepsMimicRow = false;

  int authoredRowCount() const { return kind == ConstraintKind::Mimic ? 1 : rows + (hasRotationRow ? 1 : 0); }
  int keptRowCount() const {
    return kind == ConstraintKind::Mimic ? (keepsMimicRow ? 1 : 0) : keptRows + (keepsRotationRow ? 1 : 0);
  }
};

struct Model {
  std::vector<Body> bodies;
  std::vector<MovableJoint> joints;
  std::vector<FrameOnBody> links;   ///< one per Mechanism link, same index
  std::vector<FrameOnBody> frames;  ///< one per tree joint (fixed ones too), Mechanism joint order; cut joints have body -1
  std::vector<Constraint> constraints;
  int nq = 0, nv = 0;
  bool isFloating = false;
  VectorXd nominal;                 ///< [nq], quaternions normalised; as written, or zeros clamped into the limits
  double totalMass = 0;             ///< kg, of all links
  double size = 1;                  ///< m, a length of the mechanism's own size (largest distance between joint origins)
  MechanismPtr mechanism;

  int findJoint(std::string_view name) const;  ///< index into joints or -1
  int jointOf(int source) const;  ///< of a joint of the mechanism: index into joints, -1 where it does not move
  bool isSameOrAbove(int ancestor, int body) const;  ///< on the way from the body to the ground, itself included
  int authoredRows() const;
  int keptRows() const;
};
using ModelPtr = std::shared_ptr<const Model>;

struct CompileOptions {
  BaseMode base = BaseMode::Auto;
  bool findStructuralRedundancy = true;
};

/// Builds the flat model: spanning tree in depth-first document order, fixed joints merged, closures (and those
/// that stand for cut joints) with body2's anchors found at the nominal configuration, structural redundancy.
/// Errors only where validate() has errors; warnings for constraints that hold nothing, clamped nominal values.
Outcome<ModelPtr> compileModel(MechanismPtr mechanism, const CompileOptions& options = {});

}  // namespace grashof
