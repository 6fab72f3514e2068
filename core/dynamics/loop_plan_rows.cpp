// Rows, the columns they touch, and their natural scales.
#include <algorithm>
#include <cmath>

#include "core/dynamics/kinematics.h"
#include "core/dynamics/loop_plan_parts.h"

namespace grashof {
namespace {

constexpr double kNoLever = 1e-9;  // m, below this a column has no natural scale of its own

void appendSide(const Model& model, const std::vector<int>& side, double sign, LoopPlan& plan) {
  for (int b : side)
    for (int k = 0; k < model.bodies[b].nv; ++k) plan.path.push_back({model.bodies[b].v + k, sign, -1});
}

void appendPath(const Model& model, const Constraint& c, LoopPlan& plan) {
  if (c.kind == ConstraintKind::Mimic) {
    plan.path.push_back({model.joints[c.follower].v, 1.0, -1});
    plan.path.push_back({model.joints[c.leader].v, -c.multiplier, -1});
    return;
  }
  const LoopPath path = loopPath(model, c.body1, c.body2);
  appendSide(model, path.side1, 1.0, plan);
  appendSide(model, path.side2, -1.0, plan);
}

/// Levers of one constraint's path columns at the nominal pose.
struct Levers {
  std::vector<double> lever;  ///< per path column: |p2 - o_c|, m; prismatic 1
  std::vector<bool> isPrismatic;
  double largest = 0;  ///< m, of the turning columns
};

Levers leversOf(const Model& model, const TreeState& state, const std::vector<int>& bodyOfColumn,
                const LoopPlan& plan, const PlannedConstraint& planned) {
  const Constraint& c = model.constraints[planned.constraint];
  const BodyMotion& B2 = state.body[c.body2];
  const Vector3d p2 = B2.p_OB + B2.R_WB * c.p_B2A2;
  Levers out;
  for (int i = planned.path.begin; i < planned.path.end; ++i) {
    const int body = bodyOfColumn[plan.path[i].column];
    const bool slides = model.bodies[body].type == BodyJoint::Prismatic;
    const double lever = slides ? 1.0 : (p2 - state.body[body].p_OB).norm();
    out.lever.push_back(lever);
    out.isPrismatic.push_back(slides);
    if (!slides) out.largest = std::max(out.largest, lever);
  }
  return out;
}

double inverseOrOne(double x) {
  return x > kNoLever ? 1.0 / x : 1.0;
}

/// Largest natural entry N_rc s_c over the constraint's columns, per kind of row.
RowScale rowScaleOf(const Levers& levers, const LoopPlan& plan, const PlannedConstraint& planned) {
  double translation = 0, rotation = 0;
  for (int i = 0; i < planned.path.size(); ++i) {
    const double s = plan.columnScale[plan.path[planned.path.begin + i].column];
    translation = std::max(translation, levers.lever[i] * s);
    if (!levers.isPrismatic[i]) rotation = std::max(rotation, s);
  }
  return {inverseOrOne(translation), inverseOrOne(rotation), 1.0};
}

double mimicScaleOf(const LoopPlan& plan, const PlannedConstraint& planned) {
  double largest = 0;
  for (int i = planned.path.begin; i < planned.path.end; ++i)
    largest = std::max(largest, std::abs(plan.path[i].sign) * plan.columnScale[plan.path[i].column]);
  return inverseOrOne(largest);
}

void storeRowScales(const Model& model, LoopPlan& plan, const PlannedConstraint& planned) {
  const Constraint& c = model.constraints[planned.constraint];
  for (int r = 0; r < planned.rows; ++r) {
    const bool isMimic = c.kind == ConstraintKind::Mimic;
    const double scale = isMimic          ? planned.scale.mimic
                         : r < c.keptRows ? planned.scale.translation
                                          : planned.scale.rotation;
    plan.rowScale[planned.firstRow + r] = scale;
  }
}

}  // namespace

LoopPath loopPath(const Model& model, int body1, int body2) {
  LoopPath path;
  int a = body1, b = body2;
  // Parents have smaller numbers: the larger of the two is never the common ancestor.
  while (a != b) {
    if (a > b) {
      path.side1.push_back(a);
      a = model.bodies[a].parent;
    } else {
      path.side2.push_back(b);
      b = model.bodies[b].parent;
    }
  }
  path.ancestor = a;
  return path;
}

void planRows(const Model& model, LoopPlan& plan) {
  for (int i = 0; i < static_cast<int>(model.constraints.size()); ++i) {
    const Constraint& c = model.constraints[i];
    plan.firstRowOfConstraint.push_back(plan.rows);
    const int rows = c.keptRowCount();
    if (rows == 0) continue;
    PlannedConstraint planned;
    planned.constraint = i;
    planned.firstRow = plan.rows;
    planned.rows = rows;
    planned.path.begin = static_cast<int>(plan.path.size());
    appendPath(model, c, plan);
    planned.path.end = static_cast<int>(plan.path.size());
    plan.constraints.push_back(planned);
    if (planned.path.size() == 0)
      for (int r = 0; r < rows; ++r) plan.emptyRows.push_back(plan.rows + r);
    plan.rows += rows;
  }
}

void planScales(const Model& model, LoopPlan& plan) {
  plan.columnScale.assign(plan.columns, 0.0);
  plan.rowScale.assign(plan.rows, 1.0);
  std::vector<int> bodyOfColumn(plan.columns, 0);
  for (int b = 1; b < plan.bodies; ++b)
    for (int k = 0; k < model.bodies[b].nv; ++k) bodyOfColumn[model.bodies[b].v + k] = b;
  TreeState state = makeTreeState(model);
  treeKinematics(model, {model.nominal.data(), static_cast<std::size_t>(model.nq)}, {}, state);

  std::vector<Levers> levers(plan.constraints.size());
  for (std::size_t i = 0; i < plan.constraints.size(); ++i) {
    const PlannedConstraint& planned = plan.constraints[i];
    const Constraint& c = model.constraints[planned.constraint];
    if (c.kind == ConstraintKind::Mimic) continue;
    levers[i] = leversOf(model, state, bodyOfColumn, plan, planned);
    for (int k = 0; k < planned.path.size(); ++k) {
      double natural = c.keptRows > 0 ? levers[i].lever[k] : 0.0;
      if (c.keepsRotationRow && !levers[i].isPrismatic[k]) natural = std::max(natural, levers[i].largest);
      double& s = plan.columnScale[plan.path[planned.path.begin + k].column];
      s = std::max(s, natural);
    }
  }
  for (double& s : plan.columnScale) s = inverseOrOne(s);
  for (std::size_t i = 0; i < plan.constraints.size(); ++i) {
    PlannedConstraint& planned = plan.constraints[i];
    const bool isMimic = model.constraints[planned.constraint].kind == ConstraintKind::Mimic;
    planned.scale =
        isMimic ? RowScale{1, 1, mimicScaleOf(plan, planned)} : rowScaleOf(levers[i], plan, planned);
    storeRowScales(model, plan, planned);
  }
}

}  // namespace grashof
