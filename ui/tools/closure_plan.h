// ui/tools/closure_plan.h - what a new closure between two clicked points would be and do, before it is made.
#pragma once
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/mechanism/edit.h"
#include "core/simulation/snapshot.h"

namespace grashof {

/// A clicked point: fixed to a link of the mechanism.
struct ClosureEnd {
  int link = -1;
  Vector3d p_L = Vector3d::Zero();  ///< m, in the link
  QString name;                     ///< of the snap: "knee_l_fr", "Vertex"
  std::optional<Vector3d> axis_L;   ///< unit; of the snapped joint, circle or face
};

enum class PlannedKind { Pin, TwoAxes, OneAxis, Hinge, Rod };

/// The closure's axes in link 1: two across the loop's normal (also in link 1), or the normal itself. None
/// for pins.
std::vector<Vector3d> plannedAxes(PlannedKind kind, const std::optional<Vector3d>& normal);

struct ClosurePlan {
  Closure closure;                ///< as it will be added: anchor on body1, no anchor2
  std::optional<Closure> second;  ///< a hinge's other pin
  double gap = 0;                 ///< m between the two points now
  bool canClose = false;          ///< the points apart can be brought together
  double closedGap = 0;           ///< m left after the attempt
  VectorXd closedPose;            ///< [nq] of the present model; only when canClose
  struct Move {
    QString joint;
    double change;
    bool isRotary;
  };
  std::vector<Move> moves;  ///< joints that move, largest first
};

/// Plans from the present pose `q` of `model`; a hinge turns about the loop's normal, else about the axis of
/// the first point, else about body1's z. cost: one compilation and one assembly
ClosurePlan planClosure(const Model& model, const VectorXd& q, const std::vector<Pose>& linkPoses,
                        const ClosureEnd& end1, const ClosureEnd& end2, PlannedKind kind, BaseMode base);

/// Another pin between the same two bodies: together they are a hinge. -1: none.
int hingePartner(const Mechanism& mechanism, int closure);

/// A closure becomes a hinge: a pin where it is and a second one `length` (m) along the loop's normal, or
/// along the direction that it left free. One undo step.
Edit hingeEdit(const Mechanism& mechanism, int closure, double length);

/// The edit for the plan as one undo step. Closing: the pose in which both points meet becomes the nominal
/// one. Placing: body2's anchor is the point that coincides now, so the present pose becomes the nominal one
/// unless it is that already.
Edit closureEdit(const ClosurePlan& plan, const Model& model, const VectorXd& q, bool close);

}  // namespace grashof
