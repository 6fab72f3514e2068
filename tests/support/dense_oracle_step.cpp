#include <algorithm>
#include <cmath>

#include "tests/support/dense_oracle.h"

namespace grashof::oracle {
namespace {

const Joint& sourceOf(const Mechanism& mechanism, const TreeJoint& joint) {
  return mechanism.joints[static_cast<std::size_t>(joint.source)];
}

void addClosureErrors(const Mechanism& mechanism, const Tree& tree, const Closure& closure,
                      const VectorXd& nominal, const VectorXd& q, std::vector<double>& e) {
  const int link1 = mechanism.findLink(closure.body1), link2 = mechanism.findLink(closure.body2);
  const Vector3d anchor2 = closure.anchor2 ? *closure.anchor2
                                           : tree.linkPose(link2, nominal).inverse() *
                                                 (tree.linkPose(link1, nominal) * closure.anchor);
  const Pose X1 = tree.linkPose(link1, q), X2 = tree.linkPose(link2, q);
  const Vector3d r_1 = X1.R.transpose() * (X1 * closure.anchor - X2 * anchor2);
  if (closure.kind == ClosureKind::Equality) {
    const Vector3d first = closure.axes[0].normalized();
    e.push_back(first.dot(r_1));
    if (closure.axes.size() == 2)
      e.push_back(first.cross(closure.axes[1]).normalized().cross(first).dot(r_1));
    return;
  }
  for (int i = 0; i < 3; ++i)
    if (closure.kind == ClosureKind::Pin || closure.locked[static_cast<std::size_t>(i)]) e.push_back(r_1[i]);
  if (closure.kind == ClosureKind::Universal)
    e.push_back((X1.R * closure.axisA.normalized()).dot(X2.R * closure.axisB.normalized()));
}

MatrixXd errorJacobian(const Mechanism& mechanism, const Tree& tree, const VectorXd& nominal,
                       const VectorXd& q) {
  const auto rows = constraintErrors(mechanism, tree, nominal, q).size();
  MatrixXd J(rows, tree.nv);
  for (int i = 0; i < tree.nv; ++i)
    J.col(i) = derivative([&](double t) -> MatrixXd {
      return constraintErrors(mechanism, tree, nominal, tree.displaced(q, t * VectorXd::Unit(tree.nv, i)));
    });
  return J;
}

/// Displacement by joint coordinates; rotations through the quaternions' logarithm.
VectorXd difference(const Tree& tree, const VectorXd& from, const VectorXd& to) {
  VectorXd d(tree.nv);
  for (const TreeJoint& joint : tree.joints) {
    const int linear = joint.nq == 4 ? 0 : (joint.nq == 7 ? 3 : joint.nq);
    d.segment(joint.v, linear) = (to - from).segment(joint.q, linear);
    if (joint.nq == linear) continue;
    const int i = joint.q + linear;
    const Eigen::Quaterniond a(from[i], from[i + 1], from[i + 2], from[i + 3]),
        b(to[i], to[i + 1], to[i + 2], to[i + 3]);
    const Eigen::AngleAxisd turn(b * a.conjugate());
    d.segment<3>(joint.v + linear) = turn.angle() * turn.axis();
  }
  return d;
}

struct Forces {
  VectorXd commanded, total, diagonal;
};
Forces appliedForces(const Mechanism& mechanism, const Tree& tree, const Settings& settings,
                     const Drive& drive, const VectorXd& q, const VectorXd& u) {
  Forces f;
  f.commanded = drive.tau + drive.kp.cwiseProduct(difference(tree, q, drive.qTarget)) +
                drive.kd.cwiseProduct(drive.uTarget - u);
  f.diagonal = 0.5 * settings.dt * drive.kd + 0.25 * settings.dt * settings.dt * drive.kp;
  VectorXd passive = VectorXd::Zero(tree.nv);
  for (const TreeJoint& joint : tree.joints) {
    if (joint.source < 0) continue;
    const Joint& source = sourceOf(mechanism, joint);
    for (int v = joint.v; v < joint.v + joint.nv; ++v) {
      if (source.limits.effort)
        f.commanded[v] = std::max(-*source.limits.effort, std::min(*source.limits.effort, f.commanded[v]));
      passive[v] -= source.dynamics.damping * u[v];
      f.diagonal[v] += 0.5 * settings.dt * source.dynamics.damping +
                       0.25 * settings.dt * settings.dt * source.dynamics.stiffness;
    }
    if (source.dynamics.stiffness > 0)
      passive[joint.v] += source.dynamics.stiffness * (source.dynamics.springMount[0] - q[joint.q]);
  }
  f.total = f.commanded + passive;
  if (drive.pulledLink >= 0)
    f.total += linkJacobian(tree, drive.pulledLink, drive.pulledPoint_L, q).linear.transpose() * drive.pull_W;
  return f;
}

/// The velocity closest to v in the metric of M with J v = c: a least-norm step in whitened velocities w =
/// L^T v.
class Projection {
 public:
  Projection(const MatrixXd& M, const MatrixXd& J) : L_(M.llt().matrixL()) {
    if (J.rows() == 0) return;
    Yt_ = L_.triangularView<Eigen::Lower>().solve(J.transpose()).transpose();
    // A row that no joint can move is rounding noise of the differences: it does not count.
    scale_ = Yt_.rowwise().norm();
    const double noise = 1e-9 * scale_.maxCoeff();
    for (double& s : scale_) s = s > noise ? 1.0 / s : 0.0;
    svd_.compute(scale_.asDiagonal() * Yt_, Eigen::ComputeThinU | Eigen::ComputeThinV);
    svd_.setThreshold(1e-9);
    rank_ = static_cast<int>(svd_.rank());
  }
  int rank() const { return rank_; }
  double conditioning() const {
    return rank_ == 0 ? 1.0 : svd_.singularValues()[rank_ - 1] / svd_.singularValues()[0];
  }
  VectorXd closest(const VectorXd& v, const VectorXd& c) const {
    if (c.size() == 0) return v;
    const VectorXd w = L_.transpose() * v;
    const VectorXd moved = w + svd_.solve(VectorXd(scale_.cwiseProduct(c - Yt_ * w)));
    return L_.transpose().triangularView<Eigen::Upper>().solve(moved);
  }

 private:
  MatrixXd L_, Yt_;
  VectorXd scale_;
  Eigen::JacobiSVD<MatrixXd> svd_;
  int rank_ = 0;
};

}  // namespace

VectorXd constraintErrors(const Mechanism& mechanism, const Tree& tree, const VectorXd& nominal,
                          const VectorXd& q) {
  std::vector<double> e;
  for (const ClosureKind kind : {ClosureKind::Pin, ClosureKind::Equality, ClosureKind::Universal})
    for (const Closure& closure : mechanism.closures)
      if (closure.kind == kind) addClosureErrors(mechanism, tree, closure, nominal, q, e);
  const auto coordinate = [&](int source) {
    for (const TreeJoint& joint : tree.joints)
      if (joint.source == source) return q[joint.q];
    return std::nan("");
  };
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j)
    if (const auto& mimic = mechanism.joints[j].mimic)
      e.push_back(coordinate(static_cast<int>(j)) - mimic->offset -
                  mimic->multiplier * coordinate(mechanism.findJoint(mimic->leader)));
  return Eigen::Map<VectorXd>(e.data(), static_cast<Eigen::Index>(e.size()));
}

Result step(const Mechanism& mechanism, const Tree& tree, const VectorXd& nominal, const Settings& settings,
            const Drive& drive, const VectorXd& q, const VectorXd& u) {
  Result result;
  const Forces f = appliedForces(mechanism, tree, settings, drive, q, u);
  MatrixXd M = massMatrix(mechanism, tree, q);
  M.diagonal() += f.diagonal;
  const VectorXd h = biasForce(mechanism, tree, q, u, settings.gravity);
  const VectorXd uFree = u + settings.dt * M.ldlt().solve(f.total - h);

  result.J = errorJacobian(mechanism, tree, nominal, q);
  const double beta = std::min(0.3, std::max(0.0, 0.2 * settings.erp)) / settings.dt;
  VectorXd c = -beta * constraintErrors(mechanism, tree, nominal, q);
  if (settings.withCurvature && u.norm() > 0)
    c -= 0.5 * settings.dt *
         secondDerivative(
             [&](double t) -> MatrixXd {
               return constraintErrors(mechanism, tree, nominal, tree.displaced(q, t * u));
             },
             0.05 / (1.0 + u.lpNorm<1>()));

  const Projection projection(M, result.J);
  result.rank = projection.rank();
  result.conditioning = projection.conditioning();
  const auto closest = [&](const VectorXd& v) { return projection.closest(v, c); };
  result.u = closest(uFree);
  const VectorXd previous = settings.previousShare > 0 ? closest(u) : u;
  result.generalizedForce = M * (result.u - uFree) / settings.dt;
  if (c.size() > 0)
    result.multipliers =
        result.J.transpose().completeOrthogonalDecomposition().solve(result.generalizedForce);
  result.commanded = f.commanded;
  result.q = tree.displaced(
      q, settings.dt * (settings.previousShare * previous + (1.0 - settings.previousShare) * result.u));
  return result;
}

}  // namespace grashof::oracle
