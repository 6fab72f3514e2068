// core/topology/recut_parts.h - the stages of recut() behind the choice of the loop. Private to recut.
#pragma once
#include <map>
#include <string>

#include "core/topology/recut.h"
#include "core/topology/recut_loop.h"

namespace grashof::recutting {

/// Joints between the links of a branch, turned round: the new joint first, then outwards.
struct Branch {
  std::vector<JointEdge> edges;    ///< parent to child as in the new tree
  std::vector<JointEdge> original; ///< the same before they were turned
  JointEdge cut;                   ///< the joint to cut, as it stood
  /// Where the cut joint is one of several in series that stand for one, `cut` is that one; these are the
  /// several, as they stood, and the links between.
  JointChain chain;
  std::vector<int> chainLinks;
  std::vector<int> removedLinks;   ///< frame links that are not needed any longer
  std::vector<int> removedJoints;  ///< their fixed joints
};
/// `link`, up to the child of `joint`.
Branch turnedBranch(const Scene& scene, const ChosenLoop& chosen, int joint);

/// Names for the joints and links of a new chain, after the closure that it stands for.
void nameChain(const Mechanism& m, const std::string& name, JointChain& chain, std::vector<Link>& links);

/// The mechanism with the chain of a closing in place of its closures: all but the chain's last joint in the
/// tree, the last one cut. The pose stays.
Mechanism withChain(const Scene& scene, const Closing& closing);
/// The same loop in that mechanism.
ChosenLoop chosenWithChain(const Scene& with, const ChosenLoop& chosen);

/// Where the joint to cut is part of a chain of joints that stand for a cylindrical or universal joint, all of
/// it is cut, and its massless links go.
void foldChain(const Scene& scene, Branch& branch);

/// A joint made from closures gets an axis that points along the largest direction and, where the loop's
/// other joints only turn about that axis, its zero where theirs is.
void settleNewJoint(const Scene& scene, JointEdge& edge);

/// By how much the frames of links move, in their own directions, m.
using Shifts = std::map<std::string, Vector3d, std::less<>>;
/// Expresses all that hangs on moved frames anew: inertials, shapes, joints, closures, and what these
/// remember.
void shiftFrames(Mechanism& m, const Shifts& shifts, double scale);
void shiftClosures(std::vector<Closure>& closures, const Shifts& shifts, double scale);
void shiftEdge(const Mechanism& m, JointEdge& edge, const Shifts& shifts);

/// The closures that say what a joint said; the first one holds `memory`. `m` is the mechanism without the
/// joint, with its nominal configuration; `parent` and `child` are the links of the edge. A hinge in a planar
/// loop becomes one pin where `prefersPin`, as its loop was closed before.
std::vector<Closure> closuresOf(const Mechanism& m, const JointEdge& edge, const std::string& parent,
                                const std::string& child, bool prefersPin, const CutJoint& memory);
/// What the closures shall remember of a joint, or of the chain that it was.
CutJoint memoryOf(const JointEdge& edge, const std::string& parent, const std::string& child);

/// What the cut joint cannot do any longer, and which turned joints do not act quite as before. `chosen` is
/// null where the joint was cut before.
Diagnostics lossesOf(const Mechanism& m, const Branch& branch, const ChosenLoop* chosen);

/// Keeps the order of the file: elements that were read by their place in it, new ones last.
template <typename T>
void insertInOrder(std::vector<T>& list, T item) {
  auto it = list.end();
  if (item.source.element >= 0)
    for (it = list.begin(); it != list.end(); ++it)
      if (it->source.element < 0 || it->source.element > item.source.element) break;
  list.insert(it, std::move(item));
}

}  // namespace grashof::recutting
