#include "core/simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dynamics/dense.h"
#include "core/simulation/disturb.h"
#include "core/base/number_text.h"
#include "core/simulation/read_out.h"

namespace grashof {
namespace {

Diagnostic refusal(std::string code, std::string message, std::string hint = {}) {
  Diagnostic d;
  d.code = std::move(code);
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

bool isFinite(const Drive& d) {
  return std::isfinite(d.torque) && std::isfinite(d.speed) && std::isfinite(d.target) &&
         std::isfinite(d.kp) && std::isfinite(d.kd);
}

}  // namespace

Simulation::Simulation(ModelPtr model, const StepSettings& settings)
    : model_(std::move(model)),
      settings_(settings),
      state_(nominalState(*model_)),
      before_(state_),
      actuation_(makeActuation(*model_)),
      drives_(model_->joints.size()),
      torque_(VectorXd::Zero(model_->nv)),
      workspace_(makeWorkspace(*model_)),
      tree_(makeTreeState(*model_)) {
  startFrom(state_);
}

std::optional<Diagnostic> Simulation::perform(const Action& action) {
  return std::visit([this](const auto& a) { return performOn(a); }, action);
}

std::uint32_t Simulation::step() noexcept {
  before_.q = state_.q;
  before_.u = state_.u;
  before_.t = state_.t;
  const std::uint32_t flags = grashof::step(*model_, settings_, actuation_, state_, workspace_);
  if ((flags & kNonFinite) == 0) ++steps_;
  return flags;
}

void Simulation::startFrom(const State& state) {
  state_ = state;
  before_ = state;
  treeKinematics(*model_, asSpan(state_.q), asSpan(state_.u), tree_);
  readGaps(*model_, tree_, asSpan(state_.q), workspace_.readings);
  for (ConstraintReading& r : workspace_.readings) clearForces(r);
  workspace_.tauApplied.setZero();
}

std::optional<Diagnostic> findFault(const StepSettings& s) {
  if (!(s.dt > 0) || !std::isfinite(s.dt))
    return refusal("bad-setting",
                   "The time step must be a positive number of seconds, not " + numberWords(s.dt) + ".");
  if (!(s.erp >= 0) || !std::isfinite(s.erp))
    return refusal("bad-setting", "erp must be zero or positive, not " + numberWords(s.erp) + ".");
  if (!s.gravity.allFinite()) return refusal("bad-setting", "Gravity must be three finite numbers.");
  return std::nullopt;
}

std::optional<Diagnostic> Simulation::performOn(const SetStepSettings& action) {
  std::optional<Diagnostic> fault = findFault(action.settings);
  if (fault) return fault;
  settings_ = action.settings;
  applyStand();
  return std::nullopt;
}

std::optional<Diagnostic> Simulation::performOn(const SetDrive& action) {
  const int count = static_cast<int>(model_->joints.size());
  if (action.joint < 0 || action.joint >= count || model_->joints[action.joint].nv != 1)
    return refusal("bad-drive", "Only joints with one degree of freedom can be driven.");
  if (!isFinite(action.drive) || action.drive.kp < 0 || action.drive.kd < 0)
    return refusal("bad-drive", "The drive of " + model_->joints[action.joint].name +
                                    " needs finite numbers and gains that are not negative.");
  drives_[action.joint] = action.drive;
  applyDrive(action.joint);
  return std::nullopt;
}

std::optional<Diagnostic> Simulation::performOn(const SetTorque& action) {
  if (action.velocityIndex < 0 || action.velocityIndex >= model_->nv || !std::isfinite(action.torque))
    return refusal("bad-drive", "A torque needs a velocity index of the model and a finite number.");
  torque_[action.velocityIndex] = action.torque;
  actuation_.tau[action.velocityIndex] = action.torque;
  for (std::size_t j = 0; j < drives_.size(); ++j)
    if (model_->joints[j].v == action.velocityIndex && model_->joints[j].nv == 1)
      applyDrive(static_cast<int>(j));
  applyStand();
  return std::nullopt;
}

void Simulation::applyDrive(int joint) {
  const MovableJoint& j = model_->joints[joint];
  const Drive& d = drives_[joint];
  using Mode = Drive::Mode;
  actuation_.tau[j.v] = torque_[j.v] + (d.mode == Mode::Torque ? d.torque : 0.0);
  actuation_.kp[j.v] = d.mode == Mode::Position ? d.kp : 0.0;
  actuation_.kd[j.v] = d.mode == Mode::Position || d.mode == Mode::Velocity ? d.kd : 0.0;
  actuation_.uTarget[j.v] = d.mode == Mode::Velocity ? d.speed : 0.0;
  actuation_.qTarget[j.q] = d.mode == Mode::Position ? d.target : 0.0;
}

std::optional<Diagnostic> Simulation::performOn(const SetPull& action) {
  const PointPull& p = action.pull;
  const bool isSound = p.p_B.allFinite() && p.target_W.allFinite() && std::isfinite(p.stiffness) &&
                       std::isfinite(p.damping) && std::isfinite(p.maxForce);
  if (!isSound || p.body >= static_cast<int>(model_->bodies.size()))
    return refusal("bad-pull", "A pull needs a body of the model and finite numbers.");
  actuation_.pull = p;
  return std::nullopt;
}

std::optional<Diagnostic> Simulation::performOn(const SetState& action) {
  const State& s = action.state;
  if (s.q.size() != model_->nq || s.u.size() != model_->nv)
    return refusal("bad-state", "The state has " + std::to_string(s.q.size()) + " positions and " +
                                    std::to_string(s.u.size()) + " velocities; the model needs " +
                                    std::to_string(model_->nq) + " and " + std::to_string(model_->nv) + ".");
  if (!s.q.allFinite() || !s.u.allFinite() || !std::isfinite(s.t))
    return refusal("bad-state", "The state holds a number that is not finite.");
  startFrom(s);
  return std::nullopt;
}

std::optional<Diagnostic> Simulation::performOn(const ResetState&) {
  startFrom(nominalState(*model_));
  steps_ = 0;
  return std::nullopt;
}

std::optional<Diagnostic> Simulation::performOn(const HoldBase& action) {
  isBaseHeld_ = action.isHeld;
  applyStand();
  return std::nullopt;
}

void Simulation::applyStand() {
  if (!model_->isFloating) return;
  // A frequency well above that of what hangs on the base, and well below the step's; the base's turning inertia
  // is taken from the mass and a quarter of the size as radius of gyration: only the order matters here.
  constexpr double kFrequency = 2 * std::numbers::pi * 4.0;
  const double mass = isBaseHeld_ ? std::max(model_->totalMass, 1e-6) : 0.0;
  const double inertia = mass * model_->size * model_->size / 16;
  for (int i = 0; i < 6; ++i) {
    const double load = i < 3 ? mass : inertia;
    actuation_.kp[i] = load * kFrequency * kFrequency;
    actuation_.kd[i] = 2 * load * kFrequency;
  }
  actuation_.qTarget.head(7) = model_->nominal.head(7);
  // Carries the weight, so that the base does not sag.
  actuation_.tau.head(6) = torque_.head(6);
  actuation_.tau.head(3) -= mass * settings_.gravity;
}

std::optional<Diagnostic> Simulation::performOn(const OpenConstraint& action) {
  if (action.constraint >= static_cast<int>(model_->constraints.size()))
    return refusal("unknown-constraint", "There is no constraint " + std::to_string(action.constraint) + ".");
  const DisturbResult opened = openConstraint(*model_, state_.q, action.constraint, action.metres);
  if (!opened.isReached)
    return refusal("cannot-open",
                   "The joints cannot open the loop by " + numberWords(action.metres) + " m; they reach " +
                       numberWords(opened.gap) + " m.",
                   "Choose a smaller distance.");
  startFrom({opened.q, VectorXd::Zero(model_->nv), state_.t});
  return std::nullopt;
}

void Simulation::carryFrom(const Simulation& other) {
  settings_ = other.settings_;
  State carried = state_;
  carried.t = other.state_.t;
  steps_ = other.steps_;
  for (std::size_t i = 0; i < model_->joints.size(); ++i) {
    const MovableJoint& mine = model_->joints[i];
    const int match = other.model_->findJoint(mine.name);
    if (match < 0) continue;
    const MovableJoint& theirs = other.model_->joints[match];
    if (theirs.nq != mine.nq || theirs.nv != mine.nv) continue;
    carried.q.segment(mine.q, mine.nq) = other.state_.q.segment(theirs.q, theirs.nq);
    carried.u.segment(mine.v, mine.nv) = other.state_.u.segment(theirs.v, theirs.nv);
    torque_.segment(mine.v, mine.nv) = other.torque_.segment(theirs.v, theirs.nv);
    actuation_.tau.segment(mine.v, mine.nv) = torque_.segment(mine.v, mine.nv);
    drives_[i] = other.drives_[match];
    if (mine.nv == 1) applyDrive(static_cast<int>(i));
  }
  applyStand();
  startFrom(carried);
}

double Simulation::totalEnergy() const {
  treeKinematics(*model_, asSpan(state_.q), asSpan(state_.u), tree_);
  return kineticEnergy(*model_, tree_, asSpan(state_.u)) +
         potentialEnergy(*model_, tree_, asSpan(state_.q), settings_.gravity);
}

const MovableJoint* Simulation::runawayJoint() const {
  const MovableJoint* fastest = nullptr;
  double speed = -1;
  for (const MovableJoint& j : model_->joints) {
    if (!actuation_.tau.segment(j.v, j.nv).allFinite() || !state_.q.segment(j.q, j.nq).allFinite() ||
        !state_.u.segment(j.v, j.nv).allFinite())
      return &j;
    const double mine = j.nv > 0 ? state_.u.segment(j.v, j.nv).cwiseAbs().maxCoeff() : 0.0;
    if (mine > speed) {
      speed = mine;
      fastest = &j;
    }
  }
  return fastest;
}

Diagnostic Simulation::describeNonFinite() const {
  const MovableJoint* joint = runawayJoint();
  Diagnostic d =
      refusal("non-finite", "The step at t = " + numberWords(state_.t) + " s has no finite result");
  if (joint != nullptr) {
    d.subject = joint->name;
    d.message += "; the first joint concerned is " + joint->name;
    if (joint->nv > 0)
      d.message += ", moving at " + numberWords(state_.u.segment(joint->v, joint->nv).cwiseAbs().maxCoeff()) +
                   (isRotary(joint->type)                 ? " rad/s"
                    : joint->type == JointType::Prismatic ? " m/s"
                                                          : "");
  }
  d.message += ".";
  d.hint = "Try a smaller time step, smaller drive gains, or check masses and inertias.";
  return d;
}

}  // namespace grashof
