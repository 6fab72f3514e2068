// core/topology/recut_loop.h - the loop that a cut opens elsewhere: its path, and the joint that closes it
// now. Private to recut.
#pragma once
#include "core/base/outcome.h"
#include "core/mechanism/graph.h"
#include "core/topology/closure_recognition.h"
#include "core/topology/joint_chain.h"
#include "core/topology/joint_edge.h"
#include "core/topology/spanning_tree.h"

namespace grashof::recutting {

/// A mechanism that is one tree, at its nominal configuration.
struct Scene {
  const Mechanism& m;
  JointEnds ends;
  TreeWalk walk;
  std::vector<double> nominal;  ///< as written, or the default one
  int baseEntries = 0;
  std::vector<std::vector<double>> coordinates;  ///< [joints] at the nominal configuration, empty without
  std::vector<Pose> X_RL;                        ///< [links] in the root's frame
  std::vector<Pose> X_RL0;                       ///< [links] at neutral coordinates

  Pose between(int a, int b) const { return X_RL[index(a)].inverse() * X_RL[index(b)]; }
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
};
Outcome<Scene> sceneOf(const Mechanism& m);

/// Links from `link` up to the root, both included.
std::vector<int> linksAbove(const Scene& scene, int link);

/// A tree joint as an edge with its nominal coordinates; a cut joint with both frames, where they meet at the
/// nominal configuration when the file places only one.
JointEdge edgeOf(const Scene& scene, int joint);

/// What closes a loop, as the joint that it stands for, between the bodies of the closure.
struct Closing {
  JointEdge edge;
  std::vector<int> closures;  ///< replaced by the joint; empty when `cutJoint` is
  int cutJoint = -1;
  bool isRemembered = false;  ///< the joint was cut into these closures before
  bool isPlanarPin = false;   ///< one pin, a hinge because the loop moves in a plane
  /// Cylindrical and universal joints: what a tree holds instead, from the first link to the last, with the
  /// massless links between. Else empty.
  JointChain chain;
  std::vector<Link> chainLinks;
};
/// errors "not-a-joint", "loop-open"
Outcome<Closing> closingOf(const Scene& scene, const Loop& loop);

/// How far a recognised joint is from an edge's, m (turns with an arm of 1 m); infinite where they are not of
/// one kind. The edge's parent is body1 of the closures.
double misfit(const RecognisedJoint& seen, const JointEdge& edge);
/// Misfits below this are rounding of the file.
inline constexpr double kFits = 1e-7;

/// The loop to re-root for cutting `joint`: the one called `name`, or the shortest whose closure stands for a
/// joint. errors "not-in-a-loop", and closingOf's
struct ChosenLoop {
  Loop loop;
  Closing closing;
  int outside = -1, inside = -1;  ///< links of the closing edge: above the joint, and in its subtree
};
Outcome<ChosenLoop> chooseLoop(const Scene& scene, int joint, const std::string& name);

Diagnostic problem(Severity severity, const Mechanism& m, std::string code, const SourceRef& at,
                   std::string subject, std::string message, std::string hint = {});

}  // namespace grashof::recutting
