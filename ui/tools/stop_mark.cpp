#include "ui/tools/stop_mark.h"

#include "app/aligned_links.h"
#include "app/document.h"
#include "ui/theme.h"
#include "ui/tools/joint_drag.h"

namespace grashof {
namespace {
constexpr double kOvershoot = 0.06;  // of the line's length, beyond either end
}

StopMark stopMark(const Model& model, const std::vector<Pose>& linkPoses, const VectorXd& q, int joint,
                  const DragStop& stop) {
  StopMark mark;
  const bool isLimit = stop.kind == StopKind::Limit && stop.joint >= 0;
  mark.cause_W = jointAxis(model, linkPoses, isLimit ? stop.joint : joint).origin_W;
  if (stop.kind != StopKind::EndOfTravel) return mark;
  const std::optional<AlignedLinks> aligned = alignedLinks(model, q, joint);
  if (!aligned) return mark;
  mark.cause_W = (*aligned)[1];
  const Vector3d &a = (*aligned)[0], &b = (*aligned)[1], &c = (*aligned)[2];
  // Folded links lie on one another: the line goes from the outermost point to the other one.
  Vector3d first = a, last = c;
  if ((b - a).norm() > (c - a).norm()) last = b;
  if ((c - b).norm() > (last - first).norm()) {
    first = b;
    last = c;
  }
  const Vector3d beyond = kOvershoot * (last - first);
  OverlayLine line;
  line.points_W = {first - beyond, last + beyond};
  line.color = theme().color(QStringLiteral("warning"));
  line.widthPx = 3;
  mark.lines.push_back(line);
  line.color = theme().color(QStringLiteral("view.bg_bottom"));
  line.widthPx = 1.6;
  line.style = OverlayLine::Style::Dashed;
  mark.lines.push_back(line);
  for (const Vector3d& p_W : *aligned)
    mark.points.push_back({p_W, OverlayPoint::Shape::Handle, theme().color(QStringLiteral("warning")), 14});
  return mark;
}

}  // namespace grashof
