// core/dynamics/drag_point.h - continuation of the closed poses with one point pulled towards a place.
#pragma once
#include <optional>

#include "core/dynamics/drag_joint.h"

namespace grashof {

/// Moves downhill in the distance of the point to its target, along the motions that the closures allow.
class PointDrag {
 public:
  PointDrag(const Model& model, JointDrag& drag);

  /// Takes q, closed, as near to the target as it gets. `isFree` [nv]: velocities that may change.
  void run(VectorXd& q, const std::vector<bool>& isFree, int body, const Vector3d& p_B,
           const Vector3d& target_W);
  DragStop whyStopped(const VectorXd& q, const std::vector<bool>& isFree, int body, const Vector3d& p_B,
                      const Vector3d& target_W);

  int iterations() const { return iterations_; }
  void resetIterations() { iterations_ = 0; }

 private:
  struct Pull;
  Vector3d linearise(const VectorXd& q, int body, const Vector3d& p_B, const Vector3d& target_W);
  Pull pullAt(const VectorXd& q, const std::vector<bool>& isFree, const Vector3d& r,
              bool respectLimits) const;
  bool tryStep(VectorXd& q, const VectorXd& x, const std::vector<bool>& isFree);
  double gainOf(const VectorXd& x, const Vector3d& r) const;
  static double secantFactor(const VectorXd& before, const VectorXd& after, const VectorXd& step);
  static bool keepsBranch(const Pull& before, const Pull& after);
  std::optional<DragStop> endOfTravel(const VectorXd& q, const std::vector<bool>& isFree, int body,
                                      const Pull& pull);
  bool canMove(const std::vector<bool>& isFree, int body);

  const Model& model_;
  JointDrag& drag_;  ///< lends its closer
  MatrixXd Jp_;      ///< [3 x nv] the point's motion, scaled as the closures
  int iterations_ = 0;
  int lastBody_ = -1;
  double lastSecant_ = 1.0;
};

}  // namespace grashof
