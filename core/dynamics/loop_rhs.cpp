// Right-hand sides through a factored mechanism: up the fronts and pieces, through the base, and down again.
// Two sides (u+ and the admissible u) share every coefficient that is read, and their targets.
#include <algorithm>

#include "core/dynamics/loop_passes.h"

namespace grashof {
namespace {

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

// ---------------------------------------------------------------------------------------------- up

/// b_c += S_c . (momentum of everything beyond c in the piece); the sum is V's right-hand side.
template <int Sides>
void RightHandSides<Sides>::sumMomenta(const PlannedPiece& piece) {
  double* total = rhs(piece);
  for (auto it = piece.bodies.rbegin(); it != piece.bodies.rend(); ++it) {
    const BodyConstants& body = ws_.bodyConstants[*it];
    const double* p = momentum(*it);
    for (int c = body.column; c < body.column + body.columns; ++c) {
      const Motion& S = ws_.S[c];
      double* to = b(c);
      for (int s = 0; s < Sides; ++s)
        to[s] += S.w[0] * p[s] + S.w[1] * p[Sides + s] + S.w[2] * p[2 * Sides + s] + S.v[0] * p[3 * Sides + s] +
                 S.v[1] * p[4 * Sides + s] + S.v[2] * p[5 * Sides + s];
    }
    const bool isTop = body.parent == piece.root;
    if (isTop && piece.velocities == 0) continue;
    double* parent = isTop ? total : momentum(body.parent);
    for (int k = 0; k < 6 * Sides; ++k) parent[k] += p[k];
  }
}

template <int Sides>
void RightHandSides<Sides>::startPiece(const PlannedPiece& piece) {
  double* r = rhs(piece);
  std::fill_n(r, Sides * piece.extent, 0.0);
  for (int child : piece.children) {
    const double* from = rhs(plan_.pieces[child]);
    double* to = momentum(plan_.pieces[child].root);
    for (int k = 0; k < 6 * Sides; ++k) to[k] += from[k];
  }
  for (int i = 0; i < static_cast<int>(piece.slots.size()); ++i) {
    const PlannedSlot& slot = piece.slots[i];
    double* to = r + Sides * (piece.velocities + i);
    for (int s = 0; s < Sides; ++s) to[s] = slot.isClosing ? ws_.c[slot.row] : 0.0;
    for (const SlotEntry& e : slot.entries) {
      if (e.kind != SlotEntry::Kind::ChildPiece) continue;
      const PlannedPiece& child = plan_.pieces[e.child];
      const double* from = rhs(child) + Sides * (child.velocities + e.childSlot);
      for (int s = 0; s < Sides; ++s) to[s] += from[s];
    }
  }
  if (!hasMomenta_) return;
  sumMomenta(piece);
  if (piece.root != 0 || piece.velocities == 0) return;
  const double* ofBase = momentum(0);
  for (int k = 0; k < 6 * Sides; ++k) r[k] += ofBase[k];
}

/// g of the pivot columns, and what the pivots leave of the other rows' targets.
template <int Sides>
void RightHandSides<Sides>::reduceTargets(const FrontNumbers& n) {
  for (int i = 0; i < n.pivots; ++i) {
    const double* row = n.rows + i * n.width;
    double g = 0;
    for (int j = 0; j < n.pivots; ++j) g += row[j] * ws_.c[n.rowIds[j]];
    ws_.offset[n.columns[i]] = g;
  }
  for (int r = n.pivots; r < n.rowCount; ++r) {
    const double* row = n.rows + r * n.width;
    double& c = ws_.c[n.rowIds[r]];
    for (int j = 0; j < n.pivots; ++j) c -= row[j] * ws_.c[n.rowIds[j]];
  }
}

/// b_o += G'(b_d - M_dd g) - M_od g;  the piece's r -= F_d' g.
template <int Sides>
void RightHandSides<Sides>::pivotsUp(const FrontNumbers& n, const PlannedPiece& piece) {
  double* r = rhs(piece);
  for (int i = 0; i < n.pivots; ++i) {
    const double* M = n.mass + i * n.width;
    const double* G = n.rows + i * n.width;
    const double g = ws_.offset[n.columns[i]];
    double load[Sides];
    std::copy_n(b(n.columns[i]), Sides, load);
    for (int j = 0; j < n.pivots; ++j) {
      const double m = M[j] * ws_.offset[n.columns[j]];
      for (int s = 0; s < Sides; ++s) load[s] -= m;
    }
    for (int x = n.pivots; x < n.width; ++x) {
      double* to = b(n.columns[x]);
      for (int s = 0; s < Sides; ++s) to[s] += G[x] * load[s] - M[x] * g;
    }
    if (g == 0) continue;
    const double* F = ws_.coupling.data() + plan_.couplingPlace[n.columns[i]];
    for (int t = 0; t < piece.extent; ++t)
      for (int s = 0; s < Sides; ++s) r[Sides * t + s] -= F[t] * g;
  }
}

template <int Sides>
void RightHandSides<Sides>::softRowsUp(const FrontNumbers& n) {
  if (n.handsRowsUp) return;
  for (int r = n.pivots; r < n.rowCount; ++r) {
    const double pull = ws_.softWeight[n.rowIds[r]] * ws_.c[n.rowIds[r]];
    if (pull == 0) continue;
    const double* row = n.rows + r * n.width;
    for (int x = n.pivots; x < n.width; ++x)
      for (int s = 0; s < Sides; ++s) b(n.columns[x])[s] += pull * row[x];
  }
}

template <int Sides>
void RightHandSides<Sides>::freeUp(const FrontNumbers& n, const PlannedPiece& piece) {
  double* r = rhs(piece);
  for (int p = n.pivots; p < n.pivots + n.free; ++p) {
    const double inverse = ws_.inverseDiagonal[n.columns[p]];
    const double* M = n.mass + p * n.width;
    const double* F = ws_.coupling.data() + plan_.couplingPlace[n.columns[p]];
    double t[Sides];
    for (int s = 0; s < Sides; ++s) t[s] = b(n.columns[p])[s] * inverse;
    for (int x = p + 1; x < n.width; ++x) {
      double* to = b(n.columns[x]);
      for (int s = 0; s < Sides; ++s) to[s] -= M[x] * t[s];
    }
    for (int k = 0; k < piece.extent; ++k)
      for (int s = 0; s < Sides; ++s) r[Sides * k + s] -= F[k] * t[s];
  }
}

template <int Sides>
void RightHandSides<Sides>::frontUp(const FrontNumbers& n, const PlannedPiece& piece) {
  if (n.rowCount > 0) {
    reduceTargets(n);
    pivotsUp(n, piece);
    if (n.leftOver() > 0) softRowsUp(n);
  }
  freeUp(n, piece);
}

template <int Sides>
void RightHandSides<Sides>::slotsUp(int pieceIndex) {
  const PlannedPiece& piece = plan_.pieces[pieceIndex];
  const int n = piece.extent;
  const double* X = ws_.pieceMatrix.data() + piece.matrix;
  const int* order = ws_.closedSlots.data() + piece.vector;
  double* r = rhs(piece);
  for (int k = 0; k < ws_.closedCount[pieceIndex]; ++k) {
    const int p = order[k];
    for (int i = 0; i < n; ++i) {
      if (std::find(order, order + k + 1, i) != order + k + 1) continue;
      const double l = X[p * n + i] / X[p * n + p];
      for (int s = 0; s < Sides; ++s) r[Sides * i + s] -= l * r[Sides * p + s];
    }
  }
}

template <int Sides>
void RightHandSides<Sides>::up() {
  for (int p = static_cast<int>(plan_.pieces.size()) - 1; p >= 0; --p) {
    const PlannedPiece& piece = plan_.pieces[p];
    startPiece(piece);
    for (int f = piece.fronts.begin; f < piece.fronts.end; ++f) frontUp(ws_.front[f], piece);
    slotsUp(p);
  }
}

// ---------------------------------------------------------------------------------------------- base

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

// ---------------------------------------------------------------------------------------------- down

/// V of the piece's root, multipliers of slots that close above, then those that close here.
template <int Sides>
void RightHandSides<Sides>::pieceUnknowns(int pieceIndex) {
  const PlannedPiece& piece = plan_.pieces[pieceIndex];
  const int n = piece.extent;
  double* E = unknown(piece);
  if (pieceIndex > 0) std::copy_n(velocity(piece.root), 6 * Sides, E);
  for (int i = 0; i < static_cast<int>(piece.slots.size()); ++i) {
    double* to = E + Sides * (piece.velocities + i);
    const PlannedSlot& slot = piece.slots[i];
    if (slot.isClosing) {
      std::fill_n(to, Sides, 0.0);
      ws_.lambda[slot.row] = 0;
      continue;
    }
    const PlannedPiece& above = plan_.pieces[piece.parent];
    std::copy_n(unknown(above) + Sides * (above.velocities + slot.parentSlot), Sides, to);
  }
  const double* X = ws_.pieceMatrix.data() + piece.matrix;
  const double* r = rhs(piece);
  const int* order = ws_.closedSlots.data() + piece.vector;
  for (int k = ws_.closedCount[pieceIndex] - 1; k >= 0; --k) {
    const int p = order[k];
    double sum[Sides];
    std::copy_n(r + Sides * p, Sides, sum);
    for (int i = 0; i < n; ++i) {
      if (std::find(order, order + k + 1, i) != order + k + 1) continue;
      for (int s = 0; s < Sides; ++s) sum[s] -= X[p * n + i] * E[Sides * i + s];
    }
    for (int s = 0; s < Sides; ++s) E[Sides * p + s] = sum[s] / X[p * n + p];
    ws_.lambda[piece.slots[p - piece.velocities].row] = -E[Sides * p];
  }
}

template <int Sides>
void RightHandSides<Sides>::freeDown(const FrontNumbers& n, const PlannedPiece& piece) {
  const double* E = unknown(piece);
  for (int p = n.pivots + n.free - 1; p >= n.pivots; --p) {
    const double* M = n.mass + p * n.width;
    const double* F = ws_.coupling.data() + plan_.couplingPlace[n.columns[p]];
    double t[Sides];
    std::copy_n(b(n.columns[p]), Sides, t);
    for (int x = p + 1; x < n.width; ++x)
      for (int s = 0; s < Sides; ++s) t[s] -= M[x] * u(n.columns[x])[s];
    for (int k = 0; k < piece.extent; ++k)
      for (int s = 0; s < Sides; ++s) t[s] -= F[k] * E[Sides * k + s];
    for (int s = 0; s < Sides; ++s) u(n.columns[p])[s] = t[s] * ws_.inverseDiagonal[n.columns[p]];
  }
}

template <int Sides>
void RightHandSides<Sides>::pivotsDown(const FrontNumbers& n) {
  for (int i = 0; i < n.pivots; ++i) {
    const double* G = n.rows + i * n.width;
    double t[Sides];
    std::fill_n(t, Sides, ws_.offset[n.columns[i]]);
    for (int x = n.pivots; x < n.width; ++x)
      for (int s = 0; s < Sides; ++s) t[s] += G[x] * u(n.columns[x])[s];
    std::copy_n(t, Sides, u(n.columns[i]));
  }
}

/// Of side 0:  lambda_pivot = D^-T (M_d u + F_d E - b_d) - L' lambda_left; soft rows: weight times what is missing.
template <int Sides>
void RightHandSides<Sides>::multipliers(const FrontNumbers& n, const PlannedPiece& piece) {
  const double* E = unknown(piece);
  for (int r = n.pivots; r < n.rowCount && !n.handsRowsUp; ++r) {
    const double* row = n.rows + r * n.width;
    const int id = n.rowIds[r];
    double missing = ws_.c[id];
    for (int x = n.pivots; x < n.width; ++x) missing -= row[x] * u(n.columns[x])[0];
    ws_.lambda[id] = ws_.softWeight[id] * missing;
  }
  for (int j = 0; j < n.pivots; ++j) {
    double lambda = 0;
    for (int r = n.pivots; r < n.rowCount; ++r) lambda -= n.rows[r * n.width + j] * ws_.lambda[n.rowIds[r]];
    ws_.lambda[n.rowIds[j]] = lambda;
  }
  for (int i = 0; i < n.pivots; ++i) {
    const double* M = n.mass + i * n.width;
    const double* F = ws_.coupling.data() + plan_.couplingPlace[n.columns[i]];
    double residual = -b(n.columns[i])[0];
    for (int x = 0; x < n.width; ++x) residual += M[x] * u(n.columns[x])[0];
    for (int k = 0; k < piece.extent; ++k) residual += F[k] * E[Sides * k];
    const double* inverse = n.rows + i * n.width;
    for (int j = 0; j < n.pivots; ++j) ws_.lambda[n.rowIds[j]] += inverse[j] * residual;
  }
}

template <int Sides>
void RightHandSides<Sides>::frontDown(const FrontNumbers& n, const PlannedPiece& piece) {
  freeDown(n, piece);
  if (n.rowCount == 0) return;
  pivotsDown(n);
  multipliers(n, piece);
}

/// Along the bodies that carry child pieces.
template <int Sides>
void RightHandSides<Sides>::bodyVelocities(const PlannedPiece& piece) {
  for (int i : piece.bodies) {
    if (plan_.articulated[i] < 0) continue;
    const BodyConstants& body = ws_.bodyConstants[i];
    double* V = velocity(i);
    if (body.parent == piece.root) {
      if (piece.velocities > 0)
        std::copy_n(unknown(piece), 6 * Sides, V);
      else
        std::fill_n(V, 6 * Sides, 0.0);
    } else {
      std::copy_n(velocity(body.parent), 6 * Sides, V);
    }
    for (int c = body.column; c < body.column + body.columns; ++c)
      for (int k = 0; k < 3; ++k)
        for (int s = 0; s < Sides; ++s) {
          V[Sides * k + s] += ws_.S[c].w[k] * u(c)[s];
          V[Sides * (3 + k) + s] += ws_.S[c].v[k] * u(c)[s];
        }
  }
}

template <int Sides>
void RightHandSides<Sides>::down() {
  for (int p = 0; p < static_cast<int>(plan_.pieces.size()); ++p) {
    const PlannedPiece& piece = plan_.pieces[p];
    pieceUnknowns(p);
    for (int f = piece.fronts.end - 1; f >= piece.fronts.begin; --f) frontDown(ws_.front[f], piece);
    if (!piece.children.empty()) bodyVelocities(piece);
  }
}

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
