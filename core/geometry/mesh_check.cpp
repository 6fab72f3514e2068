// Findings about meshes that need their contents; declared in mesh_library.h.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/geometry/mesh_library.h"

namespace grashof {
namespace {

struct SizedMesh {
  const Link* link = nullptr;
  const Geometry* geometry = nullptr;
  const MeshShape* shape = nullptr;
  double size = 0;  // m, diagonal
};

void collect(const Link& link, const std::vector<Geometry>& geometries, MeshLibrary& library,
             const std::string& file, std::vector<SizedMesh>& sized, Diagnostics& findings) {
  for (const Geometry& g : geometries) {
    const LibraryMesh mesh = library.meshOf(g.shape);
    const auto* shape = std::get_if<MeshShape>(&g.shape);
    if (!mesh.isPlaceholder) {
      const Bounds b = boundsOf(*mesh.mesh);
      sized.push_back({&link, &g, shape, (b.upper - b.lower).norm()});
    } else if (shape && !shape->resolvedPath.empty()) {  // one that was not found is the reader's finding
      findings.push_back({Severity::Warning, "mesh-unreadable", {file, g.source.line, g.source.column}, {}, link.name,
                          mesh.problem, "the part is shown as a small box; the readable formats are STL, OBJ, DAE, PLY and glTF", {}});
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
    collect(link, link.visuals, library, mechanism.sourcePath, sized, findings);
    collect(link, link.collisions, library, mechanism.sourcePath, sized, findings);
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
    findings.push_back({Severity::Warning, "mesh-units", {mechanism.sourcePath, m.geometry->source.line, m.geometry->source.column},
                        {}, m.link->name,
                        "the mesh '" + m.shape->uri + "' is about 1000 times larger than the rest; millimetres?",
                        "write scale=\"0.001 0.001 0.001\" in its <mesh>", {}});
  }
  return findings;
}

}  // namespace grashof
