// Elimination of one front of any shape, with rows and columns that come up from its children.
//
// Exchange pivoting turns the rows y = J u into u_d = D^-1 y + G u_o for the columns d that they determine; the
// other columns o then carry  M_oo + G'(M_dd G + M_do) + M_od G.  What no row determines is free and goes by
// Cholesky. A pivot too small here may be fine with columns that come later: its row, and every column that the
// row still touches, joins the parent. At a root nothing comes later: the row becomes soft.
#include <algorithm>
#include <cmath>

#include "core/dynamics/loop_passes.h"

namespace grashof {
namespace {

constexpr double kDelayPivot = 0.02;     // |J^| below which a row waits for later columns
constexpr double kUntouched = 1e-11;     // |J^| that counts as zero when a row waits
constexpr double kVanished = 1e-9;       // |J^| below which a row does not even become soft
constexpr double kSoftness = kDropPivot / 10;
constexpr double kLockRatio = 1e-12;     // D relative to the diagonal before Cholesky: nothing resists

/// Names for one front's numbers while it is eliminated.
struct FrontView {
  const LoopPlan& plan;
  const PlannedFront& planned;
  FrontNumbers& n;
  LoopWorkspace& ws;

  double* mass(int x) const {
    return x < n.in ? n.mass + x * n.width : ws.boundaryScratch.data() + (x - n.in) * n.width;
  }
  double* row(int r) const { return n.rows + r * n.width; }
  double* coupling(int x) const { return ws.coupling.data() + plan.couplingPlace[n.columns[x]]; }
  double scale(int x) const { return plan.columnScale[n.columns[x]]; }
  int extent() const { return plan.pieces[planned.piece].extent; }
};

// ---------------------------------------------------------------------------------------------- assembly

/// Without anything from below: the numbers are where the earlier passes and fronts have put them.
void assembleInPlace(const LoopPlan& plan, const PlannedFront& planned, FrontNumbers& n, LoopWorkspace& ws) {
  n.mass = ws.matrixPool.data() + planned.mass;
  n.rows = ws.matrixPool.data() + planned.jacobian;
  n.columns = ws.columnPool.data() + planned.columns;
  n.rowIds = ws.rowPool.data() + planned.firstRow;
  n.in = planned.own;
  n.width = planned.width();
  n.rowCount = planned.rows;
  std::copy_n(plan.frontColumns.data() + planned.columns, planned.own, n.columns);
  std::copy_n(plan.frontRows.data() + planned.firstRow, planned.rows, n.rowIds);
}

/// Own numbers into the arena, with room for `delayed` columns between own and boundary ones.
void copyOwn(const LoopPlan& plan, const PlannedFront& planned, int delayed, const FrontView& v) {
  const int own = planned.own, narrow = planned.width();
  const double* mass = v.ws.matrixPool.data() + planned.mass;
  const double* rows = v.ws.matrixPool.data() + planned.jacobian;
  const auto copyRow = [&](const double* from, double* to) {
    std::copy_n(from, own, to);
    std::copy_n(from + own, planned.boundary, to + own + delayed);
  };
  for (int i = 0; i < own; ++i) copyRow(mass + i * narrow, v.mass(i));
  for (int r = 0; r < planned.rows; ++r) copyRow(rows + r * narrow, v.row(r));
  const int* columns = plan.frontColumns.data() + planned.columns;
  std::copy_n(columns, own, v.n.columns);
  std::copy_n(columns + own, planned.boundary, v.n.columns + own + delayed);
  std::copy_n(plan.frontRows.data() + planned.firstRow, planned.rows, v.n.rowIds);
}

/// Delayed columns and left over rows of one child; `column` and `row` are the next free places.
void takeOver(const PlannedFront& childPlan, const FrontNumbers& child, int delayed, const FrontView& v, int& column,
              int& row) {
  const int firstDelayed = child.pivots + child.free;
  int* map = v.ws.mapScratch.data();  // child column, from the first delayed one on, to ours
  for (int x = firstDelayed; x < child.in; ++x) {
    map[x] = column;
    v.n.columns[column++] = child.columns[x];
  }
  for (int x = 0; x < childPlan.boundary; ++x) {
    const int ours = v.plan.boundaryInParent[childPlan.inParent + x];
    map[child.in + x] = ours < v.planned.own ? ours : ours + delayed;
  }
  for (int x = firstDelayed; x < child.in; ++x)
    for (int y = x; y < child.width; ++y) {
      const double value = child.mass[x * child.width + y];
      v.mass(map[x])[map[y]] += value;
      if (map[y] < v.n.in && y != x) v.mass(map[y])[map[x]] += value;
    }
  if (!child.handsRowsUp) return;
  for (int r = child.pivots; r < child.rowCount; ++r, ++row) {
    v.n.rowIds[row] = child.rowIds[r];
    for (int x = firstDelayed; x < child.width; ++x) v.row(row)[map[x]] += child.rows[r * child.width + x];
  }
}

void mirrorMass(const FrontView& v, int columns) {
  for (int i = 1; i < columns; ++i)
    for (int j = 0; j < i; ++j) v.mass(i)[j] = v.mass(j)[i];
}

void assembleWithChildren(const LoopPlan& plan, const PlannedFront& planned, const FrontView& v, int delayed,
                          int extraRows) {
  FrontNumbers& n = v.n;
  n.in = planned.own + delayed;
  n.width = n.in + planned.boundary;
  n.rowCount = planned.rows + extraRows;
  const auto massSize = static_cast<std::size_t>(n.in * n.width), rowSize = static_cast<std::size_t>(n.rowCount * n.width);
  n.mass = v.ws.allocateDoubles(massSize);
  n.rows = v.ws.allocateDoubles(rowSize);
  n.columns = v.ws.allocateInts(static_cast<std::size_t>(n.width));
  n.rowIds = v.ws.allocateInts(static_cast<std::size_t>(n.rowCount));
  std::fill_n(n.mass, massSize, 0.0);
  std::fill_n(n.rows, rowSize, 0.0);
  copyOwn(plan, planned, delayed, v);
  mirrorMass(v, planned.own);
  int column = planned.own, row = planned.rows;
  for (int i = planned.children.begin; i < planned.children.end; ++i) {
    const int child = plan.frontChildren[i];
    if (v.ws.front[child].delayed > 0 || v.ws.front[child].handsRowsUp)
      takeOver(plan.fronts[child], v.ws.front[child], delayed, v, column, row);
  }
}

void addDiagonal(const FrontView& v) {
  for (int i = 0; i < v.planned.own; ++i) v.mass(i)[i] += v.ws.diagonal[v.n.columns[i]];
}

// ---------------------------------------------------------------------------------------------- pivoting

void swapColumns(const FrontView& v, int a, int b) {
  if (a == b) return;
  std::swap(v.n.columns[a], v.n.columns[b]);
  for (int r = 0; r < v.n.rowCount; ++r) std::swap(v.row(r)[a], v.row(r)[b]);
  for (int i = 0; i < v.n.in; ++i) std::swap(v.mass(i)[a], v.mass(i)[b]);
  std::swap_ranges(v.mass(a), v.mass(a) + v.n.width, v.mass(b));
}

void swapRows(const FrontView& v, int a, int b) {
  if (a == b) return;
  std::swap(v.n.rowIds[a], v.n.rowIds[b]);
  std::swap_ranges(v.row(a), v.row(a) + v.n.width, v.row(b));
}

/// y_p = a u_q + ... becomes u_q = y_p / a - ..., in all rows.
void exchange(const FrontView& v, int p) {
  double* pivotRow = v.row(p);
  const double inverse = 1.0 / pivotRow[p];
  for (int x = 0; x < v.n.width; ++x) pivotRow[x] *= -inverse;
  pivotRow[p] = inverse;
  for (int r = 0; r < v.n.rowCount; ++r) {
    if (r == p) continue;
    double* row = v.row(r);
    const double factor = row[p];
    if (factor == 0) continue;
    row[p] = 0;
    for (int x = 0; x < v.n.width; ++x) row[x] += factor * pivotRow[x];
  }
}

/// Complete pivoting on |J^| over the columns that are all here; stops below `least`.
void pivotRows(const FrontView& v, double least) {
  FrontNumbers& n = v.n;
  while (n.pivots < n.rowCount) {
    double best = 0;
    int row = -1, column = -1;
    for (int r = n.pivots; r < n.rowCount; ++r)
      for (int x = n.pivots; x < n.in; ++x) {
        const double size = std::abs(v.row(r)[x]) * v.scale(x);
        if (size > best) {
          best = size;
          row = r;
          column = x;
        }
      }
    if (row < 0 || best < least) return;
    swapRows(v, row, n.pivots);
    swapColumns(v, column, n.pivots);
    exchange(v, n.pivots);
    ++n.pivots;
  }
}

bool isTouched(const FrontView& v, int x) {
  for (int r = v.n.pivots; r < v.n.rowCount; ++r)
    if (std::abs(v.row(r)[x]) * v.scale(x) > kUntouched) return true;
  return false;
}

/// Left over rows and the columns that they touch go to the parent, if it has room for them.
bool handUp(const FrontView& v) {
  FrontNumbers& n = v.n;
  const int parent = v.planned.parent;
  if (parent < 0) return false;
  int delayed = 0;
  for (int x = n.pivots; x < n.in; ++x) delayed += isTouched(v, x) ? 1 : 0;
  int &columns = v.ws.takenColumns[parent], &rows = v.ws.takenRows[parent];
  const PlannedFront& above = v.plan.fronts[parent];
  if (columns + delayed > above.delayedCapacity || rows + n.leftOver() > above.extraRowCapacity) return false;
  columns += delayed;
  rows += n.leftOver();
  n.handsRowsUp = true;
  n.delayed = delayed;
  n.free = n.in - n.pivots - delayed;
  int last = n.in - 1;  // free columns first
  for (int x = n.pivots; x < n.pivots + n.free; ++x) {
    if (isTouched(v, x)) {
      while (isTouched(v, last)) --last;
      swapColumns(v, x, last);
    }
    for (int r = n.pivots; r < n.rowCount; ++r) v.row(r)[x] = 0;
  }
  return true;
}

void chooseColumns(const FrontView& v) {
  FrontNumbers& n = v.n;
  pivotRows(v, v.planned.parent < 0 ? kDropPivot : kDelayPivot);
  if (n.leftOver() > 0 && handUp(v)) return;
  if (n.leftOver() > 0) pivotRows(v, kDropPivot);
  n.free = n.in - n.pivots;
}

// ---------------------------------------------------------------------------------------------- elimination

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

/// Rows that nothing later can satisfy: a penalty that is rigid to 1 % where pivots begin and fades to nothing
/// with the square of the pivot, so that no row is ever switched.
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
  if (isAlone) {
    assembleInPlace(plan, planned, n, ws);
    mirrorMass(v, n.in);
  } else {
    assembleWithChildren(plan, planned, v, delayed, extraRows);
  }
  addDiagonal(v);
  for (int x = n.in; x < n.width; ++x) std::fill_n(v.mass(x), n.width, 0.0);
  chooseColumns(v);
  eliminatePivots(v);
  softenRows(v);
  eliminateFree(v);
  scatterBoundary(v);
}

}  // namespace grashof
