// Elimination of one front of any shape, with rows and columns that come up from its children.
//
// Exchange pivoting turns the rows y = J u into u_d = D^-1 y + G u_o for the columns d that they determine;
// the other columns o then carry  M_oo + G'(M_dd G + M_do) + M_od G.  What no row determines is free and goes
// by Cholesky. A pivot too small here may be fine with columns that come later: its row, and every column
// that the row still touches, joins the parent. At a root nothing comes later: the row becomes soft.
#include <algorithm>
#include <cmath>

#include "core/dynamics/loop_front_view.h"

namespace grashof {
namespace {

constexpr double kVanished = 1e-9;  // |J^| below which a row does not even become soft
constexpr double kSoftness = kDropPivot / 10;
constexpr double kLockRatio = 1e-12;  // D relative to the diagonal before Cholesky: nothing resists

/// Substitutes u_d = G u_o in the mass matrix and in F.
void eliminatePivots(const FrontView& v) {
  const int k = v.n.pivots, width = v.n.width, extent = v.extent();
  if (k == 0) return;
  double* W = v.ws.productScratch.data();  // M_do + M_dd G
  for (int i = 0; i < k; ++i) {
    double* w = W + i * width;
    std::copy(v.mass(i) + k, v.mass(i) + width, w + k);
    for (int j = 0; j < k; ++j) {
      const double m = v.mass(i)[j];
      const double* G = v.row(j);
      for (int x = k; x < width; ++x) w[x] += m * G[x];
    }
  }
  for (int i = 0; i < k; ++i) {
    const double *G = v.row(i), *M = v.mass(i), *w = W + i * width, *F = v.coupling(i);
    for (int x = k; x < width; ++x) {
      const double g = G[x], m = M[x];
      double* to = v.mass(x);
      for (int y = x; y < width; ++y) to[y] += g * w[y] + m * G[y];
      if (g == 0) continue;
      double* Fx = v.coupling(x);
      for (int t = 0; t < extent; ++t) Fx[t] += g * F[t];
    }
  }
}

/// Rows that nothing later can satisfy: a penalty that is rigid to 1 % where pivots begin and fades to
/// nothing with the square of the pivot, so that no row is ever switched.
void softenRows(const FrontView& v) {
  const FrontNumbers& n = v.n;
  if (n.handsRowsUp) return;
  for (int r = n.pivots; r < n.rowCount; ++r) {
    const double* j = v.row(r);
    int largest = -1;
    double pivot = kVanished;
    for (int x = n.pivots; x < n.in; ++x)
      if (std::abs(j[x]) * v.scale(x) > pivot) {
        pivot = std::abs(j[x]) * v.scale(x);
        largest = x;
      }
    ++v.ws.droppedRows;
    const int id = n.rowIds[r];
    const double inertia = largest < 0 ? 0.0 : v.mass(largest)[largest] * v.scale(largest) * v.scale(largest);
    const double weight = inertia / (kSoftness * kSoftness);
    v.ws.softWeight[id] = weight;
    v.ws.rowState[id] = weight > 0 ? RowState::Soft : RowState::Dropped;
    if (weight <= 0) continue;
    for (int x = n.pivots; x < n.width; ++x)
      for (int y = x; y < n.width; ++y) v.mass(x)[y] += weight * j[x] * j[y];
  }
}

void eliminateFree(const FrontView& v) {
  const FrontNumbers& n = v.n;
  const PlannedPiece& piece = v.plan.pieces[v.planned.piece];
  const int extent = piece.extent;
  double* X = v.ws.pieceMatrix.data() + piece.matrix;
  double* before = v.ws.productScratch.data();
  const int end = n.pivots + n.free;
  for (int p = n.pivots; p < end; ++p) before[p] = v.mass(p)[p];
  for (int p = n.pivots; p < end; ++p) {
    const double* M = v.mass(p);
    const double* F = v.coupling(p);
    const double inverse = M[p] > kLockRatio * before[p] ? 1.0 / M[p] : 0.0;
    v.ws.inverseDiagonal[n.columns[p]] = inverse;
    if (inverse == 0) continue;
    for (int x = p + 1; x < n.width; ++x) {
      const double l = M[x] * inverse;
      if (l == 0) continue;
      double* to = v.mass(x);
      for (int y = x; y < n.width; ++y) to[y] -= l * M[y];
      double* Fx = v.coupling(x);
      for (int t = 0; t < extent; ++t) Fx[t] -= l * F[t];
    }
    for (int s = 0; s < extent; ++s) {
      const double f = F[s] * inverse;
      for (int t = s; t < extent; ++t) X[s * extent + t] -= f * F[t];
    }
  }
}

/// Boundary pairs go where they are eliminated.
void scatterBoundary(const FrontView& v) {
  double* pool = v.ws.matrixPool.data();
  const int* target = v.plan.updateTargets.data() + v.planned.targets;
  for (int x = v.n.in; x < v.n.width; ++x) {
    const double* from = v.mass(x);
    for (int y = x; y < v.n.width; ++y) pool[*target++] += from[y];
  }
}

}  // namespace

void factorFront(const LoopPlan& plan, int frontIndex, LoopWorkspace& ws) noexcept {
  const PlannedFront& planned = plan.fronts[frontIndex];
  FrontNumbers& n = ws.front[frontIndex];
  const int delayed = ws.takenColumns[frontIndex], extraRows = ws.takenRows[frontIndex];
  const bool isAlone = delayed == 0 && extraRows == 0;
  if (isAlone && planned.kernel != FrontKernel::General && factorDetermined(plan, frontIndex, ws)) return;
  n = {};
  const FrontView v{plan, planned, n, ws};
  if (isAlone)
    assembleInPlace(v);
  else
    assembleWithChildren(v, delayed, extraRows);
  for (int x = n.in; x < n.width; ++x) std::fill_n(v.mass(x), n.width, 0.0);
  chooseColumns(v);
  eliminatePivots(v);
  softenRows(v);
  eliminateFree(v);
  scatterBoundary(v);
}

}  // namespace grashof
