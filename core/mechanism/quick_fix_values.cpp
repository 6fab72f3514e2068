// Fixes of links (masses, inertias, meshes, two parents) and of the nominal configuration.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/mechanism/nominal_pose.h"
#include "core/mechanism/quick_fix_parts.h"

namespace grashof::quick_fixes {
namespace {

Fixes positiveMass(const Subject& s) {
  if (!s.link().inertial || s.link().inertial->mass >= 0) return {};
  Link link = s.link();
  link.inertial->mass = -link.inertial->mass;
  return {{"Set " + formatDouble(link.inertial->mass) + " kg", SetLink{s.index, std::move(link)}}};
}

Fixes fitInertia(const Subject& s) {
  if (!s.link().inertial || !s.link().inertial->inertia.allFinite()) return {};
  Link link = s.link();
  link.inertial->inertia = nearestInertia(link.inertial->inertia);
  if (link.inertial->inertia.isZero(0)) return {};
  return {{"Set nearest inertia", SetLink{s.index, std::move(link)}}};
}

/// Of a link with two parent joints: another one of them places it, and the present one is cut.
Fixes exchangeParents(const Subject& s) {
  const int owner = s.m.parentJointOf(s.link().name);
  if (owner < 0) return {};
  Fixes fixes;
  for (std::size_t j = 0; j < s.m.joints.size(); ++j) {
    if (!s.m.joints[j].isCut || s.m.joints[j].childOrigin || s.m.joints[j].child != s.link().name) continue;
    Joint cut = s.m.joints[static_cast<std::size_t>(owner)], tree = s.m.joints[j];
    cut.isCut = true;
    tree.isCut = false;
    EditList both{{SetJoint{owner, std::move(cut)}, SetJoint{static_cast<int>(j), std::move(tree)}}};
    fixes.push_back({"Let " + s.m.joints[j].name + " place " + s.link().name, std::move(both)});
  }
  return fixes;
}

/// The meshes that the finding quotes, a thousandth as large.
Fixes scaleFromMillimetres(const Subject& s) {
  Link link = s.link();
  bool isFound = false;
  for (auto* geometries : {&link.visuals, &link.collisions})
    for (Geometry& g : *geometries) {
      auto* mesh = std::get_if<MeshShape>(&g.shape);
      if (!mesh || s.finding.message.find("'" + mesh->uri + "'") == std::string::npos) continue;
      const Vector3d scale = 0.001 * mesh->scale;  // the one that the hint asks for: others may be right
      if (s.finding.hint.find('"' + formatDoubles({scale.data(), 3}) + '"') == std::string::npos) continue;
      mesh->scale = scale;
      isFound = true;
    }
  if (!isFound) return {};
  return {{"Scale by 0.001", SetLink{s.index, std::move(link)}}};
}

struct Pose0 {
  NominalLayout layout;
  std::vector<double> q;
};

/// The nominal configuration, when it has the size that the mechanism needs.
std::optional<Pose0> fittingNominal(const Mechanism& m) {
  const NominalLayout layout = nominalLayout(m, walkTree(m), BaseMode::Auto);
  if (!m.nominal || static_cast<int>(m.nominal->size()) != layout.size) return std::nullopt;
  return Pose0{layout, *m.nominal};
}

Fixes withEntry(const Subject& s, double value) {
  std::optional<Pose0> pose = fittingNominal(s.m);
  const int at = pose ? pose->layout.offset[static_cast<std::size_t>(s.index)] : -1;
  if (at < 0) return {};
  pose->q[static_cast<std::size_t>(at)] = value;
  return {{"Set " + coordinateText(s.joint(), value), SetNominal{std::move(pose->q)}}};
}

Fixes clampEntry(const Subject& s) {
  const std::optional<Pose0> pose = s.index < 0 ? std::nullopt : fittingNominal(s.m);
  const int at = pose ? pose->layout.offset[static_cast<std::size_t>(s.index)] : -1;
  if (at < 0) return {};
  double value = pose->q[static_cast<std::size_t>(at)];
  const JointLimits& limits = s.joint().limits;
  if (limits.upper) value = std::min(value, *limits.upper);
  if (limits.lower) value = std::max(value, *limits.lower);
  return withEntry(s, value);
}

Fixes followLeader(const Subject& s) {
  if (s.index < 0 || !s.joint().mimic) return {};
  const std::optional<Pose0> pose = fittingNominal(s.m);
  const int leader = s.m.findJoint(s.joint().mimic->leader);
  const int at = pose && leader >= 0 ? pose->layout.offset[static_cast<std::size_t>(leader)] : -1;
  if (at < 0) return {};
  return withEntry(
      s, s.joint().mimic->multiplier * pose->q[static_cast<std::size_t>(at)] + s.joint().mimic->offset);
}

/// Every quaternion of the configuration to norm 1, and zero ones to no rotation.
Fixes normaliseQuaternions(const Subject& s) {
  std::optional<Pose0> pose = fittingNominal(s.m);
  if (!pose) return {};
  std::vector<int> starts;
  if (pose->layout.isBaseFloating) starts.push_back(3);
  for (std::size_t j = 0; j < s.m.joints.size(); ++j) {
    if (pose->layout.offset[j] < 0) continue;
    if (s.m.joints[j].type == JointType::Spherical) starts.push_back(pose->layout.offset[j]);
    if (s.m.joints[j].type == JointType::Floating) starts.push_back(pose->layout.offset[j] + 3);
  }
  bool hadZero = false;
  for (const int at : starts) {
    Eigen::Map<Eigen::Vector4d> quaternion(pose->q.data() + at);
    if (quaternion.isZero(0)) {
      hadZero = true;
      quaternion = Eigen::Vector4d::Unit(0);
    } else {
      quaternion = quaternion.stableNormalized().eval();
    }
  }
  return {{hadZero ? "Set 1 0 0 0" : "Normalise", SetNominal{std::move(pose->q)}}};
}

Fixes resizeNominal(const Subject& s) {
  if (!s.m.nominal) return {};
  const TreeWalk walk = walkTree(s.m);
  const NominalLayout needed = nominalLayout(s.m, walk, BaseMode::Auto);
  const NominalLayout other =
      nominalLayout(s.m, walk, needed.isBaseFloating ? BaseMode::Fixed : BaseMode::Floating);
  Fixes fixes;
  std::vector<double> q = *s.m.nominal;
  if (static_cast<int>(q.size()) == other.size && needed.isBaseFloating) {
    const std::vector<double> base{0, 0, 0, 1, 0, 0, 0};
    q.insert(q.begin(), base.begin(), base.end());
    fixes.push_back({"Add base pose", SetNominal{std::move(q)}});
  } else if (static_cast<int>(q.size()) == other.size) {
    q.erase(q.begin(), q.begin() + (other.size - needed.size));
    fixes.push_back({"Drop base pose", SetNominal{std::move(q)}});
  }
  fixes.push_back({"Use neutral pose", SetNominal{defaultNominal(s.m, needed)}});
  return fixes;
}

}  // namespace

Matrix3d nearestInertia(const Matrix3d& inertia) {
  const Matrix3d symmetric = 0.5 * (inertia + inertia.transpose());
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(symmetric);
  Vector3d moments = solver.eigenvalues();  // ascending, and so is the nearest point
  // Valid moments fill the cone over the edges (0,1,1), (1,0,1), (1,1,0): first the face c = a + b, else the
  // edge.
  const double excess = moments[2] - moments[0] - moments[1];
  if (excess > 0) moments += excess / 3 * Vector3d(1, 1, -1);
  if (moments[0] + std::min(moments[1], moments[2]) < std::max(moments[1], moments[2]) * (1 - 1e-12)) {
    const double edge = std::max(0.0, (solver.eigenvalues()[1] + solver.eigenvalues()[2]) / 2);
    moments = {0, edge, edge};
  }
  const Matrix3d fitted = solver.eigenvectors() * moments.asDiagonal() * solver.eigenvectors().transpose();
  return 0.5 * (fitted + fitted.transpose());
}

FixFunction linkFix(std::string_view code) {
  static constexpr std::pair<std::string_view, FixFunction> kFixes[] = {
      {"bad-mass", positiveMass},
      {"inertia-triangle", fitInertia},
      {"inertia-not-positive", fitInertia},
      {"link-has-two-parents", exchangeParents},
      {"mesh-units", scaleFromMillimetres}};
  for (const auto& [name, fix] : kFixes)
    if (name == code) return fix;
  return nullptr;
}

FixFunction nominalFix(std::string_view code) {
  static constexpr std::pair<std::string_view, FixFunction> kFixes[] = {
      {"nominal-outside-limits", clampEntry},
      {"nominal-breaks-mimic", followLeader},
      {"quaternion-not-unit", normaliseQuaternions},
      {"bad-quaternion", normaliseQuaternions},
      {"nominal-config-size", resizeNominal}};
  for (const auto& [name, fix] : kFixes)
    if (name == code) return fix;
  return nullptr;
}

}  // namespace grashof::quick_fixes
