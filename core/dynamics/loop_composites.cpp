// Composite inertias of a piece, the coupling F of its columns to V, M entries and the start of X.
#include <algorithm>

#include "core/dynamics/loop_passes.h"

namespace grashof {
namespace {

void addRigid(const RigidInertia& I, double* X, int stride) {
  const double w[3][3] = {{I.xx, I.xy, I.xz}, {I.xy, I.yy, I.yz}, {I.xz, I.yz, I.zz}};
  const double h[3][3] = {{0, -I.h.z(), I.h.y()}, {I.h.z(), 0, -I.h.x()}, {-I.h.y(), I.h.x(), 0}};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      X[i * stride + j] += w[i][j];
      X[i * stride + 3 + j] += h[i][j];
      X[(3 + i) * stride + j] += h[j][i];
    }
    X[(3 + i) * stride + 3 + i] += I.m;
  }
}

void addBlock6(const double* from, int fromStride, double* to, int toStride) {
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) to[i * toStride + j] += from[i * fromStride + j];
}

Wrench times(const Inertia6& I, const Motion& m) {
  double out[6];
  for (int i = 0; i < 6; ++i) {
    const double* row = I.data() + 6 * i;
    out[i] = row[0] * m.w[0] + row[1] * m.w[1] + row[2] * m.w[2] + row[3] * m.v[0] + row[4] * m.v[1] +
             row[5] * m.v[2];
  }
  return {{out[0], out[1], out[2]}, {out[3], out[4], out[5]}};
}

/// Child pieces hang on their root bodies as articulated inertias.
void gatherChildren(const LoopPlan& plan, const PlannedPiece& piece, LoopWorkspace& ws) {
  for (int b : piece.bodies) {
    ws.body[b].composite = ws.body[b].inertia;
    if (plan.articulated[b] >= 0) ws.articulated[plan.articulated[b]].fill(0.0);
  }
  for (int child : piece.children) {
    const PlannedPiece& below = plan.pieces[child];
    addBlock6(ws.pieceMatrix.data() + below.matrix, below.extent,
              ws.articulated[plan.articulated[below.root]].data(), 6);
  }
}

void storeCoupling(const Wrench& F, double* to) {
  for (int k = 0; k < 3; ++k) {
    to[k] = F.n[k];
    to[3 + k] = F.f[k];
  }
}

/// Sums inertias up the piece; F of every column; X_VV.
void sumComposites(const LoopPlan& plan, const PlannedPiece& piece, LoopWorkspace& ws,
                   std::span<Wrench> columns) {
  RigidInertia total;
  double* X = ws.pieceMatrix.data() + piece.matrix;
  for (auto it = piece.bodies.rbegin(); it != piece.bodies.rend(); ++it) {
    const BodyConstants& body = ws.bodyConstants[*it];
    const RigidInertia& composite = ws.body[*it].composite;
    const int articulated = plan.articulated[*it];
    for (int c = body.column; c < body.column + body.columns; ++c) {
      Wrench F = composite * ws.S[c];
      if (articulated >= 0) F += times(ws.articulated[articulated], ws.S[c]);
      columns[c] = F;
      if (piece.velocities > 0) storeCoupling(F, ws.coupling.data() + plan.couplingPlace[c]);
    }
    const bool isTop = body.parent == piece.root;
    (isTop ? total : ws.body[body.parent].composite) += composite;
    if (articulated < 0) continue;
    const double* I6 = ws.articulated[articulated].data();
    if (!isTop)
      addBlock6(I6, 6, ws.articulated[plan.articulated[body.parent]].data(), 6);
    else if (piece.velocities > 0)
      addBlock6(I6, 6, X, piece.extent);
  }
  if (piece.velocities == 0) return;
  if (piece.root == 0) total += ws.body[0].inertia;
  addRigid(total, X, piece.extent);
}

void addMassEntries(const LoopPlan& plan, const PlannedPiece& piece, std::span<const Wrench> columns,
                    LoopWorkspace& ws) {
  double* pool = ws.matrixPool.data();
  for (int i = piece.massEntries.begin; i < piece.massEntries.end; ++i) {
    const MassEntry& e = plan.massEntries[i];
    pool[e.place] = dot(ws.S[e.ancestor], columns[e.column]);
  }
  for (int c : piece.columns) ws.inverseDiagonal[c] = 0.0;
}

/// J of a dual row upon the columns from `body` up to the piece's root.
void addSlotColumns(const LoopPlan& plan, const PlannedPiece& piece, int place, int body, const Wrench& K,
                    LoopWorkspace& ws) {
  for (int b = body; b != piece.root; b = ws.bodyConstants[b].parent) {
    const BodyConstants& constants = ws.bodyConstants[b];
    for (int c = constants.column; c < constants.column + constants.columns; ++c)
      ws.coupling[plan.couplingPlace[c] + place] += dot(ws.S[c], K);
  }
}

/// The multipliers' share of a child piece's X that the slots of this piece see.
void addChildSlots(const LoopPlan& plan, const PlannedPiece& piece, int slot, const SlotEntry& entry,
                   double* X, const double* below) {
  const PlannedPiece& child = plan.pieces[entry.child];
  const double* row = below + (child.velocities + entry.childSlot) * child.extent + child.velocities;
  for (int other = 0; other < static_cast<int>(piece.slots.size()); ++other)
    for (const SlotEntry& e : piece.slots[other].entries)
      if (e.kind == SlotEntry::Kind::ChildPiece && e.child == entry.child)
        X[(piece.velocities + slot) * piece.extent + piece.velocities + other] += row[e.childSlot];
}

void addSlot(const LoopPlan& plan, const PlannedPiece& piece, int slot, LoopWorkspace& ws) {
  const int place = piece.velocities + slot;
  double* X = ws.pieceMatrix.data() + piece.matrix;
  for (const SlotEntry& entry : piece.slots[slot].entries) {
    if (entry.kind == SlotEntry::Kind::Column) {
      ws.coupling[plan.couplingPlace[entry.column] + place] +=
          entry.value * plan.rowScale[piece.slots[slot].row];
      continue;
    }
    Wrench K;
    if (entry.kind == SlotEntry::Kind::Body) {
      K = ws.rowWrench[piece.slots[slot].row] * entry.sign;
    } else {
      const PlannedPiece& child = plan.pieces[entry.child];
      const double* below = ws.pieceMatrix.data() + child.matrix;
      const double* row = below + (child.velocities + entry.childSlot) * child.extent;
      K = {{row[0], row[1], row[2]}, {row[3], row[4], row[5]}};
      addChildSlots(plan, piece, slot, entry, X, below);
    }
    addSlotColumns(plan, piece, place, entry.body, K, ws);
    if (piece.velocities == 0) continue;
    for (int k = 0; k < 6; ++k) {
      const double value = k < 3 ? K.n[k] : K.f[k - 3];
      X[place * piece.extent + k] += value;
      X[k * piece.extent + place] += value;
    }
  }
}

void clearPiece(const LoopPlan& plan, const PlannedPiece& piece, LoopWorkspace& ws) {
  double* X = ws.pieceMatrix.data() + piece.matrix;
  std::fill(X, X + piece.extent * piece.extent, 0.0);
  if (piece.slots.empty()) return;
  for (int c : piece.columns) {
    double* F = ws.coupling.data() + plan.couplingPlace[c];
    std::fill(F + piece.velocities, F + piece.extent, 0.0);
  }
}

}  // namespace

void composePiece(const LoopPlan& plan, int pieceIndex, LoopWorkspace& ws) noexcept {
  const PlannedPiece& piece = plan.pieces[pieceIndex];
  clearPiece(plan, piece, ws);
  gatherChildren(plan, piece, ws);
  sumComposites(plan, piece, ws, ws.columnMomentum);
  addMassEntries(plan, piece, ws.columnMomentum, ws);
  for (int slot = 0; slot < static_cast<int>(piece.slots.size()); ++slot) addSlot(plan, piece, slot, ws);
}

}  // namespace grashof
