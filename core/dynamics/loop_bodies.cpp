// Inertias, bias accelerations and momenta of the bodies.
#include "core/dynamics/loop_passes.h"

namespace grashof {
namespace {

RigidInertia inertiaInWorld(const BodyConstants& b, const BodyMotion& motion) {
  const Matrix3d& R = motion.R_WB;
  const Vector3d c = motion.p_OB + R * b.com_B;
  const Vector3d h = b.mass * c;
  Matrix3d I_B;
  I_B << b.xx, b.xy, b.xz, b.xy, b.yy, b.yz, b.xz, b.yz, b.zz;
  const Matrix3d RI = R * I_B;
  RigidInertia out;
  out.m = b.mass;
  out.h = h;
  out.xx = RI.row(0).dot(R.row(0)) + h.y() * c.y() + h.z() * c.z();
  out.yy = RI.row(1).dot(R.row(1)) + h.x() * c.x() + h.z() * c.z();
  out.zz = RI.row(2).dot(R.row(2)) + h.x() * c.x() + h.y() * c.y();
  out.xy = RI.row(0).dot(R.row(1)) - h.x() * c.y();
  out.xz = RI.row(0).dot(R.row(2)) - h.x() * c.z();
  out.yz = RI.row(1).dot(R.row(2)) - h.y() * c.z();
  return out;
}

void storeMomenta(const Wrench& next, const Wrench& now, double* p) {
  for (int k = 0; k < 3; ++k) {
    p[2 * k] = next.n[k];
    p[2 * k + 1] = now.n[k];
    p[6 + 2 * k] = next.f[k];
    p[6 + 2 * k + 1] = now.f[k];
  }
}

void computeBody(int i, const BodyMotion& motion, double dt, LoopWorkspace& ws) {
  BodyNumbers& body = ws.body[i];
  const BodyConstants& constants = ws.bodyConstants[i];
  double* p = ws.momentum.data() + 12 * i;
  if (constants.mass == 0 && constants.xx == 0 && constants.yy == 0 && constants.zz == 0) {
    std::fill(p, p + 12, 0.0);  // inertia stays zero
    return;
  }
  body.inertia = inertiaInWorld(constants, motion);
  const Wrench now = body.inertia * motion.V;
  const Wrench rate = body.inertia * body.A + cross(motion.V, now);
  storeMomenta(now - rate * dt, now, p);
}

}  // namespace

void computeBodies(const LoopPlan& plan, const TreeState& state, const LoopStepInput& in,
                   LoopWorkspace& ws) noexcept {
  // Gravity is a base that accelerates upwards. A spatial acceleration at q'' = 0 has -w x v for the base's
  // origin, whose velocity coordinates keep their world direction.
  const Motion& V0 = state.body[0].V;
  ws.body[0].A = {Vector3d::Zero(), -in.gravity - V0.w.cross(V0.v)};
  if (plan.isFloating) computeBody(0, state.body[0], in.dt, ws);
  for (int i = 1; i < plan.bodies; ++i) {
    const int parent = ws.bodyConstants[i].parent;
    // V_P x v_joint = V_P x V, as V = V_P + v_joint.
    ws.body[i].A = ws.body[parent].A + cross(state.body[parent].V, state.body[i].V);
    computeBody(i, state.body[i], in.dt, ws);
  }
  const int first = plan.isFloating ? 6 : 0;
  std::copy(state.S.begin() + first, state.S.begin() + plan.columns, ws.S.begin() + first);
  for (int c = 0; c < plan.columns; ++c)
    ws.diagonal[c] = ws.rotorInertia[c] + (in.diagonal.empty() ? 0.0 : in.diagonal[c]);
}

}  // namespace grashof
