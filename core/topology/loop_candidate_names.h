// core/topology/loop_candidate_names.h - ends of a cut loop that say so by their names.
#pragma once
#include <string>
#include <vector>

#include "core/mechanism/graph.h"

namespace grashof {

/// Two links called (or below joints called) "closedloop1_A" and "closedloop1_B", "closing_arm_1" and "_2".
struct NamedEnds {
  int link1 = -1, link2 = -1;
  std::string name1, name2;
};
std::vector<NamedEnds> namedEnds(const Mechanism& mechanism, const TreeWalk& walk);

}  // namespace grashof
