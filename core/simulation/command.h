// core/simulation/command.h - what may be asked of a running simulation.
#pragma once
#include <cstdint>
#include <memory>
#include <variant>

#include "core/dynamics/step.h"
#include "core/simulation/drive.h"

namespace grashof {

// Actions change what the simulation computes. They are plain values: a start state and the actions with the
// step numbers at which they were performed replay a run exactly.
struct SetStepSettings {
  StepSettings settings;
};
struct SetDrive {
  int joint = -1;
  Drive drive;
};  ///< index into Model::joints
struct SetTorque {
  int velocityIndex = -1;
  double torque = 0;
};  ///< added to the joint's drive, N m or N
struct SetPull {
  PointPull pull;
};
struct SetState {
  State state;
};
struct ResetState {};  ///< nominal pose, at rest, t = 0
/// A stiff, critically damped spring holds a floating base at its nominal pose, as a stand would.
struct HoldBase {
  bool isHeld = false;
};
struct OpenConstraint {
  int constraint = -1;
  double metres = 0;
};  ///< -1: all
using Action =
    std::variant<SetStepSettings, SetDrive, SetTorque, SetPull, SetState, ResetState, HoldBase,
                 OpenConstraint>;

class Simulation;
class SampleRing;

// Commands to the simulation thread.
struct Run {};
struct Pause {};
struct MakeSteps {
  int count = 1;
};  ///< paused, so many steps
struct SetSpeed {
  double factor = 1;
};  ///< times real time; 0: as fast as possible
/// A new model, with everything that the thread needs for it; null: none. The present state, drives and
/// settings are carried over by joint name when `keepsState`.
struct AdoptSimulation {
  std::unique_ptr<Simulation> simulation;
  std::shared_ptr<SampleRing> samples;
  std::uint64_t revision = 0;
  bool keepsState = true;
};
using Command = std::variant<std::monostate, Run, Pause, MakeSteps, SetSpeed, Action, AdoptSimulation>;

/// The drag target: newest wins. The body belongs to the model of that revision, others ignore it.
struct PullRequest {
  std::uint64_t revision = 0;
  PointPull pull;
};

}  // namespace grashof
