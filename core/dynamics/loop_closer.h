// core/dynamics/loop_closer.h - Levenberg-Marquardt on the closures within joint limits; the engine of
// assemble().
#pragma once
#include <vector>

#include "core/dynamics/closure_equations.h"

namespace grashof {

struct CloserOptions {
  double tolerance = 1e-12;  ///< m, largest error accepted
  int maxIterations = 200;
  bool respectLimits = true;
  double slowest = 1e-9;  ///< gives up when the error shrinks by less than this share, many times in a row
};

/// Solves from one start, without restarts. Keeps its matrices between calls.
///
/// The damping is proportional to the error, which keeps the convergence quadratic also where rows are
/// redundant. ref  Fan and Yuan, On the quadratic convergence of the Levenberg-Marquardt method without
/// nonsingularity
///      assumption, 2005
class LoopCloser {
 public:
  explicit LoopCloser(const Model& model, RowSet rows = RowSet::Authored);

  void setFree(std::vector<bool> isFree) { isFree_ = std::move(isFree); }

  /// Moves q to a pose where every error is within the tolerance, or to where no step makes the errors
  /// smaller. Returns whether it is closed.
  bool close(VectorXd& q, const CloserOptions& options);

  /// Unit motion [nv, scaled] that keeps the loops closed to first order and moves velocity `v` most, with
  /// sign `sense`, away from limits that are reached; zero when the loops or limits hold `v`. Its entry at
  /// `v` is the share of the motion that goes there: it vanishes at an end of travel.
  VectorXd tangent(const VectorXd& q, int v, double sense, bool respectLimits = true);

  int iterations() const { return iterations_; }
  ClosureEquations& equations() { return equations_; }
  const ClosureEquations& equations() const { return equations_; }

 private:
  VectorXd boundedStep(const VectorXd& q, double mu, bool respectLimits) const;

  const Model& model_;
  ClosureEquations equations_;
  std::vector<bool> isFree_;
  int iterations_ = 0;
};

/// 1-DoF joints outside their range are put on its end.
void clampToLimits(const Model& model, VectorXd& q);

}  // namespace grashof
