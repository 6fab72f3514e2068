// Fronts whose own columns are all determined by their own rows: one, two (a dyad) or three of them,
// unrolled.
#include <algorithm>
#include <cmath>

#include "core/dynamics/loop_passes.h"

namespace grashof {
namespace {

/// Inverse of the rows upon the own columns, [P x P] with `stride`. False when complete pivoting might stop
/// below `least`: with the largest scaled entry a, its pivots are at least |det| / a (two) and |det| / (4
/// a^2).
template <int P>
bool invertOwn(const double* J, int stride, const double* scale, double least, double* inverse) {
  double largest = 0, scales = 1;
  for (int i = 0; i < P; ++i) {
    scales *= scale[i];
    for (int j = 0; j < P; ++j) largest = std::max(largest, std::abs(J[i * stride + j]) * scale[j]);
  }
  if (!(largest >= least)) return false;
  const auto at = [J, stride](int i, int j) { return J[i * stride + j]; };
  if constexpr (P == 1) {
    inverse[0] = 1.0 / J[0];
    return true;
  } else if constexpr (P == 2) {
    const double det = at(0, 0) * at(1, 1) - at(0, 1) * at(1, 0);
    if (!(std::abs(det) * scales >= least * largest)) return false;
    const double d = 1.0 / det;
    inverse[0] = at(1, 1) * d;
    inverse[1] = -at(0, 1) * d;
    inverse[2] = -at(1, 0) * d;
    inverse[3] = at(0, 0) * d;
    return true;
  } else {
    static_assert(P == 3);
    double adjugate[9];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const int r = (j + 1) % 3, s = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
        adjugate[3 * i + j] = at(r, c) * at(s, d) - at(r, d) * at(s, c);
      }
    const double det = at(0, 0) * adjugate[0] + at(0, 1) * adjugate[3] + at(0, 2) * adjugate[6];
    if (!(std::abs(det) * scales >= 4 * least * largest * largest)) return false;
    for (int i = 0; i < 9; ++i) inverse[i] = adjugate[i] / det;
    return true;
  }
}

/// J becomes [D^-1 | G] with u_own = D^-1 y + G u_boundary.
template <int P>
void exchangeAll(const double* inverse, int width, double* J) {
  for (int x = P; x < width; ++x) {
    double column[P];
    for (int j = 0; j < P; ++j) column[j] = J[j * width + x];
    for (int i = 0; i < P; ++i) {
      double g = 0;
      for (int j = 0; j < P; ++j) g -= inverse[i * P + j] * column[j];
      J[i * width + x] = g;
    }
  }
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j) J[i * width + j] = inverse[i * P + j];
}

/// M_BB += G'(M_dd G + M_dB) + M_dB' G, straight into the fronts that eliminate the pairs.
template <int P>
void substituteMass(const double* M, const double* G, int width, const int* target, double* pool) {
  for (int y = P; y < width; ++y) {
    double w[P];
    for (int i = 0; i < P; ++i) {
      w[i] = M[i * width + y];
      for (int j = 0; j < P; ++j) w[i] += M[i * width + j] * G[j * width + y];
    }
    // Pairs (x, y) with x <= y: row x of the triangle starts at its (x, x) entry.
    int place = y - P;
    for (int x = P; x <= y; ++x) {
      double sum = 0;
      for (int i = 0; i < P; ++i) sum += G[i * width + x] * w[i] + M[i * width + x] * G[i * width + y];
      pool[target[place]] += sum;
      place += width - x - 1;
    }
  }
}

template <int P>
void substituteCoupling(const LoopPlan& plan, const FrontNumbers& n, int extent, LoopWorkspace& ws) {
  const double* F[P];
  for (int i = 0; i < P; ++i) F[i] = ws.coupling.data() + plan.couplingPlace[n.columns[i]];
  for (int x = P; x < n.width; ++x) {
    double* to = ws.coupling.data() + plan.couplingPlace[n.columns[x]];
    for (int i = 0; i < P; ++i) {
      const double g = n.rows[i * n.width + x];
      for (int t = 0; t < extent; ++t) to[t] += g * F[i][t];
    }
  }
}

template <int P>
bool factor(const LoopPlan& plan, const PlannedFront& planned, FrontNumbers& n, LoopWorkspace& ws) {
  double* pool = ws.matrixPool.data();
  double* J = pool + planned.jacobian;
  double* M = pool + planned.mass;
  const int* columns = plan.frontColumns.data() + planned.columns;
  const int width = planned.width();
  double inverse[P * P], scale[P];
  for (int i = 0; i < P; ++i) scale[i] = plan.columnScale[columns[i]];
  if (!invertOwn<P>(J, width, scale, planned.parent < 0 ? kDropPivot : kDelayPivot, inverse)) return false;

  n.mass = M;
  n.rows = J;
  n.columns = ws.columnPool.data() + planned.columns;
  n.rowIds = ws.rowPool.data() + planned.firstRow;
  n.width = width;
  n.in = n.rowCount = n.pivots = P;
  n.free = n.delayed = 0;
  n.handsRowsUp = false;
  for (int i = 0; i < P; ++i) {
    n.columns[i] = columns[i];
    n.rowIds[i] = plan.frontRows[planned.firstRow + i];
    M[i * width + i] += ws.diagonal[columns[i]];
    for (int j = 0; j < i; ++j) M[i * width + j] = M[j * width + i];
  }
  exchangeAll<P>(inverse, width, J);
  substituteMass<P>(M, J, width, plan.updateTargets.data() + planned.targets, pool);
  const int extent = plan.pieces[planned.piece].extent;
  if (extent == 6)
    substituteCoupling<P>(plan, n, 6, ws);
  else
    substituteCoupling<P>(plan, n, extent, ws);
  return true;
}

}  // namespace

bool factorDetermined(const LoopPlan& plan, int frontIndex, LoopWorkspace& ws) noexcept {
  const PlannedFront& planned = plan.fronts[frontIndex];
  FrontNumbers& n = ws.front[frontIndex];
  switch (planned.kernel) {
    case FrontKernel::Determined1:
      return factor<1>(plan, planned, n, ws);
    case FrontKernel::Determined2:
      return factor<2>(plan, planned, n, ws);
    case FrontKernel::Determined3:
      return factor<3>(plan, planned, n, ws);
    case FrontKernel::General:
      break;
  }
  return false;
}

}  // namespace grashof
