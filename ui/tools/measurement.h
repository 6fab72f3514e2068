// ui/tools/measurement.h - distance, angle and coordinates between two places on links.
#pragma once
#include <optional>
#include <vector>

#include "core/base/pose.h"
#include "ui/tools/snap_point.h"

namespace grashof {

struct Measurement {
  Vector3d p1_F = Vector3d::Zero(), p2_F = Vector3d::Zero();  ///< m, in the frame chosen
  Vector3d difference_F = Vector3d::Zero();                   ///< p2 - p1
  double distance = 0;                                        ///< m
  /// rad, 0 to pi/2: between the two places' axes or normals, where both have one.
  std::optional<double> angle;
};

/// `frameLink`: the link in whose axes coordinates are given; -1: World. The places move with their links.
Measurement measure(const SnapPoint& first, const SnapPoint& second, const std::vector<Pose>& linkPoses,
                    int frameLink);

/// Where a place on a link is, in a frame.
Vector3d placeIn(const SnapPoint& point, const std::vector<Pose>& linkPoses, int frameLink);

}  // namespace grashof
