// core/dynamics/loop_levers.h - how the joints of a loop move its closing point: paths, levers, sample poses.
#pragma once
#include <vector>

#include "core/dynamics/kinematics.h"

namespace grashof {

/// One velocity of the tree path between two bodies; `sign` +1 on body1's branch, -1 on body2's.
struct LoopColumn {
  int v = 0, body = 0;
  double sign = 1;
  bool isRotary = true;
};
/// Common ancestors are left out: they move both bodies alike.
std::vector<LoopColumn> loopColumns(const Model& model, int body1, int body2);

/// Velocity of the point p (about O, world axes) for a unit of the column's velocity.
inline Vector3d pointColumn(const TreeState& state, const LoopColumn& column, const Vector3d& p_O) {
  const Motion& S = state.S[column.v];
  return column.sign * (S.v + S.w.cross(p_O));
}
/// Distance between the column's joint and p, m; 1 for a prismatic joint, which moves every point alike.
inline double naturalLever(const TreeState& state, const LoopColumn& column, const Vector3d& p_O) {
  return column.isRotary ? (p_O - state.body[column.body].p_OB).norm() : 1.0;
}

/// Bodies that share the point p (about O) with `body`, itself first: a chain of joints whose axes pass
/// through p leads there, so p is a fixed point of each of them.
std::vector<int> bodiesSharingPoint(const Model& model, const TreeState& state, int body,
                                    const Vector3d& p_O);

/// Kinematics at the nominal pose and at up to `extra` closed poses around it; where the loops do not close from
/// there but do from poses nearby, at those alone. Where no closed pose but one was looked at (loops that cannot
/// move or close, `extra` = 0), two poses follow in which the tree is moved and the loops are open. Joint limits
/// are ignored: only the geometry counts.
std::vector<TreeState> closedSamples(const Model& model, int extra);

}  // namespace grashof
