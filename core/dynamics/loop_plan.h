// core/dynamics/loop_plan.h - everything about the elimination of loops that can be decided from the model
// alone.
//
// Columns are numbered as velocities (a floating base's six never appear in a front: it enters as the
// velocity V of its piece's root). Rows are the model's kept rows in constraint order.
#pragma once
#include <vector>

#include "core/dynamics/loop_plan_order.h"
#include "core/dynamics/model.h"

namespace grashof {

struct IndexRange {
  int begin = 0, end = 0;
  int size() const { return end - begin; }
};

/// A column on one side of a loop: +1 on body1's side, -1 on body2's. Common ancestors have none.
struct PathColumn {
  int column = -1;
  double sign = 1;
  int entry = -1;  ///< where the constraint's first row has it in the matrix pool; -1 for dual rows
};

/// How strong the rows of a kind are at most, from levers alone: r in J^ = r J s.
struct RowScale {
  double translation = 1, rotation = 1, mimic = 1;
};

/// The kept rows of one constraint.
struct PlannedConstraint {
  int constraint = -1;  ///< index into Model::constraints
  int firstRow = 0;
  int rows = 0;
  IndexRange path;      ///< into LoopPlan::path
  int rowStride = 0;    ///< between a column's entries in successive rows
  int piece = -1;       ///< where it is closed; -1 when no joint moves it
  bool isDual = false;  ///< its path crosses pieces: enters as slots
  RowScale scale;
};

/// Elimination kernel, chosen by shape.
enum class FrontKernel : unsigned char { General, Determined1, Determined2, Determined3 };

/// Columns eliminated together, and the rows that determine them. Its numbers, without columns delayed from
/// other fronts, have fixed places in the matrix pool: M [own x (own + boundary)] and J [rows x (own +
/// boundary)].
struct PlannedFront {
  int piece = 0;
  int parent = -1;  ///< front of the earliest eliminated boundary column; -1 for a root
  FrontKernel kernel = FrontKernel::General;
  int own = 0, boundary = 0, rows = 0;
  int columns = 0;             ///< into frontColumns: own, then boundary
  int firstRow = 0;            ///< into frontRows
  int mass = 0, jacobian = 0;  ///< into the matrix pool
  int targets = 0;             ///< into updateTargets: boundary pairs (x, y >= x), row by row
  int inParent = 0;            ///< into boundaryInParent: [boundary] local column of the parent
  IndexRange children;         ///< into frontChildren
  int delayedCapacity = 0, extraRowCapacity = 0;  ///< what it can take over from children
  int width() const { return own + boundary; }
};

/// M entry = F_column . S_ancestor at a place of the matrix pool.
struct MassEntry {
  int column = -1, ancestor = -1, place = 0;
};

/// How a dual row enters a piece.
struct SlotEntry {
  enum class Kind : unsigned char { Body, Column, ChildPiece } kind = Kind::Body;
  int body = -1;                   ///< columns from here up to the piece's root take part (Body, ChildPiece)
  double sign = 1;                 ///< Body
  int column = -1;                 ///< Column (mimics)
  double value = 0;                ///< Column
  int child = -1, childSlot = -1;  ///< ChildPiece
};

/// One dual row in one piece: a multiplier that travels beside V.
struct PlannedSlot {
  int row = -1;
  bool isClosing = false;  ///< both sides meet in this piece
  int parentSlot = -1;     ///< in the piece above, when not closing
  std::vector<SlotEntry> entries;
};

/// Bodies between break bodies. The root belongs to the piece above; piece 0's root is the base.
struct PlannedPiece {
  int root = 0;
  int parent = -1;
  int velocities = 6;  ///< 6, or 0 for piece 0 of a fixed base
  int extent = 6;      ///< velocities + slots
  int matrix = 0;      ///< X [extent x extent] in the piece pool
  int vector = 0;      ///< [extent] vectors in the piece pools
  std::vector<int> bodies, columns, children;
  IndexRange fronts, massEntries;
  std::vector<PlannedSlot> slots;
};

struct LoopPlan {
  int bodies = 0, columns = 0, rows = 0;
  bool isFloating = false;
  std::vector<int> firstRowOfConstraint;       ///< [model constraints]
  std::vector<PlannedConstraint> constraints;  ///< those with kept rows
  std::vector<int> emptyRows;                  ///< rows that no joint moves: never held
  std::vector<PathColumn> path;
  std::vector<PlannedPiece> pieces;  ///< parents first
  std::vector<int> pieceOfBody;      ///< piece that the body belongs to; -1 for body 0
  std::vector<int> articulated;      ///< per body: index of its 6x6 inertia, -1 if rigid
  int articulatedBodies = 0;
  std::vector<PlannedFront> fronts;  ///< in elimination order, piece by piece, deepest piece first
  std::vector<int> frontColumns, frontRows, frontChildren, updateTargets, boundaryInParent;
  std::vector<MassEntry> massEntries;
  std::vector<double> columnScale;  ///< [columns] s
  std::vector<double> rowScale;     ///< [rows] r
  std::vector<int> couplingPlace;   ///< [columns] row of F [extent of its piece]
  int matrixPool = 0;               ///< doubles
  int couplingPool = 0;             ///< doubles
  int pieceMatrixPool = 0, pieceVectorPool = 0;
  int widestFront = 0;                          ///< columns, delays included
  int tallestFront = 0;                         ///< rows, delays included
  std::size_t arenaDoubles = 0, arenaInts = 0;  ///< fronts with delayed columns, at worst
};

LoopPlan makeLoopPlan(const Model& model);

/// Bodies below which a new piece begins ([bodies], body 0 always): chains deeper than about 15 are cut.
std::vector<bool> findBreakBodies(const Model& model);

}  // namespace grashof
