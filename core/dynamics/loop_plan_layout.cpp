// Places of all numbers: front tree, matrix pool, child to parent maps, capacities for delayed columns.
#include <algorithm>

#include "core/dynamics/loop_plan_parts.h"

namespace grashof {
namespace {

constexpr int kDelayLimit =
    64;  // columns, and rows beyond the expected ones, that a front takes over at most

int frontColumn(const LoopPlan& plan, const PlannedFront& front, int column) {
  const auto begin = plan.frontColumns.begin() + front.columns;
  return static_cast<int>(std::find(begin, begin + front.width(), column) - begin);
}

std::vector<int> frontOfColumns(const LoopPlan& plan) {
  std::vector<int> frontOf(plan.columns, -1);
  for (int f = 0; f < static_cast<int>(plan.fronts.size()); ++f)
    for (int i = 0; i < plan.fronts[f].own; ++i) frontOf[plan.frontColumns[plan.fronts[f].columns + i]] = f;
  return frontOf;
}

void linkTree(const std::vector<int>& frontOf, LoopPlan& plan) {
  std::vector<std::vector<int>> children(plan.fronts.size());
  for (int f = 0; f < static_cast<int>(plan.fronts.size()); ++f) {
    PlannedFront& front = plan.fronts[f];
    const int* boundary = plan.frontColumns.data() + front.columns + front.own;
    for (int i = 0; i < front.boundary; ++i)
      front.parent = front.parent < 0 ? frontOf[boundary[i]] : std::min(front.parent, frontOf[boundary[i]]);
    if (front.parent >= 0) children[front.parent].push_back(f);
    front.inParent = static_cast<int>(plan.boundaryInParent.size());
    for (int i = 0; i < front.boundary; ++i)
      plan.boundaryInParent.push_back(frontColumn(plan, plan.fronts[front.parent], boundary[i]));
  }
  for (std::size_t f = 0; f < plan.fronts.size(); ++f) {
    plan.fronts[f].children.begin = static_cast<int>(plan.frontChildren.size());
    plan.frontChildren.insert(plan.frontChildren.end(), children[f].begin(), children[f].end());
    plan.fronts[f].children.end = static_cast<int>(plan.frontChildren.size());
  }
}

void placeMatrices(LoopPlan& plan) {
  for (PlannedFront& front : plan.fronts) {
    front.mass = plan.matrixPool;
    front.jacobian = front.mass + front.own * front.width();
    plan.matrixPool = front.jacobian + front.rows * front.width();
  }
  plan.couplingPlace.assign(plan.columns, 0);
  for (PlannedPiece& piece : plan.pieces) {
    for (int c : piece.columns) {
      plan.couplingPlace[c] = plan.couplingPool;
      plan.couplingPool += piece.extent;
    }
    piece.matrix = plan.pieceMatrixPool;
    piece.vector = plan.pieceVectorPool;
    plan.pieceMatrixPool += piece.extent * piece.extent;
    plan.pieceVectorPool += piece.extent;
  }
}

/// Place of M(a, b) in the front that eliminates the first of the two; upper triangle among own columns.
int massPlace(const LoopPlan& plan, const std::vector<int>& frontOf, int a, int b) {
  const PlannedFront& front = plan.fronts[std::min(frontOf[a], frontOf[b])];
  const auto [i, j] = std::minmax({frontColumn(plan, front, a), frontColumn(plan, front, b)});
  return front.mass + i * front.width() + j;
}

void placeUpdates(const std::vector<int>& frontOf, LoopPlan& plan) {
  for (PlannedFront& front : plan.fronts) {
    front.targets = static_cast<int>(plan.updateTargets.size());
    const int* boundary = plan.frontColumns.data() + front.columns + front.own;
    for (int x = 0; x < front.boundary; ++x)
      for (int y = x; y < front.boundary; ++y)
        plan.updateTargets.push_back(massPlace(plan, frontOf, boundary[x], boundary[y]));
  }
}

void placeMassEntries(const Model& model, const std::vector<int>& frontOf, LoopPlan& plan) {
  for (PlannedPiece& piece : plan.pieces) {
    piece.massEntries.begin = static_cast<int>(plan.massEntries.size());
    for (int b : piece.bodies)
      for (int k = 0; k < model.bodies[b].nv; ++k)
        for (int a = b; a != piece.root; a = model.bodies[a].parent)
          for (int l = 0; l < (a == b ? k + 1 : model.bodies[a].nv); ++l) {
            const int column = model.bodies[b].v + k, ancestor = model.bodies[a].v + l;
            plan.massEntries.push_back({column, ancestor, massPlace(plan, frontOf, column, ancestor)});
          }
    piece.massEntries.end = static_cast<int>(plan.massEntries.size());
  }
}

void placeRows(LoopPlan& plan) {
  std::vector<int> frontOfRow(plan.rows, -1), localRow(plan.rows, 0);
  for (int f = 0; f < static_cast<int>(plan.fronts.size()); ++f)
    for (int r = 0; r < plan.fronts[f].rows; ++r) {
      frontOfRow[plan.frontRows[plan.fronts[f].firstRow + r]] = f;
      localRow[plan.frontRows[plan.fronts[f].firstRow + r]] = r;
    }
  for (PlannedConstraint& planned : plan.constraints) {
    if (planned.isDual || planned.path.size() == 0) continue;
    const PlannedFront& front = plan.fronts[frontOfRow[planned.firstRow]];
    planned.rowStride = front.width();
    const int first = front.jacobian + localRow[planned.firstRow] * front.width();
    for (int i = planned.path.begin; i < planned.path.end; ++i)
      plan.path[i].entry = first + frontColumn(plan, front, plan.path[i].column);
  }
}

/// What may go up at worst, when pivots are too small: bounded, so that the arena stays linear in the
/// mechanism.
void planCapacities(LoopPlan& plan) {
  const std::size_t n = plan.fronts.size();
  std::vector<int> columnsUp(n, 0), rowsUp(n, 0), expectedRows(n, 0);
  for (std::size_t f = 0; f < n; ++f) {
    PlannedFront& front = plan.fronts[f];
    int columns = 0, rows = 0, expected = 0;
    for (int i = front.children.begin; i < front.children.end; ++i) {
      columns += columnsUp[plan.frontChildren[i]];
      rows += rowsUp[plan.frontChildren[i]];
      expected += expectedRows[plan.frontChildren[i]];
    }
    front.delayedCapacity = std::min(columns, kDelayLimit);
    front.extraRowCapacity = std::min(rows, expected + kDelayLimit);
    rowsUp[f] = front.rows + front.extraRowCapacity;
    columnsUp[f] = rowsUp[f] > 0 ? front.own + front.delayedCapacity : 0;
    expectedRows[f] = std::max(0, front.rows + expected - front.own);

    const int in = front.own + front.delayedCapacity;
    const int width = in + front.boundary;
    const int height = front.rows + front.extraRowCapacity;
    plan.widestFront = std::max(plan.widestFront, width);
    plan.tallestFront = std::max(plan.tallestFront, height);
    if (front.extraRowCapacity == 0) continue;
    plan.arenaDoubles += static_cast<std::size_t>(in + height) * static_cast<std::size_t>(width);
    plan.arenaInts += static_cast<std::size_t>(width + height);
  }
}

}  // namespace

void planLayout(const Model& model, LoopPlan& plan) {
  const std::vector<int> frontOf = frontOfColumns(plan);
  linkTree(frontOf, plan);
  placeMatrices(plan);
  placeUpdates(frontOf, plan);
  placeMassEntries(model, frontOf, plan);
  placeRows(plan);
  planCapacities(plan);
}

}  // namespace grashof
