// The numbers of a general front: its own, and what its children could not use.
#include <algorithm>

#include "core/dynamics/loop_front_view.h"

namespace grashof {
namespace {

void mirrorMass(const FrontView& v, int columns) {
  for (int i = 1; i < columns; ++i)
    for (int j = 0; j < i; ++j) v.mass(i)[j] = v.mass(j)[i];
}

void addDiagonal(const FrontView& v) {
  for (int i = 0; i < v.planned.own; ++i) v.mass(i)[i] += v.ws.diagonal[v.n.columns[i]];
}

/// Own numbers into the arena, with room for `delayed` columns between own and boundary ones.
void copyOwn(int delayed, const FrontView& v) {
  const LoopPlan& plan = v.plan;
  const PlannedFront& planned = v.planned;
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
void takeOver(const PlannedFront& childPlan, const FrontNumbers& child, int delayed, const FrontView& v,
              int& column, int& row) {
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

}  // namespace

void assembleInPlace(const FrontView& v) noexcept {
  const LoopPlan& plan = v.plan;
  const PlannedFront& planned = v.planned;
  FrontNumbers& n = v.n;
  LoopWorkspace& ws = v.ws;
  n.mass = ws.matrixPool.data() + planned.mass;
  n.rows = ws.matrixPool.data() + planned.jacobian;
  n.columns = ws.columnPool.data() + planned.columns;
  n.rowIds = ws.rowPool.data() + planned.firstRow;
  n.in = planned.own;
  n.width = planned.width();
  n.rowCount = planned.rows;
  std::copy_n(plan.frontColumns.data() + planned.columns, planned.own, n.columns);
  std::copy_n(plan.frontRows.data() + planned.firstRow, planned.rows, n.rowIds);
  mirrorMass(v, n.in);
  addDiagonal(v);
}

void assembleWithChildren(const FrontView& v, int delayed, int extraRows) noexcept {
  const LoopPlan& plan = v.plan;
  const PlannedFront& planned = v.planned;
  FrontNumbers& n = v.n;
  n.in = planned.own + delayed;
  n.width = n.in + planned.boundary;
  n.rowCount = planned.rows + extraRows;
  const auto massSize = static_cast<std::size_t>(n.in * n.width),
             rowSize = static_cast<std::size_t>(n.rowCount * n.width);
  n.mass = v.ws.allocateDoubles(massSize);
  n.rows = v.ws.allocateDoubles(rowSize);
  n.columns = v.ws.allocateInts(static_cast<std::size_t>(n.width));
  n.rowIds = v.ws.allocateInts(static_cast<std::size_t>(n.rowCount));
  std::fill_n(n.mass, massSize, 0.0);
  std::fill_n(n.rows, rowSize, 0.0);
  copyOwn(delayed, v);
  mirrorMass(v, planned.own);
  addDiagonal(v);
  int column = planned.own, row = planned.rows;
  for (int i = planned.children.begin; i < planned.children.end; ++i) {
    const int child = plan.frontChildren[i];
    if (v.ws.front[child].delayed > 0 || v.ws.front[child].handsRowsUp)
      takeOver(plan.fronts[child], v.ws.front[child], delayed, v, column, row);
  }
}

}  // namespace grashof
