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
/// A link with two parents, and a ring without a root, open with the extra joint cut (isCut). Its childOrigin stays
/// absent: the joint takes hold of the child where the two meet at the nominal pose, so that the loop is closed.
///
/// in   text  the file's bytes; kept in Mechanism::source, so that the writer can patch it
///      path  of the file, for messages and relative mesh paths; may be empty
Outcome<Mechanism> readUrdf(std::string text, std::string path, const PackagePaths& packages);
/// The same from disk; a file that cannot be read is a finding too.
Outcome<Mechanism> readUrdfFile(const std::string& path, const PackagePaths& packages);

}  // namespace grashof
