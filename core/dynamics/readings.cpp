#include "core/dynamics/readings.h"

#include <cmath>

namespace grashof {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

void readMimic(const Model& model, const Constraint& c, std::span<const double> q, const double* force,
               ConstraintReading& reading) noexcept {
  const MovableJoint& follower = model.joints[at(c.follower)];
  const MovableJoint& leader = model.joints[at(c.leader)];
  reading.error[0] = q[at(follower.q)] - c.multiplier * q[at(leader.q)] - c.offset;
  reading.gap = std::abs(reading.error[0]);
  reading.multiplier[0] = c.keepsMimicRow ? force[0] : 0.0;
}

void readClosure(const Model& model, const TreeState& state, const Constraint& c, const double* force,
                 ConstraintReading& reading) noexcept {
  const BodyMotion& B1 = state.body[at(c.body1)];
  const BodyMotion& B2 = state.body[at(c.body2)];
  // Relative to O: the difference of world positions would lose digits far from the origin.
  const Vector3d p_OA1 = B1.p_OB + B1.R_WB * c.p_B1A1, p_OA2 = B2.p_OB + B2.R_WB * c.p_B2A2;
  reading.p1_W = state.p_WO + p_OA1;
  reading.p2_W = state.p_WO + p_OA2;
  reading.separation_W = p_OA1 - p_OA2;

  const Vector3d separation_B1 = B1.R_WB.transpose() * reading.separation_W;
  double sum = 0;
  for (int i = 0; i < c.rows; ++i) {
    reading.error[i] = c.axes_B1.col(i).dot(separation_B1);
    sum += reading.error[i] * reading.error[i];
  }
  reading.force_W.setZero();
  for (int i = 0; i < c.rows; ++i) reading.multiplier[i] = 0.0;
  if (c.keptRows > 0) {
    Vector3d force_B1 = Vector3d::Zero();
    for (int i = 0; i < c.keptRows; ++i) force_B1 += force[i] * c.keptAxes_B1.col(i);
    reading.force_W = B1.R_WB * force_B1;
    for (int i = 0; i < c.rows; ++i) reading.multiplier[i] = c.axes_B1.col(i).dot(force_B1);
  }
  if (c.hasRotationRow) {
    const Vector3d nA = B1.R_WB * c.nA_B1, nB = B2.R_WB * c.nB_B2;
    const double torque = c.keepsRotationRow ? force[c.keptRows] : 0.0;
    reading.error[c.rows] = nA.dot(nB);
    reading.multiplier[c.rows] = torque;
    reading.torque_W = torque * nA.cross(nB);
    sum += std::pow(model.size * reading.error[c.rows], 2);
  }
  reading.gap = std::sqrt(sum);
}

}  // namespace

void computeReadings(const Model& model, const TreeState& state, std::span<const double> q, double dt,
                     const LoopSolver& solver, std::span<ConstraintReading> readings) noexcept {
  const std::span<const double> impulses = solver.multipliers();
  const std::span<const RowState> states = solver.rowStates();
  for (int i = 0; i < static_cast<int>(model.constraints.size()); ++i) {
    const Constraint& c = model.constraints[at(i)];
    ConstraintReading& reading = readings[at(i)];
    double force[4] = {0, 0, 0, 0};
    reading.droppedRows = 0;
    for (int r = 0; r < c.keptRowCount(); ++r) {
      const std::size_t row = at(solver.rowOf(i) + r);
      force[r] = impulses[row] / dt;
      if (states[row] != RowState::Held) ++reading.droppedRows;
    }
    if (c.kind == ConstraintKind::Mimic)
      readMimic(model, c, q, force, reading);
    else
      readClosure(model, state, c, force, reading);
  }
}

}  // namespace grashof
