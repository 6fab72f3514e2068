#include "ui/tools/measurement.h"

#include <algorithm>
#include <cmath>

namespace grashof {
namespace {

Pose poseOfLink(const std::vector<Pose>& linkPoses, int link) {
  return link >= 0 && link < static_cast<int>(linkPoses.size()) ? linkPoses[static_cast<std::size_t>(link)]
                                                                : Pose();
}

}  // namespace

Vector3d placeIn(const SnapPoint& point, const std::vector<Pose>& linkPoses, int frameLink) {
  return poseOfLink(linkPoses, frameLink).inverse() * (poseOfLink(linkPoses, point.link) * point.p_L);
}

Measurement measure(const SnapPoint& first, const SnapPoint& second, const std::vector<Pose>& linkPoses,
                    int frameLink) {
  Measurement m;
  m.p1_F = placeIn(first, linkPoses, frameLink);
  m.p2_F = placeIn(second, linkPoses, frameLink);
  m.difference_F = m.p2_F - m.p1_F;
  m.distance = m.difference_F.norm();
  if (first.direction_L && second.direction_L) {
    const Vector3d a = poseOfLink(linkPoses, first.link).R * *first.direction_L;
    const Vector3d b = poseOfLink(linkPoses, second.link).R * *second.direction_L;
    // Lines have no sense: the smaller angle. atan2 is exact for small ones too.
    m.angle = std::atan2(a.cross(b).norm(), std::abs(a.dot(b)));
  }
  return m;
}

}  // namespace grashof
