// core/dynamics/compile_parts.h - the stages of compileModel; private to it.
#pragma once
#include "core/dynamics/model.h"
#include "core/mechanism/joint_motion.h"

namespace grashof::compile {

/// Below this a rotation or an offset of directions is rounding of the file's own arithmetic (rad).
inline constexpr double kParallelTolerance = 1e-13;

Diagnostic makeFinding(Severity severity, const Mechanism& mechanism, const SourceRef& at, std::string code,
                       std::string subject, std::string message, std::string hint = {});

/// Stage 1: what the following stages rely on (unique root, known names, finite numbers). Errors only.
Diagnostics checkBuildable(const Mechanism& mechanism);

/// Stage 2: bodies, joints, frames of links and joints, sizes. Depth first, children in document order.
void buildTree(Model& model, bool isFixedBase);

/// Stage 3: the nominal configuration, as written or zeros clamped into the limits.
void setNominal(Model& model, Diagnostics& findings);

/// Stage 4: closures, cut joints and mimics as constraints; everything authored is kept.
void buildConstraints(Model& model);

}  // namespace grashof::compile
