// core/simulation/simulation.h - a model with its state, drives and settings: makes steps, deterministic.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "core/base/diagnostic.h"
#include "core/simulation/command.h"
#include "core/simulation/snapshot.h"

namespace grashof {

/// Usable with and without a thread. The same start and the same actions give the same bits. step() does not
/// allocate.
class Simulation {
 public:
  explicit Simulation(ModelPtr model, const StepSettings& settings = {});

  const Model& model() const { return *model_; }
  const ModelPtr& modelPtr() const { return model_; }
  const State& state() const { return state_; }
  const StepSettings& settings() const { return settings_; }
  const Actuation& actuation() const { return actuation_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t droppedRowSteps() const { return workspace_.droppedRowSteps; }
  /// Of the last step; before the first one the gaps of the state and zero forces.
  std::span<const ConstraintReading> readings() const { return workspace_.readings; }
  const VectorXd& tauApplied() const { return workspace_.tauApplied; }

  /// A refused action changes nothing and says why.
  std::optional<Diagnostic> perform(const Action& action);

  /// StepFlag bits. On kNonFinite the state stays as it was.
  std::uint32_t step() noexcept;

  /// Goes on where another model's run stands: state, drives and torques by joint name, settings, time.
  void carryFrom(const Simulation& other);

  /// One row of SampleLayout: state, energies and gaps at the start of the last step, forces and torques in
  /// it.
  SampleLayout sampleLayout() const;
  void writeSample(std::span<double> row) const;
  void fillSnapshot(Snapshot& snapshot) const;  ///< everything but the pace; sizes are adapted
  double totalEnergy() const;                   ///< of the present state, J

  /// After kNonFinite: the time and the first joint whose command, position or velocity is no longer finite,
  /// or the fastest one, which ran away.
  Diagnostic describeNonFinite() const;

 private:
  std::optional<Diagnostic> performOn(const SetStepSettings& action);
  std::optional<Diagnostic> performOn(const SetDrive& action);
  std::optional<Diagnostic> performOn(const SetTorque& action);
  std::optional<Diagnostic> performOn(const SetPull& action);
  std::optional<Diagnostic> performOn(const SetState& action);
  std::optional<Diagnostic> performOn(const ResetState& action);
  std::optional<Diagnostic> performOn(const HoldBase& action);
  std::optional<Diagnostic> performOn(const OpenConstraint& action);
  void applyDrive(int joint);
  void applyStand();  ///< of a held base, from the present weight and extra forces
  void startFrom(const State& state);
  const MovableJoint* runawayJoint() const;

  ModelPtr model_;
  StepSettings settings_;
  State state_, before_;  ///< now, and at the start of the last step
  Actuation actuation_;
  std::vector<Drive> drives_;  ///< [joints]
  bool isBaseHeld_ = false;
  VectorXd torque_;            ///< [nv] set apart from the drives
  Workspace workspace_;
  mutable TreeState tree_;  ///< scratch of the read-outs
  std::uint64_t steps_ = 0;
};

/// Why these settings cannot be used, or nothing.
std::optional<Diagnostic> findFault(const StepSettings& settings);

/// A picture of the model at a pose at rest, without a run: link poses, gaps, zero forces.
void fillPoseSnapshot(const Model& model, const VectorXd& q, Snapshot& snapshot);

}  // namespace grashof
