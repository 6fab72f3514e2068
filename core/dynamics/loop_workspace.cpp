#include "core/dynamics/loop_workspace.h"

namespace grashof {
namespace {

constexpr std::size_t kSides = 2;

BodyConstants bodyConstants(const Body& b) {
  const Matrix3d& I = b.inertia_B;
  return {b.parent, b.v, b.nv, b.mass, b.com_B, I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
}

RowConstants rowConstants(const Model& model, const Constraint& c) {
  RowConstants out;
  out.body1 = c.body1;
  out.body2 = c.body2;
  out.isMimic = c.kind == ConstraintKind::Mimic;
  if (out.isMimic) {
    const MovableJoint &f = model.joints[c.follower], &l = model.joints[c.leader];
    out.followerQ = f.q;
    out.followerV = f.v;
    out.leaderQ = l.q;
    out.leaderV = l.v;
    out.multiplier = c.multiplier;
    out.offset = c.offset;
    return out;
  }
  out.translations = c.keptRows;
  out.hasRotation = c.keepsRotationRow;
  out.p_B1A1 = c.p_B1A1;
  out.p_B2A2 = c.p_B2A2;
  out.axes_B1 = c.keptAxes_B1;
  out.nA_B1 = c.nA_B1;
  out.nB_B2 = c.nB_B2;
  return out;
}

void copyConstants(const Model& model, const LoopPlan& plan, LoopWorkspace& ws) {
  for (const Body& b : model.bodies) ws.bodyConstants.push_back(bodyConstants(b));
  for (const PlannedConstraint& c : plan.constraints)
    ws.rowConstants.push_back(rowConstants(model, model.constraints[c.constraint]));
  ws.rotorInertia.assign(plan.columns, 0.0);
  for (const MovableJoint& j : model.joints)
    for (int v = j.v; v < j.v + j.nv; ++v) ws.rotorInertia[v] = j.rotorInertia;
}

void sizeFronts(const LoopPlan& plan, LoopWorkspace& ws) {
  ws.matrixPool.assign(static_cast<std::size_t>(plan.matrixPool), 0.0);
  ws.columnPool = plan.frontColumns;
  ws.rowPool = plan.frontRows;
  ws.front.resize(plan.fronts.size());
  ws.takenColumns.assign(plan.fronts.size(), 0);
  ws.takenRows.assign(plan.fronts.size(), 0);
  int boundary = 0;
  for (const PlannedFront& f : plan.fronts) boundary = std::max(boundary, f.boundary);
  const auto width = static_cast<std::size_t>(plan.widestFront);
  ws.boundaryScratch.assign(static_cast<std::size_t>(boundary) * width, 0.0);
  ws.productScratch.assign(width * width, 0.0);
  ws.mapScratch.assign(width, 0);
  // Left uninitialised: pages that no delay ever needs are never touched.
  ws.arenaDoubles = std::make_unique_for_overwrite<double[]>(plan.arenaDoubles);
  ws.arenaInts = std::make_unique_for_overwrite<int[]>(plan.arenaInts);
}

}  // namespace

LoopWorkspace makeLoopWorkspace(const Model& model, const LoopPlan& plan) {
  LoopWorkspace ws;
  const auto bodies = static_cast<std::size_t>(plan.bodies), columns = static_cast<std::size_t>(plan.columns),
             rows = static_cast<std::size_t>(plan.rows),
             vectors = static_cast<std::size_t>(plan.pieceVectorPool);
  copyConstants(model, plan, ws);
  sizeFronts(plan, ws);
  ws.body.resize(bodies);
  ws.S.resize(columns);
  ws.columnMomentum.resize(columns);
  ws.momentum.assign(bodies * 6 * kSides, 0.0);
  ws.articulated.resize(static_cast<std::size_t>(plan.articulatedBodies));
  ws.coupling.assign(static_cast<std::size_t>(plan.couplingPool), 0.0);
  for (std::vector<double>* v : {&ws.diagonal, &ws.inverseDiagonal, &ws.offset}) v->assign(columns, 0.0);
  for (std::vector<double>* v : {&ws.b, &ws.u}) v->assign(columns * kSides, 0.0);
  for (std::vector<double>* v :
       {&ws.error, &ws.curvature, &ws.target, &ws.softWeight, &ws.multiplier, &ws.c, &ws.lambda})
    v->assign(rows, 0.0);
  ws.rowWrench.resize(rows);
  ws.rowState.assign(rows, RowState::Held);
  ws.pieceMatrix.assign(static_cast<std::size_t>(plan.pieceMatrixPool), 0.0);
  ws.closedSlots.assign(vectors, 0);
  ws.closedCount.assign(plan.pieces.size(), 0);
  ws.baseFactor.assign(36, 0.0);
  for (std::vector<double>* v : {&ws.pieceRhs, &ws.pieceUnknown}) v->assign(vectors * kSides, 0.0);
  ws.bodyVelocity.assign(bodies * 6 * kSides, 0.0);
  return ws;
}

}  // namespace grashof
