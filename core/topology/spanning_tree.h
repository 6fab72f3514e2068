// core/topology/spanning_tree.h - depth-first spanning tree of a mechanism and its fundamental loops.
#pragma once
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// Depth first from the root, children in document order. Indices are into the mechanism's vectors.
struct SpanningTree {
  std::vector<int> linkOrder;    ///< links as visited
  std::vector<int> parentJoint;  ///< per link: tree joint above it, -1 for the root and unreached links
  std::vector<int> parentLink;   ///< per link, -1
  std::vector<int> jointOrder;   ///< tree joints as visited, fixed ones included
};
SpanningTree spanningTree(const Mechanism& mechanism);

/// A fundamental loop: the tree path between the two links that one closure, one cut joint, or several
/// closures between the same two bodies join. `joints`: tree joints from body1 up to the common ancestor and
/// down to body2, fixed ones left out.
struct Loop {
  std::string name;  ///< of its closure or cut joint
  std::vector<int> joints;
  std::vector<int> closures;  ///< indices into Mechanism::closures
  int cutJoint = -1;          ///< index into Mechanism::joints, -1
};
std::vector<Loop> fundamentalLoops(const Mechanism& mechanism);

}  // namespace grashof
