// core/dynamics/step.h - one time step: what acts, the settings, the read-outs.
// Hot path: step() does not allocate, lock, log or throw.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/dynamics/kinematics.h"

namespace grashof {

enum class Integrator { Trapezoid, SemiImplicit, Euler, Midpoint, RungeKutta4 };
enum class Stabilization { Feedback, Curvature, Project };
std::string_view integratorName(Integrator integrator);  ///< "trapezoid", "semi_implicit", ...
std::optional<Integrator> integratorFromName(std::string_view name);
std::string_view stabilizationName(Stabilization s);
std::optional<Stabilization> stabilizationFromName(std::string_view name);

struct StepSettings {
  double dt = 1e-3;   ///< s
  double erp = 1.5;   ///< beta = clamp(0.2 erp, 0, 0.3)/dt
  Integrator integrator = Integrator::Trapezoid;
  Stabilization stabilization = Stabilization::Feedback;
  Vector3d gravity{0, 0, -9.81};
  bool operator==(const StepSettings&) const = default;
};

struct State {
  VectorXd q, u;
  double t = 0;
};
State nominalState(const Model& model);

/// A bounded spring that pulls a body point towards a place in World (the mouse).
struct PointPull {
  int body = -1;  ///< -1: none
  Vector3d p_B = Vector3d::Zero(), target_W = Vector3d::Zero();
  double stiffness = 0, damping = 0, maxForce = 0;  ///< N/m, N s/m, N
};

/// What drives the joints: tau_cmd = clamp(tau + Kp (q* - q) + Kd (u* - u), +-effort). Entries per velocity
/// [nv]; qTarget is [nq]; makeActuation gives zeros.
struct Actuation {
  VectorXd tau, kp, kd, uTarget, qTarget;
  PointPull pull;
};
Actuation makeActuation(const Model& model);

/// Flags of a step.
enum StepFlag : std::uint32_t { kRankDropped = 1, kLimitActive = 2, kNonFinite = 4,
                                kLimitsNotConverged = 8 };

/// Read-outs of one constraint in the last step. Force = impulse / dt.
struct ConstraintReading {
  Vector3d p1_W = Vector3d::Zero(), p2_W = Vector3d::Zero();             ///< anchors at the step's start
  Vector3d separation_W = Vector3d::Zero();           ///< p1 - p2
  double gap = 0;                  ///< m (mimic: |error|), along the authored directions, at the step's start
  double error[4] = {0, 0, 0, 0};  ///< authored rows
  double multiplier[4] = {0, 0, 0, 0};  ///< N or N m, along the authored rows; positive acts on body1 along +axis
  Vector3d force_W = Vector3d::Zero();                ///< on body1, N
  Vector3d torque_W = Vector3d::Zero();               ///< on body1, N m (universal)
  int droppedRows = 0;             ///< redundant at this pose
};

class LoopSolver;  // core/dynamics/loop_solver.h
/// One thread's scratch; made once per model.
struct Workspace {
  TreeState tree;
  std::unique_ptr<LoopSolver> solver;
  std::vector<ConstraintReading> readings;  ///< [constraints]
  VectorXd tauApplied;                      ///< [nv] commanded after the effort clamp
  std::uint64_t droppedRowSteps = 0;
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  struct Scratch;
  std::unique_ptr<Scratch> scratch;
};
Workspace makeWorkspace(const Model& model);

/// Advances state by settings.dt; returns StepFlag bits. On kNonFinite the state is left as it was before.
/// pre  ws from makeWorkspace(model); sizes match
std::uint32_t step(const Model& model, const StepSettings& settings, const Actuation& actuation, State& state,
                   Workspace& ws) noexcept;

}  // namespace grashof
