#include "core/dynamics/step.h"

#include "core/dynamics/applied_forces.h"
#include "core/dynamics/readings.h"
#include "core/dynamics/step_scratch.h"

namespace grashof {
namespace {

LoopStepInput inputOf(const StepSettings& settings, const State& state,
                      const Workspace::Scratch& scratch) noexcept {
  LoopStepInput in;
  in.dt = settings.dt;
  in.q = view(state.q);
  in.u = view(state.u);
  in.tau = view(scratch.tau);
  in.diagonal = view(scratch.diagonal);
  in.gravity = settings.gravity;
  in.beta = feedbackShare(settings) / settings.dt;
  in.withCurvature = settings.stabilization == Stabilization::Curvature;
  return in;
}

/// The schemes with one evaluation, at the step's start. out scratch q, uNext.
std::uint32_t advanceOnce(const Model& model, const StepSettings& settings, const Actuation& actuation,
                          const State& state, Workspace& ws) noexcept {
  Workspace::Scratch& s = *ws.scratch;
  treeKinematics(model, view(state.q), view(state.u), ws.tree);
  computeAppliedForces(model, actuation, ws.tree, view(state.q), view(state.u), view(ws.tauApplied),
                       view(s.tau));
  computeImplicitDiagonal(model, actuation, settings.dt, view(s.diagonal));
  const bool needsPrevious = settings.integrator != Integrator::SemiImplicit;
  ws.solver->solve(ws.tree, inputOf(settings, state, s), view(s.uNext),
                   needsPrevious ? view(s.uAdmissible) : std::span<double>{});
  std::uint32_t flags = 0;
  if (ws.solver->droppedRows() > 0) {
    flags |= kRankDropped;
    ++ws.droppedRowSteps;
  }
  if (s.limits.takesPart(model, view(state.q), view(s.uNext)))
    flags |= s.limits.apply(model, ws.tree, view(s.diagonal), settings.dt, *ws.solver, view(s.uNext));
  computeReadings(model, ws.tree, view(state.q), settings.dt, *ws.solver, ws.readings);

  switch (settings.integrator) {
    case Integrator::SemiImplicit:
      s.uMean = s.uNext;
      break;
    case Integrator::Euler:
      s.uMean = s.uAdmissible;
      break;
    default:
      s.uMean = 0.5 * (s.uAdmissible + s.uNext);
      break;
  }
  s.q = state.q;
  integratePosition(model, view(s.q), view(s.uMean), settings.dt);
  if (settings.stabilization == Stabilization::Project && ws.solver->rows() > 0)
    projectPositions(model, ws, 1.0, s.q);
  return flags;
}

}  // namespace

Workspace::Workspace() = default;
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

Workspace::Scratch::Scratch(const Model& model) : limits(model), moved(makeTreeState(model)) {
  for (VectorXd* v :
       {&tau, &diagonal, &commanded, &uNext, &uAdmissible, &uMean, &u, &slopeU, &slopeQ, &sumU, &sumQ})
    v->setZero(model.nv);
  q = model.nominal;
  inertia.setZero(model.nv);
  targets.setZero(model.keptRows());
  composite.resize(model.bodies.size());
}

Workspace makeWorkspace(const Model& model) {
  Workspace ws;
  ws.tree = makeTreeState(model);
  ws.solver = std::make_unique<LoopSolver>(model);
  ws.readings.resize(model.constraints.size());
  ws.tauApplied.setZero(model.nv);
  ws.scratch = std::make_unique<Workspace::Scratch>(model);
  return ws;
}

std::uint32_t step(const Model& model, const StepSettings& settings, const Actuation& actuation, State& state,
                   Workspace& ws) noexcept {
  if (!(settings.dt > 0)) return kNonFinite;
  const bool isStaged =
      settings.integrator == Integrator::Midpoint || settings.integrator == Integrator::RungeKutta4;
  std::uint32_t flags = 0;
  if (!isStaged) {
    flags = advanceOnce(model, settings, actuation, state, ws);
  } else if (!advanceByStages(model, settings, actuation, state, ws, flags)) {
    // The one scheme that only ever takes energy away, closed at once: it comes through any pose.
    StepSettings robust = settings;
    robust.integrator = Integrator::SemiImplicit;
    robust.stabilization = Stabilization::Project;
    flags = advanceOnce(model, robust, actuation, state, ws);
  }
  const Workspace::Scratch& s = *ws.scratch;
  if (!s.q.allFinite() || !s.uNext.allFinite()) return flags | kNonFinite;
  state.q = s.q;
  state.u = s.uNext;
  state.t += settings.dt;
  return flags;
}

}  // namespace grashof
