#include "core/dynamics/kinematics.h"

#include <cmath>

namespace grashof {
namespace {

Matrix3d rotationFromQuaternion(const double* q) noexcept {
  const double norm2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  if (!(norm2 > 0)) return Matrix3d::Identity();
  const double s = 2.0 / norm2;
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  Matrix3d R;
  R << 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), s * (x * y + w * z),
      1 - s * (x * x + z * z), s * (y * z - w * x), s * (x * z - w * y), s * (y * z + w * x),
      1 - s * (x * x + y * y);
  return R;
}

/// q <- exp(phi) q for a rotation vector phi in the frame that q maps into; then normalised.
void turnQuaternion(double* q, const Vector3d& phi) noexcept {
  const double angle = phi.norm();
  // sin(a/2)/a from its series where the quotient would lose digits.
  const double s = angle > 1e-4 ? std::sin(0.5 * angle) / angle : 0.5 - angle * angle / 48.0;
  const double w = std::cos(0.5 * angle);
  const Vector3d v = s * phi, p(q[1], q[2], q[3]);
  const double w1 = w * q[0] - v.dot(p);
  const Vector3d v1 = w * p + q[0] * v + v.cross(p);
  const double norm = std::sqrt(w1 * w1 + v1.squaredNorm());
  q[0] = w1 / norm;
  for (int i = 0; i < 3; ++i) q[1 + i] = v1[i] / norm;
}

/// Rotation vector phi, at most half a turn, with exp(phi) from = to.
Vector3d turnBetween(const double* from, const double* to) noexcept {
  const Vector3d p(from[1], from[2], from[3]), r(to[1], to[2], to[3]);
  double w = to[0] * from[0] + r.dot(p);
  Vector3d v = from[0] * r - to[0] * p - r.cross(p);
  if (w < 0) {
    w = -w;
    v = -v;
  }
  const double sine = v.norm();
  // angle = 2 atan2(sine, w); for small turns 2 atan2(s, w) / s -> 2 / w.
  if (sine < 1e-8) return w > 0 ? Vector3d(2.0 / w * v) : Vector3d::Zero();
  return 2.0 * std::atan2(sine, w) / sine * v;
}

void placeFloatingBase(const Body& body, const double* q, TreeState& state) noexcept {
  state.p_WO = Vector3d(q[0], q[1], q[2]);
  BodyMotion& B = state.body[0];
  B.R_WB = rotationFromQuaternion(q + 3);
  B.p_OB.setZero();
  for (int i = 0; i < 3; ++i) {
    state.S[static_cast<std::size_t>(body.v + i)] = {Vector3d::Zero(), Vector3d::Unit(i)};
    state.S[static_cast<std::size_t>(body.v + 3 + i)] = {Vector3d::Unit(i), Vector3d::Zero()};
  }
}

void placeBody(const Body& body, const BodyMotion& P, const double* q, BodyMotion& B, Motion* S) noexcept {
  B.p_OB = P.p_OB + P.R_WB * body.p_PF;
  switch (body.type) {
    case BodyJoint::Revolute: {
      const Matrix3d R_WF = body.isAligned ? P.R_WB : Matrix3d(P.R_WB * body.R_PF);
      const double c = std::cos(q[0]), s = body.sign * std::sin(q[0]);
      B.R_WB.col(0) = c * R_WF.col(0) + s * R_WF.col(1);
      B.R_WB.col(1) = c * R_WF.col(1) - s * R_WF.col(0);
      B.R_WB.col(2) = R_WF.col(2);
      S->w = body.sign * R_WF.col(2);
      S->v = B.p_OB.cross(S->w);
      return;
    }
    case BodyJoint::Prismatic:
      B.R_WB = P.R_WB;
      S->w.setZero();
      S->v = P.R_WB * body.axis_F;
      B.p_OB += q[0] * S->v;
      return;
    case BodyJoint::Spherical: {
      const Matrix3d R_WF = body.isAligned ? P.R_WB : Matrix3d(P.R_WB * body.R_PF);
      B.R_WB = R_WF * rotationFromQuaternion(q);
      for (int i = 0; i < 3; ++i) {
        S[i].w = R_WF.col(i);
        S[i].v = B.p_OB.cross(S[i].w);
      }
      return;
    }
    case BodyJoint::FixedBase:
    case BodyJoint::FloatingBase:
      return;
  }
}

}  // namespace

TreeState makeTreeState(const Model& model) {
  TreeState state;
  state.body.resize(model.bodies.size());
  state.S.resize(static_cast<std::size_t>(model.nv));
  return state;
}

void treeKinematics(const Model& model, std::span<const double> q, std::span<const double> u,
                    TreeState& state) noexcept {
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    BodyMotion& B = state.body[b];
    if (body.parent < 0) {
      B = {};
      state.p_WO.setZero();
      if (body.type == BodyJoint::FloatingBase) placeFloatingBase(body, q.data(), state);
    } else {
      const BodyMotion& P = state.body[static_cast<std::size_t>(body.parent)];
      placeBody(body, P, q.data() + body.q, B, state.S.data() + body.v);
      B.V = P.V;
    }
    if (u.empty()) {
      B.V = {};
      continue;
    }
    for (int i = body.v; i < body.v + body.nv; ++i)
      B.V += state.S[static_cast<std::size_t>(i)] * u[static_cast<std::size_t>(i)];
  }
}

Pose linkPose(const Model& model, const TreeState& state, int link) {
  const FrameOnBody& frame = model.links[static_cast<std::size_t>(link)];
  const BodyMotion& B = state.body[static_cast<std::size_t>(frame.body)];
  return Pose{B.R_WB, state.p_WO + B.p_OB} * frame.X_B;
}

Pose framePose(const Model& model, const TreeState& state, int frame) {
  const FrameOnBody& f = model.frames[static_cast<std::size_t>(frame)];
  if (f.body < 0) return {};
  const BodyMotion& B = state.body[static_cast<std::size_t>(f.body)];
  return Pose{B.R_WB, state.p_WO + B.p_OB} * f.X_B;
}

void integratePosition(const Model& model, std::span<double> q, std::span<const double> u,
                       double h) noexcept {
  for (const Body& body : model.bodies) {
    double* x = q.data() + body.q;
    const double* v = u.data() + body.v;
    switch (body.type) {
      case BodyJoint::FixedBase:
        break;
      case BodyJoint::FloatingBase:
        for (int i = 0; i < 3; ++i) x[i] += h * v[i];
        turnQuaternion(x + 3, h * Vector3d(v[3], v[4], v[5]));
        break;
      case BodyJoint::Spherical:
        turnQuaternion(x, h * Vector3d(v[0], v[1], v[2]));
        break;
      case BodyJoint::Revolute:
      case BodyJoint::Prismatic:
        x[0] += h * v[0];
        break;
    }
  }
}

void jointDifference(const Model& model, const MovableJoint& joint, const double* from, const double* to,
                     double* difference) noexcept {
  if (joint.source < 0) {
    for (int i = 0; i < 3; ++i) difference[i] = to[i] - from[i];
    Eigen::Map<Vector3d>(difference + 3) = turnBetween(from + 3, to + 3);
    return;
  }
  for (int b = joint.firstBody; b <= joint.body; ++b) {
    const Body& body = model.bodies[static_cast<std::size_t>(b)];
    const int q = body.q - joint.q, v = body.v - joint.v;
    if (body.type == BodyJoint::Spherical) {
      Eigen::Map<Vector3d>(difference + v) = turnBetween(from + q, to + q);
    } else {
      difference[v] = to[q] - from[q];
    }
  }
}

MatrixXd pointJacobian(const Model& model, const TreeState& state, int body, const Vector3d& p_B) {
  MatrixXd J = MatrixXd::Zero(3, model.nv);
  const BodyMotion& motion = state.body[static_cast<std::size_t>(body)];
  const Vector3d p = motion.p_OB + motion.R_WB * p_B;
  for (int b = body; b >= 0; b = model.bodies[static_cast<std::size_t>(b)].parent) {
    const Body& on = model.bodies[static_cast<std::size_t>(b)];
    for (int i = on.v; i < on.v + on.nv; ++i) {
      const Motion& S = state.S[static_cast<std::size_t>(i)];
      J.col(i) = S.v + S.w.cross(p);
    }
  }
  return J;
}

MatrixXd rotationalJacobian(const Model& model, const TreeState& state, int body) {
  MatrixXd J = MatrixXd::Zero(3, model.nv);
  for (int b = body; b >= 0; b = model.bodies[static_cast<std::size_t>(b)].parent) {
    const Body& on = model.bodies[static_cast<std::size_t>(b)];
    for (int i = on.v; i < on.v + on.nv; ++i) J.col(i) = state.S[static_cast<std::size_t>(i)].w;
  }
  return J;
}

}  // namespace grashof
