// core/simulation/drive.h - what drives one joint, as a person sets it.
#pragma once

namespace grashof {

/// tau_cmd = torque + kp (target - q) + kd (speed - u), clamped to the joint's effort. `kd` is the velocity
/// drive's gain and the position drive's damping (its speed is then 0). N m and rad, or N and m.
struct Drive {
  enum class Mode { Off, Torque, Velocity, Position };
  Mode mode = Mode::Off;
  double torque = 0;  ///< Torque
  double speed = 0;   ///< Velocity
  double target = 0;  ///< Position
  double kp = 0, kd = 0;
  bool operator==(const Drive&) const = default;
};

}  // namespace grashof
