// core/io/urdf_elements.h - readers of the single URDF elements; urdf_reader.cpp puts them together.
#pragma once
#include <vector>

#include "core/io/read_context.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

Link readLink(ReadContext& context, const SourceElement& e);
Joint readJoint(ReadContext& context, const SourceElement& e);
/// The <cut_joint> children of a closure: one, or several in series with massless links between. Nothing without.
std::optional<CutJoint> readCutJoint(ReadContext& context, const SourceElement& closure);
/// <material> at the top of the file or in a visual.
Material readMaterial(ReadContext& context, const SourceElement& e);
/// Appends the closures of one <constraints> element and takes its nominal_config.
void readConstraints(ReadContext& context, const SourceElement& e, Mechanism& mechanism);

}  // namespace grashof
