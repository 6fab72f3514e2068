#include "core/dynamics/loop_rhs.h"

#include <algorithm>

namespace grashof {

template <int Sides>
void RightHandSides<Sides>::base() {
  if (!plan_.isFloating) return;
  const PlannedPiece& piece = plan_.pieces[0];
  const double* L = ws_.baseFactor.data();
  double* V = unknown(piece);
  std::copy_n(rhs(piece), 6 * Sides, V);
  // u orders a floating base's velocities linear, angular.
  for (int k = 0; k < 3; ++k)
    for (int s = 0; s < Sides; ++s) {
      V[Sides * k + s] += b(3 + k)[s];
      V[Sides * (3 + k) + s] += b(k)[s];
    }
  for (int s = 0; s < Sides; ++s) {
    for (int i = 1; i < 6; ++i)
      for (int j = 0; j < i; ++j) V[Sides * i + s] -= L[6 * i + j] * V[Sides * j + s];
    for (int i = 0; i < 6; ++i) V[Sides * i + s] *= ws_.baseInverse[i];
    for (int i = 4; i >= 0; --i)
      for (int j = i + 1; j < 6; ++j) V[Sides * i + s] -= L[6 * j + i] * V[Sides * j + s];
    for (int k = 0; k < 3; ++k) {
      u(3 + k)[s] = V[Sides * k + s];
      u(k)[s] = V[Sides * (3 + k) + s];
    }
  }
}

namespace {

template <int Sides>
void run(const LoopPlan& plan, LoopWorkspace& ws, bool hasMomenta) {
  RightHandSides<Sides> sides(plan, ws, hasMomenta);
  sides.up();
  sides.base();
  sides.down();
}

}  // namespace

void solveMomenta(const LoopPlan& plan, const LoopStepInput& in, LoopWorkspace& ws) noexcept {
  for (int c = 0; c < plan.columns; ++c) {
    const double now = ws.diagonal[c] * in.u[c];
    ws.b[2 * c] = now + in.dt * in.tau[c];
    ws.b[2 * c + 1] = now;
  }
  ws.c = ws.target;
  run<2>(plan, ws, true);
}

void solveImpulse(const LoopPlan& plan, LoopWorkspace& ws) noexcept {
  const bool hasMomenta = plan.pieces.size() > 1;  // child pieces push on their root bodies
  if (hasMomenta) std::fill_n(ws.momentum.begin(), 6 * plan.bodies, 0.0);
  run<1>(plan, ws, hasMomenta);
}

}  // namespace grashof
