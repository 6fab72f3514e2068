// core/topology/loop_candidate_closure.h - the closures that join two links where a loop was opened.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/mechanism/mechanism.h"
#include "core/topology/loop_candidates.h"

namespace grashof {

/// Where two links meet: a point of each, and a direction of each that is to coincide.
struct Meeting {
  int link1 = -1, link2 = -1;
  Vector3d p_1 = Vector3d::Zero(), p_2 = Vector3d::Zero();  ///< m
  std::optional<Vector3d> axis_1, axis_2;                   ///< unit
  Matrix3d R_12 = Matrix3d::Identity();                     ///< link 2 in link 1 once they are joined
};

/// The chain between two links: how many coordinates it has and in which plane it moves.
struct Chain {
  std::vector<int> joints;           ///< movable tree joints, dangling ones left out
  int dof = 0;                       ///< followers of mimics count nothing
  std::optional<Vector3d> normal_1;  ///< unit, in link1; nothing: spatial
};

/// The joint that suits the meeting: the one asked for where it leaves the chain a motion, else a weaker one;
/// nothing where every joint would lock the chain.
std::optional<JointType> suitableJoint(const Chain& chain, std::optional<JointType> asked, bool hasAxis);

/// Closures in RaiSim's vocabulary (architecture: the table of cut joints); `length` (m) separates second
/// pins. anchor2 is left out where the points coincide: `gap` (m) is their distance in the nominal pose.
std::vector<Closure> closuresAt(const Mechanism& mechanism, const Meeting& meeting, const Chain& chain,
                                JointType type, double length, double gap);

}  // namespace grashof
