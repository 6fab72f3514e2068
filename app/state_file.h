// app/state_file.h - a state and step settings as JSON:
// {"q","u","tau","dt","erp","integrator","stabilize","gravity"}.
#pragma once
#include <optional>
#include <string>

#include "core/base/outcome.h"
#include "core/dynamics/step.h"

namespace grashof {

/// What the file sets; everything else keeps its default.
struct StateFile {
  State state;   ///< q nominal and u zero unless given; quaternions normalised
  VectorXd tau;  ///< [nv], zero unless given
  StepSettings settings;
};

/// Unknown members, wrong counts, numbers that are not finite and quaternions of zero length are errors.
Outcome<StateFile> readStateFile(const std::string& path, const Model& model, const StepSettings& defaults);
Outcome<StateFile> parseStateFile(const std::string& text, const std::string& path, const Model& model,
                                  const StepSettings& defaults);

}  // namespace grashof
