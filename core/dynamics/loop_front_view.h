// core/dynamics/loop_front_view.h - one front of any shape while it is eliminated, and the steps of that.
#pragma once
#include "core/dynamics/loop_passes.h"

namespace grashof {

/// Names for one front's numbers. Columns and rows are ordered as FrontNumbers says.
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

/// Own numbers, where the earlier passes and fronts have put them; children hand nothing up.
void assembleInPlace(const FrontView& v) noexcept;
/// Own numbers and what children have delayed, in the arena.
void assembleWithChildren(const FrontView& v, int delayed, int extraRows) noexcept;
/// Pivots, free columns and delayed ones. loop_front_pivots.cpp
void chooseColumns(const FrontView& v) noexcept;

}  // namespace grashof
