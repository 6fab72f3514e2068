// core/dynamics/loop_rhs.h - right-hand sides through a factored mechanism: up the fronts and pieces, through
// the base, and down again. Two sides (u+ and the admissible u) share every coefficient that is read, and
// their targets.
#pragma once
#include "core/dynamics/loop_passes.h"

namespace grashof {

/// Entry i of side s is at [Sides i + s].
template <int Sides>
class RightHandSides {
 public:
  RightHandSides(const LoopPlan& plan, LoopWorkspace& ws, bool hasMomenta)
      : plan_(plan), ws_(ws), hasMomenta_(hasMomenta) {}

  void up();
  void base();
  void down();

 private:
  double* b(int column) const { return ws_.b.data() + Sides * column; }
  double* u(int column) const { return ws_.u.data() + Sides * column; }
  double* momentum(int body) const { return ws_.momentum.data() + 6 * Sides * body; }
  double* velocity(int body) const { return ws_.bodyVelocity.data() + 6 * Sides * body; }
  double* rhs(const PlannedPiece& piece) const { return ws_.pieceRhs.data() + Sides * piece.vector; }
  double* unknown(const PlannedPiece& piece) const { return ws_.pieceUnknown.data() + Sides * piece.vector; }

  void sumMomenta(const PlannedPiece& piece);
  void startPiece(const PlannedPiece& piece);
  void frontUp(const FrontNumbers& n, const PlannedPiece& piece);
  void reduceTargets(const FrontNumbers& n);
  void pivotsUp(const FrontNumbers& n, const PlannedPiece& piece);
  void softRowsUp(const FrontNumbers& n);
  void freeUp(const FrontNumbers& n, const PlannedPiece& piece);
  void slotsUp(int pieceIndex);

  void pieceUnknowns(int pieceIndex);
  void frontDown(const FrontNumbers& n, const PlannedPiece& piece);
  void freeDown(const FrontNumbers& n, const PlannedPiece& piece);
  void pivotsDown(const FrontNumbers& n);
  void multipliers(const FrontNumbers& n, const PlannedPiece& piece);
  void bodyVelocities(const PlannedPiece& piece);

  const LoopPlan& plan_;
  LoopWorkspace& ws_;
  bool hasMomenta_;
};

}  // namespace grashof
