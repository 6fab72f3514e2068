#include "app/recut_check.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/dynamics/assemble.h"
#include "core/dynamics/dense.h"
#include "core/dynamics/step.h"
#include "core/topology/recut.h"

namespace grashof {
namespace {

constexpr int kPoses = 20;
constexpr double kStep = 0.04;     // largest coordinate of a step, rad or m times the mechanism's size
constexpr double kRunStep = 1e-4;  // s
constexpr int kRunSteps = 10;
const Vector3d kGravity(0, 0, -9.81);

double difference(const Pose& a, const Pose& b) {
  return std::max((a.p - b.p).norm(), (a.R - b.R).norm() / std::sqrt(2.0));
}

std::span<const double> asSpan(const VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

TreeState stateAt(const Model& model, const VectorXd& q, const VectorXd& u) {
  TreeState state = makeTreeState(model);
  treeKinematics(model, asSpan(q), asSpan(u), state);
  return state;
}

/// Largest sine between a hinge of a planar loop and the loop's normal.
double tiltOf(const Build& build) {
  const Model& model = *build.model;
  const TreeState state = stateAt(model, model.nominal, {});
  double tilt = 0;
  for (const LoopReport& report : build.analysis.loops) {
    if (!report.isPlanar) continue;
    for (const MovableJoint& joint : model.joints) {
      const auto& joints = report.loop.joints;
      if (std::find(joints.begin(), joints.end(), joint.source) == joints.end()) continue;
      if (isRotary(joint.type))
        tilt = std::max(tilt, state.S[static_cast<std::size_t>(joint.v)].w.cross(report.normal_W).norm());
    }
  }
  return tilt;
}

class Comparison {
 public:
  Comparison(const Build& before, const Build& after)
      : a_(*before.model), b_(*after.model), ma_(*before.mechanism), mb_(*after.mechanism) {
    check_.dofBefore = before.analysis.mobility.dof;
    check_.dofAfter = after.analysis.mobility.dof;
    check_.genericBefore = before.analysis.mobility.genericDof;
    check_.genericAfter = after.analysis.mobility.genericDof;
    check_.rankBefore = before.analysis.mobility.rank;
    check_.rankAfter = after.analysis.mobility.rank;
    check_.coordinatesBefore = a_.nv;
    check_.coordinatesAfter = b_.nv;
    check_.tilt = tiltOf(before);
    for (const Joint& joint : ma_.joints) {
      const bool isGone = !joint.isCut && mb_.findJoint(joint.name) < 0;
      const JointDynamics& d = joint.dynamics;
      if (isGone && (d.stiffness != 0 || d.rotorInertia != 0)) check_.comparesEnergy = false;
      const bool isPassive = d.stiffness == 0 && d.rotorInertia == 0 && d.damping == 0 && d.friction == 0;
      const bool isRanged = joint.type != JointType::Continuous && (joint.limits.lower || joint.limits.upper);
      if (isGone && (!isPassive || isRanged || joint.mimic)) check_.comparesMotion = false;
    }
  }

  RecutCheck run() {
    VectorXd q = a_.nominal;
    placeFrames(q);
    std::mt19937 random(7);
    VectorXd direction;
    for (int pose = 0; pose < kPoses; ++pose) {
      const VectorXd u = allowedVelocity(q, random, direction);
      if (!compare(q, u)) break;
      ++check_.poses;
      if (u.norm() == 0) break;
      VectorXd next = q;
      integratePosition(a_, {next.data(), static_cast<std::size_t>(next.size())}, asSpan(u), kStep);
      AssembleOptions options;
      options.allowRestarts = false;
      options.maxIterations = 50;
      const AssembleResult closed = assemble(a_, next, options);
      if (!closed.isClosed) direction = -u;  // the end of the travel: back
      if (closed.isClosed) q = closed.q;
    }
    if (energyScale_ > 0) check_.energyError /= energyScale_;
    compareMotion();
    return check_;
  }

 private:
  /// A velocity that the closures allow, of largest entry 1, near the previous one so that the motion goes
  /// on.
  VectorXd allowedVelocity(const VectorXd& q, std::mt19937& random, VectorXd& direction) const {
    if (direction.size() == 0) {
      direction.resize(a_.nv);
      for (double& x : direction) x = static_cast<double>(random()) / 4294967296.0 - 0.5;
    }
    const MatrixXd J = constraintJacobian(a_, stateAt(a_, q, {}), RowSet::Authored);
    VectorXd u = direction;
    if (J.rows() > 0) {
      Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
      solver.setThreshold(1e-7);
      solver.compute(J);
      u -= solver.solve(J * u);
    }
    const double largest = u.cwiseAbs().maxCoeff();
    if (!(largest > 1e-6 * direction.cwiseAbs().maxCoeff())) return VectorXd::Zero(a_.nv);
    direction = u / largest;
    return direction;
  }

  /// Where each link's frame now stands in the old one: by what hangs on the link, else by the nominal pose.
  void placeFrames(const VectorXd& q) {
    const TreeState state = stateAt(a_, q, {});
    const TreeState other = stateAt(b_, b_.nominal, {});
    for (std::size_t i = 0; i < ma_.links.size(); ++i) {
      const int j = mb_.findLink(ma_.links[i].name);
      linkAfter_.push_back(j);
      shift_.emplace_back();
      if (j < 0) continue;
      const Link &x = ma_.links[i], &y = mb_.links[static_cast<std::size_t>(j)];
      shift_[i] = linkPose(a_, state, static_cast<int>(i)).inverse() * linkPose(b_, other, j);
      const auto compareContent = [&](const Origin& was, const Origin& is) {
        check_.contentError = std::max(check_.contentError, difference(poseOf(was), shift_[i] * poseOf(is)));
      };
      if (x.inertial && y.inertial) compareContent(x.inertial->origin, y.inertial->origin);
      for (std::size_t k = 0; k < std::min(x.visuals.size(), y.visuals.size()); ++k)
        compareContent(x.visuals[k].origin, y.visuals[k].origin);
      for (std::size_t k = 0; k < std::min(x.collisions.size(), y.collisions.size()); ++k)
        compareContent(x.collisions[k].origin, y.collisions[k].origin);
    }
  }

  bool compare(const VectorXd& q, const VectorXd& u) {
    const auto mapped = poseAfterRecut(ma_, {q.begin(), q.end()}, mb_);
    if (!mapped || static_cast<Eigen::Index>(mapped->size()) != b_.nq) return false;
    const VectorXd p = Eigen::Map<const VectorXd>(mapped->data(), b_.nq);
    const TreeState state = stateAt(a_, q, u);
    const VectorXd v = velocityAfter(state, p);
    const TreeState other = stateAt(b_, p, v);
    for (std::size_t i = 0; i < linkAfter_.size(); ++i)
      if (linkAfter_[i] >= 0)
        check_.poseError =
            std::max(check_.poseError, difference(linkPose(a_, state, static_cast<int>(i)) * shift_[i],
                                                  linkPose(b_, other, linkAfter_[i])));
    check_.gap = std::max(check_.gap, largestGap(b_, p).maxGap);
    if (!check_.comparesEnergy) return true;
    compareEnergy(kineticEnergy(a_, state, asSpan(u)), kineticEnergy(b_, other, asSpan(v)));
    compareEnergy(potentialEnergy(a_, state, asSpan(q), kGravity),
                  potentialEnergy(b_, other, asSpan(p), kGravity));
    return true;
  }

  void compareEnergy(double was, double is) {
    energyScale_ = std::max(energyScale_, std::abs(was));
    check_.energyError = std::max(check_.energyError, std::abs(was - is));
  }

  /// The velocity of `after` at which all links that both have move as in `before`, by least squares: both
  /// trees count points from their base's origin, which is the same.
  VectorXd velocityAfter(const TreeState& state, const VectorXd& p) const {
    const TreeState still = stateAt(b_, p, {});
    std::vector<std::pair<std::size_t, std::size_t>> bodies;  // of `after`, of `before`
    std::vector<bool> isTaken(b_.bodies.size(), false);
    for (std::size_t i = 0; i < linkAfter_.size(); ++i) {
      if (linkAfter_[i] < 0) continue;
      const auto body = static_cast<std::size_t>(b_.links[static_cast<std::size_t>(linkAfter_[i])].body);
      if (isTaken[body]) continue;
      isTaken[body] = true;
      bodies.emplace_back(body, static_cast<std::size_t>(a_.links[i].body));
    }
    MatrixXd columns = MatrixXd::Zero(6 * static_cast<Eigen::Index>(bodies.size()), b_.nv);
    VectorXd wanted(columns.rows());
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const auto row = 6 * static_cast<Eigen::Index>(k);
      const Motion& V = state.body[bodies[k].second].V;
      wanted.segment<6>(row) << V.w, V.v;
      for (int b = static_cast<int>(bodies[k].first); b >= 0;
           b = b_.bodies[static_cast<std::size_t>(b)].parent) {
        const Body& body = b_.bodies[static_cast<std::size_t>(b)];
        for (int v = body.v; v < body.v + body.nv; ++v) {
          const Motion& S = still.S[static_cast<std::size_t>(v)];
          columns.block<6, 1>(row, v) << S.w, S.v;
        }
      }
    }
    return columns.completeOrthogonalDecomposition().solve(wanted);
  }

  /// A short run of both from rest under gravity, of fourth order.
  void compareMotion() {
    const auto mapped = poseAfterRecut(ma_, {a_.nominal.begin(), a_.nominal.end()}, mb_);
    if (!check_.comparesMotion || !mapped || static_cast<Eigen::Index>(mapped->size()) != b_.nq) return;
    State x = nominalState(a_), y = nominalState(b_);
    y.q = Eigen::Map<const VectorXd>(mapped->data(), b_.nq);
    StepSettings settings;
    settings.integrator = Integrator::RungeKutta4;
    settings.dt = kRunStep;
    settings.gravity = kGravity;
    Workspace wx = makeWorkspace(a_), wy = makeWorkspace(b_);
    Actuation ax = makeActuation(a_), ay = makeActuation(b_);
    for (int i = 0; i < kRunSteps; ++i) {
      const bool isStopped =
          ((step(a_, settings, ax, x, wx) | step(b_, settings, ay, y, wy)) & kNonFinite) != 0;
      if (isStopped) break;
      const TreeState sx = stateAt(a_, x.q, {}), sy = stateAt(b_, y.q, {});
      for (std::size_t k = 0; k < linkAfter_.size(); ++k)
        if (linkAfter_[k] >= 0)
          check_.motionError = std::max(
              check_.motionError,
              difference(linkPose(a_, sx, static_cast<int>(k)) * shift_[k], linkPose(b_, sy, linkAfter_[k])));
    }
  }

  const Model &a_, &b_;
  const Mechanism &ma_, &mb_;
  RecutCheck check_;
  std::vector<int> linkAfter_;
  std::vector<Pose> shift_;
  double energyScale_ = 0;
};

}  // namespace

bool RecutCheck::holds() const {
  constexpr double kPose = 1e-9, kEnergy = 1e-9;
  const double slack = 10 * tilt;  // several joints add up
  return dofBefore == dofAfter && genericBefore == genericAfter &&
         rankAfter - rankBefore == coordinatesAfter - coordinatesBefore && poses > 0 &&
         poseError < kPose + slack && contentError < kPose && gap < kPose + slack &&
         energyError < kEnergy + slack && motionError < kPose + slack;
}

RecutCheck checkRecut(const Build& before, const Build& after) {
  return Comparison(before, after).run();
}

}  // namespace grashof
