// Lengths, masses and inertias whose size tells that another unit was meant.
#include <algorithm>
#include <cmath>

#include "core/mechanism/validate_parts.h"

namespace grashof::validation {
namespace {

struct Length {
  double value = 0.0;  ///< m
  SourceRef at;
  std::string path, subject, what;
};

/// Every length of the mechanism that is not zero: joint offsets, anchors and centres of mass.
std::vector<Length> lengthsOf(const Mechanism& m, const Findings& findings) {
  std::vector<Length> lengths;
  const auto append = [&lengths](Length length) {
    if (length.value > 0.0) lengths.push_back(std::move(length));
  };
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    append({m.joints[j].origin.xyz.norm(), m.joints[j].source, findings.jointPath(j, "/origin@xyz"),
            m.joints[j].name, "joint '" + m.joints[j].name + "' stands"});
  for (std::size_t l = 0; l < m.links.size(); ++l)
    if (const auto& inertial = m.links[l].inertial)
      append({inertial->origin.xyz.norm(), placeOf(inertial->source, m.links[l].source),
              findings.linkPath(l, "/inertial/origin@xyz"), m.links[l].name,
              "the centre of mass of link '" + m.links[l].name + "' lies"});
  for (std::size_t c = 0; c < m.closures.size(); ++c)
    append({m.closures[c].anchor.norm(), m.closures[c].source, findings.closurePath(c, "@anchor"),
            displayName(m.closures[c], static_cast<int>(c)),
            "the anchor of " + displayName(m.closures[c], static_cast<int>(c)) + " lies"});
  return lengths;
}

void checkLengths(const std::vector<Length>& lengths, Findings& findings) {
  if (lengths.empty()) return;
  std::vector<double> sorted;
  for (const Length& length : lengths) sorted.push_back(length.value);
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2),
                   sorted.end());
  const double median = sorted[sorted.size() / 2];
  constexpr double kMachine = 5.0;  // m: few machines have a typical link longer than this
  constexpr double kHuge = 100.0;   // m
  if (median > kMachine && lengths.size() > 1) {
    const Length& first = *std::max_element(
        lengths.begin(), lengths.end(), [](const Length& a, const Length& b) { return a.value < b.value; });
    findings.add(Severity::Warning, "looks-like-millimetres", first.at, first.path, first.subject,
                 "half of the lengths exceed " + numberWords(median) + " m (" + first.what + " " +
                     numberWords(first.value) + " m off); are they millimetres?",
                 "URDF lengths are metres: multiply by 0.001");
    return;
  }
  for (const Length& length : lengths)
    if (length.value > kHuge)
      findings.add(Severity::Warning, "huge-number", length.at, length.path, length.subject,
                   length.what + " " + numberWords(length.value) + " m off; is that a slip, or millimetres?",
                   "URDF lengths are metres");
}

/// The largest length there is, which no body's radius of gyration should exceed by much.
double reachOf(const Mechanism& m, const std::vector<Length>& lengths) {
  double reach = 0.0;
  for (const Length& length : lengths) reach = std::max(reach, length.value);
  for (const Link& link : m.links)
    for (const auto* shapes : {&link.visuals, &link.collisions})
      for (const Geometry& g : *shapes) {
        reach = std::max(reach, g.origin.xyz.norm());
        if (const auto* box = std::get_if<BoxShape>(&g.shape))
          reach = std::max(reach, box->size.cwiseAbs().maxCoeff());
        if (const auto* c = std::get_if<CylinderShape>(&g.shape))
          reach = std::max({reach, c->length, 2 * c->radius});
        if (const auto* s = std::get_if<SphereShape>(&g.shape)) reach = std::max(reach, 2 * s->radius);
      }
  return reach;
}

void checkWeights(const Mechanism& m, double reach, Findings& findings) {
  constexpr double kHeavy = 1e5;  // kg
  constexpr double kFactor = 10.0;
  for (std::size_t l = 0; l < m.links.size(); ++l) {
    if (!m.links[l].inertial || m.links[l].inertial->mass <= 0) continue;
    const Inertial& inertial = *m.links[l].inertial;
    const SourceRef& at = placeOf(inertial.source, m.links[l].source);
    const std::string who = "link '" + m.links[l].name + "'";
    if (inertial.mass > kHeavy)
      findings.add(Severity::Warning, "huge-number", at, findings.linkPath(l, "/inertial/mass@value"),
                   m.links[l].name, who + " has a mass of " + numberWords(inertial.mass) + " kg",
                   "URDF masses are kilograms");
    const double radius = std::sqrt(inertial.inertia.diagonal().cwiseAbs().maxCoeff() / inertial.mass);
    if (reach > 0 && radius > kFactor * reach)
      findings.add(Severity::Warning, "inertia-too-large", at, findings.linkPath(l, "/inertial/inertia"),
                   m.links[l].name,
                   who + " has an inertia as if its " + numberWords(inertial.mass) + " kg stood " +
                       numberWords(radius) + " m from its centre, while the longest length of the file is " +
                       numberWords(reach) + " m",
                   "URDF inertias are kg m^2: from g mm^2 multiply by 1e-9, from kg mm^2 by 1e-6");
  }
}

}  // namespace

void checkMagnitudes(const Mechanism& m, Findings& findings) {
  const std::vector<Length> lengths = lengthsOf(m, findings);
  checkLengths(lengths, findings);
  checkWeights(m, reachOf(m, lengths), findings);
}

}  // namespace grashof::validation
