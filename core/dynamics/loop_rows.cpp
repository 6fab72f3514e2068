// Errors, targets and Jacobian entries of the kept rows. Every geometric row is a wrench K upon the loop:
// J_c = +-K . S_c, with K = (p2 x a, a) for a direction a at body2's anchor, (n_a x n_b, 0) for a rotation
// row.
#include <algorithm>

#include "core/dynamics/loop_passes.h"

namespace grashof {
namespace {

struct Anchors {
  Vector3d p1, p2;
};

Anchors anchorsOf(const RowConstants& c, const TreeState& state) {
  const BodyMotion &B1 = state.body[c.body1], &B2 = state.body[c.body2];
  return {B1.p_OB + B1.R_WB * c.p_B1A1, B2.p_OB + B2.R_WB * c.p_B2A2};
}

double mimicError(const RowConstants& c, std::span<const double> q) {
  return q[c.followerQ] - c.multiplier * q[c.leaderQ] - c.offset;
}

/// Relative acceleration, at q'' = 0, of the two material points at p2, as body1 sees it.
Vector3d pointCurvature(const RowConstants& c, const Vector3d& p2, const TreeState& state,
                        const LoopWorkspace& ws) {
  const Motion &V1 = state.body[c.body1].V, &V2 = state.body[c.body2].V;
  const Motion &A1 = ws.body[c.body1].A, &A2 = ws.body[c.body2].A;
  const Vector3d v1 = V1.v + V1.w.cross(p2), v2 = V2.v + V2.w.cross(p2);
  const Vector3d a1 = A1.v + A1.w.cross(p2) + V1.w.cross(v1);
  const Vector3d a2 = A2.v + A2.w.cross(p2) + V2.w.cross(v2);
  // The axes turn with body1 while a free direction slides: the Coriolis term.
  return a1 - a2 - 2.0 * V1.w.cross(v1 - v2);
}

double rotationCurvature(const RowConstants& c, const Vector3d& nA, const Vector3d& nB,
                         const TreeState& state, const LoopWorkspace& ws) {
  const Vector3d &w1 = state.body[c.body1].V.w, &w2 = state.body[c.body2].V.w;
  const Vector3d axisRate = w1.cross(nA).cross(nB) + nA.cross(w2.cross(nB));
  return axisRate.dot(w1 - w2) + nA.cross(nB).dot(ws.body[c.body1].A.w - ws.body[c.body2].A.w);
}

/// Entries of `rows` rows with wrenches K[0..rows) at every path column.
void storeEntries(const LoopPlan& plan, const PlannedConstraint& planned, int firstRow, const Wrench* K,
                  int rows, LoopWorkspace& ws) {
  double* pool = ws.matrixPool.data() + firstRow * planned.rowStride;
  for (int i = planned.path.begin; i < planned.path.end; ++i) {
    const PathColumn& p = plan.path[i];
    const Motion& S = ws.S[p.column];
    for (int r = 0; r < rows; ++r) pool[p.entry + r * planned.rowStride] = p.sign * dot(S, K[r]);
  }
}

void finishRows(const LoopPlan& plan, const PlannedConstraint& planned, int firstRow, const Wrench* K,
                int rows, LoopWorkspace& ws) {
  if (planned.isDual)
    std::copy(K, K + rows, ws.rowWrench.begin() + planned.firstRow + firstRow);
  else
    storeEntries(plan, planned, firstRow, K, rows, ws);
}

/// c = -beta e + share J u - reach Jdot u.
struct Aim {
  double beta, share, reach;
  bool withCurvature() const { return reach > 0; }
};
Aim aimOf(const LoopStepInput& in) {
  if (in.atAcceleration) return {0.0, 1.0, in.dt};
  return {in.beta, 0.0, in.withCurvature ? 0.5 * in.dt : 0.0};
}

/// A row at the step's start: e, J u and Jdot u (the last two zero unless they are asked for).
struct RowMotion {
  double error, velocity = 0, curvature = 0;
};

void setTarget(int row, const RowMotion& r, const Aim& aim, double scale, LoopWorkspace& ws) {
  ws.error[row] = r.error;
  ws.curvature[row] = r.curvature;
  ws.target[row] = scale * (-aim.beta * r.error + aim.share * r.velocity - aim.reach * r.curvature);
}

/// Velocity of body1's material point at p2 relative to body2's.
Vector3d slipOf(const RowConstants& c, const Vector3d& p2, const TreeState& state) {
  const Motion &V1 = state.body[c.body1].V, &V2 = state.body[c.body2].V;
  return V1.v - V2.v + (V1.w - V2.w).cross(p2);
}

void translationRows(const LoopPlan& plan, const PlannedConstraint& planned, const RowConstants& c,
                     const TreeState& state, const Aim& aim, LoopWorkspace& ws) {
  const Anchors anchor = anchorsOf(c, state);
  const Vector3d separation = anchor.p1 - anchor.p2;
  Vector3d slip = Vector3d::Zero(), curvature = Vector3d::Zero();
  if (aim.share > 0) slip = slipOf(c, anchor.p2, state);
  if (aim.withCurvature()) curvature = pointCurvature(c, anchor.p2, state, ws);
  const Matrix3d& R = state.body[c.body1].R_WB;
  Wrench K[3];
  for (int r = 0; r < c.translations; ++r) {
    const Vector3d axis = R * c.axes_B1.col(r);
    const Vector3d scaled = planned.scale.translation * axis;
    K[r] = {anchor.p2.cross(scaled), scaled};
    setTarget(planned.firstRow + r, {axis.dot(separation), axis.dot(slip), axis.dot(curvature)}, aim,
              planned.scale.translation, ws);
  }
  finishRows(plan, planned, 0, K, c.translations, ws);
}

void rotationRow(const LoopPlan& plan, const PlannedConstraint& planned, const RowConstants& c,
                 const TreeState& state, const Aim& aim, LoopWorkspace& ws) {
  const Vector3d nA = state.body[c.body1].R_WB * c.nA_B1, nB = state.body[c.body2].R_WB * c.nB_B2;
  RowMotion row{nA.dot(nB)};
  if (aim.share > 0) row.velocity = nA.cross(nB).dot(state.body[c.body1].V.w - state.body[c.body2].V.w);
  if (aim.withCurvature()) row.curvature = rotationCurvature(c, nA, nB, state, ws);
  setTarget(planned.firstRow + c.translations, row, aim, planned.scale.rotation, ws);
  const Wrench K{planned.scale.rotation * nA.cross(nB), Vector3d::Zero()};
  finishRows(plan, planned, c.translations, &K, 1, ws);
}

void mimicRow(const LoopPlan& plan, const PlannedConstraint& planned, const RowConstants& c,
              const LoopStepInput& in, const Aim& aim, LoopWorkspace& ws) {
  RowMotion row{mimicError(c, in.q)};
  if (aim.share > 0) row.velocity = in.u[c.followerV] - c.multiplier * in.u[c.leaderV];
  setTarget(planned.firstRow, row, aim, planned.scale.mimic, ws);
  if (planned.isDual) return;
  for (int i = planned.path.begin; i < planned.path.end; ++i)
    ws.matrixPool[plan.path[i].entry] = planned.scale.mimic * plan.path[i].sign;
}

}  // namespace

void computeRows(const LoopPlan& plan, const TreeState& state, const LoopStepInput& in,
                 LoopWorkspace& ws) noexcept {
  const Aim aim = aimOf(in);
  for (std::size_t i = 0; i < plan.constraints.size(); ++i) {
    const PlannedConstraint& planned = plan.constraints[i];
    const RowConstants& c = ws.rowConstants[i];
    if (c.isMimic) {
      mimicRow(plan, planned, c, in, aim, ws);
      continue;
    }
    if (c.translations > 0) translationRows(plan, planned, c, state, aim, ws);
    if (c.hasRotation) rotationRow(plan, planned, c, state, aim, ws);
  }
}

void computeRowErrors(const LoopPlan& plan, const LoopWorkspace& ws, const TreeState& state,
                      std::span<const double> q, std::span<double> e) noexcept {
  for (std::size_t i = 0; i < plan.constraints.size(); ++i) {
    const RowConstants& c = ws.rowConstants[i];
    const int row = plan.constraints[i].firstRow;
    if (c.isMimic) {
      e[row] = mimicError(c, q);
      continue;
    }
    const Anchors anchor = anchorsOf(c, state);
    const Matrix3d &R1 = state.body[c.body1].R_WB, &R2 = state.body[c.body2].R_WB;
    for (int r = 0; r < c.translations; ++r) e[row + r] = (R1 * c.axes_B1.col(r)).dot(anchor.p1 - anchor.p2);
    if (c.hasRotation) e[row + c.translations] = (R1 * c.nA_B1).dot(R2 * c.nB_B2);
  }
}

void computeRowVelocities(const LoopPlan& plan, const LoopWorkspace& ws, const TreeState& state,
                          std::span<const double> u, std::span<double> Ju) noexcept {
  for (std::size_t i = 0; i < plan.constraints.size(); ++i) {
    const RowConstants& c = ws.rowConstants[i];
    const int row = plan.constraints[i].firstRow;
    if (c.isMimic) {
      Ju[row] = u[c.followerV] - c.multiplier * u[c.leaderV];
      continue;
    }
    const BodyMotion &B1 = state.body[c.body1], &B2 = state.body[c.body2];
    const Vector3d slip = slipOf(c, anchorsOf(c, state).p2, state);
    for (int r = 0; r < c.translations; ++r) Ju[row + r] = (B1.R_WB * c.axes_B1.col(r)).dot(slip);
    if (c.hasRotation)
      Ju[row + c.translations] = (B1.R_WB * c.nA_B1).cross(B2.R_WB * c.nB_B2).dot(B1.V.w - B2.V.w);
  }
}

}  // namespace grashof
