// Loads and targets from the tips to the base.
#include <algorithm>

#include "core/dynamics/loop_rhs.h"

namespace grashof {

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
        to[s] += S.w[0] * p[s] + S.w[1] * p[Sides + s] + S.w[2] * p[2 * Sides + s] +
                 S.v[0] * p[3 * Sides + s] + S.v[1] * p[4 * Sides + s] + S.v[2] * p[5 * Sides + s];
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

template void RightHandSides<1>::up();
template void RightHandSides<2>::up();

}  // namespace grashof
