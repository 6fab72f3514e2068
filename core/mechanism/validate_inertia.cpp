// Masses and inertias: of each link by itself, and of the bodies that fixed joints merge.
#include <Eigen/Eigenvalues>
#include <numeric>

#include "core/mechanism/validate_parts.h"

namespace grashof::validation {
namespace {

/// Share of the largest principal moment by which rounding in the file may break a rule.
constexpr double kRounding = 1e-3;

void checkTensor(const Link& link, std::size_t l, Findings& findings) {
  const Inertial& inertial = *link.inertial;
  const SourceRef& at = placeOf(inertial.source, link.source);
  const std::string path = findings.linkPath(l, "/inertial/inertia");
  const std::string who = "link '" + link.name + "'";
  if (inertial.inertia.isZero(0.0)) {
    constexpr double kWorthAWord = 1e-3;  // kg; lighter ones only mark a frame
    if (inertial.mass > kWorthAWord)
      findings.add(Severity::Note, "inertia-zero", at, path, link.name,
                   who + " has a mass of " + numberWords(inertial.mass) + " kg and no inertia: a point mass");
    return;
  }
  Vector3d moments =
      Eigen::SelfAdjointEigenSolver<Matrix3d>(inertial.inertia, Eigen::EigenvaluesOnly).eigenvalues();
  const double largest = moments.cwiseAbs().maxCoeff();
  moments = (moments.array().abs() < 1e-12 * largest).select(0.0, moments);
  if (moments[0] < -1e-9 * largest) {
    findings.add(
        Severity::Error, "inertia-not-positive", at, path, link.name,
        who + " has an inertia that is not positive: its principal moments are " + shortVector(moments),
        "check the signs of ixx, iyy, izz and the size of ixy, ixz, iyz");
  } else if (moments[0] + moments[1] < moments[2] * (1.0 - kRounding)) {
    findings.add(Severity::Warning, "inertia-triangle", at, path, link.name,
                 who + " has an inertia that no body can have: of the principal moments " +
                     shortVector(moments) + ", the largest exceeds the sum of the others",
                 "compute it about the centre of mass from the shape, or divide it evenly");
  }
}

struct BodyMasses {
  std::vector<double> own, below;  ///< [links] of the carrier links; `below` counts the body itself too
};

BodyMasses bodyMasses(const Mechanism& m, const TreeWalk& walk, const std::vector<int>& carrier) {
  BodyMasses masses;
  masses.own.assign(m.links.size(), 0.0);
  for (std::size_t l = 0; l < m.links.size(); ++l)
    if (m.links[l].inertial) masses.own[carrier[l]] += m.links[l].inertial->mass;
  masses.below = masses.own;
  const JointEnds ends = jointEnds(m);
  for (auto it = walk.jointOrder.rbegin(); it != walk.jointOrder.rend(); ++it)
    if (m.joints[*it].type != JointType::Fixed)
      masses.below[carrier[ends.parent[*it]]] += masses.below[ends.child[*it]];
  return masses;
}

}  // namespace

void checkInertials(const Mechanism& m, Findings& findings) {
  for (std::size_t l = 0; l < m.links.size(); ++l) {
    const Link& link = m.links[l];
    if (!link.inertial) continue;
    if (link.inertial->mass < 0)
      findings.add(Severity::Error, "bad-mass", placeOf(link.inertial->source, link.source),
                   findings.linkPath(l, "/inertial/mass@value"), link.name,
                   "link '" + link.name + "' has the mass " + numberWords(link.inertial->mass) + " kg",
                   "write a positive mass");
    checkTensor(link, l, findings);
  }
}

void checkMassDistribution(const Mechanism& m, const TreeWalk& walk, BaseMode mode, Findings& findings) {
  const std::vector<int> carrier = rigidCarriers(m, walk);
  const BodyMasses masses = bodyMasses(m, walk, carrier);
  const bool isMovable = !isBaseFixed(m, mode) || !nominalEntryNames(m, mode).empty();
  const int root = walk.roots.front();
  if (isMovable &&
      std::all_of(masses.own.begin(), masses.own.end(), [](double mass) { return mass == 0.0; })) {
    findings.add(Severity::Warning, "massless-body", m.links[root].source, findings.linkPath(root),
                 m.links[root].name,
                 "no link has a mass: the mechanism can be looked at and posed, but not simulated",
                 "give each moving link an <inertial>");
    return;
  }
  for (const int j : walk.jointOrder) {
    const int link = m.findLink(m.joints[j].child);
    if (m.joints[j].type == JointType::Fixed || masses.own[link] != 0) continue;
    const bool isTip = masses.below[link] == 0;
    findings.add(isTip ? Severity::Warning : Severity::Note, "massless-body", m.links[link].source,
                 findings.linkPath(link), m.links[link].name,
                 "link '" + m.links[link].name + "' moves with joint '" + m.joints[j].name +
                     "' but has no mass" +
                     (isTip ? ", and nothing below it has any" : "; only what hangs below it has"),
                 isTip ? "give it an <inertial>, or fix the joint" : "");
  }
}

}  // namespace grashof::validation
