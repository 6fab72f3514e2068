#include <algorithm>
#include <array>

#include "core/io/urdf_nodes.h"
#include "core/io/urdf_patch_elements.h"

namespace grashof {
namespace {

void patchInertial(XmlPatch& patch, int ordinal, const Inertial& before, const Inertial& after) {
  patchOrigin(patch, ordinal, before.origin, after.origin);
  const XmlNode fresh = inertialNode(after);
  if (before.mass != after.mass) {
    const int mass = patch.firstChild(ordinal, "mass");
    if (mass < 0)
      patch.append(ordinal, fresh.children[1]);
    else
      patch.setNumbers(mass, "value", {&after.mass, 1});
  }
  if (before.inertia == after.inertia) return;
  const int tensor = patch.firstChild(ordinal, "inertia");
  if (tensor < 0) return patch.append(ordinal, fresh.children[2]);
  constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
  for (int r = 0; r < 3; ++r)
    for (int c = r; c < 3; ++c)
      patchNumber(patch, tensor,
                  std::string("i") + kAxes[static_cast<std::size_t>(r)] + kAxes[static_cast<std::size_t>(c)],
                  before.inertia(r, c), after.inertia(r, c));
}

/// Sizes of a shape that stays of its kind.
struct ShapePatcher {
  XmlPatch& patch;
  int ordinal;
  const Shape& before;

  void operator()(const BoxShape& s) const {
    patchVector(patch, ordinal, "size", std::get<BoxShape>(before).size, s.size);
  }
  void operator()(const SphereShape& s) const {
    patchNumber(patch, ordinal, "radius", std::get<SphereShape>(before).radius, s.radius);
  }
  void operator()(const CylinderShape& s) const { round(std::get<CylinderShape>(before), s); }
  void operator()(const CapsuleShape& s) const { round(std::get<CapsuleShape>(before), s); }
  void operator()(const MeshShape& s) const {
    const MeshShape& old = std::get<MeshShape>(before);
    patchText(patch, ordinal, "filename", old.uri, s.uri);
    patchVector(patch, ordinal, "scale", old.scale, s.scale);
  }
  template <typename T>
  void round(const T& old, const T& s) const {
    patchNumber(patch, ordinal, "radius", old.radius, s.radius);
    patchNumber(patch, ordinal, "length", old.length, s.length);
  }
};

void patchShape(XmlPatch& patch, int geometry, const Shape& before, const Shape& after) {
  const int shape = patch.firstChild(geometry, shapeNode(before).name);
  if (shape >= 0 && before.index() == after.index())
    return std::visit(ShapePatcher{patch, shape, before}, after);
  if (shape >= 0) patch.remove(shape);
  patch.append(geometry, shapeNode(after));
}

void patchGeometry(XmlPatch& patch, const Geometry& before, const Geometry& after) {
  const int ordinal = before.source.element;
  patchText(patch, ordinal, "name", before.name, after.name);
  patchOrigin(patch, ordinal, before.origin, after.origin);
  if (before.shape != after.shape)
    patchShape(patch, patch.firstChild(ordinal, "geometry"), before.shape, after.shape);
  if (before.material == after.material) return;
  const int material = patch.firstChild(ordinal, "material");
  if (!after.material) {
    if (material >= 0) patch.remove(material);
  } else if (material < 0) {
    patch.append(ordinal, materialNode(*after.material));
  } else {
    patchMaterial(patch, material, before.material.value_or(Material{}), *after.material);
  }
}

void patchGeometries(XmlPatch& patch, int link, const std::string& tag, const std::vector<Geometry>& before,
                     const std::vector<Geometry>& after) {
  const auto find = [](const std::vector<Geometry>& list, int element) {
    return std::find_if(list.begin(), list.end(),
                        [element](const Geometry& g) { return g.source.element == element; });
  };
  for (const Geometry& old : before)
    if (find(after, old.source.element) == after.end()) patch.remove(old.source.element);
  for (auto it = after.begin(); it != after.end(); ++it) {
    const auto old = find(before, it->source.element);
    // A copy of a visual carries the same place: only the first one is the element that stands there.
    if (old == before.end() || find(after, it->source.element) != it)
      patch.append(link, geometryNode(tag, *it));
    else
      patchGeometry(patch, *old, *it);
  }
}

}  // namespace

void patchText(XmlPatch& patch, int ordinal, std::string_view name, const std::string& before,
               const std::string& after) {
  if (before == after) return;
  if (after.empty())
    patch.removeAttribute(ordinal, name);
  else
    patch.setAttribute(ordinal, name, after);
}

void patchVector(XmlPatch& patch, int ordinal, std::string_view name, const Vector3d& before,
                 const Vector3d& after) {
  if (before != after) patch.setNumbers(ordinal, name, {after.data(), 3});
}

void patchNumber(XmlPatch& patch, int ordinal, std::string_view name, double before, double after) {
  if (before != after) patch.setNumbers(ordinal, name, {&after, 1});
}

void patchOrigin(XmlPatch& patch, int parent, const Origin& before, const Origin& after) {
  if (before == after) return;
  const int origin = patch.firstChild(parent, "origin");
  if (origin < 0) return patch.append(parent, originNode(after));
  patchVector(patch, origin, "xyz", before.xyz, after.xyz);
  patchVector(patch, origin, "rpy", before.rpy, after.rpy);
}

void patchMaterial(XmlPatch& patch, int ordinal, const Material& before, const Material& after) {
  if (before.name != after.name) patch.setAttribute(ordinal, "name", after.name);
  const int color = patch.firstChild(ordinal, "color"), texture = patch.firstChild(ordinal, "texture");
  if (before.rgba != after.rgba) {
    if (!after.rgba && color >= 0) patch.remove(color);
    if (after.rgba && color < 0) patch.append(ordinal, colorNode(*after.rgba));
    if (after.rgba && color >= 0) patch.setNumbers(color, "rgba", *after.rgba);
  }
  if (before.texture == after.texture) return;
  if (after.texture.empty() && texture >= 0) patch.remove(texture);
  if (!after.texture.empty() && texture < 0)
    patch.append(ordinal, {"texture", {{"filename", after.texture}}, {}});
  if (!after.texture.empty() && texture >= 0) patch.setAttribute(texture, "filename", after.texture);
}

void patchLink(XmlPatch& patch, const Link& before, const Link& after) {
  const int ordinal = before.source.element;
  patchText(patch, ordinal, "name", before.name, after.name);
  if (before.inertial && after.inertial)
    patchInertial(patch, before.inertial->source.element, *before.inertial, *after.inertial);
  else if (before.inertial)
    patch.remove(before.inertial->source.element);
  else if (after.inertial)
    patch.append(ordinal, inertialNode(*after.inertial));
  patchGeometries(patch, ordinal, "visual", before.visuals, after.visuals);
  patchGeometries(patch, ordinal, "collision", before.collisions, after.collisions);
}

}  // namespace grashof
