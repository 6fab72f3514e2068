#include "core/dynamics/dense.h"

#include "core/dynamics/body_inertia.h"

namespace grashof {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

double rotorInertiaOf(const Model& model, const Body& body) {
  return body.joint < 0 ? 0.0 : model.joints[at(body.joint)].rotorInertia;
}

}  // namespace

/// ref Featherstone 2008, ch. 6: composite rigid bodies; all in world axes about O, so that nothing is
/// transformed.
MatrixXd massMatrix(const Model& model, const TreeState& state) {
  const int n = static_cast<int>(model.bodies.size());
  std::vector<RigidInertia> composite(at(n));
  for (int b = 0; b < n; ++b) composite[at(b)] = inertiaAboutO(model.bodies[at(b)], state.body[at(b)]);
  MatrixXd M = MatrixXd::Zero(model.nv, model.nv);
  for (int b = n - 1; b >= 0; --b) {
    const Body& body = model.bodies[at(b)];
    for (int i = body.v; i < body.v + body.nv; ++i) {
      const Wrench F = composite[at(b)] * state.S[at(i)];
      for (int a = b; a >= 0; a = model.bodies[at(a)].parent) {
        const Body& ancestor = model.bodies[at(a)];
        for (int j = ancestor.v; j < ancestor.v + ancestor.nv; ++j)
          M(i, j) = M(j, i) = dot(state.S[at(j)], F);
      }
      M(i, i) += rotorInertiaOf(model, body);
    }
    if (body.parent >= 0) composite[at(body.parent)] += composite[at(b)];
  }
  return M;
}

/// ref Featherstone 2008, ch. 5: recursive Newton-Euler with zero generalized acceleration.
VectorXd biasForce(const Model& model, const TreeState& state, std::span<const double> u,
                   const Vector3d& gravity) {
  const std::size_t n = model.bodies.size();
  std::vector<Motion> A(n);
  std::vector<Wrench> F(n);
  for (std::size_t b = 0; b < n; ++b) {
    const Body& body = model.bodies[b];
    const Motion& V = state.body[b].V;
    if (body.parent < 0) {
      // The base's coordinates are O's velocity: with it constant, the spatial acceleration at O is -w x v.
      A[b] = {Vector3d::Zero(), -gravity - V.w.cross(V.v)};
    } else {
      Motion joint;
      for (int i = body.v; i < body.v + body.nv; ++i) joint += state.S[at(i)] * u[at(i)];
      A[b] = A[at(body.parent)] + cross(V, joint);
    }
    const RigidInertia I = inertiaAboutO(body, state.body[b]);
    F[b] = I * A[b] + cross(V, I * V);
  }
  VectorXd h = VectorXd::Zero(model.nv);
  for (std::size_t b = n; b-- > 0;) {
    const Body& body = model.bodies[b];
    for (int i = body.v; i < body.v + body.nv; ++i) h[i] = dot(state.S[at(i)], F[b]);
    if (body.parent >= 0) F[at(body.parent)] += F[b];
  }
  return h;
}

double kineticEnergy(const Model& model, const TreeState& state, std::span<const double> u) {
  double twice = 0;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    const Motion& V = state.body[b].V;
    twice += dot(V, inertiaAboutO(body, state.body[b]) * V);
    const double rotor = rotorInertiaOf(model, body);
    for (int i = body.v; i < body.v + body.nv; ++i) twice += rotor * u[at(i)] * u[at(i)];
  }
  return 0.5 * twice;
}

double potentialEnergy(const Model& model, const TreeState& state, std::span<const double> q,
                       const Vector3d& gravity) {
  double energy = 0;
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    energy -=
        model.bodies[b].mass * gravity.dot(state.pointInWorld(static_cast<int>(b), model.bodies[b].com_B));
  for (const MovableJoint& joint : model.joints) {
    if (joint.stiffness == 0) continue;
    double stretch[6];
    jointDifference(model, joint, q.data() + joint.q, joint.springMount.data(), stretch);
    for (int i = 0; i < joint.nv; ++i) energy += 0.5 * joint.stiffness * stretch[i] * stretch[i];
  }
  return energy;
}

Momentum momentum(const Model& model, const TreeState& state) {
  Wrench total;
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    total += inertiaAboutO(model.bodies[b], state.body[b]) * state.body[b].V;
  return {total.f, total.n + state.p_WO.cross(total.f)};
}

}  // namespace grashof
