#include "core/geometry/mesh_library.h"

#include <charconv>
#include <cmath>
#include <filesystem>

#include "core/geometry/mesh_loader.h"
#include "core/geometry/primitives.h"

namespace grashof {
namespace {

constexpr double kPlaceholderSize = 0.05;  // m

std::string keyOf(std::string_view kind, std::initializer_list<double> numbers) {
  std::string key(kind);
  for (const double x : numbers) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, x).ptr;
    key += ' ';
    key.append(text, end);
  }
  return key;
}

bool isUsable(std::initializer_list<double> sizes) {
  for (const double s : sizes)
    if (!std::isfinite(s) || s < 0) return false;
  return true;
}

LibraryMesh placeholder(std::string problem) {
  return {std::make_shared<const TriMesh>(makeBox(Vector3d::Constant(kPlaceholderSize))), true, std::move(problem)};
}

/// Changes when the file on disk does, so that a re-exported part is seen.
std::string fileStamp(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) return "absent";
  const auto time = std::filesystem::last_write_time(path, error).time_since_epoch().count();
  return std::to_string(size) + " " + std::to_string(time);
}

LibraryMesh tessellate(const Shape& shape) {
  const auto made = [](TriMesh mesh) { return LibraryMesh{std::make_shared<const TriMesh>(std::move(mesh)), false, {}}; };
  if (const auto* box = std::get_if<BoxShape>(&shape)) return made(makeBox(box->size));
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) return made(makeCylinder(cylinder->radius, cylinder->length));
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) return made(makeCapsule(capsule->radius, capsule->length));
  return made(makeSphere(std::get<SphereShape>(shape).radius));
}

}  // namespace

LibraryMesh MeshLibrary::load(const std::string& path, const Vector3d& scale) {
  const std::string raw = path + "\n" + fileStamp(path);
  return cached(keyOf(raw, {scale.x(), scale.y(), scale.z()}), path, scale);
}

LibraryMesh MeshLibrary::cached(const std::string& key, const std::string& path, const Vector3d& scale) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto it = entries_.find(key); it != entries_.end()) return it->second;
  }
  // Read without the lock: a large file must not hold up a thread that wants a box.
  LibraryMesh entry;
  if (!scale.allFinite() || scale.prod() == 0) {
    entry = placeholder("the scale must be finite and not zero");
  } else if (scale == Vector3d::Ones()) {
    Outcome<TriMesh> loaded = loadMesh(path);
    entry = loaded ? LibraryMesh{std::make_shared<const TriMesh>(std::move(*loaded)), false, {}}
                   : placeholder(loaded.diagnostics.front().message);
  } else {
    const LibraryMesh unscaled = load(path);
    entry = unscaled.isPlaceholder
                ? unscaled
                : LibraryMesh{std::make_shared<const TriMesh>(scaledMesh(*unscaled.mesh, scale)), false, {}};
  }
  const std::lock_guard lock(mutex_);
  return entries_.try_emplace(key, std::move(entry)).first->second;
}

LibraryMesh MeshLibrary::meshOf(const Shape& shape) {
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    if (mesh->resolvedPath.empty()) return placeholder("the mesh '" + mesh->uri + "' was not found");
    return load(mesh->resolvedPath, mesh->scale);
  }
  std::string key;
  bool isGood = false;
  if (const auto* b = std::get_if<BoxShape>(&shape)) {
    key = keyOf("box", {b->size.x(), b->size.y(), b->size.z()});
    isGood = isUsable({b->size.x(), b->size.y(), b->size.z()});
  } else if (const auto* c = std::get_if<CylinderShape>(&shape)) {
    key = keyOf("cylinder", {c->radius, c->length});
    isGood = isUsable({c->radius, c->length});
  } else if (const auto* k = std::get_if<CapsuleShape>(&shape)) {
    key = keyOf("capsule", {k->radius, k->length});
    isGood = isUsable({k->radius, k->length});
  } else if (const auto* s = std::get_if<SphereShape>(&shape)) {
    key = keyOf("sphere", {s->radius});
    isGood = isUsable({s->radius});
  }
  if (!isGood) return placeholder("the shape's size is not a positive number");
  const std::lock_guard lock(mutex_);
  if (const auto it = entries_.find(key); it != entries_.end()) return it->second;
  return entries_.try_emplace(key, tessellate(shape)).first->second;
}

}  // namespace grashof
