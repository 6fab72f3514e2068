#include "core/dynamics/inverse_dynamics.h"

#include "core/dynamics/applied_forces.h"
#include "core/dynamics/body_inertia.h"
#include "core/dynamics/dense.h"

namespace grashof {
namespace {

/// Unbalanced share of the load below which a mechanism counts as held.
constexpr double kBalanced = 1e-9;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// Adds the constraints' forces on the bodies, about O; mimics act on joints, not on bodies.
void addConstraintWrenches(const Model& model, const TreeState& state,
                           std::span<const ConstraintReading> readings, std::vector<Wrench>& onBody) {
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const Constraint& c = model.constraints[i];
    if (c.kind == ConstraintKind::Mimic) continue;
    const Vector3d p2 = readings[i].p2_W - state.p_WO;
    const Wrench on1{p2.cross(readings[i].force_W) + readings[i].torque_W, readings[i].force_W};
    onBody[at(c.body1)] += on1;
    onBody[at(c.body2)] += on1 * -1.0;
  }
}

/// Spatial force that each body needs to move so, about O.
std::vector<Wrench> inertialWrenches(const Model& model, const TreeState& state, std::span<const double> u,
                                     std::span<const double> qdd, const Vector3d& gravity) {
  std::vector<Motion> A(model.bodies.size());
  std::vector<Wrench> F(model.bodies.size());
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    const Motion& V = state.body[b].V;
    Motion joint, acceleration;
    for (int i = body.v; i < body.v + body.nv; ++i) {
      joint += state.S[at(i)] * u[at(i)];
      acceleration += state.S[at(i)] * qdd[at(i)];
    }
    if (body.parent < 0)
      A[b] = Motion{Vector3d::Zero(), -gravity - V.w.cross(V.v)} + acceleration;
    else
      A[b] = A[at(body.parent)] + cross(V, joint) + acceleration;
    const RigidInertia I = inertiaAboutO(body, state.body[b]);
    F[b] = I * A[b] + cross(V, I * V);
  }
  return F;
}

JointReaction aboutPoint(const Wrench& F, const Vector3d& p) {
  return {F.f, F.n - p.cross(F.f)};
}

}  // namespace

VectorXd constraintForce(const Model& model, const TreeState& state,
                         std::span<const ConstraintReading> readings) {
  std::vector<Wrench> onBody(model.bodies.size());
  addConstraintWrenches(model, state, readings, onBody);
  VectorXd force = VectorXd::Zero(model.nv);
  for (std::size_t b = model.bodies.size(); b-- > 0;) {
    const Body& body = model.bodies[b];
    for (int i = body.v; i < body.v + body.nv; ++i) force[i] = dot(state.S[at(i)], onBody[b]);
    if (body.parent >= 0) onBody[at(body.parent)] += onBody[b];
  }
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const Constraint& c = model.constraints[i];
    if (c.kind != ConstraintKind::Mimic) continue;
    force[model.joints[at(c.follower)].v] += readings[i].multiplier[0];
    force[model.joints[at(c.leader)].v] -= c.multiplier * readings[i].multiplier[0];
  }
  return force;
}

InverseDynamics inverseDynamics(const Model& model, const TreeState& state, std::span<const double> u,
                                std::span<const double> qdd, const Vector3d& gravity,
                                std::span<const ConstraintReading> readings) {
  std::vector<Wrench> needed = inertialWrenches(model, state, u, qdd, gravity);
  std::vector<Wrench> closures(model.bodies.size());
  addConstraintWrenches(model, state, readings, closures);
  InverseDynamics result;
  result.tau.setZero(model.nv);
  result.joints.resize(model.joints.size());
  for (std::size_t b = model.bodies.size(); b-- > 0;) {
    const Body& body = model.bodies[b];
    const Wrench through = needed[b] + closures[b] * -1.0;
    for (int i = body.v; i < body.v + body.nv; ++i) result.tau[i] = dot(state.S[at(i)], through);
    if (body.parent < 0) {
      if (!model.isFloating) result.base = aboutPoint(through, -state.p_WO);
      continue;
    }
    needed[at(body.parent)] += needed[b];
    closures[at(body.parent)] += closures[b];
    const MovableJoint& joint = model.joints[at(body.joint)];
    if (joint.firstBody == static_cast<int>(b))
      result.joints[at(body.joint)] = aboutPoint(through, state.body[at(joint.body)].p_OB);
    for (int i = body.v; i < body.v + body.nv; ++i) result.tau[i] += joint.rotorInertia * qdd[at(i)];
  }
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const Constraint& c = model.constraints[i];
    if (c.kind != ConstraintKind::Mimic) continue;
    result.tau[model.joints[at(c.follower)].v] -= readings[i].multiplier[0];
    result.tau[model.joints[at(c.leader)].v] += c.multiplier * readings[i].multiplier[0];
  }
  return result;
}

HoldingTorques holdingTorques(const Model& model, std::span<const double> q, std::span<const int> actuators,
                              const Vector3d& gravity) {
  TreeState state = makeTreeState(model);
  treeKinematics(model, q, {}, state);
  const VectorXd atRest = VectorXd::Zero(model.nv);
  const std::span<const double> u(atRest.data(), at(model.nv));
  VectorXd springs(model.nv), commanded(model.nv);
  computeAppliedForces(model, makeActuation(model), state, q, u, {commanded.data(), at(model.nv)},
                       {springs.data(), at(model.nv)});
  const VectorXd load = biasForce(model, state, u, gravity) - springs;

  const MatrixXd J = constraintJacobian(model, state, RowSet::Kept);
  int columns = 0;
  for (int joint : actuators) columns += model.joints[at(joint)].nv;
  // What actuators can do beyond the constraints decides their torques: loads that the constraints carry
  // alone must not be shared with the drives, so these are solved for on the constraints' null space.
  MatrixXd drives = MatrixXd::Zero(model.nv, columns);
  int column = 0;
  for (int joint : actuators)
    for (int i = 0; i < model.joints[at(joint)].nv; ++i) drives(model.joints[at(joint)].v + i, column++) = 1.0;
  MatrixXd Z = MatrixXd::Identity(model.nv, model.nv);
  if (J.rows() > 0) {
    Eigen::ColPivHouseholderQR<MatrixXd> qr(J.transpose());
    qr.setThreshold(1e-9);
    const MatrixXd Q = qr.householderQ();
    Z = Q.rightCols(model.nv - qr.rank());
  }
  HoldingTorques result;
  result.tau.setZero(model.nv);
  if (columns > 0 && Z.cols() > 0)
    result.tau = drives * (Z.transpose() * drives).completeOrthogonalDecomposition().solve(Z.transpose() * load);
  result.residual = Z * (Z.transpose() * (load - result.tau));
  result.isHeld = result.residual.norm() <= kBalanced * std::max(load.norm(), 1e-12);
  return result;
}

}  // namespace grashof
