// app/commands/commands.h - the commands, one file each, and what they share.
#pragma once
#include <optional>

#include "app/build.h"
#include "app/command_line.h"
#include "app/exit_codes.h"
#include "core/simulation/drive.h"
#include "core/simulation/simulation.h"

namespace grashof {

CommandSpec checkCommand();
CommandSpec infoCommand();
CommandSpec closeCommand();
CommandSpec cutCommand();
CommandSpec mimicCommand();
CommandSpec convertCommand();
CommandSpec simulateCommand();
CommandSpec evalCommand();
CommandSpec benchCommand();
CommandSpec renderCommand();

/// --json, --base, --package-path.
std::vector<OptionSpec> commonOptions();
/// `own` first, then the common ones.
std::vector<OptionSpec> withCommonOptions(std::vector<OptionSpec> own);

/// The file named by the first operand, read and compiled. `exitCode` is set when the command has to stop;
/// diagnostics are then printed already.
struct LoadedFile {
  BuildPtr build;           ///< null when the options were wrong
  Diagnostics diagnostics;  ///< reading, validation, compilation, analysis
  std::optional<int> exitCode;
  const Model& model() const { return *build->model; }
};
enum class Need { Findings, Model };
/// Need::Model stops with kInputHasErrors where there are errors; Findings goes on with what there is.
LoadedFile loadFile(const Arguments& arguments, CommandIo& io, Need need);

void printDiagnostics(const Diagnostics& diagnostics, std::ostream& err);

/// "1 joint", "3 joints".
std::string counted(int count, const std::string& word);
/// Of the error of a constraint (index, or -1): "rad" for a mimic whose follower turns, else "m".
std::string gapUnit(const Model& model, int constraint);

/// Index into Model::joints of a joint that can be moved, or a usage error with the nearest name.
Outcome<int> findMovableJoint(const Model& model, const std::string& name, std::string_view option);
/// A velocity component: "joint" of a 1-DoF joint, or "joint.k"; index into u.
Outcome<int> findVelocity(const Model& model, const std::string& name, std::string_view option);
/// "hip" for 1-DoF joints, "ball.0", "ball.1", ... for others: one per position or per velocity.
std::vector<std::string> positionNames(const Model& model);
std::vector<std::string> velocityNames(const Model& model);

/// Step settings from --dt, --erp, --integrator, --stabilize, --gravity over `defaults`; absent options
/// change nothing.
Outcome<StepSettings> stepSettings(const Arguments& arguments, StepSettings defaults);
std::vector<OptionSpec> stepOptions();

/// Torques and drives from --tau, --drive and --pd, as actions on a simulation that stands at q.
Outcome<std::vector<Action>> driveActions(const Arguments& arguments, const Model& model, const VectorXd& q);
std::vector<OptionSpec> driveOptions();

/// Gain for a velocity drive without one: holds the speed with a time constant of 10 ms against the inertia
/// that the joint feels at the state q through the closed loops.
double suitableDriveGain(const Model& model, const VectorXd& q, int joint);

}  // namespace grashof
