// ui/tools/stop_mark.h - what a stopped drag shows in the view: the line through links in line, and the cause's place.
#pragma once
#include "core/dynamics/model.h"
#include "render/tool_overlay.h"

namespace grashof {

struct DragStop;

struct StopMark {
  std::vector<OverlayLine> lines;
  std::vector<OverlayPoint> points;
  Vector3d cause_W = Vector3d::Zero();  ///< where a message points to
};

/// For a joint (index into model.joints) that goes no farther in the pose q [nq].
StopMark stopMark(const Model& model, const std::vector<Pose>& linkPoses, const VectorXd& q, int joint,
                  const DragStop& stop);

}  // namespace grashof
