// core/dynamics/drag.h - moving a mechanism by one joint or one point, its loops closed all the way.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/drag_stop.h"
#include "core/dynamics/model.h"

namespace grashof {

struct DragResult {
  VectorXd q;      ///< [nq] the closed pose reached; the start where that cannot be closed
  double gap = 0;  ///< m, largest gap of any constraint at q
  int worstConstraint = -1;
  bool isClosed = false;           ///< the loops are closed at q
  bool hasReached = false;         ///< the joint is at the value, the point at the target
  double miss = 0;                 ///< what is left of the way: rad or m of the joint, m of the point
  StopKind stop = StopKind::None;  ///< why there is something left
  std::string stopReason;          ///< in words, "end of travel: coupler and rocker in line (toggle)"
  std::string hint;                ///< what helps, "drive crank_joint instead"; may be empty
  int stopJoint = -1;              ///< Limit: the joint at its limit, index into Model::joints
  int iterations = 0;
};

/// Drags. Keeps its matrices between calls: make one per gesture or model, call it for every mouse event.
///
/// The start is closed first (within 1e-12 m, on its branch); then the mechanism follows by continuation
/// along its own motion, in steps that are halved near singular poses, so that it never jumps to another
/// branch and comes back the way it went. Where nothing pulls, joints move as little as possible. All
/// coordinates stay finite and within the limits. Cost: a few factorisations of the loop rows per call,
/// block by block where loops have few joints in common: below 1 ms for 36 planar loops
class Dragger {
 public:
  explicit Dragger(ModelPtr model);
  ~Dragger();
  Dragger(Dragger&&) noexcept;
  Dragger& operator=(Dragger&&) noexcept;

  /// Joints (indices into Model::joints) that keep their coordinates. A floating base always does.
  void setHeld(const std::vector<int>& joints);

  /// Joint `joint` (1-DoF) towards `value` (rad, m), from q [nq]. Others end with nothing moved.
  DragResult dragJoint(const VectorXd& q, int joint, double value);
  /// The point p_B of a body (index into Model::bodies; body axes, m) towards a place in the world: as near
  /// to it as the mechanism gets by moving downhill from q.
  DragResult dragPoint(const VectorXd& q, int body, const Vector3d& p_B, const Vector3d& target_W);

  const ModelPtr& model() const { return model_; }

 private:
  struct Scratch;
  ModelPtr model_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace grashof
