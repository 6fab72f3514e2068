// Fronts of every piece, in elimination order.
#include <algorithm>

#include "core/dynamics/loop_plan_parts.h"

namespace grashof {
namespace {

/// Piece columns numbered 0..n-1 in rising order.
struct LocalColumns {
  const std::vector<int>& global;
  int operator()(int column) const {
    return static_cast<int>(std::lower_bound(global.begin(), global.end(), column) - global.begin());
  }
};

/// The mass matrix couples a body's columns with each other and with those of its ancestors in the piece.
std::vector<std::set<int>> massCoupling(const Model& model, const PlannedPiece& piece,
                                        const LocalColumns& local) {
  std::vector<std::set<int>> coupled(piece.columns.size());
  for (int b : piece.bodies)
    for (int k = 0; k < model.bodies[b].nv; ++k)
      for (int a = b; a != piece.root; a = model.bodies[a].parent)
        for (int l = 0; l < model.bodies[a].nv; ++l) {
          const int x = local(model.bodies[b].v + k), y = local(model.bodies[a].v + l);
          if (x == y) continue;
          coupled[x].insert(y);
          coupled[y].insert(x);
        }
  return coupled;
}

OrderProblem orderProblem(const Model& model, const LoopPlan& plan, int pieceIndex,
                          const LocalColumns& local) {
  OrderProblem problem;
  problem.coupled = massCoupling(model, plan.pieces[pieceIndex], local);
  for (int i = 0; i < static_cast<int>(plan.constraints.size()); ++i) {
    const PlannedConstraint& planned = plan.constraints[i];
    if (planned.isDual || planned.piece != pieceIndex) continue;
    RowGroup group{i, planned.rows, {}};
    for (int k = planned.path.begin; k < planned.path.end; ++k)
      group.columns.push_back(local(plan.path[k].column));
    problem.groups.push_back(std::move(group));
  }
  return problem;
}

/// Fully determined dyads and their like have unrolled kernels.
FrontKernel kernelFor(const PlannedFront& front) {
  if (front.own != front.rows) return FrontKernel::General;
  switch (front.own) {
    case 1:
      return FrontKernel::Determined1;
    case 2:
      return FrontKernel::Determined2;
    case 3:
      return FrontKernel::Determined3;
    default:
      return FrontKernel::General;
  }
}

void appendFront(const OrderedFront& ordered, int pieceIndex, const PlannedPiece& piece, LoopPlan& plan) {
  PlannedFront front;
  front.piece = pieceIndex;
  front.own = static_cast<int>(ordered.own.size());
  front.boundary = static_cast<int>(ordered.boundary.size());
  front.columns = static_cast<int>(plan.frontColumns.size());
  for (int c : ordered.own) plan.frontColumns.push_back(piece.columns[c]);
  for (int c : ordered.boundary) plan.frontColumns.push_back(piece.columns[c]);
  front.firstRow = static_cast<int>(plan.frontRows.size());
  for (int i : ordered.constraints)
    for (int r = 0; r < plan.constraints[i].rows; ++r)
      plan.frontRows.push_back(plan.constraints[i].firstRow + r);
  front.rows = static_cast<int>(plan.frontRows.size()) - front.firstRow;
  front.kernel = kernelFor(front);
  plan.fronts.push_back(front);
}

}  // namespace

void planFronts(const Model& model, LoopPlan& plan) {
  // The deepest pieces are eliminated first.
  for (int p = static_cast<int>(plan.pieces.size()) - 1; p >= 0; --p) {
    PlannedPiece& piece = plan.pieces[p];
    const LocalColumns local{piece.columns};
    piece.fronts.begin = static_cast<int>(plan.fronts.size());
    for (const OrderedFront& ordered : eliminationOrder(orderProblem(model, plan, p, local)))
      appendFront(ordered, p, piece, plan);
    piece.fronts.end = static_cast<int>(plan.fronts.size());
  }
}

}  // namespace grashof
