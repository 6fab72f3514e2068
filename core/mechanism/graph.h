// core/mechanism/graph.h - the mechanism's links and joints by index, and which joints make up its tree.
#pragma once
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// Joint ends as link indices; -1 where the name refers to nothing. Of equal names the first link counts.
struct JointEnds {
  std::vector<int> parent, child;  ///< [joints]
};
JointEnds jointEnds(const Mechanism& mechanism);

/// What the tree joints (those that are not cut) reach.
struct TreeWalk {
  std::vector<int> roots;        ///< named links that no tree joint leads to, in document order
  std::vector<int> pieceSize;    ///< [roots] links reached from each, itself included
  std::vector<int> jointOrder;   ///< tree joints, depth first, children in document order
  std::vector<int> rootOf;       ///< [links] the root it is reached from, -1 when none reaches it (a ring)
  std::vector<int> parentJoint;  ///< [links] joint it was reached by, -1
};
/// Root `mechanism.root` is walked first, when it names a root.
TreeWalk walkTree(const Mechanism& mechanism);

/// Every name is there and unique, and the tree joints reach every link from one root: what can be compiled
/// or drawn.
bool isOneTree(const Mechanism& mechanism);

/// [links] The link that carries each one rigidly: itself, or the link at the top of the fixed joints above
/// it.
std::vector<int> rigidCarriers(const Mechanism& mechanism, const TreeWalk& walk);

/// Decides, for joints as they stand in a file, which of them are cut, and the root. The first joint in the
/// file that leads to a link owns it and later ones are cut, unless only a later one connects it to a root. A
/// ring without a root is opened at the first of its links in the file.
///
/// Joints that are marked already (isCut) own a link only where no other joint connects it: a file that says
/// which joint of a loop is cut is obeyed, and one that cuts too much still opens as one tree.
void chooseTree(Mechanism& mechanism);

}  // namespace grashof
