#include "core/dynamics/cut_candidates.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/words.h"
#include "core/mechanism/actuation.h"

namespace grashof {
namespace {

/// Sine of about 20 degrees: below it a linkage transmits badly.
constexpr double kGoodSine = 0.35;

/// A joint of the loop, or its closing point, at the nominal pose.
struct Place {
  int joint = -1;  ///< Mechanism joint, -1 for a closure
  bool isPassive = true;
  bool isSliding = false;
  Vector3d origin, axis;
  int depth = 0;  ///< bodies above it
};

int depthOf(const Model& model, int body) {
  int depth = 0;
  for (int b = body; b > 0; b = model.bodies[b].parent) ++depth;
  return depth;
}

std::vector<Place> placesOf(const Model& model, const TreeState& state, const LoopReport& report) {
  std::vector<Place> places;
  for (const int source : report.loop.joints) {
    const int j = model.jointOf(source);
    if (j < 0) continue;
    const MovableJoint& joint = model.joints[j];
    const Motion& S = state.S[joint.v];
    const bool isSliding = joint.type == JointType::Prismatic;
    places.push_back({source, !isActuated(model.mechanism->joints[source]), isSliding,
                      state.body[joint.body].p_OB, isSliding ? S.v : S.w, depthOf(model, joint.body)});
  }
  if (report.constraints.empty()) return places;
  const Constraint& c = model.constraints[report.constraints.front()];
  const Vector3d axis = report.isPlanar ? report.normal_W : Vector3d::UnitZ();
  places.push_back({report.loop.cutJoint, true, false,
                    state.body[c.body2].p_OB + state.body[c.body2].R_WB * c.p_B2A2, axis,
                    depthOf(model, std::max(c.body1, c.body2))});
  return places;
}

/// How well the other joints determine the place where the loop would be cut: the smallest singular value of
/// their unit levers there; for two of them the sine of the transmission angle.
double conditionAt(const std::vector<Place>& places, std::size_t cut, const LoopReport& report,
                   bool& isDyad) {
  const auto lever = [&](const Place& p) -> Vector3d {
    if (p.isSliding) return p.axis;
    const Vector3d arm = places[cut].origin - p.origin;
    return arm.norm() > 1e-9 * report.size ? Vector3d(p.axis.cross(arm) / arm.norm()) : Vector3d::Zero();
  };
  std::vector<Vector3d> levers;
  for (const bool passiveOnly : {true, false}) {
    levers.clear();
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (i == cut || (passiveOnly && !places[i].isPassive)) continue;
      if (const Vector3d l = lever(places[i]); l.norm() > 0.1) levers.push_back(l);
    }
    if (levers.size() >= (report.isPlanar ? 2u : 3u)) break;
  }
  isDyad = report.isPlanar && levers.size() == 2;
  if (isDyad) return levers[0].cross(levers[1]).norm();
  if (levers.empty()) return 0;
  Matrix3d gram = Matrix3d::Zero();
  for (const Vector3d& l : levers) gram += l * l.transpose();
  const Vector3d values = Eigen::SelfAdjointEigenSolver<Matrix3d>(gram).eigenvalues();
  return std::min(1.0, std::sqrt(std::max(values[report.isPlanar ? 1 : 0], 0.0)));
}

struct Judgement {
  CutCandidate candidate;
  double score = 0;
};

Judgement judge(const Model& model, const std::vector<Place>& places, std::size_t at,
                const LoopReport& report) {
  const Mechanism& m = *model.mechanism;
  const Joint& joint = m.joints[places[at].joint];
  Judgement j;
  j.candidate.joint = places[at].joint;
  j.candidate.isPassive = places[at].isPassive;
  std::vector<std::string> reasons{j.candidate.isPassive ? "passive"
                                                         : "actuated: a cut joint cannot be driven"};
  if (j.candidate.isPassive) j.score += 8;
  const bool isLimited = hasOneDof(joint.type) && joint.type != JointType::Continuous &&
                         (joint.limits.lower || joint.limits.upper);
  reasons.push_back(isLimited ? "limited: a cut joint has no limits" : "unlimited");
  if (!isLimited) j.score += 3;

  const bool leads = std::any_of(m.joints.begin(), m.joints.end(), [&](const Joint& other) {
    return other.mimic && other.mimic->leader == joint.name;
  });
  if (joint.mimic)
    reasons.push_back("follows " + joint.mimic->leader);
  else if (leads)
    reasons.push_back("other joints follow it");
  if (!joint.mimic && !leads) j.score += 6;
  const JointDynamics& d = joint.dynamics;
  if (d.stiffness != 0 || d.damping != 0 || d.friction != 0)
    reasons.push_back("its spring, damping or friction would be lost");
  else
    j.score += 0.5;

  // Motors sit near the root: of equal joints, the one farther out in the tree.
  int deepest = 1;
  for (const Place& place : places) deepest = std::max(deepest, place.depth);
  j.score += 0.5 * places[at].depth / deepest;

  bool isDyad = false;
  const double sine = conditionAt(places, at, report, isDyad);
  j.score += 2.0 * std::min(sine, kGoodSine) / kGoodSine + 0.1 * sine;
  std::string condition = sine >= kGoodSine ? "well conditioned" : "badly conditioned here";
  if (isDyad)
    condition +=
        " (transmission angle " + numberWords(std::asin(std::min(sine, 1.0)) * 180 / M_PI, 2) + " deg)";
  reasons.push_back(condition);
  for (std::size_t i = 0; i < reasons.size(); ++i) j.candidate.reason += (i > 0 ? ", " : "") + reasons[i];
  if (joint.isCut) j.candidate.reason += "; cut now";
  return j;
}

}  // namespace

std::vector<CutCandidate> rankCutCandidates(const Model& model, const TreeState& nominal,
                                            const LoopReport& loop) {
  const std::vector<Place> places = placesOf(model, nominal, loop);
  std::vector<Judgement> judgements;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i].joint >= 0) judgements.push_back(judge(model, places, i, loop));
  std::stable_sort(judgements.begin(), judgements.end(),
                   [](const Judgement& a, const Judgement& b) { return a.score > b.score; });
  std::vector<CutCandidate> candidates;
  for (Judgement& j : judgements) {
    j.candidate.rank = static_cast<int>(candidates.size()) + 1;
    candidates.push_back(std::move(j.candidate));
  }
  return candidates;
}

}  // namespace grashof
