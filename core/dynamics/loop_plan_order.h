// core/dynamics/loop_plan_order.h - in which groups, and in which order, the columns of a piece are
// eliminated. A graph algorithm on numbers only; runs once, when the solver is made.
#pragma once
#include <set>
#include <vector>

namespace grashof {

/// The rows of one constraint and the columns that they touch.
struct RowGroup {
  int constraint = -1;
  int rows = 0;
  std::vector<int> columns;
};

/// Columns 0..n-1 of one piece, which pairs the mass matrix couples, and the rows upon them.
struct OrderProblem {
  std::vector<std::set<int>> coupled;  ///< [n] symmetric, without the column itself
  std::vector<RowGroup> groups;        ///< each with at least one column
};

/// `own` columns are eliminated together, after the rows of `constraints` (and rows that earlier fronts could
/// not use) have determined as many of them as they can; what is left acts on `boundary`, eliminated later.
struct OrderedFront {
  std::vector<int> own, boundary;
  std::vector<int> constraints;
};

/// Greedy: the cheapest boundary first, where a group of rows goes with the columns that it alone touches, so
/// that dyads are found as such. Every column is in exactly one front's `own`.
/// cost near linear in columns and groups for chains, legs and ladders
std::vector<OrderedFront> eliminationOrder(OrderProblem problem);

}  // namespace grashof
