// app/build.h - what is derived from a mechanism: the model, its analysis, and all findings.
#pragma once
#include <memory>

#include "core/dynamics/analysis.h"
#include "core/dynamics/model.h"

namespace grashof {

/// Immutable and shared: the window reads it while a worker already makes the next one.
struct Build {
  MechanismPtr mechanism;
  BaseMode base = BaseMode::Auto;
  ModelPtr model;           ///< null where the mechanism has errors
  Analysis analysis;        ///< empty without a model
  Diagnostics diagnostics;  ///< of validation, compilation and analysis
};
using BuildPtr = std::shared_ptr<const Build>;

/// Validates, compiles and analyses; cost: the analysis of every loop at several poses. Any thread.
BuildPtr buildMechanism(MechanismPtr mechanism, BaseMode base);

/// Values of a pose by joint name, so that it survives a change of the tree: joints of the same name and size
/// keep theirs, others take the new model's nominal one.
VectorXd carryPose(const Model& from, const VectorXd& q, const Model& to);

}  // namespace grashof
