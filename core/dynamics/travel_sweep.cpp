#include "core/dynamics/travel_sweep.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/drag_joint.h"
#include "core/dynamics/mobility.h"
#include "core/dynamics/pose_report.h"
#include "core/dynamics/words.h"

namespace grashof {
namespace {

constexpr double kReached = 1e-9;  ///< rad, m
/// The rank may fall between two samples where the closures' smallest singular value dips below this share...
constexpr double kSuspicious = 0.2;
/// ...and has fallen where it gets this small.
constexpr double kFallen = 1e-3;
constexpr int kRefinements = 40;
/// Joints that move less over the whole travel stand still, rad or m.
constexpr double kStill = 1e-9;

double smallestSingular(const Model& model, const VectorXd& q) {
  TreeState state = makeTreeState(model);
  treeKinematics(model, {q.data(), static_cast<std::size_t>(q.size())}, {}, state);
  const MatrixXd J = scaledRows(model, state).J;
  if (J.size() == 0) return 1.0;
  const MatrixXd gram = J.rows() <= J.cols() ? MatrixXd(J * J.transpose()) : MatrixXd(J.transpose() * J);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(gram, Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(eigen.eigenvalues()[0], 0.0));
}

std::string valueWords(const MovableJoint& joint, double value) {
  return isRotary(joint.type) ? angleWords(value, 6) : lengthWords(value);
}

class Sweep {
 public:
  Sweep(const Model& model, int joint, const TravelOptions& options)
      : model_(model), joint_(model.joints[joint]), index_(joint), options_(options), drag_(model) {
    drag_.setHeld(options.heldJoints);
  }

  TravelSweep run(VectorXd start) {
    result_.joint = index_;
    clampToLimits(model_, start);
    result_.isClosed = drag_.begin(start);
    if (!result_.isClosed) {
      result_.words = "The loops are open in this pose: close them first.";
      return std::move(result_);
    }
    const double now = start[joint_.q];
    const double reach = isRotary(joint_.type) ? 2 * M_PI : model_.size;
    const double to = options_.to.value_or(std::isfinite(joint_.upper) ? joint_.upper : now + reach);
    const double from = options_.from.value_or(std::isfinite(joint_.lower) ? joint_.lower : now - reach);
    step_ = std::max((to - from) / std::max(options_.samples, 2), 1e-9);
    sample(start);
    follow(start, to, 1.0);
    const VectorXd last = result_.samples.back().q;
    result_.isFullTurn =
        isRotary(joint_.type) && last[joint_.q] >= now + 2 * M_PI - kReached && isSamePose(start, last);
    if (!result_.isFullTurn) follow(start, from, -1.0);
    if (result_.isGivenUp) return std::move(result_);
    finish();
    return std::move(result_);
  }

 private:
  void sample(const VectorXd& q) {
    result_.samples.push_back({q[joint_.q], q, transmissionOf(model_, q, index_, options_.heldJoints)});
    singular_.push_back(smallestSingular(model_, q));
  }

  /// Upwards is the first half of the work, downwards the second.
  bool goesOn(double value, double sense) {
    if (result_.isGivenUp || !options_.goesOn) return !result_.isGivenUp;
    const double start = result_.samples.front().value;
    const double done = std::min(std::abs(value - start) / (step_ * std::max(options_.samples, 2)), 1.0);
    result_.isGivenUp = !options_.goesOn(sense > 0 ? 0.5 * done : 0.5 + 0.5 * done);
    return !result_.isGivenUp;
  }

  void follow(VectorXd q, double end, double sense) {
    const double start = q[joint_.q];
    const int count = static_cast<int>(std::ceil(std::abs(end - start) / step_ - 1e-9));
    for (int i = 1; i <= count && (end - start) * sense > kReached; ++i) {
      if (!goesOn(start + sense * i * step_, sense)) return;
      const double target = i == count ? end : start + sense * i * step_;
      VectorXd next = q;
      drag_.run(next, index_,
                std::clamp(target, std::min(joint_.lower, start), std::max(joint_.upper, start)));
      const bool isThere = std::abs(next[joint_.q] - target) <= kReached;
      if (next[joint_.q] != q[joint_.q]) sample(next);
      q = next;
      if (isThere) continue;
      stopEvent(q, target);
      return;
    }
    if (std::abs(end - (sense > 0 ? joint_.upper : joint_.lower)) <= kReached)
      result_.events.push_back(
          {TravelEventKind::JointLimit, q[joint_.q], q, index_, "joint limit of " + joint_.name});
  }

  void stopEvent(const VectorXd& q, double target) {
    const DragStop stop = drag_.whyStopped(q, index_, target);
    const TravelEventKind kind = stop.kind == StopKind::Limit         ? TravelEventKind::JointLimit
                                 : stop.kind == StopKind::EndOfTravel ? TravelEventKind::Toggle
                                                                      : TravelEventKind::Stuck;
    result_.events.push_back({kind, q[joint_.q], q, stop.joint, stop.reason});
  }

  /// The same places after a turn: rotary joints may have turned along.
  bool isSamePose(const VectorXd& a, const VectorXd& b) const {
    for (const MovableJoint& joint : model_.joints) {
      if (joint.nv != 1) continue;
      const double d = b[joint.q] - a[joint.q];
      if (std::abs(isRotary(joint.type) ? std::remainder(d, 2 * M_PI) : d) > 1e-6) return false;
    }
    return true;
  }

  void finish() {
    std::vector<std::size_t> order(result_.samples.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return result_.samples[a].value < result_.samples[b].value;
    });
    std::vector<TravelSample> samples;
    std::vector<double> singular;
    for (const std::size_t i : order) {
      samples.push_back(std::move(result_.samples[i]));
      singular.push_back(singular_[i]);
    }
    result_.samples = std::move(samples);
    singular_ = std::move(singular);
    result_.lower = result_.samples.front().value;
    result_.upper = result_.samples.back().value;
    findBranchPoints();
    std::stable_sort(result_.events.begin(), result_.events.end(),
                     [](const TravelEvent& a, const TravelEvent& b) { return a.value < b.value; });
    findRanges();
    findWorst();
    sayIt();
  }

  /// Dips of the closures' smallest singular value, followed down between the samples by golden sections.
  void findBranchPoints() {
    const double usual = *std::max_element(singular_.begin(), singular_.end());
    if (usual <= kFallen) return;  // redundant everywhere: no pose is special
    for (std::size_t i = 1; i + 1 < singular_.size(); ++i) {
      if (singular_[i] > kSuspicious * usual || singular_[i] > singular_[i - 1] ||
          singular_[i] > singular_[i + 1])
        continue;
      double a = result_.samples[i - 1].value, b = result_.samples[i + 1].value;
      const VectorXd near = result_.samples[i - 1].q;
      const auto poseAt = [&](double value) {
        VectorXd q = near;
        drag_.run(q, index_, value);
        return q;
      };
      const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
      for (int k = 0; k < kRefinements; ++k) {
        const double left = b - golden * (b - a), right = a + golden * (b - a);
        if (smallestSingular(model_, poseAt(left)) < smallestSingular(model_, poseAt(right)))
          b = right;
        else
          a = left;
      }
      const VectorXd q = poseAt(0.5 * (a + b));
      if (smallestSingular(model_, q) > kFallen * usual) continue;
      result_.events.push_back({TravelEventKind::BranchPoint, q[joint_.q], q, -1,
                                "the closures lose a row: two branches meet (branch point)"});
    }
  }

  void findRanges() {
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const MovableJoint& joint = model_.joints[j];
      if (joint.nv != 1) continue;
      JointRange range{static_cast<int>(j), result_.samples[0].q[joint.q], result_.samples[0].q[joint.q]};
      for (const TravelSample& s : result_.samples) {
        range.lower = std::min(range.lower, s.q[joint.q]);
        range.upper = std::max(range.upper, s.q[joint.q]);
      }
      if (range.upper - range.lower > kStill) result_.ranges.push_back(range);
    }
  }

  void findWorst() {
    const std::size_t n = result_.samples.size();
    const bool hasInner = n > 2;
    for (std::size_t i = hasInner ? 1 : 0; i < (hasInner ? n - 1 : n); ++i) {
      const TravelSample& s = result_.samples[i];
      if (i > (hasInner ? 1U : 0U) && s.transmission >= result_.worstTransmission) continue;
      result_.worstTransmission = s.transmission;
      result_.worstAt = s.value;
    }
  }

  void sayIt() {
    std::string& words = result_.words;
    if (result_.isFullTurn)
      words = joint_.name + " turns all the way round.";
    else
      words = joint_.name + " travels from " + valueWords(joint_, result_.lower) + " to " +
              valueWords(joint_, result_.upper) + ".";
    for (const TravelEvent& event : result_.events)
      words += " At " + valueWords(joint_, event.value) + ": " + event.words + ".";
    if (std::isfinite(result_.worstTransmission))
      words += " Transmission is worst at " + valueWords(joint_, result_.worstAt) + ": " +
               numberWords(result_.worstTransmission, 3) + ".";
  }

  const Model& model_;
  const MovableJoint& joint_;
  int index_;
  const TravelOptions& options_;
  JointDrag drag_;
  TravelSweep result_;
  std::vector<double> singular_;  ///< per sample: of all closures, nothing held
  double step_ = 0;
};

}  // namespace

TravelSweep sweepTravel(const ModelPtr& model, const VectorXd& q, int joint, const TravelOptions& options) {
  TravelSweep none;
  none.joint = joint;
  if (!model || joint < 0 || joint >= static_cast<int>(model->joints.size()) || q.size() != model->nq ||
      !q.allFinite() || model->joints[joint].nv != 1 || model->joints[joint].source < 0) {
    none.words = "Only a joint with one degree of freedom has a travel.";
    return none;
  }
  return Sweep(*model, joint, options).run(q);
}

std::optional<Edit> travelAsLimits(const Model& model, const TravelSweep& sweep) {
  if (!sweep.isClosed || sweep.isFullTurn || sweep.joint < 0 || !(sweep.upper > sweep.lower)) return {};
  const MovableJoint& moved = model.joints[sweep.joint];
  SetJoint edit{moved.source, model.mechanism->joints[moved.source]};
  // One grain of what people read off: 0.01 degrees or 0.01 mm, inwards.
  const double grain = isRotary(moved.type) ? 0.01 * M_PI / 180 : 1e-5;
  edit.value.limits.lower = std::ceil(sweep.lower / grain - 1e-9) * grain;
  edit.value.limits.upper = std::floor(sweep.upper / grain + 1e-9) * grain;
  if (!(*edit.value.limits.upper > *edit.value.limits.lower)) return {};
  if (edit.value.type == JointType::Continuous) edit.value.type = JointType::Revolute;
  return Edit(std::move(edit));
}

}  // namespace grashof
