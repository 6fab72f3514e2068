#include <algorithm>

#include "core/dynamics/step_scratch.h"

namespace grashof {
namespace {

/// Largest error that one projection takes on at once, relative to the mechanism's size: beyond, the
/// linearization is not to be trusted.
constexpr double kProjectionReach = 0.02;
/// Errors below this, relative to the mechanism's size, are the drift of the stages and go at once; a larger
/// one was opened on purpose and closes at the rate that was asked for.
constexpr double kDriftReach = 1e-4;

}  // namespace

double feedbackShare(const StepSettings& settings) noexcept {
  return std::clamp(0.2 * settings.erp, 0.0, 0.3);
}

void projectPositions(const Model& model, Workspace& ws, double share, VectorXd& q) noexcept {
  Workspace::Scratch& s = *ws.scratch;
  treeKinematics(model, view(q), {}, s.moved);
  ws.solver->computeErrors(s.moved, view(q), view(s.targets));
  const double largest = s.targets.cwiseAbs().maxCoeff();
  const double reach = kProjectionReach * model.size;
  if (largest < kDriftReach * model.size) share = 1.0;
  s.targets *= -std::min(share, reach / std::max(largest, reach));
  ws.solver->respond({}, view(s.targets), view(s.uMean), false);
  integratePosition(model, view(q), view(s.uMean), 1.0);
}

void projectVelocity(const Model& model, Workspace& ws, const VectorXd& q, VectorXd& u) noexcept {
  Workspace::Scratch& s = *ws.scratch;
  treeKinematics(model, view(q), view(u), s.moved);
  ws.solver->computeRowVelocities(s.moved, view(u), view(s.targets));
  s.targets *= -1.0;
  ws.solver->respond({}, view(s.targets), view(s.uMean), false);
  u += s.uMean;
}

}  // namespace grashof
