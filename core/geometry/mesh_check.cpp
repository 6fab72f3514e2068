// Findings about meshes that need their contents; declared in mesh_library.h.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/number_text.h"
#include "core/geometry/mesh_library.h"
#include "core/io/xml_source.h"

namespace grashof {
namespace {

struct SizedMesh {
  const Link* link = nullptr;
  const Geometry* geometry = nullptr;
  const MeshShape* shape = nullptr;
  double size = 0;  // m, diagonal
};

/// Places the finding at the <mesh> itself (`attribute` of it, where the text has it), else at its visual.
void place(Diagnostic& d, const Mechanism& mechanism, const Geometry& g, std::string_view attribute) {
  d.where = {mechanism.sourcePath, g.source.line, g.source.column};
  const SourceDocument* text = mechanism.source.get();
  if (!text || g.source.element < 0 || g.source.element >= static_cast<int>(text->elements.size())) return;
  int at = g.source.element;
  for (const std::string_view step : {"geometry", "mesh"}) {
    const std::vector<int> children = text->children(at);
    const auto child = std::find_if(children.begin(), children.end(), [&](int c) {
      return text->elements[static_cast<std::size_t>(c)].name == step;
    });
    if (child == children.end()) return;
    at = *child;
  }
  const SourceElement& mesh = text->elements[static_cast<std::size_t>(at)];
  d.element = text->path(at);
  d.where.line = mesh.line;
  d.where.column = mesh.column;
  const SourceAttribute* a = mesh.attribute(attribute);
  if (!a) a = mesh.attribute("filename");
  if (!a) return;
  d.element += "@" + a->name;
  d.where.line = a->line;
  d.where.column = a->column;
}

void collect(const Link& link, const std::vector<Geometry>& geometries, MeshLibrary& library,
             const Mechanism& mechanism, std::vector<SizedMesh>& sized, Diagnostics& findings) {
  for (const Geometry& g : geometries) {
    const LibraryMesh mesh = library.meshOf(g.shape);
    const auto* shape = std::get_if<MeshShape>(&g.shape);
    if (!mesh.isPlaceholder) {
      const Bounds b = boundsOf(*mesh.mesh);
      sized.push_back({&link, &g, shape, (b.upper - b.lower).norm()});
    } else if (shape && !shape->resolvedPath.empty()) {  // one that was not found is the reader's finding
      Diagnostic d{Severity::Warning, "mesh-unreadable", {}, {}, link.name, mesh.problem,
                   "the part is shown as a small box; the readable formats are STL, OBJ, DAE, PLY and glTF", {}};
      place(d, mechanism, g, "filename");
      findings.push_back(std::move(d));
    }
  }
}

/// A length of the mechanism that does not depend on its meshes' units: the joints' offsets.
double largestOffset(const Mechanism& mechanism) {
  double largest = 0;
  for (const Joint& joint : mechanism.joints)
    if (joint.origin.xyz.allFinite()) largest = std::max(largest, joint.origin.xyz.norm());
  return largest;
}

}  // namespace

Diagnostics checkMeshes(const Mechanism& mechanism, MeshLibrary& library) {
  Diagnostics findings;
  std::vector<SizedMesh> sized;
  for (const Link& link : mechanism.links) {
    collect(link, link.visuals, library, mechanism, sized, findings);
    collect(link, link.collisions, library, mechanism, sized, findings);
  }
  const double offset = largestOffset(mechanism);
  for (const SizedMesh& m : sized) {
    if (!m.shape) continue;
    // What the others measure: the median of the rest; joints' offsets when there is no rest.
    std::vector<double> others;
    for (const SizedMesh& o : sized)
      if (o.geometry != m.geometry && o.size > 0 && o.size < m.size / 50) others.push_back(o.size);
    double usual = offset;
    if (!others.empty()) {
      std::nth_element(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2), others.end());
      usual = others[others.size() / 2];
    }
    const double ratio = usual > 0 ? m.size / usual : 0;
    if (ratio < 300 || ratio > 30000 || m.size < 5) continue;
    const Vector3d scale = 0.001 * m.shape->scale;
    Diagnostic d{Severity::Warning, "mesh-units", {}, {}, m.link->name,
                 "the mesh '" + m.shape->uri + "' is about 1000 times larger than the rest; millimetres?",
                 "write scale=\"" + formatDoubles({scale.data(), 3}) + "\" in its <mesh>", {}};
    place(d, mechanism, *m.geometry, "scale");
    findings.push_back(std::move(d));
  }
  return findings;
}

}  // namespace grashof
