#include "core/dynamics/mimic_fit.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/kinematics.h"
#include "core/dynamics/travel_line.h"
#include "core/dynamics/words.h"

namespace grashof {
namespace {

constexpr double kStill = 1e-9;       ///< rad, m
constexpr double kExact = 1e-8;       ///< rad, m
constexpr double kDetermined = 1e-9;  ///< smallest over largest singular value of the driven columns

std::span<const double> view(const VectorXd& q) {
  return {q.data(), static_cast<std::size_t>(q.size())};
}

/// Movable joints between the bodies of a closure.
std::vector<int> jointsOf(const Model& model, const Constraint& c) {
  std::vector<int> joints;
  int a = c.body1, b = c.body2;
  while (a != b) {
    int& deeper = a > b ? a : b;  // parents come before their children
    const int joint = model.bodies[static_cast<std::size_t>(deeper)].joint;
    if (joint >= 0) joints.push_back(joint);
    deeper = model.bodies[static_cast<std::size_t>(deeper)].parent;
  }
  return joints;
}

/// A point of a link whose place is compared.
struct Watched {
  int link;
  Vector3d p_L;
};

class Fit {
 public:
  Fit(const Model& model, const TravelSweep& sweep)
      : model_(model), sweep_(sweep), state_(makeTreeState(model)) {
    out_.driver = sweep.joint;
    out_.lower = sweep.lower;
    out_.upper = sweep.upper;
    out_.isFullTurn = sweep.isFullTurn;
  }

  MimicFit run() {
    collect();
    out_.problem = whyNot();
    if (!out_.problem.empty()) return std::move(out_);
    for (const int j : follows_) fitJoint(j);
    compare();
    sayIt();
    return std::move(out_);
  }

 private:
  const MovableJoint& joint(int j) const { return model_.joints[static_cast<std::size_t>(j)]; }

  /// All closures that the driver's motion reaches, and the joints between.
  void collect() {
    std::vector<bool> isIn(model_.joints.size(), false), isTaken(model_.constraints.size(), false);
    if (out_.driver >= 0) isIn[static_cast<std::size_t>(out_.driver)] = true;
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t c = 0; c < model_.constraints.size(); ++c) {
        if (isTaken[c] || model_.constraints[c].kind == ConstraintKind::Mimic) continue;
        const std::vector<int> path = jointsOf(model_, model_.constraints[c]);
        if (std::none_of(path.begin(), path.end(), [&](int j) { return isIn[static_cast<std::size_t>(j)]; }))
          continue;
        grows = isTaken[c] = true;
        for (const int j : path) isIn[static_cast<std::size_t>(j)] = true;
      }
    }
    for (std::size_t c = 0; c < isTaken.size(); ++c)
      if (isTaken[c]) out_.constraints.push_back(static_cast<int>(c));
    for (std::size_t j = 0; j < isIn.size(); ++j)
      if (isIn[j] && static_cast<int>(j) != out_.driver) follows_.push_back(static_cast<int>(j));
  }

  std::string whyNot() {
    if (!sweep_.isClosed || sweep_.samples.size() < 3 || sweep_.upper - sweep_.lower <= kStill)
      return sweep_.words.empty() ? "The driving joint has no travel." : sweep_.words;
    if (out_.constraints.empty()) return "No loop moves with " + joint(out_.driver).name + ".";
    for (const int j : follows_)
      if (joint(j).nv != 1)
        return "'" + joint(j).name + "' has " + std::to_string(joint(j).nv) +
               " degrees of freedom: a mimic joint has one.";
    for (const int c : out_.constraints)
      if (model_.constraints[static_cast<std::size_t>(c)].closure < 0)
        return "The loop is closed by '" + model_.constraints[static_cast<std::size_t>(c)].name +
               "', a second joint into one link: cut it first (grashof cut), so that it is a closure.";
    const int free = freedomsLeft();
    if (free > 0)
      return "With " + joint(out_.driver).name + " held, " +
             countWords(free, "degree of freedom is", "degrees of freedom are") +
             " left in its loops: mimics follow one joint only.";
    return {};
  }

  /// Motions of the loops with the driver held, in the best of a few poses.
  int freedomsLeft() {
    int least = static_cast<int>(follows_.size());
    const std::size_t n = sweep_.samples.size();
    for (const std::size_t i : {n / 4, n / 2, 3 * n / 4}) {
      kinematics(sweep_.samples[i].q);
      const MatrixXd all = constraintJacobian(model_, state_, RowSet::Authored);
      MatrixXd J(all.rows(), follows_.size());
      for (std::size_t k = 0; k < follows_.size(); ++k)
        J.col(static_cast<Eigen::Index>(k)) = all.col(joint(follows_[k]).v);
      Eigen::ColPivHouseholderQR<MatrixXd> qr(J);
      qr.setThreshold(kDetermined);
      least = std::min(least, static_cast<int>(J.cols() - qr.rank()));
    }
    return least;
  }

  void kinematics(const VectorXd& q) { treeKinematics(model_, view(q), {}, state_); }

  void fitJoint(int j) {
    const int at = joint(j).q, driver = joint(out_.driver).q;
    const TravelLine line = lineOver(sweep_, driver, at);
    FittedMimic fit{j, line.multiplier, line.offset, 0, line.isStill};
    for (const TravelSample& s : sweep_.samples)
      fit.maxError = std::max(fit.maxError, std::abs(fit.multiplier * s.q[driver] + fit.offset - s.q[at]));
    double& worst = isRotary(joint(j).type) ? out_.maxTurnError : out_.maxSlideError;
    worst = std::max(worst, fit.maxError);
    out_.joints.push_back(fit);
  }

  std::vector<Watched> watchedPoints() const {
    const Mechanism& m = *model_.mechanism;
    std::vector<Watched> points;
    for (std::size_t l = 0; l < m.links.size(); ++l) {
      points.push_back({static_cast<int>(l), Vector3d::Zero()});
      if (m.links[l].inertial) points.push_back({static_cast<int>(l), m.links[l].inertial->origin.xyz});
    }
    for (const Joint& j : m.joints)
      if (const int link = m.findLink(j.parent); link >= 0) points.push_back({link, j.origin.xyz});
    for (const int i : out_.constraints) {
      const Constraint& c = model_.constraints[static_cast<std::size_t>(i)];
      const Closure& closure = m.closures[static_cast<std::size_t>(c.closure)];
      const int link2 = m.findLink(closure.body2);
      points.push_back({m.findLink(closure.body1), closure.anchor});
      points.push_back({link2, model_.links[static_cast<std::size_t>(link2)].X_B.inverse() * c.p_B2A2});
    }
    return points;
  }

  /// How far the links are from where the loops have them, and how far the closures open.
  void compare() {
    const std::vector<Watched> points = watchedPoints();
    std::vector<Vector3d> places(points.size());
    const auto place = [&](const Watched& w) { return linkPose(model_, state_, w.link) * w.p_L; };
    for (const TravelSample& s : sweep_.samples) {
      kinematics(s.q);
      for (std::size_t i = 0; i < points.size(); ++i) places[i] = place(points[i]);
      const VectorXd q = fitted(s.q);
      kinematics(q);
      for (std::size_t i = 0; i < points.size(); ++i) {
        const double off = (place(points[i]) - places[i]).norm();
        if (out_.worstLink >= 0 && off <= out_.maxDisplacement) continue;
        out_.maxDisplacement = off;
        out_.worstLink = points[i].link;
        out_.worstAt = s.value;
      }
      for (const int c : out_.constraints)
        out_.maxGap = std::max(
            out_.maxGap, gapOf(model_, state_, view(q), model_.constraints[static_cast<std::size_t>(c)]));
    }
  }

  VectorXd fitted(VectorXd q) const {
    for (const FittedMimic& f : out_.joints)
      q[joint(f.joint).q] = f.multiplier * q[joint(out_.driver).q] + f.offset;
    return q;
  }

  void sayIt() {
    const std::string driver = joint(out_.driver).name;
    if (std::max({out_.maxTurnError, out_.maxSlideError, out_.maxDisplacement}) < kExact) {
      out_.words = "Exact: every joint follows " + driver + " along a line.";
      return;
    }
    out_.words = countWords(static_cast<int>(out_.joints.size()), "joint follows ", "joints follow ") +
                 driver + ", off by up to " + angleWords(out_.maxTurnError, 3);
    if (out_.maxSlideError > 0) out_.words += " and " + lengthWords(out_.maxSlideError);
    out_.words += "; links are up to " + lengthWords(out_.maxDisplacement) + " from their places";
    if (out_.maxDisplacement > 0)
      out_.words += " (" + model_.mechanism->links[static_cast<std::size_t>(out_.worstLink)].name + ")";
    out_.words += ", and the loop opens by up to " + lengthWords(out_.maxGap) + ".";
  }

  const Model& model_;
  const TravelSweep& sweep_;
  TreeState state_;
  std::vector<int> follows_;  ///< Model::joints
  MimicFit out_;
};

}  // namespace

MimicFit fitMimics(const Model& model, const TravelSweep& sweep) {
  return Fit(model, sweep).run();
}

}  // namespace grashof
