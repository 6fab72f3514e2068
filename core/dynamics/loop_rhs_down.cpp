// Velocities and multipliers from the base to the tips.
#include <algorithm>

#include "core/dynamics/loop_rhs.h"

namespace grashof {

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

/// Of side 0:  lambda_pivot = D^-T (M_d u + F_d E - b_d) - L' lambda_left; soft rows: weight times what is
/// missing.
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

template void RightHandSides<1>::down();
template void RightHandSides<2>::down();

}  // namespace grashof
