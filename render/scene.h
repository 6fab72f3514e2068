// render/scene.h - what can be drawn of a mechanism (fixed), and one instant of it (a frame).
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/model.h"
#include "core/geometry/mesh_library.h"
#include "core/simulation/snapshot.h"

namespace grashof {

/// One <visual> or <collision>.
struct ScenePart {
  int link = -1;
  bool isCollision = false;
  int geometry = -1;             ///< index among the link's visuals (collisions)
  MeshPtr mesh;                  ///< never null
  Bounds bounds_G;               ///< of the mesh
  Pose X_LG;                     ///< in the link frame
  std::optional<Rgba> color;     ///< the file's material; absent: the mesh's colours, else the link's tone
  bool isPlaceholder = false;    ///< the mesh could not be read
};

struct SceneLink {
  std::string name;
  int depth = 0;                 ///< links above it in the tree; the root is 0
  bool hasInertial = false;
  Pose X_LI;                     ///< principal axes of inertia at the centre of mass
  Vector3d inertiaBox = Vector3d::Zero();  ///< edges of the box with the same mass and inertia, m
  Bounds bounds_L;               ///< of the visuals, else of the collisions
};

struct SceneJoint {
  std::string name;
  JointType type = JointType::Fixed;
  int parent = -1, child = -1;   ///< links
  Pose X_PF;                     ///< joint frame in the parent link
  Vector3d axis_F = Vector3d::UnitZ();  ///< unit
  std::optional<double> lower, upper;   ///< rad or m
  bool isActuated = false, isMimic = false, isCut = false;
};

struct SceneClosure {
  std::string name;
  ClosureKind kind = ClosureKind::Pin;
  int link1 = -1, link2 = -1;
  Vector3d anchor_L1 = Vector3d::Zero();
  std::vector<Vector3d> axes_L1;  ///< equality: unit, one or two
  int hingePartner = -1;          ///< another pin between the same two links: together they are a hinge
};

/// Immutable; indices are those of the mechanism's vectors.
struct Scene {
  std::uint64_t id = 0;          ///< unique per scene
  std::string name;
  int rootLink = -1;
  std::vector<ScenePart> parts;
  std::vector<SceneLink> links;
  std::vector<SceneJoint> joints;
  std::vector<SceneClosure> closures;
};
using ScenePtr = std::shared_ptr<const Scene>;

/// Never fails: what cannot be shown is left out or replaced by a placeholder, with a finding.
ScenePtr makeScene(const Mechanism& mechanism, MeshLibrary& library, Diagnostics& diagnostics);

/// One closure (or cut joint) at one instant.
struct ClosureFrame {
  ElementRef element;            ///< Closure, or Joint for a cut joint
  Vector3d p1_W = Vector3d::Zero(), p2_W = Vector3d::Zero();
  double gap = 0;                ///< m, along the held directions
  Vector3d force_W = Vector3d::Zero();  ///< on body1, N; zero while nothing runs
  bool operator==(const ClosureFrame&) const = default;
};

/// One instant. Poses may be fewer than the scene's links while a new model is compiled: the rest is not drawn.
struct SceneFrame {
  std::vector<Pose> linkPoses;   ///< X_WL per scene link
  std::vector<ClosureFrame> closures;
  std::vector<double> jointPositions;  ///< per scene joint: q of 1-DoF joints, else 0
  double referenceForce = 0;     ///< N, the mechanism's weight; scales the arrows
  bool operator==(const SceneFrame&) const = default;
};

/// From a running simulation.
SceneFrame makeSceneFrame(const Model& model, const Snapshot& snapshot);
/// From coordinates q [nq]: poses and gaps, no forces.
SceneFrame makeSceneFrame(const Model& model, const VectorXd& q);
/// Poses along the tree at zero joint coordinates (identity base), for a mechanism that does not compile.
SceneFrame makeRestFrame(const Mechanism& mechanism);

/// World bounds of what is drawn of these links (all when empty).
Bounds boundsOf(const Scene& scene, const SceneFrame& frame, const std::vector<int>& links = {});

/// Where the ground plane lies: at zero, or below the lowest part when that is under zero.
double groundHeight(const Scene& scene, const SceneFrame& frame);

}  // namespace grashof
