#include "app/intended_anchors.h"

#include <cmath>

namespace grashof {
namespace {

// Authored geometry is good to a millimetre; within that the coincident point is what was meant.
constexpr double kAuthored = 1e-3;

/// Massless leaf links that a fixed joint holds on another link.
std::vector<int> markerLinks(const Mechanism& mechanism) {
  std::vector<int> markers;
  for (std::size_t l = 0; l < mechanism.links.size(); ++l) {
    const Link& link = mechanism.links[l];
    const int joint = mechanism.parentJointOf(link.name);
    bool isLeaf = joint >= 0 && mechanism.joints[joint].type == JointType::Fixed;
    for (const Joint& below : mechanism.joints) isLeaf = isLeaf && below.parent != link.name;
    if (isLeaf && (!link.inertial || link.inertial->mass == 0.0)) markers.push_back(static_cast<int>(l));
  }
  return markers;
}

/// The marker on a body nearest to a point of that body; -1 when it has none.
int nearestMarker(const Model& model, const std::vector<int>& markers, int body, const Vector3d& p_B,
                  double& distance) {
  int nearest = -1;
  distance = HUGE_VAL;
  for (const int link : markers) {
    if (model.links[link].body != body) continue;
    const double d = (model.links[link].X_B.p - p_B).norm();
    if (d >= distance) continue;
    distance = d;
    nearest = link;
  }
  return nearest;
}

}  // namespace

MechanismPtr withIntendedAnchors(const Model& model) {
  const std::vector<int> markers = markerLinks(*model.mechanism);
  std::shared_ptr<Mechanism> intended;
  for (const Constraint& c : model.constraints) {
    if (c.closure < 0 || model.mechanism->closures[c.closure].anchor2) continue;
    double distance1 = 0, distance2 = 0;
    if (nearestMarker(model, markers, c.body1, c.p_B1A1, distance1) < 0 || distance1 > kAuthored) continue;
    const int tip = nearestMarker(model, markers, c.body2, c.p_B2A2, distance2);
    if (tip < 0 || distance2 <= kAuthored) continue;
    if (!intended) intended = std::make_shared<Mechanism>(*model.mechanism);
    Closure& closure = intended->closures[c.closure];
    const int body2 = model.mechanism->findLink(closure.body2);
    closure.anchor2 = model.links[body2].X_B.inverse() * model.links[tip].X_B.p;
  }
  return intended;
}

ModelPtr modelToClose(const ModelPtr& model) {
  MechanismPtr intended = withIntendedAnchors(*model);
  if (!intended) return model;
  const Outcome<ModelPtr> compiled = compileModel(
      std::move(intended), CompileOptions{model->isFloating ? BaseMode::Floating : BaseMode::Fixed, true});
  return compiled ? *compiled : model;
}

}  // namespace grashof
