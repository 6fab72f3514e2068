#include "core/dynamics/assemble.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/dynamics/loop_closer.h"
#include "core/dynamics/structural_redundancy.h"

namespace grashof {
namespace {

/// Restarts around the start, the perturbation doubling every third: 0.05 to 1.6 of rad or of the size.
constexpr int kRestarts = 18;
constexpr int kRestartIterations = 60;
/// A restart that improves by less than this share per iteration is not on its way to a closed pose.
constexpr double kRestartSlowest = 1e-2;

/// Evenly distributed over [-1, 1], the same sequence on every run.
class Shaker {
 public:
  double operator()() {
    return 2.0 * static_cast<double>(engine_() - engine_.min()) /
               static_cast<double>(engine_.max() - engine_.min()) -
           1.0;
  }

 private:
  std::minstd_rand engine_{20011};
};

AssembleResult report(const Model& model, VectorXd q, int iterations, bool isClosed) {
  AssembleResult result;
  const GapReport gap = largestGap(model, q);
  result.q = std::move(q);
  result.gap = gap.maxGap;
  result.worstConstraint = gap.worstConstraint;
  result.iterations = iterations;
  result.isClosed = isClosed;
  return result;
}

}  // namespace

GapReport largestGap(const Model& model, const VectorXd& q) {
  TreeState state = makeTreeState(model);
  const std::span<const double> coordinates(q.data(), static_cast<std::size_t>(q.size()));
  treeKinematics(model, coordinates, {}, state);
  GapReport report;
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    const double gap = gapOf(model, state, coordinates, model.constraints[i]);
    if (report.worstConstraint >= 0 && gap <= report.maxGap) continue;
    report = {gap, static_cast<int>(i)};
  }
  return report;
}

AssembleResult assemble(const Model& model, const VectorXd& start, const AssembleOptions& options) {
  LoopCloser closer(model);
  const std::vector<bool> isFree = freeColumns(model, options.keepBase, options.heldJoints);
  closer.setFree(isFree);
  const CloserOptions closing{options.tolerance, options.maxIterations, options.respectLimits};

  VectorXd q = start;
  if (options.respectLimits) clampToLimits(model, q);
  for (const int held : options.heldJoints)
    q.segment(model.joints[held].q, model.joints[held].nq) =
        start.segment(model.joints[held].q, model.joints[held].nq);
  const VectorXd origin = q;
  bool isClosed = closer.close(q, closing);
  int iterations = closer.iterations();
  double best = closer.equations().largestError();

  // A start such as a linkage drawn flat has a gap that no joint can reduce, to first order: shake it and try
  // again.
  Shaker shake;
  CloserOptions trying = closing;
  trying.maxIterations = std::min(closing.maxIterations, kRestartIterations);
  trying.slowest = kRestartSlowest;
  for (int restart = 0; !isClosed && options.allowRestarts && restart < kRestarts; ++restart) {
    const double amplitude = 0.05 * std::exp2(restart / 3) * model.size;
    VectorXd x = VectorXd::Zero(model.nv);
    for (int v = 0; v < model.nv; ++v)
      if (const double share = shake(); isFree[v]) x[v] = amplitude * share;
    VectorXd candidate = origin;
    closer.equations().move(candidate, x);
    if (options.respectLimits) clampToLimits(model, candidate);
    isClosed = closer.close(candidate, trying);
    iterations += closer.iterations();
    if (closer.equations().largestError() >= best) continue;
    best = closer.equations().largestError();
    q = candidate;
  }
  if (isClosed) return report(model, std::move(q), iterations, true);

  // Directions that the joints hold up to modelling tolerance may contradict the others by that much: without
  // them.
  closer.close(q, closing);
  iterations += closer.iterations();
  VectorXd kept = q;
  LoopCloser keptCloser(model, RowSet::Kept);
  keptCloser.setFree(isFree);
  isClosed = model.keptRows() < model.authoredRows() && keptCloser.close(kept, closing) &&
             largestGap(model, kept).maxGap < 2.0 * kLeverTolerance * model.size;
  return report(model, isClosed ? std::move(kept) : std::move(q), iterations + keptCloser.iterations(),
                isClosed);
}

}  // namespace grashof
