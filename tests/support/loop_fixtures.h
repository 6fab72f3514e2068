// tests/support/loop_fixtures.h - mechanisms with many loops, or long ones, for the elimination.
#pragma once
#include "core/mechanism/mechanism.h"

namespace grashof::fixtures {

/// `count` + 1 upright bars of 0.1 on the ground, 0.05 apart, neighbours joined by couplers: parallelograms
/// in a row, each about z with a two-axis equality. Leaning by `angle` (rad).
Mechanism ladder(int count, double angle = 0.3);

/// A closed chain of `count` bodies about skew axes, floating: one pin from the last body to the base.
Mechanism necklace(int count);

/// A four-bar about z with given lengths, ground hinges at 0 and (ground, 0, 0), every bar 1 kg; closed by
/// one two-axis equality at `crankAngle` (rad), with the rocker above the ground line.
struct FourBarLengths {
  double ground, crank, coupler, rocker;
};
Mechanism fourBarOf(const FourBarLengths& lengths, double crankAngle);

/// A four-bar and a dyad (two bars of 0.1 from the ground to a point of the crank). `bend` (rad) is how far
/// the dyad is from being stretched straight, where it can hardly hold its end. Its closure comes first, so
/// that it is eliminated before the crank is there to help.
Mechanism crankWithDyad(double bend);

}  // namespace grashof::fixtures
