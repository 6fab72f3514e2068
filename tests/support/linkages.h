// tests/support/linkages.h - small linkages whose positions, ranks and ends of travel are known by hand.
#pragma once
#include "core/dynamics/model.h"
#include "core/mechanism/mechanism.h"

namespace grashof::fixtures {

/// Planar four-bar about z, closed at its zero pose: crank from (0, 0) to (0, 0.06), coupler on to (0.16,
/// 0.14), rocker hinged on the ground at (0.2, 0). Lengths 0.06, 0.178885, 0.145602, ground 0.2. The
/// coupler's tip is (0.16, 0.08, 0) in the coupler. `tilt` (rad) turns the rocker's axis about x, out of
/// parallel.
inline const Vector3d kFourBarTip{0.16, 0.08, 0};
Mechanism fourBar(const std::vector<Closure>& closures, double tilt = 0.0);

/// Ground 0.30, driver 0.22, coupler 0.10, rocker 0.14: the driver stops at +-acos(0.0808 / 0.132). Starts at
/// 30 deg.
Mechanism tripleRocker();

/// Three upright bars of 0.1 on the ground at x = 0, 0.2 and 0.4, a coupler on top: pins to the second and
/// third bar. The third is longer by `excess`, its foot lower by as much.
Mechanism threeBarParallelogram(double excess);

/// Two legs of 0.1 + 0.2 along +x from (-0.04, 0) and (0.04, 0), limits +-3.1; `anchor2` on the right tip, so
/// that the closure starts 0.08 open.
Mechanism flatFiveBar();

/// A lever hinged on the world at 0, a tab hinged on it at (0.2, 0, 0), both about z; a pin between the two
/// at `anchor` in the lever.
Mechanism pinnedTab(const Vector3d& anchor);

/// Six skew hinges in a row and a closure between the last link and the world: a spatial loop.
Mechanism skewChain(const std::vector<Closure>& closures);

/// Compiles, or fails the test with the first finding.
ModelPtr compiled(const Mechanism& mechanism, Diagnostics* findings = nullptr);

}  // namespace grashof::fixtures
