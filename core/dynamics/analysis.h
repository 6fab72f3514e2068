// core/dynamics/analysis.h - what a colleague would say of the mechanism: loops, rank, mobility, candidates.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/model.h"
#include "core/topology/spanning_tree.h"

namespace grashof {

struct CutCandidate {
  int joint = -1;       ///< Mechanism joint
  int rank = 0;         ///< 1 = recommended
  bool isPassive = true;
  std::string reason;   ///< "passive, unlimited, well conditioned"
};
struct LoopReport {
  Loop loop;
  std::vector<int> constraints;      ///< indices into Model::constraints
  bool isPlanar = false;
  Vector3d normal_W = Vector3d::Zero();
  double size = 0;                   ///< m
  std::string kindWords;             ///< "four-bar", "five-bar", "planar loop of 6 joints", "spatial loop"
  std::vector<CutCandidate> candidates;
};
struct MobilityReport {
  int dof = 0;           ///< joint_dof - rank at the nominal configuration
  int genericDof = 0;    ///< at nearby closed poses
  int jointDof = 0, rows = 0, rank = 0, redundant = 0;
  int gruebler = 0;      ///< joint_dof - rows
  std::string words;
};
struct Analysis {
  std::vector<LoopReport> loops;
  MobilityReport mobility;
  double maxGap = 0;
  int worstConstraint = -1;
  Diagnostics diagnostics;  ///< held constraints, welds that lock, infinitesimal mobility, gap at nominal, ...
};
Analysis analyse(const Model& model);

}  // namespace grashof
