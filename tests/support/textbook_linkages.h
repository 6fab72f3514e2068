// tests/support/textbook_linkages.h - textbook linkages in the x-z plane, with their closed forms.
#pragma once
#include "core/mechanism/mechanism.h"

namespace grashof::fixtures {

/// Hinges turn about -y: a positive angle lifts the x axis towards z. Bars are uniform, 1 kg per metre, along
/// x.
struct FourBar {
  double ground = 0.4, crank = 0.15, coupler = 0.35, rocker = 0.3;  ///< m
  double crankAngle = 0.9;                                          ///< rad, of the nominal pose
  Mechanism mechanism() const;                  ///< joints crank, coupler, rocker; one pin coupler - rocker
  Vector3d angles(double crankAngle) const;     ///< closed pose: q = (crank, coupler on crank, rocker)
  double rockerAngle(double crankAngle) const;  ///< Freudenstein
  double rockerRate(double crankAngle) const;   ///< d rocker / d crank
};

/// Crank at the origin, slider along x; joints crank, rod, slider; an equality in x and z.
struct SliderCrank {
  double crank = 0.1, rod = 0.25, crankAngle = 0.7;
  Mechanism mechanism() const;
  double sliderPosition(double crankAngle) const;
  Vector3d coordinates(double crankAngle) const;
};

/// Bars of equal length on a common platform: hinge 0 at the origin, the others along x; joints bar0,
/// platform, bar1, ...; one pin per further bar.
struct Parallelogram {
  double length = 0.3, spacing = 0.4, angle = 1.0;
  int bars = 2;
  Mechanism mechanism() const;
};

/// Two 0.5 m legs (3-4-5 triangles) hinged at (-0.3, 0, 0) and (0.3, 0, 0), pinned at (0, 0, 0.4); thin bars.
Mechanism aFrame(double leftMass, double rightMass);

/// A point mass on a rod: hinge at the origin about -y, q = 0 along x.
Mechanism pendulum(double mass, double length);

/// Two wheels on their own hinges in World: joints leader, follower; inertias about the axes; follower = m
/// leader + c.
Mechanism gearPair(double leaderInertia, double followerInertia, double multiplier, double offset = 0);

}  // namespace grashof::fixtures
