// render/travel_arc.h - how far a joint goes and how well it drives its loops there, drawn as its arc or bar.
#pragma once
#include <memory>
#include <vector>

namespace grashof {

struct TravelArc {
  int joint = -1;               ///< scene joint
  std::vector<double> values;   ///< rad or m, ascending: the reachable range
  std::vector<double> quality;  ///< per value: 0 at a toggle, 1 where the joint drives best
  bool isFullTurn = false;
  bool isAlwaysShown = false;   ///< else while the joint is selected or hovered
};
using TravelArcPtr = std::shared_ptr<const TravelArc>;

}  // namespace grashof
