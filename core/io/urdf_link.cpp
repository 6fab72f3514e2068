#include <array>
#include <filesystem>

#include "core/base/number_text.h"
#include "core/io/urdf_elements.h"

namespace grashof {
namespace {

Inertial readInertial(ReadContext& context, const SourceElement& e) {
  Inertial inertial;
  inertial.source = context.refOf(e);
  inertial.origin = context.origin(e);
  if (const SourceElement* mass = context.onlyChild(e, "mass")) {
    inertial.mass = context.requiredNumber(*mass, "value");
  } else {
    context.report(Severity::Warning, "missing-element", e, nullptr, "<inertial> without <mass>; taken as 0");
  }
  if (const SourceElement* tensor = context.onlyChild(e, "inertia")) {
    constexpr std::array<const char*, 6> kNames{"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    std::array<double, 6> I{};
    for (std::size_t i = 0; i < 6; ++i)
      I[i] = i < 3 ? context.requiredNumber(*tensor, kNames[i])
                   : context.number(*tensor, kNames[i]).value_or(0.0);
    inertial.inertia << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  } else {
    context.report(Severity::Warning, "missing-element", e, nullptr,
                   "<inertial> without <inertia>; taken as 0");
  }
  context.noteUnknownChildren(e, {"origin", "mass", "inertia"}, {});
  return inertial;
}

double requiredSize(ReadContext& context, const SourceElement& e, const char* name) {
  const double size = context.requiredNumber(e, name);
  const SourceAttribute* a = e.attribute(name);
  if (a != nullptr && parseDouble(a->value) && size <= 0)
    context.reportOnce(e.name + a->value, Severity::Warning, "bad-size", e, a,
                       "<" + e.name + "> has " + name + " " + a->value + "; a size is positive");
  return size;
}

BoxShape readBox(ReadContext& context, const SourceElement& e) {
  BoxShape box;
  if (e.attribute("size") == nullptr) {
    context.requiredText(e, "size");
  } else if (const auto size = context.vector(e, "size")) {
    box.size = *size;
    if ((size->array() <= 0).any())
      context.report(Severity::Warning, "bad-size", e, e.attribute("size"),
                     "<box> has size " + e.attribute("size")->value + "; a size is positive");
  }
  return box;
}

void reportMissingMesh(ReadContext& context, const SourceElement& e, const ResolvedUri& resolved) {
  const SourceAttribute* a = e.attribute("filename");
  std::string tried;
  for (const std::string& path : resolved.tried) tried += (tried.empty() ? "" : ", ") + path;
  if (!resolved.isPackageFound) {
    context.reportOnce(
        "package " + resolved.package, Severity::Warning, "unresolved-package", e, a,
        "package '" + resolved.package + "' of " + a->value + " is not found; looked in " + tried,
        "give its folder with --package-path, or set ROS_PACKAGE_PATH");
    return;
  }
  const std::string near = std::filesystem::path(resolved.nearMiss).filename().string();
  context.reportOnce(
      "mesh " + a->value, Severity::Warning, "missing-mesh", e, a,
      "mesh " + a->value + " is not found; tried " + tried,
      near.empty()
          ? ""
          : "there is '" + near + "', whose name differs in upper and lower case: " + resolved.nearMiss);
}

MeshShape readMesh(ReadContext& context, const SourceElement& e) {
  MeshShape mesh;
  mesh.uri = context.requiredText(e, "filename");
  if (!mesh.uri.empty()) {
    const ResolvedUri resolved = resolveUri(mesh.uri, context.directory(), context.packages());
    mesh.resolvedPath = resolved.path;
    if (resolved.path.empty()) reportMissingMesh(context, e, resolved);
  }
  if (const auto scale = context.vector(e, "scale")) {
    mesh.scale = *scale;
    if ((scale->array() == 0).any())
      context.report(Severity::Warning, "bad-size", e, e.attribute("scale"),
                     "mesh scale " + e.attribute("scale")->value + " flattens the mesh");
  }
  return mesh;
}

/// Reads <geometry>; false when it holds no shape that is known.
bool readShape(ReadContext& context, const SourceElement& parent, Shape& shape) {
  const std::vector<std::string> known{"box", "cylinder", "capsule", "sphere", "mesh"};
  const SourceElement* g = context.onlyChild(parent, "geometry");
  if (g == nullptr) {
    context.report(Severity::Warning, "missing-element", parent, nullptr,
                   "<" + parent.name + "> without <geometry>; it shows nothing");
    return false;
  }
  context.noteUnknownChildren(*g, known, {});
  for (const int c : context.document().children(g->ordinal)) {
    const SourceElement& e = context.element(c);
    if (e.name == "box") return shape = readBox(context, e), true;
    if (e.name == "sphere") return shape = SphereShape{requiredSize(context, e, "radius")}, true;
    if (e.name == "mesh") return shape = readMesh(context, e), true;
    if (e.name != "cylinder" && e.name != "capsule") continue;
    const double radius = requiredSize(context, e, "radius"), length = requiredSize(context, e, "length");
    if (e.name == "cylinder") return shape = CylinderShape{radius, length}, true;
    return shape = CapsuleShape{radius, length}, true;
  }
  if (g->subtreeEnd == g->ordinal + 1)
    context.report(Severity::Warning, "missing-element", *g, nullptr, "<geometry> is empty",
                   "put a <box>, <cylinder>, <capsule>, <sphere> or <mesh> into it");
  return false;
}

void readGeometry(ReadContext& context, const SourceElement& e, std::vector<Geometry>& out) {
  Geometry geometry;
  geometry.source = context.refOf(e);
  if (const SourceAttribute* name = e.attribute("name")) geometry.name = name->value;
  geometry.origin = context.origin(e);
  const bool isKnown = readShape(context, e, geometry.shape);
  if (e.name == "visual") {
    if (const SourceElement* material = context.onlyChild(e, "material"))
      geometry.material = readMaterial(context, *material);
    context.noteUnknownChildren(e, {"origin", "geometry", "material"}, {"meshloader"});
  } else {
    context.noteUnknownChildren(
        e, {"origin", "geometry"},
        {"material", "contact_coefficients", "verbose", "drake:proximity_properties"});
  }
  if (isKnown) out.push_back(std::move(geometry));
}

}  // namespace

Material readMaterial(ReadContext& context, const SourceElement& e) {
  Material material;
  if (const SourceAttribute* name = e.attribute("name")) material.name = name->value;
  if (const SourceElement* colour = context.onlyChild(e, "color")) {
    // A colour that cannot be read is no reason to keep the mechanism closed.
    const auto unreadable = context.unreadable;
    if (const auto rgba = context.numbers(*colour, "rgba", 4)) {
      material.rgba = Rgba{(*rgba)[0], (*rgba)[1], (*rgba)[2], (*rgba)[3]};
      for (const double part : *rgba)
        if (part < 0 || part > 1) {
          context.report(Severity::Warning, "bad-colour", *colour, colour->attribute("rgba"),
                         "colour " + colour->attribute("rgba")->value + " is outside 0 to 1",
                         "URDF colours are fractions: divide by 255");
          break;
        }
    }
    context.unreadable = unreadable;
  }
  if (const SourceElement* texture = context.onlyChild(e, "texture"))
    if (const SourceAttribute* file = texture->attribute("filename")) material.texture = file->value;
  return material;
}

Link readLink(ReadContext& context, const SourceElement& e) {
  Link link;
  link.source = context.refOf(e);
  context.subject = e.attribute("name") != nullptr ? e.attribute("name")->value : "";
  link.name = context.subject;
  if (const SourceElement* inertial = context.onlyChild(e, "inertial"))
    link.inertial = readInertial(context, *inertial);
  for (const int c : context.document().children(e.ordinal)) {
    const SourceElement& child = context.element(c);
    if (child.name == "visual") readGeometry(context, child, link.visuals);
    if (child.name == "collision") readGeometry(context, child, link.collisions);
  }
  context.noteUnknownChildren(e, {"inertial", "visual", "collision"},
                              {"contact", "self_collision_checking", "sensor", "gravity", "velocity_decay"});
  context.subject.clear();
  return link;
}

}  // namespace grashof
