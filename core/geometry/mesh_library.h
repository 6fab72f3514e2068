// core/geometry/mesh_library.h - the meshes in use: loaded once, shared, in metres.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/base/outcome.h"
#include "core/geometry/tri_mesh.h"
#include "core/mechanism/mechanism.h"

namespace grashof {

using MeshPtr = std::shared_ptr<const TriMesh>;

/// What a library gives for a shape: never null; `isPlaceholder` when the file could not be read.
struct LibraryMesh {
  MeshPtr mesh;
  bool isPlaceholder = false;
  std::string problem;  ///< why, for people; empty when read
};

/// Thread-safe cache of tessellated shapes and mesh files. A file is read again when its size or time changed.
class MeshLibrary {
 public:
  /// A mesh file at a scale. A mirroring scale (negative determinant) flips the winding, so that the signed
  /// volume stays positive and the normals point outwards.
  LibraryMesh load(const std::string& path, const Vector3d& scale = Vector3d::Ones());
  /// Any shape of a <visual> or <collision>, in its own frame.
  LibraryMesh meshOf(const Shape& shape);

 private:
  LibraryMesh cached(const std::string& key, const std::string& path, const Vector3d& scale);

  std::mutex mutex_;
  std::map<std::string, LibraryMesh> entries_;
};

/// Findings about the meshes of a mechanism that need the files' contents: unreadable files and sizes that look
/// like millimetres (1000 times larger than the rest).
Diagnostics checkMeshes(const Mechanism& mechanism, MeshLibrary& library);

}  // namespace grashof
