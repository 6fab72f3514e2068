#include "core/dynamics/assemblies.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "core/dynamics/drag_joint.h"
#include "core/mechanism/actuation.h"

namespace grashof {
namespace {

constexpr double kRank = 1e-6;
constexpr int kStartIterations = 80;
constexpr double kStartSlowest = 1e-2;

int rankOver(const MatrixXd& A, const std::vector<bool>& isFree) {
  int columns = 0;
  for (const bool free : isFree) columns += free ? 1 : 0;
  return columns - static_cast<int>(closedMotions(A, isFree, kRank).cols());
}

/// Finds the branches of one mechanism with some joints held.
class BranchSearch {
 public:
  BranchSearch(const Model& model, const VectorXd& start, const AssembliesOptions& options)
      : model_(model), start_(start), options_(options) {}

  Assemblies run() {
    Assemblies result;
    const AssembleResult nearest = assemble(model_, start_, options_.closing);
    if (!nearest.isClosed) return result;
    chooseRows(nearest.q);
    chooseDrivers(result);
    AssembleOptions held = options_.closing;
    held.heldJoints = result.drivers;
    const AssembleResult kept = assemble(model_, start_, held);
    result.driversKeepStart = kept.isClosed;
    base_ = kept.isClosed ? kept.q : nearest.q;
    isFree_ = freeColumns(model_, options_.closing.keepBase, result.drivers);
    closer_->setFree(isFree_);
    add(base_);
    // Without a closure every pose is as good as another: there are no branches to look for.
    const int starts = model_.constraints.empty() ? 0 : options_.starts;
    for (int i = 0; i < starts; ++i) tryFrom(shaken());
    std::sort(found_.begin(), found_.end(),
              [](const Assembly& a, const Assembly& b) { return a.distance < b.distance; });
    if (static_cast<int>(found_.size()) > options_.most)
      found_.resize(static_cast<std::size_t>(std::max(options_.most, 1)));
    result.found = std::move(found_);
    return result;
  }

 private:
  double random() { return static_cast<double>(engine_()) / static_cast<double>(engine_.max()); }

  /// All rows, unless directions that the joints hold anyway contradict the others within tolerance.
  void chooseRows(const VectorXd& closed) {
    closer_.emplace(model_, RowSet::Authored);
    closer_->equations().evaluate(closed);
    if (closer_->equations().largestError() > options_.closing.tolerance)
      closer_.emplace(model_, RowSet::Kept);
    closer_->equations().evaluate(closed);
    closer_->equations().linearise();
  }

  /// Joints that can be kept without the closures losing a row: motors first, then those on the ground.
  void chooseDrivers(Assemblies& result) {
    const MatrixXd A = closer_->equations().matrix();
    result.drivers = options_.closing.heldJoints;
    std::vector<bool> isFree = freeColumns(model_, options_.closing.keepBase, result.drivers);
    const int rank = rankOver(A, isFree);
    std::vector<int> order;
    for (int j = 0; j < static_cast<int>(model_.joints.size()); ++j)
      if (model_.joints[j].source >= 0 && isFree[model_.joints[j].v] &&
          !A.middleCols(model_.joints[j].v, model_.joints[j].nv).isZero(1e-12))
        order.push_back(j);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return worth(a) > worth(b); });
    for (const int j : order) {
      const MovableJoint& joint = model_.joints[j];
      std::vector<bool> fewer = isFree;
      for (int i = 0; i < joint.nv; ++i) fewer[joint.v + i] = false;
      if (rankOver(A, fewer) < rank) continue;
      isFree = fewer;
      result.drivers.push_back(j);
    }
    leftOver_ = static_cast<int>(std::count(isFree.begin(), isFree.end(), true)) - rank;
    for (int v = 0; v < model_.nv; ++v)
      if (isFree[v] && A.col(v).isZero(1e-12)) --leftOver_;
  }

  int worth(int j) const {
    const MovableJoint& joint = model_.joints[j];
    return (isActuated(model_.mechanism->joints[joint.source]) ? 2 : 0) +
           (model_.bodies[joint.firstBody].parent == 0 ? 1 : 0);
  }

  /// Loop joints anywhere in their ranges, everything else as in the base pose.
  VectorXd shaken() {
    VectorXd q = base_;
    for (const MovableJoint& joint : model_.joints) {
      if (!isFree_[joint.v] || joint.source < 0) continue;
      if (joint.nq == 4) {
        Eigen::Vector4d wxyz;
        for (int i = 0; i < 4; ++i) wxyz[i] = random() + random() + random() - 1.5;
        if (wxyz.norm() > 1e-3) q.segment<4>(joint.q) = wxyz.normalized();
      }
      if (joint.nv != 1) continue;
      const double half = isRotary(joint.type) ? M_PI : model_.size;
      const double low = std::max(joint.lower, start_[joint.q] - half);
      const double high = std::min(joint.upper, start_[joint.q] + half);
      if (low <= high) q[joint.q] = low + (high - low) * random();
    }
    return q;
  }

  void tryFrom(VectorXd q) {
    const CloserOptions closing{options_.closing.tolerance, kStartIterations, options_.closing.respectLimits,
                                kStartSlowest};
    if (closer_->close(q, closing)) add(std::move(q));
  }

  void add(VectorXd q) {
    for (const MovableJoint& joint : model_.joints) {
      if (joint.nv != 1 || !isRotary(joint.type) || !isFree_[joint.v]) continue;
      const double turned = start_[joint.q] + std::remainder(q[joint.q] - start_[joint.q], 2 * M_PI);
      if (turned >= joint.lower && turned <= joint.upper) q[joint.q] = turned;
    }
    for (const Assembly& known : found_)
      if (difference(known.q, q) < options_.distinct) return;
    Assembly assembly;
    assembly.gap = largestGap(model_, q).maxGap;
    assembly.distance = coordinateDistance(start_, q);
    assembly.q = std::move(q);
    found_.push_back(std::move(assembly));
  }

  double coordinateDistance(const VectorXd& a, const VectorXd& b) const {
    double sum = 0;
    for (const MovableJoint& joint : model_.joints) {
      if (joint.source < 0) continue;
      Eigen::Matrix<double, 6, 1> d = Eigen::Matrix<double, 6, 1>::Zero();
      jointDifference(model_, joint, a.data() + joint.q, b.data() + joint.q, d.data());
      if (joint.type == JointType::Prismatic) d /= model_.size;
      sum += d.squaredNorm();
    }
    return std::sqrt(sum);
  }

  /// Rods that spin about themselves are the same assembly in any spin: then places count, not coordinates.
  double difference(const VectorXd& a, const VectorXd& b) {
    if (leftOver_ <= 0) {
      double sum = 0;
      for (const MovableJoint& joint : model_.joints) {
        if (joint.nv != 1 || !isRotary(joint.type)) continue;
        const double d = std::remainder(b[joint.q] - a[joint.q], 2 * M_PI);
        sum += d * d - std::pow(b[joint.q] - a[joint.q], 2);
      }
      return std::sqrt(std::max(sum + std::pow(coordinateDistance(a, b), 2), 0.0));
    }
    const std::vector<Vector3d> placesA = places(a), placesB = places(b);
    double sum = 0;
    for (std::size_t i = 0; i < placesA.size(); ++i) sum += (placesA[i] - placesB[i]).squaredNorm();
    return std::sqrt(sum) / model_.size;
  }

  std::vector<Vector3d> places(const VectorXd& q) {
    closer_->equations().evaluate(q);
    const TreeState& state = closer_->equations().state();
    std::vector<Vector3d> points;
    for (int b = 0; b < static_cast<int>(model_.bodies.size()); ++b)
      points.push_back(state.pointInWorld(b, Vector3d::Zero()));
    for (const Constraint& c : model_.constraints)
      if (c.kind != ConstraintKind::Mimic) points.push_back(state.pointInWorld(c.body1, c.p_B1A1));
    return points;
  }

  const Model& model_;
  const VectorXd& start_;
  const AssembliesOptions& options_;
  std::optional<LoopCloser> closer_;
  std::vector<bool> isFree_;
  VectorXd base_;
  std::vector<Assembly> found_;
  int leftOver_ = 0;
  std::minstd_rand engine_{48271};
};

}  // namespace

Assemblies findAssemblies(const Model& model, const VectorXd& start, const AssembliesOptions& options) {
  if (start.size() != model.nq || !start.allFinite()) return {};
  return BranchSearch(model, start, options).run();
}

}  // namespace grashof
