// core/dynamics/analysis_loops.h - parts of analyse(): what each loop is.
#pragma once
#include "core/dynamics/analysis.h"
#include "core/dynamics/kinematics.h"
#include "core/topology/closure_recognition.h"

namespace grashof {

/// Loops with their constraints, plane, size, words and cut candidates, at the nominal pose.
std::vector<LoopReport> describeLoops(const Model& model, const TreeState& nominal);

/// Unit normal (world axes) of the plane in which the joints between two bodies move, if there is one: hinges
/// along it, sliders across it, within the lever tolerance.
std::optional<Vector3d> planeOfMotion(const Model& model, const TreeState& state, int body1, int body2);

/// The joint that the loop's written closures stand for, if they stand for one.
std::optional<RecognisedJoint> recogniseLoop(const Model& model, const TreeState& nominal,
                                             const LoopReport& loop);

}  // namespace grashof
