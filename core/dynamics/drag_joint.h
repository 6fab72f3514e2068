// core/dynamics/drag_joint.h - continuation of the closed poses with one joint pulled towards a value.
#pragma once
#include <optional>

#include "core/dynamics/drag_stop.h"
#include "core/dynamics/loop_closer.h"

namespace grashof {

class JointDrag {
 public:
  explicit JointDrag(const Model& model);

  /// Joints (indices into Model::joints) that keep their coordinates; a floating base always does.
  void setHeld(const std::vector<int>& joints);

  /// Closes the start on its branch; false where that fails.
  bool begin(VectorXd& q);
  /// Takes q, closed, towards `target` of a 1-DoF joint, as far as it goes.
  void run(VectorXd& q, int joint, double target);
  DragStop whyStopped(const VectorXd& q, int joint, double value);
  /// Closes `start` with all rows instead of those that the model keeps, from now on: a model made from a
  /// pose far from any closed one may take rows for redundant that are not. False: they do not close, or did
  /// before.
  bool useAllRows(VectorXd& start);

  int iterations() const { return iterations_; }
  void resetIterations() { iterations_ = 0; }
  LoopCloser& closer() { return *closer_; }
  const std::vector<bool>& freeVelocities() const { return follow_; }

 private:
  bool close(const VectorXd& q, VectorXd& candidate);
  bool arrive(VectorXd& q, const VectorXd& x, const MovableJoint& joint, double target);
  bool advance(VectorXd& q, const VectorXd& x, const MovableJoint& joint);
  DragStop atDeadPoint(const VectorXd& q, const MovableJoint& joint, double sense);

  bool keepsBranch(const VectorXd& q, const VectorXd& x, const MovableJoint& joint);

  const Model& model_;
  bool hasTriedAll_ = false;
  std::optional<LoopCloser> closer_;
  std::vector<bool> follow_;  ///< per velocity: may move
  int iterations_ = 0;
};

/// Length of the scaled motion t [nv] after which the first joint meets a limit; joints that stand at one
/// already are not counted.
double roomAlong(const Model& model, const ClosureEquations& equations, const VectorXd& q, const VectorXd& t);

/// Directions [nv x n, scaled, orthonormal] that keep the loops closed to first order, over free velocities.
MatrixXd closedMotions(const MatrixXd& A, const std::vector<bool>& isFree, double tolerance);

}  // namespace grashof
