// core/dynamics/held_directions.h - the directions of one constraint that joints and earlier constraints
// hold.
#pragma once
#include <vector>

#include "core/dynamics/loop_levers.h"

namespace grashof {

struct HeldDirections {
  std::vector<Vector3d> directions_B1;  ///< orthonormal, within the authored span
  std::vector<int> repeated;  ///< earlier constraints needed for that; empty: the loop's joints suffice
  double largestLever = 0;    ///< m, taken for none
  double distance = 0;        ///< m, from that lever's joint to the anchor
};

/// Looks at the constraints in order; those before the asked one must have their kept rows filled in.
class HeldDirectionFinder {
 public:
  /// `samples`: kinematics at closed poses, the nominal one first. Both arguments must outlive the finder.
  HeldDirectionFinder(const Model& model, const std::vector<TreeState>& samples);
  HeldDirections find(int constraint) const;

 private:
  /// Rows that are fixed in a body x: directions D and the point they act at.
  struct PlacedRows {
    int constraint = -1;
    Vector3d p_X = Vector3d::Zero();
    Eigen::Matrix3Xd D_X;
  };
  bool place(int constraint, const Eigen::Matrix3Xd& axes_B1, int x, PlacedRows& placed) const;
  std::vector<PlacedRows> earlierRows(int constraint, int x, int y) const;
  HeldDirections heldFor(int constraint, int x, int y) const;
  HeldDirections heldBy(const PlacedRows& own, const std::vector<PlacedRows>& others, int x, int y) const;

  const Model& model_;
  const std::vector<TreeState>& samples_;
  std::vector<std::vector<int>> sharing1_,
      sharing2_;  ///< per constraint: bodies that share its point with body1, body2
};

}  // namespace grashof
