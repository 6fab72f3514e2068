#include "core/dynamics/loop_plan_parts.h"

namespace grashof {

LoopPlan makeLoopPlan(const Model& model) {
  LoopPlan plan;
  plan.bodies = static_cast<int>(model.bodies.size());
  plan.columns = model.nv;
  plan.isFloating = model.isFloating;
  planRows(model, plan);
  planScales(model, plan);
  planPieces(model, plan);
  planFronts(model, plan);
  planLayout(model, plan);
  return plan;
}

}  // namespace grashof
