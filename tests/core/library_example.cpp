// The example of core/README.md: a program that uses the library alone. It exits with 0 when all went well.
#include <cstdio>

#include "core/dynamics/inverse_dynamics.h"
#include "core/io/urdf_reader.h"

using namespace grashof;

int main(int, char** arguments) {
  // A file, and everything that is wrong with it.
  Outcome<Mechanism> read = readUrdfFile(arguments[1], {});
  for (const Diagnostic& d : read.diagnostics) std::fputs(formatDiagnostic(d).c_str(), stderr);
  if (!read) return 1;
  const Outcome<ModelPtr> compiled = compileModel(std::make_shared<const Mechanism>(std::move(*read)));
  if (!compiled) return 1;
  const Model& model = **compiled;

  // What holds it: the torque that its first joint needs, by name, in N m.
  State state = nominalState(model);
  const int crank = model.findJoint("motor");
  if (crank < 0) return 1;
  const auto view = [](const VectorXd& v) { return std::span(v.data(), static_cast<std::size_t>(v.size())); };
  const HoldingTorques held = holdingTorques(model, view(state.q), std::vector{crank}, {0, 0, -9.81});
  std::printf("held: %s, %.4f N m\n", held.isHeld ? "yes" : "no", held.tau[model.joints[crank].v]);

  // One second at constant speed, with the energy kept to fourth order.
  StepSettings settings;
  settings.integrator = Integrator::RungeKutta4;
  Actuation actuation = makeActuation(model);
  actuation.kd[model.joints[crank].v] = 5;        // N m s/rad
  actuation.uTarget[model.joints[crank].v] = 1;  // rad/s
  Workspace workspace = makeWorkspace(model);
  for (int i = 0; i < 1000; ++i)
    if (step(model, settings, actuation, state, workspace) & kNonFinite) return 1;
  const ConstraintReading& pin = workspace.readings[0];
  std::printf("after %.1f s: gap %.1e m, force on body 1 (%.3f, %.3f, %.3f) N\n", state.t, pin.gap,
              pin.force_W.x(), pin.force_W.y(), pin.force_W.z());
  return held.isHeld && pin.gap < 1e-9 ? 0 : 1;
}
