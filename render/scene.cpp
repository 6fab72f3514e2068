#include "render/scene.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/mechanism/actuation.h"

namespace grashof {
namespace {

std::uint64_t nextSceneId() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

Bounds transformed(const Bounds& b, const Pose& X) {
  Bounds out;
  if (b.isEmpty) return out;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3d p = X * Vector3d(corner & 1 ? b.upper.x() : b.lower.x(), corner & 2 ? b.upper.y() : b.lower.y(),
                                    corner & 4 ? b.upper.z() : b.lower.z());
    out.lower = out.isEmpty ? p : out.lower.cwiseMin(p);
    out.upper = out.isEmpty ? p : out.upper.cwiseMax(p);
    out.isEmpty = false;
  }
  return out;
}

void extend(Bounds& a, const Bounds& b) {
  if (b.isEmpty) return;
  a.lower = a.isEmpty ? b.lower : a.lower.cwiseMin(b.lower).eval();
  a.upper = a.isEmpty ? b.upper : a.upper.cwiseMax(b.upper).eval();
  a.isEmpty = false;
}

bool isFinite(const Pose& X) { return X.R.allFinite() && X.p.allFinite(); }

void addParts(const Link& link, int index, bool isCollision, MeshLibrary& library, Scene& scene) {
  const std::vector<Geometry>& geometries = isCollision ? link.collisions : link.visuals;
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    const Geometry& g = geometries[i];
    ScenePart part;
    part.link = index;
    part.isCollision = isCollision;
    part.geometry = static_cast<int>(i);
    part.X_LG = poseOf(g.origin);
    if (!isFinite(part.X_LG)) continue;  // the reader has a finding
    const LibraryMesh found = library.meshOf(g.shape);
    part.mesh = found.mesh;
    part.bounds_G = boundsOf(*part.mesh);
    part.isPlaceholder = found.isPlaceholder;
    if (g.material) part.color = g.material->rgba;
    scene.parts.push_back(std::move(part));
  }
}

/// The box of even density with the same mass and inertia; false when no body can have this inertia.
bool inertiaBox(const Inertial& inertial, SceneLink& link) {
  if (!(inertial.mass > 0) || !inertial.inertia.allFinite()) return false;
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(inertial.inertia);
  const Vector3d I = solver.eigenvalues();
  Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) = -axes.col(2);
  // I_x = m (b^2 + c^2) / 12 and cyclic: solve for the squares.
  const double half = I.sum() / 2;
  for (int i = 0; i < 3; ++i) link.inertiaBox[i] = std::sqrt(std::max(0.0, 12 * (half - I[i]) / inertial.mass));
  const Pose X_LI = poseOf(inertial.origin);
  link.X_LI = {X_LI.R * axes, X_LI.p};
  return true;
}

SceneLink makeLink(const Link& link) {
  SceneLink out;
  out.name = link.name;
  if (link.inertial && isFinite(poseOf(link.inertial->origin))) {
    out.X_LI = poseOf(link.inertial->origin);
    out.hasInertial = inertiaBox(*link.inertial, out);
  }
  return out;
}

SceneJoint makeJoint(const Mechanism& mechanism, const Joint& joint) {
  SceneJoint out;
  out.name = joint.name;
  out.type = joint.type;
  out.parent = mechanism.findLink(joint.parent);
  out.child = mechanism.findLink(joint.child);
  out.X_PF = poseOf(joint.origin);
  if (!isFinite(out.X_PF)) out.X_PF = Pose{};
  if (joint.axis.allFinite() && joint.axis.norm() > 0) out.axis_F = joint.axis.normalized();
  if (joint.type == JointType::Revolute || joint.type == JointType::Prismatic) {
    out.lower = joint.limits.lower;
    out.upper = joint.limits.upper;
  }
  out.isMimic = joint.mimic.has_value();
  out.isCut = joint.isCut;
  // URDF has no word for a motor; a joint that may exert an effort has one.
  out.isActuated = grashof::isActuated(joint);
  return out;
}

SceneClosure makeClosure(const Mechanism& mechanism, std::size_t index) {
  const Closure& closure = mechanism.closures[index];
  SceneClosure out;
  out.name = displayName(closure, static_cast<int>(index));
  out.kind = closure.kind;
  out.link1 = mechanism.findLink(closure.body1);
  out.link2 = mechanism.findLink(closure.body2);
  if (closure.anchor.allFinite()) out.anchor_L1 = closure.anchor;
  for (const Vector3d& axis : closure.axes)
    if (axis.allFinite() && axis.norm() > 0) out.axes_L1.push_back(axis.normalized());
  return out;
}

void findHinges(std::vector<SceneClosure>& closures) {
  for (std::size_t i = 0; i < closures.size(); ++i)
    for (std::size_t k = i + 1; k < closures.size(); ++k) {
      SceneClosure &a = closures[i], &b = closures[k];
      const bool arePins = a.kind == ClosureKind::Pin && b.kind == ClosureKind::Pin;
      const bool sameLinks = (a.link1 == b.link1 && a.link2 == b.link2) || (a.link1 == b.link2 && a.link2 == b.link1);
      if (!arePins || !sameLinks || a.hingePartner >= 0 || b.hingePartner >= 0) continue;
      a.hingePartner = static_cast<int>(k);
      b.hingePartner = static_cast<int>(i);
    }
}

void setDepths(Scene& scene) {
  // As many sweeps as the deepest chain; a broken file may hold a ring, hence the bound.
  bool changed = true;
  for (std::size_t sweep = 0; changed && sweep < scene.links.size(); ++sweep) {
    changed = false;
    for (const SceneJoint& j : scene.joints) {
      if (j.isCut || j.parent < 0 || j.child < 0 || j.child == scene.rootLink) continue;
      const int depth = scene.links[j.parent].depth + 1;
      if (scene.links[j.child].depth == depth) continue;
      scene.links[j.child].depth = depth;
      changed = true;
    }
  }
}

}  // namespace

ScenePtr makeScene(const Mechanism& mechanism, MeshLibrary& library, Diagnostics& diagnostics) {
  auto scene = std::make_shared<Scene>();
  scene->id = nextSceneId();
  scene->name = mechanism.name;
  scene->rootLink = mechanism.findLink(mechanism.root);
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
    const Link& link = mechanism.links[i];
    scene->links.push_back(makeLink(link));
    addParts(link, static_cast<int>(i), false, library, *scene);
    addParts(link, static_cast<int>(i), true, library, *scene);
  }
  for (Diagnostic& d : checkMeshes(mechanism, library)) diagnostics.push_back(std::move(d));
  for (const Joint& joint : mechanism.joints) scene->joints.push_back(makeJoint(mechanism, joint));
  for (std::size_t i = 0; i < mechanism.closures.size(); ++i) scene->closures.push_back(makeClosure(mechanism, i));
  findHinges(scene->closures);
  setDepths(*scene);
  for (const bool isCollision : {false, true})
    for (const ScenePart& part : scene->parts) {
      SceneLink& link = scene->links[part.link];
      const bool hasVisuals = !mechanism.links[part.link].visuals.empty();
      if (part.isCollision == isCollision && !(isCollision && hasVisuals))
        extend(link.bounds_L, transformed(part.bounds_G, part.X_LG));
    }
  return scene;
}

Bounds boundsOf(const Scene& scene, const SceneFrame& frame, const std::vector<int>& links) {
  Bounds all;
  const std::size_t n = std::min(scene.links.size(), frame.linkPoses.size());
  for (std::size_t i = 0; i < n; ++i)
    if (links.empty() || std::find(links.begin(), links.end(), static_cast<int>(i)) != links.end())
      extend(all, transformed(scene.links[i].bounds_L, frame.linkPoses[i]));
  if (!all.isEmpty) return all;
  // Nothing to be seen (a file without visuals): the links' origins.
  for (std::size_t i = 0; i < n; ++i)
    if (links.empty() || std::find(links.begin(), links.end(), static_cast<int>(i)) != links.end())
      extend(all, Bounds{frame.linkPoses[i].p, frame.linkPoses[i].p, false});
  return all;
}

double groundHeight(const Scene& scene, const SceneFrame& frame) {
  const Bounds b = boundsOf(scene, frame);
  if (b.isEmpty) return 0;
  return b.lower.z() < -1e-3 * (b.upper - b.lower).norm() ? b.lower.z() : 0;
}

}  // namespace grashof
