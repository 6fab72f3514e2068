// core/dynamics/loop_plan_parts.h - the steps of makeLoopPlan, in the order in which they run.
#pragma once
#include "core/dynamics/loop_plan.h"

namespace grashof {

/// Rows and paths of all constraints (loop_plan_rows.cpp).
void planRows(const Model& model, LoopPlan& plan);
/// s and r from natural levers at the nominal pose (loop_plan_rows.cpp).
void planScales(const Model& model, LoopPlan& plan);
/// Pieces, and dual slots of the constraints that cross them (loop_plan_pieces.cpp).
void planPieces(const Model& model, LoopPlan& plan);
/// Fronts of every piece (loop_plan_fronts.cpp).
void planFronts(const Model& model, LoopPlan& plan);
/// Places of all numbers, child to parent maps, capacities (loop_plan_layout.cpp).
void planLayout(const Model& model, LoopPlan& plan);

/// Bodies on the path that columns of a constraint belong to: per side, from the end up to below the lowest
/// common ancestor.
struct LoopPath {
  std::vector<int> side1, side2;
  int ancestor = 0;
};
LoopPath loopPath(const Model& model, int body1, int body2);

}  // namespace grashof
