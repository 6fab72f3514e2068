// core/dynamics/loop_workspace.h - the numbers of the elimination: constants copied from the model, and what
// the passes of one solve hand to each other. Made once; no pass allocates.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "core/dynamics/loop_plan.h"
#include "core/dynamics/loop_solver.h"

namespace grashof {

/// Constants of one body, packed for the sweeps.
struct BodyConstants {
  int parent = -1;
  int column = 0, columns = 0;
  double mass = 0;
  Vector3d com_B = Vector3d::Zero();
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;  ///< about the centre of mass, body axes
};

/// Constants of one constraint's kept rows.
struct RowConstants {
  int body1 = 0, body2 = 0;
  int translations = 0;
  bool hasRotation = false, isMimic = false;
  Vector3d p_B1A1 = Vector3d::Zero(), p_B2A2 = Vector3d::Zero();
  Matrix3d axes_B1 = Matrix3d::Identity();
  Vector3d nA_B1 = Vector3d::Zero(), nB_B2 = Vector3d::Zero();
  int followerQ = 0, leaderQ = 0, followerV = 0, leaderV = 0;
  double multiplier = 1, offset = 0;
};

/// Inertia and bias of one body at this pose, world axes about O.
struct BodyNumbers {
  RigidInertia inertia;    ///< its own
  RigidInertia composite;  ///< with all bodies above it in its piece
  Motion A;                ///< acceleration with q'' = 0 and gravity, a rising base
};

/// One front as it stands. Columns are ordered pivots | free | delayed | boundary, rows pivots | left over.
struct FrontNumbers {
  double* mass =
      nullptr;  ///< [in x width]; free and delayed rows: upper triangle only, boundary pairs elsewhere
  double* rows = nullptr;  ///< [rowCount x width] exchanged: u_pivot = D^-1 y + G u_other; left over: y = L
                           ///< y_pivot + J' u_other
  int* columns = nullptr;  ///< [width] velocity indices
  int* rowIds = nullptr;   ///< [rowCount]
  int width = 0, in = 0, rowCount = 0;
  int pivots = 0, free = 0, delayed = 0;
  bool handsRowsUp = false;  ///< left over rows are the parent's; else they are soft or dropped here
  int leftOver() const { return rowCount - pivots; }
};

/// Six rows of a symmetric 6x6, order (w, v).
using Inertia6 = std::array<double, 36>;

/// Room for two right-hand sides side by side: entry i of side s is at [2 i + s] (one side: [i]).
struct LoopWorkspace {
  std::vector<BodyConstants> bodyConstants;
  std::vector<RowConstants> rowConstants;  ///< one per plan constraint
  std::vector<double> rotorInertia;        ///< [columns]

  // body passes
  std::vector<BodyNumbers> body;
  std::vector<Motion> S;         ///< [columns] copy of the state's columns, kept for later right-hand sides
  std::vector<double> momentum;  ///< [bodies][6][sides] (n, f), summed up the tree
  std::vector<Wrench> columnMomentum;  ///< [columns] I^C S, before anything is eliminated
  std::vector<Inertia6> articulated;   ///< of bodies above break bodies
  std::vector<double> coupling;        ///< F: per column [extent of its piece], (n, f) then slots
  std::vector<double> diagonal;        ///< [columns] rotor inertia and implicit terms

  // rows
  std::vector<double> error, curvature, target;  ///< [rows] target scaled by r
  std::vector<Wrench> rowWrench;                 ///< [rows] scaled: J_c = +-K . S_c
  std::vector<RowState> rowState;
  std::vector<double> softWeight;  ///< [rows] penalty of rows left over at a root
  std::vector<double> multiplier;  ///< [rows] impulses of the last solve and its responses
  int droppedRows = 0;

  // fronts
  std::vector<double> matrixPool;
  std::vector<int> columnPool, rowPool;  ///< front columns and rows, permuted by pivoting
  std::vector<FrontNumbers> front;
  std::vector<int> takenColumns, takenRows;  ///< [fronts] room used up by children that delay
  std::vector<double> boundaryScratch;       ///< boundary pairs of one general front
  std::vector<double> productScratch;        ///< W of one general front
  std::vector<int> mapScratch;
  std::unique_ptr<double[]> arenaDoubles;
  std::unique_ptr<int[]> arenaInts;
  std::size_t usedDoubles = 0, usedInts = 0;
  std::vector<double> inverseDiagonal;  ///< [columns] of free columns; 0: locked, nothing resists it

  // pieces
  std::vector<double> pieceMatrix;      ///< X, symmetric
  std::vector<int> closedSlots;         ///< per piece vector place: slots in pivot order
  std::vector<int> closedCount;         ///< [pieces]
  std::vector<double> baseFactor;       ///< [6 x 6] unit lower triangle of the base's inertia
  std::array<double, 6> baseInverse{};  ///< 1/D; 0: locked

  // right-hand sides
  std::vector<double> b, u;                    ///< [columns][sides]
  std::vector<double> c;                       ///< [rows] targets, reduced while going up
  std::vector<double> offset;                  ///< [columns] g of pivot columns
  std::vector<double> pieceRhs, pieceUnknown;  ///< [piece vectors][sides]; unknowns V, then -lambda
  std::vector<double> bodyVelocity;            ///< [bodies][6][sides], above break bodies
  std::vector<double> lambda;                  ///< [rows] scaled, of the right-hand side being solved

  double* allocateDoubles(std::size_t n) {
    double* p = arenaDoubles.get() + usedDoubles;
    usedDoubles += n;
    return p;
  }
  int* allocateInts(std::size_t n) {
    int* p = arenaInts.get() + usedInts;
    usedInts += n;
    return p;
  }
};

LoopWorkspace makeLoopWorkspace(const Model& model, const LoopPlan& plan);

}  // namespace grashof
