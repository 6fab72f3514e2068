// The top of each piece: slots whose two sides have met, and a floating base.
#include <algorithm>

#include "core/dynamics/loop_passes.h"

namespace grashof {
namespace {

constexpr double kDualPivot = 1e-9;   // -X_ll relative to the largest: a squared, mass-weighted lever
constexpr double kLockRatio = 1e-12;  // D relative to the diagonal: a massless base

void mirror(double* X, int n) {
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < i; ++j) X[i * n + j] = X[j * n + i];
}

/// The closing slots of a piece, the closed ones first; a slot's number is its place in X.
struct ClosingOrder {
  int* places;
  int count = 0, closed = 0;
};

ClosingOrder listClosing(const PlannedPiece& piece, int* places) {
  ClosingOrder order{places};
  for (int s = 0; s < static_cast<int>(piece.slots.size()); ++s)
    if (piece.slots[s].isClosing) places[order.count++] = piece.velocities + s;
  return order;
}

/// The open slot that resists most; its size, or 0.
double bringLargestForward(const double* X, int n, ClosingOrder& order) {
  int best = -1;
  double largest = 0;
  for (int i = order.closed; i < order.count; ++i) {
    const double size = -X[order.places[i] * n + order.places[i]];
    if (size > largest) {
      largest = size;
      best = i;
    }
  }
  if (best >= 0) std::swap(order.places[order.closed], order.places[best]);
  return largest;
}

/// X -= X_p X_p' / X_pp on all places but the closed ones; row p stays for the right-hand sides.
void eliminatePlace(double* X, int n, const ClosingOrder& order) {
  const int p = order.places[order.closed];
  const double inverse = 1.0 / X[p * n + p];
  const int* closedEnd = order.places + order.closed + 1;
  for (int i = 0; i < n; ++i) {
    if (std::find(static_cast<const int*>(order.places), closedEnd, i) != closedEnd) continue;
    const double l = X[p * n + i] * inverse;
    if (l == 0) continue;
    for (int j = 0; j < n; ++j)
      if (j != p) X[i * n + j] -= l * X[p * n + j];
  }
}

}  // namespace

void closeSlots(const LoopPlan& plan, int pieceIndex, LoopWorkspace& ws) noexcept {
  const PlannedPiece& piece = plan.pieces[pieceIndex];
  const int n = piece.extent;
  double* X = ws.pieceMatrix.data() + piece.matrix;
  mirror(X, n);
  ClosingOrder order = listClosing(piece, ws.closedSlots.data() + piece.vector);
  double least = 0;
  while (order.closed < order.count) {
    const double size = bringLargestForward(X, n, order);
    if (order.closed == 0) least = kDualPivot * size;
    if (size <= least || size == 0) break;
    eliminatePlace(X, n, order);
    ++order.closed;
  }
  ws.closedCount[pieceIndex] = order.closed;
  for (int i = order.closed; i < order.count; ++i) {
    const int row = piece.slots[order.places[i] - piece.velocities].row;
    ws.rowState[row] = RowState::Dropped;
    ++ws.droppedRows;
  }
}

void factorBase(const LoopPlan& plan, LoopWorkspace& ws) noexcept {
  const PlannedPiece& base = plan.pieces[0];
  const double* X = ws.pieceMatrix.data() + base.matrix;
  double* L = ws.baseFactor.data();
  for (int i = 0; i < 6; ++i) std::copy_n(X + i * base.extent, 6, L + 6 * i);
  // u: force first, then moment, as in q; X: moment first.
  for (int k = 0; k < 3; ++k) {
    L[7 * k] += ws.diagonal[3 + k];
    L[7 * (3 + k)] += ws.diagonal[k];
  }
  double before[6];
  for (int k = 0; k < 6; ++k) before[k] = L[7 * k];
  for (int k = 0; k < 6; ++k) {
    const double inverse = L[7 * k] > kLockRatio * before[k] ? 1.0 / L[7 * k] : 0.0;
    ws.baseInverse[k] = inverse;
    for (int i = k + 1; i < 6; ++i) {
      const double l = L[6 * k + i] * inverse;
      for (int j = i; j < 6; ++j) L[6 * i + j] -= l * L[6 * k + j];
      L[6 * i + k] = l;
    }
  }
}

}  // namespace grashof
