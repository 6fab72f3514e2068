// core/geometry/mesh_loader.h - reads mesh files: STL, OBJ, DAE, PLY, glTF.
#pragma once
#include <string>

#include "core/base/outcome.h"
#include "core/geometry/tri_mesh.h"

namespace grashof {

/// All triangles of a file in the file's own axes (a DAE's up axis is not applied, as URDF tools do; its unit
/// is), with the materials' colours where the file has any. Normals are ours, by crease angle.
Outcome<TriMesh> loadMesh(const std::string& path);

/// Scaled copy. A mirroring scale flips the triangles, so that they stay counter-clockwise from outside.
TriMesh scaledMesh(const TriMesh& mesh, const Eigen::Vector3d& scale);

}  // namespace grashof
