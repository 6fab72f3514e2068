// render/gl_mesh_store.h - meshes in the graphics memory, uploaded once while they are in use.
#pragma once
#include <map>

#include "render/draw_list.h"
#include "render/gl_functions.h"

namespace grashof {

class GlMeshStore {
 public:
  /// Draws the mesh with the bound program; uploads it when it is new.
  void draw(const GlFunctions& gl, const MeshPtr& mesh);
  /// Frees what none of the list's items uses any more.
  void prune(const GlFunctions& gl, const DrawList& list);
  void release(const GlFunctions& gl);

 private:
  struct Entry {
    MeshPtr mesh;  // keeps the address taken
    unsigned vertexArray = 0, vertices = 0, indices = 0;
    int count = 0;
  };
  static Entry upload(const GlFunctions& gl, const MeshPtr& mesh);
  static void free(const GlFunctions& gl, const Entry& entry);
  std::map<const TriMesh*, Entry> entries_;
};

}  // namespace grashof
