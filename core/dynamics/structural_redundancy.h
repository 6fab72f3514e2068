// core/dynamics/structural_redundancy.h - which directions of each constraint the mechanism's geometry holds
// already.
#pragma once
#include "core/dynamics/model.h"

namespace grashof {

/// A joint moves an anchor p along d by the lever |d . (z x (p - o))|, o its origin and z its axis
/// (prismatic: |d . axis|). Below this share of the distance |p - o| (prismatic: of 1) the direction counts
/// as held.
inline constexpr double kLeverTolerance = 1e-3;

/// Finds the directions of every constraint that need no row in a step, from geometry alone (masses never
/// enter), at the nominal pose and at closed poses near it:
///  - directions in which every joint of the constraint's own loop has a lever below kLeverTolerance;
///  - directions that earlier constraints between the same two bodies hold (the second pin of a hinge along
///  its
///    axis, all of it in a planar loop), also through a link that is hinged at the closing point;
///  - mimic rows that follow from earlier mimics.
/// Different body pairs are never compared otherwise: what they repeat depends on the pose and is found in
/// the step.
///
/// in   model         bodies, joints and the authored part of the constraints; nominal
/// out  constraints   keptAxes_B1, keptRows, keepsRotationRow, keepsMimicRow, heldDirections_B1, and
///      smallestLever: the largest lever, m, that was taken for none (0: all is held exactly)
///      diagnostics   "held-by-joint" (warning) and "repeats-constraint" (note) for constraints without a row
///      left
void markStructuralRedundancy(Model& model, Diagnostics& diagnostics);

}  // namespace grashof
