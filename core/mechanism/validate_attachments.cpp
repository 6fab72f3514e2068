// Closures that body2 is attached to at a point which is hardly the one that was meant.
#include "core/mechanism/validate_parts.h"

namespace grashof::validation {
namespace {

/// Frames that a file marks on a body: links without mass and without joints below, held by fixed joints.
struct Marker {
  int link = -1;
  int carrier = -1;
};

std::vector<Marker> markersOf(const Mechanism& m, const std::vector<int>& carrier) {
  const JointEnds ends = jointEnds(m);
  std::vector<bool> isParent(m.links.size(), false);
  for (const int parent : ends.parent)
    if (parent >= 0) isParent[parent] = true;
  std::vector<Marker> markers;
  for (std::size_t l = 0; l < m.links.size(); ++l) {
    const bool isMassless = !m.links[l].inertial || m.links[l].inertial->mass == 0.0;
    if (carrier[l] != static_cast<int>(l) && isMassless && !isParent[l])
      markers.push_back({static_cast<int>(l), carrier[l]});
  }
  return markers;
}

struct Nearest {
  int link = -1;
  double distance = HUGE_VAL;
};

Nearest nearestMarker(const std::vector<Marker>& markers, const std::vector<Pose>& X_RL, int carrier,
                      const Vector3d& p_R) {
  Nearest nearest;
  for (const Marker& marker : markers) {
    const double distance = (X_RL[marker.link].p - p_R).norm();
    if (marker.carrier == carrier && distance < nearest.distance) nearest = {marker.link, distance};
  }
  return nearest;
}

}  // namespace

void checkAttachments(const Mechanism& m, const TreeWalk& walk, const NominalLayout& layout,
                      const std::vector<double>& q, Findings& findings) {
  const auto X_RL = linkPosesInRoot(m, walk, layout, q);
  if (!X_RL) return;
  const std::vector<int> carrier = rigidCarriers(m, walk);
  const std::vector<Marker> markers = markersOf(m, carrier);
  // Authored geometry is good to a millimetre; RaiSim's rule is there to absorb that much.
  constexpr double kAuthored = 1e-3;
  for (std::size_t c = 0; c < m.closures.size(); ++c) {
    const Closure& closure = m.closures[c];
    const int body1 = m.findLink(closure.body1), body2 = m.findLink(closure.body2);
    if (body1 < 0 || body2 < 0 || closure.anchor2 || carrier[body1] == carrier[body2]) continue;
    const Vector3d p_R = (*X_RL)[body1] * closure.anchor;
    const Nearest tip1 = nearestMarker(markers, *X_RL, carrier[body1], p_R);
    const Nearest tip2 = nearestMarker(markers, *X_RL, carrier[body2], p_R);
    // Only where the anchor is a marked tip of body1 does a marked tip of body2 say what was meant.
    if (tip1.distance > kAuthored || tip2.link < 0 || tip2.distance <= kAuthored) continue;
    const std::string who = displayName(closure, static_cast<int>(c));
    findings.add(Severity::Warning, "nominal-loop-open", closure.source, findings.closurePath(c), who,
                 who + " takes hold of '" + closure.body2 + "' at " +
                     shortVector((*X_RL)[body2].inverse() * p_R) + ", " + numberWords(tip2.distance) +
                     " m away from its own '" + m.links[tip2.link].name + "', because that is where '" +
                     m.links[tip1.link].name + "' is in the nominal configuration",
                 "close the loop first, and write the pose that closes it into nominal_config");
  }
}

}  // namespace grashof::validation
