#include "tests/support/dense_oracle.h"

namespace grashof::oracle {
namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;

Quaterniond quaternionAt(const VectorXd& q, int i) {
  return Quaterniond(q[i], q[i + 1], q[i + 2], q[i + 3]);
}

void turn(VectorXd& q, int i, const Vector3d& phi) {
  const double angle = phi.norm();
  const Quaterniond delta(AngleAxisd(angle, angle > 0 ? Vector3d(phi / angle) : Vector3d::UnitX()));
  const Quaterniond r = delta * quaternionAt(q, i);
  q.segment<4>(i) << r.w(), r.x(), r.y(), r.z();
}

/// The documented x and y directions of a planar joint.
Matrix3d planeFrame(const Vector3d& normal) {
  const Quaterniond flip(AngleAxisd(M_PI, Vector3d::UnitX()));
  if (normal.z() < -0.5)
    return (Quaterniond::FromTwoVectors(-Vector3d::UnitZ(), normal) * flip).toRotationMatrix();
  return Quaterniond::FromTwoVectors(Vector3d::UnitZ(), normal).toRotationMatrix();
}

Vector3d vee(const Matrix3d& W) {
  return 0.5 * Vector3d(W(2, 1) - W(1, 2), W(0, 2) - W(2, 0), W(1, 0) - W(0, 1));
}

}  // namespace

Tree::Tree(const Mechanism& mechanism) : mechanism_(mechanism) {
  isFloating = mechanism.root != "world";
  if (isFloating) {
    joints.push_back({-1, 0, 0, 7, 6});
    nq = 7;
    nv = 6;
  }
  visit(mechanism.root);
}

void Tree::visit(const std::string& link) {
  for (std::size_t i = 0; i < mechanism_.joints.size(); ++i) {
    const Joint& joint = mechanism_.joints[i];
    if (joint.isCut || joint.parent != link) continue;
    if (joint.type != JointType::Fixed) {
      const int dq = coordinateCount(joint.type), dv = velocityCount(joint.type);
      joints.push_back({static_cast<int>(i), nq, nv, dq, dv});
      nq += dq;
      nv += dv;
    }
    visit(joint.child);
  }
}

Pose Tree::jointMotion(const TreeJoint& at, const VectorXd& q) const {
  const Joint& joint = mechanism_.joints[static_cast<std::size_t>(at.source)];
  const Vector3d axis = joint.axis.normalized();
  switch (joint.type) {
    case JointType::Revolute:
    case JointType::Continuous:
      return {AngleAxisd(q[at.q], axis).toRotationMatrix(), Vector3d::Zero()};
    case JointType::Prismatic:
      return {Matrix3d::Identity(), q[at.q] * axis};
    case JointType::Spherical:
      return {quaternionAt(q, at.q).toRotationMatrix(), Vector3d::Zero()};
    case JointType::Planar:
      return {AngleAxisd(q[at.q + 2], axis).toRotationMatrix(),
              planeFrame(axis) * Vector3d(q[at.q], q[at.q + 1], 0)};
    default:
      return {quaternionAt(q, at.q + 3).toRotationMatrix(), q.segment<3>(at.q)};
  }
}

Pose Tree::linkPose(int link, const VectorXd& q) const {
  const int parentJoint = mechanism_.parentJointOf(mechanism_.links[static_cast<std::size_t>(link)].name);
  if (parentJoint < 0) {
    if (!isFloating) return {};
    return {quaternionAt(q, 3).toRotationMatrix(), q.head<3>()};
  }
  const Joint& joint = mechanism_.joints[static_cast<std::size_t>(parentJoint)];
  const Pose X_WF = linkPose(mechanism_.findLink(joint.parent), q) * poseOf(joint.origin);
  for (const TreeJoint& at : joints)
    if (at.source == parentJoint) return X_WF * jointMotion(at, q);
  return X_WF;
}

VectorXd Tree::neutral() const {
  VectorXd q = VectorXd::Zero(nq);
  for (const TreeJoint& joint : joints) {
    if (joint.nq == 4) q[joint.q] = 1;
    if (joint.nq == 7) q[joint.q + 3] = 1;
  }
  return q;
}

VectorXd Tree::displaced(const VectorXd& q, const VectorXd& d) const {
  VectorXd moved = q;
  for (const TreeJoint& joint : joints) {
    const int linear = joint.nq == 4 ? 0 : (joint.nq == 7 ? 3 : joint.nq);
    moved.segment(joint.q, linear) += d.segment(joint.v, linear);
    if (joint.nq > linear) turn(moved, joint.q + linear, d.segment<3>(joint.v + linear));
  }
  return moved;
}

MatrixXd derivative(const std::function<MatrixXd(double)>& f, double h) {
  return (45 * (f(h) - f(-h)) - 9 * (f(2 * h) - f(-2 * h)) + (f(3 * h) - f(-3 * h))) / (60 * h);
}

MatrixXd secondDerivative(const std::function<MatrixXd(double)>& f, double h) {
  return (270 * (f(h) + f(-h)) - 27 * (f(2 * h) + f(-2 * h)) + 2 * (f(3 * h) + f(-3 * h)) - 490 * f(0)) /
         (180 * h * h);
}

LinkJacobian linkJacobian(const Tree& tree, int link, const Vector3d& p_L, const VectorXd& q) {
  LinkJacobian J{MatrixXd::Zero(3, tree.nv), MatrixXd::Zero(3, tree.nv)};
  const Matrix3d R = tree.linkPose(link, q).R;
  for (int i = 0; i < tree.nv; ++i) {
    const auto pose = [&](double t) -> MatrixXd {
      const Pose X = tree.linkPose(link, tree.displaced(q, t * VectorXd::Unit(tree.nv, i)));
      MatrixXd both(3, 4);
      both << X.R, X * p_L;
      return both;
    };
    const MatrixXd d = derivative(pose);
    J.linear.col(i) = d.col(3);
    J.angular.col(i) = vee(d.leftCols<3>() * R.transpose());
  }
  return J;
}

MatrixXd massMatrix(const Mechanism& mechanism, const Tree& tree, const VectorXd& q) {
  MatrixXd M = MatrixXd::Zero(tree.nv, tree.nv);
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
    if (!mechanism.links[i].inertial) continue;
    const Inertial& inertial = *mechanism.links[i].inertial;
    const LinkJacobian J = linkJacobian(tree, static_cast<int>(i), inertial.origin.xyz, q);
    const Matrix3d R = tree.linkPose(static_cast<int>(i), q).R * rotationFromRpy(inertial.origin.rpy);
    M += inertial.mass * J.linear.transpose() * J.linear +
         J.angular.transpose() * (R * inertial.inertia * R.transpose()) * J.angular;
  }
  for (const TreeJoint& joint : tree.joints)
    if (joint.source >= 0)
      M.diagonal().segment(joint.v, joint.nv).array() +=
          mechanism.joints[static_cast<std::size_t>(joint.source)].dynamics.rotorInertia;
  return M;
}

VectorXd biasForce(const Mechanism& mechanism, const Tree& tree, const VectorXd& q, const VectorXd& u,
                   const Vector3d& gravity) {
  VectorXd h = VectorXd::Zero(tree.nv);
  for (std::size_t i = 0; i < mechanism.links.size(); ++i) {
    if (!mechanism.links[i].inertial) continue;
    const Inertial& inertial = *mechanism.links[i].inertial;
    const int link = static_cast<int>(i);
    const LinkJacobian J = linkJacobian(tree, link, inertial.origin.xyz, q);
    const auto pose = [&](double t) -> MatrixXd {
      const Pose X = tree.linkPose(link, tree.displaced(q, t * u));
      MatrixXd both(3, 4);
      both << X.R, X * inertial.origin.xyz;
      return both;
    };
    // With u constant the link still accelerates: R'' R^T = [alpha] + [omega]^2, antisymmetric part alpha.
    const MatrixXd acceleration = secondDerivative(pose, 0.05 / (1.0 + u.lpNorm<1>()));
    const Matrix3d R = pose(0).leftCols<3>();
    const Vector3d alpha = vee(acceleration.leftCols<3>() * R.transpose());
    const Vector3d omega = J.angular * u;
    const Matrix3d R_I = R * rotationFromRpy(inertial.origin.rpy);
    const Matrix3d I = R_I * inertial.inertia * R_I.transpose();
    h += J.linear.transpose() * (inertial.mass * (Vector3d(acceleration.col(3)) - gravity)) +
         J.angular.transpose() * (I * alpha + omega.cross(I * omega));
  }
  return h;
}

}  // namespace grashof::oracle
