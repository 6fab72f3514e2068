#include "render/gl_mesh_store.h"

#include <cstddef>
#include <set>

namespace grashof {
namespace {

struct Vertex {
  float position[3], normal[3];
  std::uint8_t color[4];
  std::uint32_t group;
};

std::vector<Vertex> verticesOf(const TriMesh& mesh) {
  std::vector<Vertex> vertices(mesh.vertices.size());
  const bool hasColors = mesh.colors.size() == vertices.size(), hasGroups = mesh.groups.size() == vertices.size();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    Vertex& v = vertices[i];
    for (int k = 0; k < 3; ++k) {
      v.position[k] = mesh.vertices[i][k];
      v.normal[k] = mesh.normals[i][k];
    }
    for (int k = 0; k < 4; ++k)
      v.color[k] = hasColors ? static_cast<std::uint8_t>(std::lround(std::clamp(mesh.colors[i][k], 0.f, 1.f) * 255.f)) : 255;
    v.group = hasGroups ? mesh.groups[i] : 0;
  }
  return vertices;
}

const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

}  // namespace

GlMeshStore::Entry GlMeshStore::upload(const GlFunctions& gl, const MeshPtr& mesh) {
  Entry e;
  e.mesh = mesh;
  const std::vector<Vertex> vertices = verticesOf(*mesh);
  gl.GenVertexArrays(1, &e.vertexArray);
  gl.BindVertexArray(e.vertexArray);
  gl.GenBuffers(1, &e.vertices);
  gl.BindBuffer(GL_ARRAY_BUFFER, e.vertices);
  gl.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(Vertex)), vertices.data(), GL_STATIC_DRAW);
  gl.GenBuffers(1, &e.indices);
  gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, e.indices);
  gl.BufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh->triangles.size() * 3 * sizeof(std::uint32_t)),
                mesh->triangles.data(), GL_STATIC_DRAW);
  constexpr GLsizei stride = sizeof(Vertex);
  gl.EnableVertexAttribArray(0);
  gl.VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, offset(offsetof(Vertex, position)));
  gl.EnableVertexAttribArray(1);
  gl.VertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride, offset(offsetof(Vertex, normal)));
  gl.EnableVertexAttribArray(2);
  gl.VertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, offset(offsetof(Vertex, color)));
  gl.EnableVertexAttribArray(3);
  gl.VertexAttribIPointer(3, 1, GL_UNSIGNED_INT, stride, offset(offsetof(Vertex, group)));
  gl.BindVertexArray(0);
  e.count = static_cast<int>(mesh->triangles.size() * 3);
  return e;
}

void GlMeshStore::draw(const GlFunctions& gl, const MeshPtr& mesh) {
  auto it = entries_.find(mesh.get());
  if (it == entries_.end()) it = entries_.emplace(mesh.get(), upload(gl, mesh)).first;
  gl.BindVertexArray(it->second.vertexArray);
  gl.DrawElements(GL_TRIANGLES, it->second.count, GL_UNSIGNED_INT, nullptr);
}

void GlMeshStore::prune(const GlFunctions& gl, const DrawList& list) {
  std::set<const TriMesh*> used;
  for (const auto* items : {&list.solid, &list.translucent})
    for (const DrawItem& item : *items) used.insert(item.mesh.get());
  std::erase_if(entries_, [&](const auto& entry) {
    if (used.count(entry.first)) return false;
    free(gl, entry.second);
    return true;
  });
}

void GlMeshStore::free(const GlFunctions& gl, const Entry& e) {
  gl.DeleteBuffers(1, &e.vertices);
  gl.DeleteBuffers(1, &e.indices);
  gl.DeleteVertexArrays(1, &e.vertexArray);
}

void GlMeshStore::release(const GlFunctions& gl) {
  for (const auto& [mesh, entry] : entries_) free(gl, entry);
  entries_.clear();
}

}  // namespace grashof
