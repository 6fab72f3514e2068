#include "core/dynamics/applied_forces.h"
#include "core/dynamics/joint_inertia.h"
#include "core/dynamics/readings.h"
#include "core/dynamics/step_scratch.h"

namespace grashof {
namespace {

/// Share of a joint's inertia that damping and gains may have in one step before explicit stages become
/// inaccurate, and soon unstable. The inertia that counts, with the other joints free, is smaller.
constexpr double kStiff = 0.05;
/// Share of the velocity that the closing projection may take away; more means that the stages lost the loops:
/// accelerations near a singular pose change faster than a step can follow.
constexpr double kLostVelocity = 0.05;
constexpr double kNegligibleSpeed = 1e-9;

/// Rate of the rotation vector theta with R = exp(theta) R_start for an angular velocity w.
/// ref  Munthe-Kaas 1998; the series of the inverse differential of exp up to second order serves RK4.
Vector3d rateInChart(const Vector3d& theta, const Vector3d& w) noexcept {
  const Vector3d c = theta.cross(w);
  return w - 0.5 * c + theta.cross(c) / 12.0;
}

/// slopeQ: velocities `u` at the pose start (+) offset, as rates of the offset.
void chartRates(const Model& model, const VectorXd& offset, const VectorXd& u, VectorXd& rates) noexcept {
  rates = u;
  for (const Body& body : model.bodies) {
    int v = -1;
    if (body.type == BodyJoint::Spherical) v = body.v;
    if (body.type == BodyJoint::FloatingBase) v = body.v + 3;
    if (v < 0) continue;
    const Vector3d theta = offset.segment<3>(v), w = u.segment<3>(v);
    rates.segment<3>(v) = rateInChart(theta, w);
  }
}

/// out  diagonal: the implicit part of the joints that are too stiff for explicit stages, zero for the others,
/// which so keep the scheme's order. The step's start counts.
void chooseImplicitJoints(const Model& model, const StepSettings& settings, const Actuation& actuation,
                          Workspace& ws) noexcept {
  Workspace::Scratch& s = *ws.scratch;
  computeImplicitDiagonal(model, actuation, settings.dt, view(s.diagonal));
  if ((s.diagonal.array() == 0).all()) return;
  computeJointInertias(model, ws.tree, s.composite, view(s.inertia));
  s.diagonal = (s.diagonal.array() > kStiff * s.inertia.array()).select(s.diagonal, 0.0);
}

/// Acceleration of the closed mechanism at a stage: out slopeU. Only the step's start counts as commanded.
void accelerate(const Model& model, const StepSettings& settings, const Actuation& actuation,
                const VectorXd& q, const VectorXd& u, TreeState& tree, Workspace& ws) noexcept {
  Workspace::Scratch& s = *ws.scratch;
  treeKinematics(model, view(q), view(u), tree);
  computeAppliedForces(model, actuation, tree, view(q), view(u),
                       view(&tree == &ws.tree ? ws.tauApplied : s.commanded), view(s.tau));
  if (&tree == &ws.tree) chooseImplicitJoints(model, settings, actuation, ws);
  LoopStepInput in;
  in.dt = settings.dt;
  in.diagonal = view(s.diagonal);
  in.q = view(q);
  in.u = view(u);
  in.tau = view(s.tau);
  in.gravity = settings.gravity;
  in.atAcceleration = true;
  ws.solver->solve(tree, in, view(s.slopeU), {});
  s.slopeU = (s.slopeU - u) / settings.dt;
}

/// Limits and friction act on the end velocity through the inertia at the step's start.
std::uint32_t applyLimits(const Model& model, const StepSettings& settings, const Actuation& actuation,
                          const State& state, Workspace& ws) noexcept {
  Workspace::Scratch& s = *ws.scratch;
  accelerate(model, settings, actuation, state.q, state.u, ws.tree, ws);
  const std::uint32_t flags =
      s.limits.apply(model, ws.tree, view(s.diagonal), settings.dt, *ws.solver, view(s.uNext));
  computeReadings(model, ws.tree, view(state.q), settings.dt, *ws.solver, ws.readings);
  return flags;
}

}  // namespace

bool advanceByStages(const Model& model, const StepSettings& settings, const Actuation& actuation,
                     const State& state, Workspace& ws, std::uint32_t& flags) noexcept {
  struct Stage {
    double reach, weight;
  };  // how far the stage reaches into the step, its weight in the sum
  static constexpr Stage kRungeKutta4[] = {{0, 1.0 / 6}, {0.5, 1.0 / 3}, {0.5, 1.0 / 3}, {1, 1.0 / 6}};
  static constexpr Stage kMidpoint[] = {{0, 0}, {0.5, 1}};
  const bool isRk4 = settings.integrator == Integrator::RungeKutta4;
  const std::span<const Stage> stages = isRk4 ? std::span<const Stage>(kRungeKutta4) : kMidpoint;
  Workspace::Scratch& s = *ws.scratch;
  const double dt = settings.dt;
  flags = 0;
  s.sumU.setZero();
  s.sumQ.setZero();
  s.slopeU.setZero();
  s.slopeQ.setZero();
  for (const Stage& stage : stages) {
    s.uMean = stage.reach * dt * s.slopeQ;  // offset from the step's start
    s.u = state.u + stage.reach * dt * s.slopeU;
    s.q = state.q;
    integratePosition(model, view(s.q), view(s.uMean), 1.0);
    chartRates(model, s.uMean, s.u, s.slopeQ);
    accelerate(model, settings, actuation, s.q, s.u, stage.reach == 0 ? ws.tree : s.moved, ws);
    if (ws.solver->droppedRows() > 0) return false;
    if (stage.reach == 0)
      computeReadings(model, ws.tree, view(state.q), dt, *ws.solver, ws.readings);
    s.sumU += stage.weight * s.slopeU;
    s.sumQ += stage.weight * s.slopeQ;
  }
  s.uNext = state.u + dt * s.sumU;
  if (s.limits.takesPart(model, view(state.q), view(s.uNext))) {
    flags |= applyLimits(model, settings, actuation, state, ws);
    // A joint that is held must not move on with the velocities of the stages.
    if (flags & kLimitActive) s.sumQ = 0.5 * (state.u + s.uNext);
  }
  s.q = state.q;
  integratePosition(model, view(s.q), view(s.sumQ), dt);
  if (ws.solver->rows() > 0) {
    const bool atOnce = settings.stabilization == Stabilization::Project;
    projectPositions(model, ws, atOnce ? 1.0 : feedbackShare(settings), s.q);
    const double before = s.uNext.norm();
    projectVelocity(model, ws, s.q, s.uNext);
    if (!(s.uMean.norm() <= kLostVelocity * before + kNegligibleSpeed)) return false;
  }
  return s.uNext.allFinite() && s.q.allFinite();
}

}  // namespace grashof
