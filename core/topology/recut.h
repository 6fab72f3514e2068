// core/topology/recut.h - another joint of a loop is cut: the same linkage seen as another tree.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/base/outcome.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

/// What becomes of the frame of a link that gets another parent joint. A link's frame stands, in URDF, at its
/// parent joint.
enum class FramesPolicy {
  Move,  ///< moves to the new joint (it keeps its directions); what the link carries is expressed in it anew
  Keep   ///< stays: a massless frame link and a fixed joint reach from the joint to it
};

struct RecutOptions {
  FramesPolicy frames = FramesPolicy::Move;
  /// Loop (its name, or that of one of its closures) whose closure becomes a joint; empty: of the loops that
  /// the joint is part of, the one with the fewest joints whose closure can be said as a joint.
  std::string loop;
};

/// The mechanism with `joint` (index; a joint of a loop, fixed ones included) cut instead of what closes its
/// loop now. The old closure becomes a tree joint of the type that it stands for, the branch between is
/// re-rooted and its joints are reversed, and the newly cut joint becomes closures by the table of
/// cut_joint_closures.h. World poses of all links at the nominal configuration stay as they were, the root
/// too; names of links and joints survive. A joint that is cut already (a second parent in the file) becomes
/// closures; so do all other such joints, since the result holds a tree and closures only.
///
/// Reversed one-coordinate joints have the axis negated and keep coordinate, limits and mimic factors. The
/// coordinates of other types are those of the inverse motion.
///
/// Cylindrical and universal closures become several joints with massless links between; cutting one of them
/// cuts all.
///
/// Warnings (codes "cut-loses-..." and "recut-...") say what the cut joint cannot do any longer. The closures
/// remember the joint they were made from (Closure::cut), and the joint the closures (Joint::closures):
/// cutting back restores both.
///
/// errors  "not-in-a-loop"        the joint is in no loop; the hint lists joints that are
///         "not-a-joint"          the loop's closures stand for no joint
///         "loop-open"            the loop's closure is apart at the nominal configuration
///         "cannot-cut"           a floating joint holds nothing
///         those of validate() that leave no tree to speak of
/// cost O(links + joints + closures)
Outcome<Mechanism> recut(const Mechanism& mechanism, int joint, const RecutOptions& options = {});

/// The configuration of `after`, made from `before` by recut(), in which every link stands as it does in
/// `before` at q (base entries first where q has them). Joints of the same name and one coordinate keep it.
/// Nothing where q has the wrong size.
std::optional<std::vector<double>> poseAfterRecut(const Mechanism& before, const std::vector<double>& q,
                                                  const Mechanism& after);

/// Joints that recut() takes: those on the tree path of a loop (fixed ones left out unless asked for), and
/// those that are cut in the file. Document order.
std::vector<int> cuttableJoints(const Mechanism& mechanism, bool withFixed = false);

}  // namespace grashof
