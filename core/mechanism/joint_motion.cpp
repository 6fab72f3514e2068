#include "core/mechanism/joint_motion.h"

#include <cmath>

namespace grashof {
namespace {

std::optional<Matrix3d> rotationFromQuaternion(const double* wxyz) {
  const Eigen::Quaterniond quaternion(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  if (quaternion.norm() == 0.0) return std::nullopt;
  return quaternion.normalized().toRotationMatrix();
}

void appendQuaternion(std::vector<double>& q, const Matrix3d& R) {
  Eigen::Quaterniond quaternion(R);
  quaternion.normalize();
  const double sign = quaternion.w() < 0 ? -1.0 : 1.0;
  for (const double x : {quaternion.w(), quaternion.x(), quaternion.y(), quaternion.z()})
    q.push_back(x == 0 ? 0.0 : sign * x);
}

/// Angle of the rotation about a unit axis that comes nearest to R.
double turnAbout(const Vector3d& axis, const Matrix3d& R) {
  const Vector3d twice(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
  const double cosine = R.trace() - axis.dot(R * axis);
  return std::atan2(axis.dot(twice), cosine);
}

}  // namespace

Matrix3d rotationFromZ(const Vector3d& axis) {
  // Near -z the shortest rotation is ill defined: half a turn about x first, then the shortest from there.
  const double start = axis.z() < -0.5 ? -1.0 : 1.0;
  const Vector3d v = start * Vector3d(-axis.y(), axis.x(), 0);  // (start z) x axis
  Matrix3d K;
  K << 0, 0, v.y(), 0, 0, -v.x(), -v.y(), v.x(), 0;
  Matrix3d R = Matrix3d::Identity() + K + K * K / (1.0 + start * axis.z());
  if (start < 0) R = R * Matrix3d(Vector3d(1, -1, -1).asDiagonal());
  R.col(2) = axis;
  return R;
}

std::optional<Pose> jointMotion(const Joint& joint, const double* q) {
  Pose X_FM;
  if (hasAxis(joint.type) && joint.axis.isZero(0.0)) return std::nullopt;
  switch (joint.type) {
    case JointType::Revolute:
    case JointType::Continuous:
      X_FM.R = Eigen::AngleAxisd(q[0], joint.axis.normalized()).toRotationMatrix();
      return X_FM;
    case JointType::Prismatic:
      X_FM.p = q[0] * joint.axis.normalized();
      return X_FM;
    case JointType::Planar: {
      const Vector3d axis = joint.axis.normalized();
      X_FM.p = rotationFromZ(axis) * Vector3d(q[0], q[1], 0);
      X_FM.R = Eigen::AngleAxisd(q[2], axis).toRotationMatrix();
      return X_FM;
    }
    case JointType::Spherical:
    case JointType::Floating: {
      const bool isFree = joint.type == JointType::Floating;
      if (isFree) X_FM.p = Vector3d(q[0], q[1], q[2]);
      const std::optional<Matrix3d> R = rotationFromQuaternion(isFree ? q + 3 : q);
      if (!R) return std::nullopt;
      X_FM.R = *R;
      return X_FM;
    }
    case JointType::Fixed:
    case JointType::Universal:
    case JointType::Cylindrical:
      return X_FM;
  }
  return X_FM;
}

std::vector<double> jointCoordinates(const Joint& joint, const Pose& X_FM) {
  const Vector3d axis = joint.axis.normalized();
  std::vector<double> q;
  switch (joint.type) {
    case JointType::Revolute:
    case JointType::Continuous:
      q = {turnAbout(axis, X_FM.R)};
      break;
    case JointType::Prismatic:
      q = {axis.dot(X_FM.p)};
      break;
    case JointType::Planar: {
      const Vector3d p_N = rotationFromZ(axis).transpose() * X_FM.p;
      q = {p_N.x(), p_N.y(), turnAbout(axis, X_FM.R)};
      break;
    }
    case JointType::Floating:
      q = {X_FM.p.x(), X_FM.p.y(), X_FM.p.z()};
      appendQuaternion(q, X_FM.R);
      break;
    case JointType::Spherical:
      appendQuaternion(q, X_FM.R);
      break;
    case JointType::Fixed:
    case JointType::Universal:
    case JointType::Cylindrical:
      break;
  }
  return q;
}

}  // namespace grashof
