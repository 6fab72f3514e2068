// app/intended_anchors.h - where a person meant body2 to be attached.
#pragma once
#include "core/dynamics/model.h"

namespace grashof {

/// RaiSim attaches body2 at whatever point coincides with body1's anchor in the nominal pose, so that a loop
/// drawn open counts as closed. Where the anchor is a marked tip of body1 (a massless leaf link on it, such
/// as "toe_a") and body2 has a marked tip elsewhere ("toe_b"), that tip was meant: then this is the mechanism
/// with those closures attached there; null when there is no such closure.
MechanismPtr withIntendedAnchors(const Model& model);

/// The model to solve the loops of: `model`, or the one with the intended anchors. Same joints, same order.
ModelPtr modelToClose(const ModelPtr& model);

}  // namespace grashof
