#include <array>

#include "core/dynamics/step.h"

namespace grashof {
namespace {

constexpr std::array<std::string_view, 5> kIntegrators{"trapezoid", "semi_implicit", "euler", "midpoint",
                                                       "rk4"};
constexpr std::array<std::string_view, 3> kStabilizations{"feedback", "curvature", "project"};

template <typename Enum, std::size_t N>
std::optional<Enum> fromName(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace

std::string_view integratorName(Integrator integrator) {
  return kIntegrators[static_cast<std::size_t>(integrator)];
}
std::optional<Integrator> integratorFromName(std::string_view name) {
  return fromName<Integrator>(kIntegrators, name);
}
std::string_view stabilizationName(Stabilization s) {
  return kStabilizations[static_cast<std::size_t>(s)];
}
std::optional<Stabilization> stabilizationFromName(std::string_view name) {
  return fromName<Stabilization>(kStabilizations, name);
}

State nominalState(const Model& model) {
  return {model.nominal, VectorXd::Zero(model.nv), 0.0};
}

Actuation makeActuation(const Model& model) {
  Actuation actuation;
  actuation.tau = actuation.kp = actuation.kd = actuation.uTarget = VectorXd::Zero(model.nv);
  actuation.qTarget = model.nominal;
  return actuation;
}

}  // namespace grashof
