#include "core/dynamics/applied_forces.h"

#include <algorithm>

namespace grashof {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

void addJoint(const Model& model, const MovableJoint& joint, const Actuation& actuation, const double* q,
              const double* u, double* commanded, double* total) noexcept {
  double difference[6];
  const auto kp = actuation.kp.segment(joint.v, joint.nv);
  const bool isServo = (kp.array() != 0).any();
  if (isServo) jointDifference(model, joint, q + joint.q, actuation.qTarget.data() + joint.q, difference);
  for (int i = 0; i < joint.nv; ++i) {
    const int v = joint.v + i;
    double tau = actuation.tau[v] + actuation.kd[v] * (actuation.uTarget[v] - u[v]);
    if (isServo) tau += kp[i] * difference[i];
    commanded[v] = std::clamp(tau, -joint.effort, joint.effort);
    total[v] = commanded[v] - joint.damping * u[v];
  }
  if (joint.stiffness == 0) return;
  jointDifference(model, joint, q + joint.q, joint.springMount.data(), difference);
  for (int i = 0; i < joint.nv; ++i) total[joint.v + i] += joint.stiffness * difference[i];
}

void addPull(const Model& model, const PointPull& pull, const TreeState& state, double* total) noexcept {
  const Vector3d p = state.pointInWorld(pull.body, pull.p_B);
  Vector3d force =
      pull.stiffness * (pull.target_W - p) - pull.damping * state.pointVelocity(pull.body, pull.p_B);
  const double size = force.norm();
  if (size > pull.maxForce) force *= pull.maxForce / size;
  const Wrench F{(p - state.p_WO).cross(force), force};
  for (int b = pull.body; b >= 0; b = model.bodies[at(b)].parent) {
    const Body& body = model.bodies[at(b)];
    for (int v = body.v; v < body.v + body.nv; ++v) total[v] += dot(state.S[at(v)], F);
  }
}

}  // namespace

void computeAppliedForces(const Model& model, const Actuation& actuation, const TreeState& state,
                          std::span<const double> q, std::span<const double> u, std::span<double> commanded,
                          std::span<double> total) noexcept {
  for (const MovableJoint& joint : model.joints)
    addJoint(model, joint, actuation, q.data(), u.data(), commanded.data(), total.data());
  if (actuation.pull.body >= 0) addPull(model, actuation.pull, state, total.data());
}

void computeImplicitDiagonal(const Model& model, const Actuation& actuation, double dt,
                             std::span<double> diagonal) noexcept {
  for (const MovableJoint& joint : model.joints)
    for (int v = joint.v; v < joint.v + joint.nv; ++v)
      diagonal[at(v)] =
          0.5 * dt * (joint.damping + actuation.kd[v]) + 0.25 * dt * dt * (actuation.kp[v] + joint.stiffness);
}

}  // namespace grashof
