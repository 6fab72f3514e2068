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

/// Poses at which geometry is looked at, the same ones for the same model.
class PoseSampler {
 public:
  explicit PoseSampler(const Model& model)
      : model_(model), closer_(model), closing_{1e-10 * std::max(model.size, 1e-3), 40, false} {
    closer_.setFree(freeColumns(model, true, {}));
  }

  std::vector<TreeState> samples(int extra) {
    nominal_ = model_.nominal;
    const bool isClosed = closer_.close(nominal_, closing_);
    // Where nothing closes from the nominal pose on, that pose as it is tells more than one with its bars
    // pulled in line.
    std::vector<TreeState> samples{isClosed ? closer_.equations().state() : stateAt(model_.nominal)};
    const int tries = isClosed ? extra : std::min(extra, 1) * kTriesWhenOpen;
    std::vector<TreeState> closed;
    for (int i = 0; i < tries && static_cast<int>(closed.size()) < extra; ++i) addClosed(closed);
    // An open drawing that closes elsewhere: there is where its joints can be looked at.
    if (!isClosed && !closed.empty()) return closed;
    const bool hasMoved = !closed.empty() && mayMove_;
    samples.insert(samples.end(), closed.begin(), closed.end());
    if (!hasMoved) addOpen(samples);
    return samples;
  }

 private:
  static constexpr int kTriesWhenOpen = 8;
  static constexpr int kOpenPoses = 2;

  const TreeState& stateAt(const VectorXd& q) {
    closer_.equations().evaluate(q);
    return closer_.equations().state();
  }

  VectorXd disturbance() {
    VectorXd x = VectorXd::Zero(model_.nv);
    for (int v = model_.isFloating ? 6 : 0; v < model_.nv; ++v) {
      const double share = static_cast<double>(engine_()) / static_cast<double>(engine_.max());
      x[v] = 0.25 * model_.size * (2.0 * share - 1.0);
    }
    return x;
  }

  void addClosed(std::vector<TreeState>& closed) {
    VectorXd x = disturbance();
    for (int halving = 0; halving < 3; ++halving, x *= 0.4) {
      VectorXd q = nominal_;
      closer_.equations().move(q, x);
      if (!closer_.close(q, closing_)) continue;
      closed.push_back(closer_.equations().state());
      mayMove_ = mayMove_ || (q - nominal_).cwiseAbs().maxCoeff() > kMoved * std::max(model_.size, 1.0);
      return;
    }
  }

  /// The loops cannot leave this pose, or were not asked to. Joints that lie in line here only would count as
  /// holding what they do not hold: geometry that is meant stays when the tree alone is moved.
  void addOpen(std::vector<TreeState>& samples) {
    for (int i = 0; i < kOpenPoses; ++i) {
      VectorXd q = model_.nominal;
      closer_.equations().move(q, disturbance());
      samples.push_back(stateAt(q));
    }
  }

  /// Within this of the nominal pose, rad, or a share of the size, a lever of a thousandth may be missed.
  static constexpr double kMoved = 1e-2;

  const Model& model_;
  LoopCloser closer_;
  CloserOptions closing_;
  VectorXd nominal_;
  std::minstd_rand engine_{4099};
  bool mayMove_ = false;
};

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
  return PoseSampler(model).samples(extra);
}

}  // namespace grashof
