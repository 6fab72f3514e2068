// tests/render/view_fixtures.h - small scenes whose places on the screen can be computed by hand.
#pragma once
#include "render/scene.h"
#include "tests/support/fixtures.h"

namespace grashof::fixtures {

inline Geometry boxAt(const Vector3d& center, const Vector3d& size) {
  Geometry g;
  g.origin.xyz = center;
  g.shape = BoxShape{size};
  return g;
}

/// Two cubes of 0.2 m in a row along x (at 0 and at 1), hinged about z in the middle, and a pin at the second's top.
inline Mechanism twoCubes() {
  Mechanism m;
  m.name = "cubes";
  m.root = "a";
  m.links = {makeLink("a", 1), makeLink("b", 1)};
  m.links[0].visuals = {boxAt({0, 0, 0.1}, {0.2, 0.2, 0.2})};
  m.links[1].visuals = {boxAt({0.5, 0, 0.1}, {0.2, 0.2, 0.2})};
  m.joints = {makeJoint("hinge", JointType::Revolute, "a", "b", {0.5, 0, 0}, {0, 0, 1})};
  m.joints[0].limits.lower = -1;
  m.joints[0].limits.upper = 2;
  m.joints[0].limits.effort = 5;
  m.closures = {makePin("a", "b", {1, 0, 0.2})};
  return m;
}

struct View {
  ScenePtr scene;
  SceneFrame frame;
};
inline View viewOf(const Mechanism& mechanism) {
  MeshLibrary library;
  Diagnostics diagnostics;
  return {makeScene(mechanism, library, diagnostics), makeRestFrame(mechanism)};
}

}  // namespace grashof::fixtures
