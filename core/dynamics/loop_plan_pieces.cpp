// Cutting long chains into pieces, and the slots of loops that cross them.
#include <algorithm>

#include "core/dynamics/loop_plan_parts.h"

namespace grashof {
namespace {

constexpr int kPieceDepth = 10;  // D; trees up to 3/2 D deep stay in one piece
constexpr int kLeastHeight = 2;  // no piece of a single body

/// Bodies through which a loop passes: columns both at and strictly below them take part in its rows.
std::vector<bool> bodiesInsideLoops(const Model& model) {
  std::vector<bool> inside(model.bodies.size(), false);
  for (const Constraint& c : model.constraints) {
    if (c.keptRowCount() == 0) continue;
    const bool isMimic = c.kind == ConstraintKind::Mimic;
    const int end1 = isMimic ? model.joints[c.follower].body : c.body1;
    const int end2 = isMimic ? model.joints[c.leader].body : c.body2;
    const LoopPath path = loopPath(model, end1, end2);
    for (int b : path.side1) inside[b] = inside[b] || b != end1;
    for (int b : path.side2) inside[b] = inside[b] || b != end2;
    // One end above the other: a mimic's upper joint moves the lower one too.
    if (isMimic && (path.side1.empty() || path.side2.empty())) inside[path.ancestor] = true;
  }
  return inside;
}

/// Pieces from `piece` up to piece 0, itself first.
std::vector<int> piecesUpwards(const LoopPlan& plan, int piece) {
  std::vector<int> up;
  for (int p = piece; p >= 0; p = plan.pieces[p].parent) up.push_back(p);
  return up;
}

int lowestCommonPiece(const LoopPlan& plan, int a, int b) {
  const std::vector<int> upA = piecesUpwards(plan, a);
  for (int p : piecesUpwards(plan, b))
    if (std::find(upA.begin(), upA.end(), p) != upA.end()) return p;
  return 0;
}

/// Slots of one row, found by walking both ends up to the closing piece.
class SlotMaker {
 public:
  SlotMaker(LoopPlan& plan, int row, int closing) : plan_(plan), row_(row), closing_(closing) {}

  void addEnd(int body, SlotEntry entry) {
    int below = -1;  // the piece that we come from
    // A loop that ends on the closing piece's root adds no column there.
    if (body == plan_.pieces[closing_].root) {
      slotIn(closing_).entries.push_back(entry);
      return;
    }
    for (int piece = plan_.pieceOfBody[body];; piece = plan_.pieces[piece].parent) {
      PlannedSlot& slot = slotIn(piece);
      if (below < 0)
        slot.entries.push_back(entry);
      else if (!hasChild(slot, below))
        slot.entries.push_back(childEntry(below));
      if (piece == closing_) return;
      below = piece;
    }
  }

 private:
  PlannedSlot& slotIn(int piece) {
    std::vector<PlannedSlot>& slots = plan_.pieces[piece].slots;
    for (PlannedSlot& s : slots)
      if (s.row == row_) return s;
    slots.push_back({row_, piece == closing_, -1, {}});
    return slots.back();
  }
  static bool hasChild(const PlannedSlot& slot, int child) {
    return std::any_of(slot.entries.begin(), slot.entries.end(), [child](const SlotEntry& e) {
      return e.kind == SlotEntry::Kind::ChildPiece && e.child == child;
    });
  }
  SlotEntry childEntry(int child) {
    SlotEntry e;
    e.kind = SlotEntry::Kind::ChildPiece;
    e.body = plan_.pieces[child].root;
    e.child = child;
    return e;
  }

  LoopPlan& plan_;
  int row_, closing_;
};

void addSlots(const Model& model, const PlannedConstraint& planned, LoopPlan& plan) {
  const Constraint& c = model.constraints[planned.constraint];
  for (int r = 0; r < planned.rows; ++r) {
    SlotMaker maker(plan, planned.firstRow + r, planned.piece);
    SlotEntry end;
    if (c.kind == ConstraintKind::Mimic) {
      end.kind = SlotEntry::Kind::Column;
      for (int i = planned.path.begin; i < planned.path.end; ++i) {
        end.column = plan.path[i].column;
        end.value = plan.path[i].sign;
        maker.addEnd(model.joints[i == planned.path.begin ? c.follower : c.leader].body, end);
      }
      continue;
    }
    end.kind = SlotEntry::Kind::Body;
    end.body = c.body1;
    end.sign = 1.0;
    maker.addEnd(c.body1, end);
    end.body = c.body2;
    end.sign = -1.0;
    maker.addEnd(c.body2, end);
  }
}

/// Child slots are known by number only when all slots exist.
void linkSlots(LoopPlan& plan) {
  for (PlannedPiece& piece : plan.pieces)
    for (int i = 0; i < static_cast<int>(piece.slots.size()); ++i)
      for (SlotEntry& e : piece.slots[i].entries) {
        if (e.kind != SlotEntry::Kind::ChildPiece) continue;
        std::vector<PlannedSlot>& below = plan.pieces[e.child].slots;
        for (int k = 0; k < static_cast<int>(below.size()); ++k)
          if (below[k].row == piece.slots[i].row) {
            e.childSlot = k;
            below[k].parentSlot = i;
          }
      }
}

void makePieces(const Model& model, LoopPlan& plan) {
  const std::vector<bool> breaks = findBreakBodies(model);
  std::vector<int> pieceBelow(plan.bodies, -1);  // the piece whose root the body is
  plan.pieceOfBody.assign(plan.bodies, -1);
  for (int b = 0; b < plan.bodies; ++b) {
    if (b > 0) {
      const int above = model.bodies[b].parent;
      plan.pieceOfBody[b] = pieceBelow[above] >= 0 ? pieceBelow[above] : plan.pieceOfBody[above];
      PlannedPiece& own = plan.pieces[plan.pieceOfBody[b]];
      own.bodies.push_back(b);
      for (int k = 0; k < model.bodies[b].nv; ++k) own.columns.push_back(model.bodies[b].v + k);
    }
    if (!breaks[b]) continue;
    pieceBelow[b] = static_cast<int>(plan.pieces.size());
    PlannedPiece piece;
    piece.root = b;
    piece.parent = plan.pieceOfBody[b];
    piece.velocities = b == 0 && !model.isFloating ? 0 : 6;
    if (piece.parent >= 0) plan.pieces[piece.parent].children.push_back(pieceBelow[b]);
    plan.pieces.push_back(piece);
  }
}

/// Bodies between a break body and its piece's root carry a full 6x6 inertia besides the rigid one.
void markArticulated(const Model& model, LoopPlan& plan) {
  plan.articulated.assign(plan.bodies, -1);
  for (std::size_t p = 1; p < plan.pieces.size(); ++p) {
    const int top = plan.pieces[plan.pieces[p].parent].root;
    for (int b = plan.pieces[p].root; b != top; b = model.bodies[b].parent)
      if (plan.articulated[b] < 0) plan.articulated[b] = plan.articulatedBodies++;
  }
}

}  // namespace

std::vector<bool> findBreakBodies(const Model& model) {
  const int n = static_cast<int>(model.bodies.size());
  std::vector<bool> breaks(n, false);
  if (n == 0) return breaks;
  breaks[0] = true;
  std::vector<int> depth(n, 0), height(n, 0), depthInPiece(n, 0);
  for (int b = 1; b < n; ++b) depth[b] = depth[model.bodies[b].parent] + 1;
  for (int b = n - 1; b > 0; --b)
    height[model.bodies[b].parent] = std::max(height[model.bodies[b].parent], height[b] + 1);
  if (*std::max_element(depth.begin(), depth.end()) <= kPieceDepth + kPieceDepth / 2) return breaks;
  const std::vector<bool> inside = bodiesInsideLoops(model);
  for (int b = 1; b < n; ++b) {
    const int above = model.bodies[b].parent;
    depthInPiece[b] = (breaks[above] ? 0 : depthInPiece[above]) + 1;
    const bool isDeep = depthInPiece[b] >= kPieceDepth || (depthInPiece[b] >= kPieceDepth / 2 && !inside[b]);
    breaks[b] = isDeep && height[b] >= kLeastHeight;
  }
  return breaks;
}

void planPieces(const Model& model, LoopPlan& plan) {
  makePieces(model, plan);
  markArticulated(model, plan);
  std::vector<int> pieceOfColumn(plan.columns, -1);
  for (int p = 0; p < static_cast<int>(plan.pieces.size()); ++p)
    for (int c : plan.pieces[p].columns) pieceOfColumn[c] = p;
  for (PlannedConstraint& planned : plan.constraints) {
    if (planned.path.size() == 0) continue;
    planned.piece = pieceOfColumn[plan.path[planned.path.begin].column];
    for (int i = planned.path.begin; i < planned.path.end; ++i) {
      const int piece = pieceOfColumn[plan.path[i].column];
      planned.isDual = planned.isDual || piece != planned.piece;
      planned.piece = lowestCommonPiece(plan, planned.piece, piece);
    }
    if (planned.isDual) addSlots(model, planned, plan);
  }
  linkSlots(plan);
  for (PlannedPiece& piece : plan.pieces)
    piece.extent = piece.velocities + static_cast<int>(piece.slots.size());
}

}  // namespace grashof
