// core/io/urdf_reader.h - URDF with RaiSim's <constraints>, as a Mechanism.
#pragma once
#include <string>

#include "core/base/outcome.h"
#include "core/io/package_paths.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

/// Reads, then validates (core/mechanism/validate.h): the findings are all there are. A value comes whenever
/// the numbers could be read and the graph is one tree plus cut joints; what is merely implausible (a
/// negative mass, lower > upper) is an error that leaves a value to look at and mend.
///
/// A link with two parents, and a ring without a root, open with the extra joint cut (isCut); a joint that
/// says cut="true" is cut before others. The first joint that is not cut places the link's frame. The cut
/// joint's childOrigin stays absent: it takes hold of the child at the point that coincides with the joint's
/// origin at the nominal pose, so that its loop is closed there by construction. URDF's other reading, that
/// the child's frame stands at this joint too, cannot hold for both joints at once (only where the two frames
/// coincide); it is what the quick fix of link-has-two-parents offers, with the two joints' parts exchanged.
///
/// in   text  the file's bytes; kept in Mechanism::source, so that the writer can patch it
///      path  of the file, for messages and relative mesh paths; may be empty
Outcome<Mechanism> readUrdf(std::string text, std::string path, const PackagePaths& packages);
/// The same from disk; a file that cannot be read is a finding too.
Outcome<Mechanism> readUrdfFile(const std::string& path, const PackagePaths& packages);

}  // namespace grashof
