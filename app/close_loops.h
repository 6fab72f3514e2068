// app/close_loops.h - closing, moving anchors and accepting proposed loops: what window and command line
// share.
#pragma once
#include "app/build.h"
#include "core/dynamics/assemblies.h"
#include "core/mechanism/edit.h"
#include "core/topology/loop_candidates.h"

namespace grashof {

/// The pose q [nq] as nominal pose.
SetNominal nominalAt(const VectorXd& q);

/// "loop-cannot-close": what stays open by how much, and in the hint what would mend it.
Diagnostic cannotCloseFinding(const Model& model, const VectorXd& start, const AssembleResult& result,
                              const AssembleOptions& options);

/// The mechanism with pose q [nq] as nominal pose and every closure's point of body2 where body1's anchor is
/// there: the anchors give way, the pose does not.
Outcome<Mechanism> withAnchorsAtPose(const Model& model, const VectorXd& q);

/// The branches in which the loops close as the file means them, nearest to `start` [nq] first; for any thread.
/// cost: up to seconds
Assemblies assembliesFrom(const ModelPtr& model, const VectorXd& start,
                          const std::vector<int>& heldJoints = {});

/// Proposals in the pose q [nq]. `withHoles` reads the meshes and fits circles to their edges: slow.
std::vector<LoopCandidate> loopCandidatesAt(const Model& model, const VectorXd& q,
                                            const LoopCandidateOptions& options, bool withHoles);

/// The graph closed at a candidate, and the pose in which the loops close; that is the nominal one then.
struct AcceptedCandidate {
  MechanismPtr mechanism;
  VectorXd pose;  ///< [nq] of the new mechanism
  bool isClosed = false;
};
/// in q [nq] of `model`: where the solver starts. Where it finds no closed pose, a warning says why, and the
/// closure keeps both anchors.
Outcome<AcceptedCandidate> acceptedCandidate(const Model& model, const VectorXd& q,
                                             const LoopCandidate& candidate);

}  // namespace grashof
