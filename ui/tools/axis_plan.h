// ui/tools/axis_plan.h - whose axis can be set, where it points now, and the edit that points it elsewhere.
#pragma once
#include <QString>
#include <optional>
#include <vector>

#include "core/mechanism/edit.h"

namespace grashof {

struct AxisTarget {
  ElementRef element;  ///< a joint or a closure
  QString name;
  Vector3d p_W = Vector3d::Zero();  ///< where the axis is drawn
  std::optional<Vector3d> axis_W;   ///< unit; of a closure with two axes the direction that it leaves free
  QString problem;                  ///< why there is no axis to set; empty: there is one
};
AxisTarget axisTarget(const Mechanism& mechanism, ElementRef element, const std::vector<Pose>& linkPoses);

/// The target's axis along `direction_W`, written in the target's own frame; base axes come out exact. A
/// closure with two axes gets two that lie across it.
Edit axisEdit(const Mechanism& mechanism, ElementRef element, const Vector3d& direction_W,
              const std::vector<Pose>& linkPoses);

}  // namespace grashof
