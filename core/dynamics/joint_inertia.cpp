#include "core/dynamics/joint_inertia.h"

#include "core/dynamics/body_inertia.h"

namespace grashof {

void computeJointInertias(const Model& model, const TreeState& state, std::span<RigidInertia> composite,
                          std::span<double> inertia) noexcept {
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    composite[b] = inertiaAboutO(model.bodies[b], state.body[b]);
  for (std::size_t b = model.bodies.size(); b-- > 0;) {
    const Body& body = model.bodies[b];
    for (auto v = static_cast<std::size_t>(body.v); v < static_cast<std::size_t>(body.v + body.nv); ++v)
      inertia[v] = dot(state.S[v], composite[b] * state.S[v]) +
                   model.joints[static_cast<std::size_t>(body.joint)].rotorInertia;
    if (body.parent >= 0) composite[static_cast<std::size_t>(body.parent)] += composite[b];
  }
}

}  // namespace grashof
