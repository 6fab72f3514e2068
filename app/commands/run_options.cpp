#include <cmath>

#include "app/commands/commands.h"
#include "core/dynamics/dense.h"
#include "core/simulation/read_out.h"

namespace grashof {

std::vector<OptionSpec> stepOptions() {
  return {{"--dt", "SECONDS", "time step, 0.001 unless given"},
          {"--erp", "NUMBER", "a step removes 0.2 erp of a loop's error, at most 30 %; 1.5 unless given"},
          {"--integrator", "trapezoid|semi_implicit|euler|midpoint|rk4", "trapezoid unless given"},
          {"--stabilize", "feedback|curvature|project", "feedback unless given"},
          {"--gravity", "X,Y,Z", "m/s^2, 0,0,-9.81 unless given"}};
}

Outcome<StepSettings> stepSettings(const Arguments& arguments, StepSettings s) {
  Diagnostics errors;
  const auto number = [&](const char* option, double& target) {
    if (!arguments.has(option)) return;
    Outcome<double> value = numberOption(option, arguments.text(option));
    if (value) target = *value;
    for (Diagnostic& d : value.diagnostics) errors.push_back(std::move(d));
  };
  number("--dt", s.dt);
  number("--erp", s.erp);
  if (!(s.dt > 0)) errors.push_back(usageError("--dt: the time step must be positive."));
  if (!(s.erp >= 0)) errors.push_back(usageError("--erp: must not be negative."));
  if (arguments.has("--integrator")) {
    const std::optional<Integrator> integrator = integratorFromName(arguments.text("--integrator"));
    if (integrator)
      s.integrator = *integrator;
    else
      errors.push_back(usageError("--integrator: '" + arguments.text("--integrator") +
                                  "' is none of trapezoid, semi_implicit, euler, midpoint, rk4."));
  }
  if (arguments.has("--stabilize")) {
    const std::optional<Stabilization> stabilization = stabilizationFromName(arguments.text("--stabilize"));
    if (stabilization)
      s.stabilization = *stabilization;
    else
      errors.push_back(usageError("--stabilize: '" + arguments.text("--stabilize") +
                                  "' is none of feedback, curvature, project."));
  }
  if (arguments.has("--gravity")) {
    Outcome<std::vector<double>> g = numbersOption("--gravity", arguments.text("--gravity"), 3, 3);
    if (g) s.gravity = {(*g)[0], (*g)[1], (*g)[2]};
    for (Diagnostic& d : g.diagnostics) errors.push_back(std::move(d));
  }
  if (!errors.empty()) return Outcome<StepSettings>::failure(std::move(errors));
  return Outcome<StepSettings>::success(s);
}

std::vector<OptionSpec> driveOptions() {
  return {
      {"--tau", "JOINT=VALUE", "constant torque or force; JOINT.k for one of several velocities", true},
      {"--drive", "JOINT=SPEED[,KD]", "velocity drive; KD unless given: holds the speed within 10 ms", true},
      {"--pd", "JOINT=TARGET,KP,KD", "position drive", true}};
}

namespace {

/// Calls `add(numbers, name)` for each use of an option; collects what is wrong.
template <typename Add>
void forEachUse(const Arguments& arguments, const char* option, std::size_t least, std::size_t most,
                Diagnostics& errors, Add&& add) {
  for (const std::string& text : arguments.all(option)) {
    const Outcome<NamedNumbers> named = namedNumbersOption(option, text, least, most);
    errors.insert(errors.end(), named.diagnostics.begin(), named.diagnostics.end());
    if (named) add(*named);
  }
}

}  // namespace

Outcome<std::vector<Action>> driveActions(const Arguments& arguments, const Model& model, const VectorXd& q) {
  std::vector<Action> actions;
  Diagnostics errors;
  const auto joint = [&](const char* option, const NamedNumbers& named) {
    const Outcome<int> found = findMovableJoint(model, named.name, option);
    errors.insert(errors.end(), found.diagnostics.begin(), found.diagnostics.end());
    if (found && model.joints[*found].nv != 1)
      errors.push_back(
          usageError(std::string(option) + ": joint '" + named.name + "' has not one degree of freedom."));
    return found && model.joints[*found].nv == 1 ? *found : -1;
  };
  forEachUse(arguments, "--tau", 1, 1, errors, [&](const NamedNumbers& named) {
    const Outcome<int> velocity = findVelocity(model, named.name, "--tau");
    errors.insert(errors.end(), velocity.diagnostics.begin(), velocity.diagnostics.end());
    if (velocity) actions.push_back(SetTorque{*velocity, named.numbers[0]});
  });
  forEachUse(arguments, "--drive", 1, 2, errors, [&](const NamedNumbers& named) {
    const int j = joint("--drive", named);
    if (j < 0) return;
    Drive drive;
    drive.mode = Drive::Mode::Velocity;
    drive.speed = named.numbers[0];
    drive.kd = named.numbers.size() > 1 ? named.numbers[1] : suitableDriveGain(model, q, j);
    if (drive.kd < 0) errors.push_back(usageError("--drive: the gain must not be negative."));
    actions.push_back(SetDrive{j, drive});
  });
  forEachUse(arguments, "--pd", 3, 3, errors, [&](const NamedNumbers& named) {
    const int j = joint("--pd", named);
    if (j < 0) return;
    Drive drive;
    drive.mode = Drive::Mode::Position;
    drive.target = named.numbers[0];
    drive.kp = named.numbers[1];
    drive.kd = named.numbers[2];
    if (drive.kp < 0 || drive.kd < 0) errors.push_back(usageError("--pd: gains must not be negative."));
    actions.push_back(SetDrive{j, drive});
  });
  if (!errors.empty()) return Outcome<std::vector<Action>>::failure(std::move(errors));
  return Outcome<std::vector<Action>>::success(std::move(actions));
}

double suitableDriveGain(const Model& model, const VectorXd& q, int joint) {
  constexpr double kTimeConstant = 0.01;  // s
  TreeState tree = makeTreeState(model);
  treeKinematics(model, asSpan(q), {}, tree);
  const MatrixXd M = massMatrix(model, tree);
  const MatrixXd J = constraintJacobian(model, tree, RowSet::Kept);
  const int v = model.joints[joint].v;
  // The joint pushes with unit force: x = M^-1 e_v, less what the loops forbid. 1 / x_v is the inertia felt.
  Eigen::LDLT<MatrixXd> mass(M);
  VectorXd x = mass.solve(VectorXd::Unit(model.nv, v));
  if (J.rows() > 0) {
    const MatrixXd MinvJt = mass.solve(J.transpose());
    x -= MinvJt * (J * MinvJt).completeOrthogonalDecomposition().solve(J * x);
  }
  const double inertia = std::isfinite(x[v]) && x[v] * M(v, v) > 1e-9 ? 1.0 / x[v] : M(v, v);
  return inertia / kTimeConstant;
}

}  // namespace grashof
