#include "core/dynamics/loop_levers.h"

#include <algorithm>
#include <random>

#include "core/dynamics/loop_closer.h"
#include "core/dynamics/structural_redundancy.h"

namespace grashof {
namespace {

/// Points closer than this share of the mechanism's size are drawn as one.
constexpr double kSamePoint = 1e-6;

bool passesThrough(const Model& model, const TreeState& state, int body, const Vector3d& p_O) {
  const BodyJoint type = model.bodies[body].type;
  const Vector3d arm = p_O - state.body[body].p_OB;
  if (arm.norm() <= kSamePoint * model.size)
    return type == BodyJoint::Revolute || type == BodyJoint::Spherical;
  if (type != BodyJoint::Revolute) return false;
  const double lever = state.S[model.bodies[body].v].w.cross(arm).norm();
  return lever <= std::max(kSamePoint * model.size, kLeverTolerance * arm.norm());
}

}  // namespace

std::vector<LoopColumn> loopColumns(const Model& model, int body1, int body2) {
  std::vector<LoopColumn> columns;
  const auto take = [&](int body, double sign) {
    const Body& b = model.bodies[body];
    for (int i = 0; i < b.nv; ++i)
      columns.push_back({b.v + i, body, sign,
                         b.type == BodyJoint::Revolute || b.type == BodyJoint::Spherical ||
                             (b.type == BodyJoint::FloatingBase && i >= 3)});
  };
  // A parent's index is below its own: the deeper of the two is always the one to climb from.
  for (int a = body1, b = body2; a != b;) {
    if (a > b) {
      take(a, 1.0);
      a = model.bodies[a].parent;
    } else {
      take(b, -1.0);
      b = model.bodies[b].parent;
    }
  }
  return columns;
}

std::vector<int> bodiesSharingPoint(const Model& model, const TreeState& state, int body,
                                    const Vector3d& p_O) {
  std::vector<int> shared{body};
  const auto add = [&](int other) {
    if (std::find(shared.begin(), shared.end(), other) == shared.end()) shared.push_back(other);
  };
  for (std::size_t i = 0; i < shared.size(); ++i) {
    const int here = shared[i];
    if (model.bodies[here].parent >= 0 && passesThrough(model, state, here, p_O))
      add(model.bodies[here].parent);
    for (int child = here + 1; child < static_cast<int>(model.bodies.size()); ++child)
      if (model.bodies[child].parent == here && passesThrough(model, state, child, p_O)) add(child);
  }
  return shared;
}

std::vector<TreeState> closedSamples(const Model& model, int extra) {
  LoopCloser closer(model);
  closer.setFree(freeColumns(model, true, {}));
  const CloserOptions closing{1e-10 * std::max(model.size, 1e-3), 40, false};
  VectorXd nominal = model.nominal;
  if (!closer.close(nominal, closing)) {
    // Nothing around here is closed: the nominal pose as it is tells more than one with its bars pulled in
    // line.
    closer.equations().evaluate(model.nominal);
    return {closer.equations().state()};
  }
  std::vector<TreeState> samples{closer.equations().state()};

  std::minstd_rand engine(4099);
  const auto random = [&] {
    return 2.0 * static_cast<double>(engine()) / static_cast<double>(engine.max()) - 1.0;
  };
  for (int i = 0; i < extra; ++i) {
    VectorXd x = VectorXd::Zero(model.nv);
    for (int v = model.isFloating ? 6 : 0; v < model.nv; ++v) x[v] = 0.25 * model.size * random();
    for (int halving = 0; halving < 3; ++halving, x *= 0.4) {
      VectorXd q = nominal;
      closer.equations().move(q, x);
      if (!closer.close(q, closing)) continue;
      samples.push_back(closer.equations().state());
      break;
    }
  }
  return samples;
}

}  // namespace grashof
