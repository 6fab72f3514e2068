#include <cmath>

#include "core/dynamics/kinematics.h"

namespace grashof {
namespace {

const BodyMotion& motionOf(const TreeState& state, int body) {
  return state.body[static_cast<std::size_t>(body)];
}
const MovableJoint& jointOf(const Model& model, int joint) {
  return model.joints[static_cast<std::size_t>(joint)];
}

/// Anchor relative to O, world axes.
Vector3d anchor(const TreeState& state, int body, const Vector3d& p_BA) {
  const BodyMotion& B = motionOf(state, body);
  return B.p_OB + B.R_WB * p_BA;
}

struct Rows {
  int translational;
  bool rotation, mimic;
  Matrix3d axes_W;
};

Rows rowsOf(const TreeState& state, const Constraint& c, RowSet set) {
  if (c.kind == ConstraintKind::Mimic) return {0, false, set == RowSet::Authored || c.keepsMimicRow, {}};
  const Matrix3d& R_WB1 = motionOf(state, c.body1).R_WB;
  if (set == RowSet::Authored) return {c.rows, c.hasRotationRow, false, R_WB1 * c.axes_B1};
  return {c.keptRows, c.keepsRotationRow, false, R_WB1 * c.keptAxes_B1};
}

double mimicError(const Model& model, std::span<const double> q, const Constraint& c) {
  const auto coordinate = [&](int joint) { return q[static_cast<std::size_t>(jointOf(model, joint).q)]; };
  return coordinate(c.follower) - c.multiplier * coordinate(c.leader) - c.offset;
}

double rotationError(const TreeState& state, const Constraint& c) {
  return (motionOf(state, c.body1).R_WB * c.nA_B1).dot(motionOf(state, c.body2).R_WB * c.nB_B2);
}

/// Adds sign times the rows' columns of the joints between `body` and `stop` (exclusive).
void addColumns(const Model& model, const TreeState& state, int body, int stop, double sign, const Rows& rows,
                const Vector3d& point, const Vector3d& torqueAxis, int first, MatrixXd& J) {
  for (int b = body; b != stop; b = model.bodies[static_cast<std::size_t>(b)].parent) {
    const Body& on = model.bodies[static_cast<std::size_t>(b)];
    for (int i = on.v; i < on.v + on.nv; ++i) {
      const Motion& S = state.S[static_cast<std::size_t>(i)];
      const Vector3d velocity = S.v + S.w.cross(point);
      for (int r = 0; r < rows.translational; ++r) J(first + r, i) += sign * rows.axes_W.col(r).dot(velocity);
      if (rows.rotation) J(first + rows.translational, i) += sign * torqueAxis.dot(S.w);
    }
  }
}

int commonAncestor(const Model& model, int a, int b) {
  while (a != b) (a > b ? a : b) = model.bodies[static_cast<std::size_t>(a > b ? a : b)].parent;
  return a;
}

int rowTotal(const Model& model, RowSet set) {
  return set == RowSet::Authored ? model.authoredRows() : model.keptRows();
}

}  // namespace

VectorXd constraintErrors(const Model& model, const TreeState& state, std::span<const double> q, RowSet set) {
  VectorXd e(rowTotal(model, set));
  int at = 0;
  for (const Constraint& c : model.constraints) {
    const Rows rows = rowsOf(state, c, set);
    const Vector3d r = separation(model, state, c);
    for (int i = 0; i < rows.translational; ++i) e[at++] = rows.axes_W.col(i).dot(r);
    if (rows.rotation) e[at++] = rotationError(state, c);
    if (rows.mimic) e[at++] = mimicError(model, q, c);
  }
  return e;
}

MatrixXd constraintJacobian(const Model& model, const TreeState& state, RowSet set) {
  MatrixXd J = MatrixXd::Zero(rowTotal(model, set), model.nv);
  int at = 0;
  for (const Constraint& c : model.constraints) {
    const Rows rows = rowsOf(state, c, set);
    if (rows.mimic) {
      J(at, jointOf(model, c.follower).v) += 1.0;
      J(at++, jointOf(model, c.leader).v) -= c.multiplier;
    }
    if (c.kind == ConstraintKind::Mimic) continue;
    const Vector3d point = anchor(state, c.body2, c.p_B2A2);
    const Vector3d torqueAxis =
        (motionOf(state, c.body1).R_WB * c.nA_B1).cross(motionOf(state, c.body2).R_WB * c.nB_B2);
    // Columns of common ancestors vanish identically: both ends move as one with them.
    const int stop = commonAncestor(model, c.body1, c.body2);
    addColumns(model, state, c.body1, stop, 1.0, rows, point, torqueAxis, at, J);
    addColumns(model, state, c.body2, stop, -1.0, rows, point, torqueAxis, at, J);
    at += rows.translational + (rows.rotation ? 1 : 0);
  }
  return J;
}

Vector3d separation(const Model&, const TreeState& state, const Constraint& c) {
  if (c.kind == ConstraintKind::Mimic) return Vector3d::Zero();
  return anchor(state, c.body1, c.p_B1A1) - anchor(state, c.body2, c.p_B2A2);
}

double gapOf(const Model& model, const TreeState& state, std::span<const double> q, const Constraint& c) {
  if (c.kind == ConstraintKind::Mimic) return std::abs(mimicError(model, q, c));
  const Vector3d r_B1 = motionOf(state, c.body1).R_WB.transpose() * separation(model, state, c);
  double sum = 0;
  for (int i = 0; i < c.rows; ++i) sum += std::pow(c.axes_B1.col(i).dot(r_B1), 2);
  if (c.hasRotationRow) sum += std::pow(model.size * rotationError(state, c), 2);
  return std::sqrt(sum);
}

}  // namespace grashof
