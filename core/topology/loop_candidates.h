// core/topology/loop_candidates.h - where a file that looks like a tree was meant to be closed.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/mechanism/edit.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

/// A place on a link that a person would pin: a hole's centre, found by whoever can read meshes.
struct FeaturePoint {
  int link = -1;
  Vector3d p_L = Vector3d::Zero();      ///< m
  Vector3d axis_L = Vector3d::UnitZ();  ///< unit, the hole's axis
  double diameter = 0;                  ///< m
};

enum class LoopEvidence {
  TwoParents,      ///< a link is the child of two joints: a loop already; offered is the other reading
  NamedPair,       ///< two frames called "closedloop1_A" and "closedloop1_B"
  FreeEnd,         ///< a passive joint whose empty end meets another link's frame or axis
  CoincidentTips,  ///< empty frames at the ends of two chains coincide
  CoincidentAxes,  ///< the end of a chain carries a frame on another link's joint axis
  Holes,           ///< holes of equal diameter, one on the other
};
std::string_view loopEvidenceName(LoopEvidence evidence);

struct LoopCandidate {
  LoopEvidence evidence = LoopEvidence::CoincidentTips;
  int rank = 0;                           ///< 1 = most likely
  int link1 = -1, link2 = -1;             ///< body1 and body2
  Vector3d p_1 = Vector3d::Zero();        ///< anchor in link1, m
  Vector3d p_2 = Vector3d::Zero();        ///< anchor in link2, m
  std::optional<Vector3d> axis_1;         ///< unit, in link1: of the joint that is meant, where it has one
  JointType type = JointType::Spherical;  ///< the joint that is proposed there
  int cutJoint = -1;  ///< the joint of the file that is outside the tree (or becomes so), -1
  double gap = 0;     ///< m, distance of the two anchors in the poses given
  double tilt = 0;    ///< rad, between the two axes
  std::string words;  ///< "closedloop1_A and closedloop1_B were cut here: a hinge, 30 mm open"
  Edit edit;          ///< closes the graph there; a gap is left for the assembly solver
};

struct LoopCandidateOptions {
  double tolerance = 1e-3;  ///< m, frames farther apart are not proposed (named pairs always are)
  double tilt = 0.02;       ///< rad, the same for axes
};

/// in   X_WL      per link, its pose in the world in the pose looked at (the nominal one)
///      features  may be empty
/// out  most likely first. Nothing is proposed between links that are rigidly connected, joined by one joint,
///      already closed there, or whose connection would leave their chain without any motion.
std::vector<LoopCandidate> findLoopCandidates(const Mechanism& mechanism, std::span<const Pose> X_WL,
                                              const LoopCandidateOptions& options = {},
                                              std::span<const FeaturePoint> features = {});

/// Notes "loop-opened-here" for the candidates that look cut on purpose (two parents, named pairs, free
/// ends).
Diagnostics openedLoopNotes(const Mechanism& mechanism, const std::vector<LoopCandidate>& candidates);

}  // namespace grashof
