// tests/support/step_run.h - a model, its state and settings in one place, for tests that step.
#pragma once
#include <stdexcept>

#include "core/dynamics/dense.h"
#include "core/dynamics/step.h"

namespace grashof::fixtures {

inline std::span<const double> viewOf(const VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

struct Run {
  explicit Run(const Mechanism& mechanism, double dt = 1e-3)
      : model(compiled(mechanism)), ws(makeWorkspace(*model)) {
    settings.dt = dt;
    state = nominalState(*model);
    actuation = makeActuation(*model);
  }
  std::uint32_t step(int times = 1) {
    std::uint32_t flags = 0;
    for (int i = 0; i < times; ++i) flags |= grashof::step(*model, settings, actuation, state, ws);
    return flags;
  }
  TreeState tree() const {
    TreeState at = makeTreeState(*model);
    treeKinematics(*model, viewOf(state.q), viewOf(state.u), at);
    return at;
  }
  /// Errors of the authored rows now.
  VectorXd errors() const { return constraintErrors(*model, tree(), viewOf(state.q), RowSet::Authored); }
  double gap() const { return errors().norm(); }
  double energy() const {
    const TreeState at = tree();
    return kineticEnergy(*model, at, viewOf(state.u)) +
           potentialEnergy(*model, at, viewOf(state.q), settings.gravity);
  }

  ModelPtr model;
  Workspace ws;
  StepSettings settings;
  State state;
  Actuation actuation;

 private:
  static ModelPtr compiled(const Mechanism& mechanism) {
    auto outcome = compileModel(std::make_shared<Mechanism>(mechanism));
    if (!outcome.ok()) throw std::runtime_error("fixture does not compile");
    return *outcome.value;
  }
};

}  // namespace grashof::fixtures
