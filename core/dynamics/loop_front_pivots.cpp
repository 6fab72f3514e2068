// Which columns of a general front its rows determine, which are free, and which have to wait.
#include <algorithm>
#include <cmath>

#include "core/dynamics/loop_front_view.h"

namespace grashof {
namespace {

constexpr double kUntouched = 1e-11;  // |J^| that counts as zero when a row waits

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

}  // namespace

void chooseColumns(const FrontView& v) noexcept {
  FrontNumbers& n = v.n;
  pivotRows(v, v.planned.parent < 0 ? kDropPivot : kDelayPivot);
  if (n.leftOver() > 0 && handUp(v)) return;
  if (n.leftOver() > 0) pivotRows(v, kDropPivot);
  n.free = n.in - n.pivots;
}

}  // namespace grashof
