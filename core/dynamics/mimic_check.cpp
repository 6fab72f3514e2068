#include "core/dynamics/mimic_check.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/kinematics.h"
#include "core/dynamics/travel_line.h"
#include "core/dynamics/words.h"

namespace grashof {
namespace {

constexpr double kSame = 1e-6;  ///< rad, m
constexpr double kRankTolerance = 1e-9;
constexpr int kSamples = 48;

int rankOf(const MatrixXd& J) {
  Eigen::ColPivHouseholderQR<MatrixXd> qr(J);
  qr.setThreshold(kRankTolerance);
  return static_cast<int>(qr.rank());
}

/// Free, Still, or (for now) Contradictory where the leader's motion determines the follower's.
MimicRelation relationAt(const Model& model, const VectorXd& q, int leader, int follower) {
  TreeState state = makeTreeState(model);
  treeKinematics(model, {q.data(), static_cast<std::size_t>(q.size())}, {}, state);
  const MatrixXd J = constraintJacobian(model, state, RowSet::Authored);
  MatrixXd rows = MatrixXd::Zero(J.rows() + 2, model.nv);
  rows.topRows(J.rows()) = J;
  rows(J.rows(), model.joints[static_cast<std::size_t>(leader)].v) = 1;
  rows(J.rows() + 1, model.joints[static_cast<std::size_t>(follower)].v) = 1;
  const int alone = J.rows() > 0 ? rankOf(J) : 0, held = rankOf(rows.topRows(J.rows() + 1));
  if (rankOf(rows) > held) return MimicRelation::Free;
  return held == alone ? MimicRelation::Still : MimicRelation::Contradictory;
}

std::string valueWords(double value, bool isRotary) {
  return isRotary ? angleWords(value, 3) : lengthWords(value);
}

class Check {
 public:
  Check(const Model& model, const Mimic& mimic, int leader, int follower)
      : mimic_(mimic),
        leader_(model.joints[static_cast<std::size_t>(leader)]),
        follower_(model.joints[static_cast<std::size_t>(follower)]) {}

  MimicVerdict judge(const TravelSweep& sweep) {
    MimicVerdict verdict;
    if (!sweep.isClosed) {
      verdict.words = sweep.words;
      return verdict;
    }
    const TravelLine line = lineOver(sweep, leader_.q, follower_.q);
    verdict.loopMultiplier = line.multiplier;
    verdict.loopOffset = line.offset;
    for (const TravelSample& s : sweep.samples)
      verdict.maxDifference = std::max(verdict.maxDifference, std::abs(mimic_.multiplier * s.q[leader_.q] +
                                                                       mimic_.offset - s.q[follower_.q]));
    const bool isSame = verdict.maxDifference <= kSame;
    verdict.relation = isSame ? MimicRelation::Redundant : MimicRelation::Contradictory;
    const bool turns = isRotary(follower_.type);
    verdict.words = std::string("The loop already ") + (turns ? "turns" : "moves") + " it";
    if (isRotary(leader_.type) == turns)
      verdict.words += " by " + numberWords(verdict.loopMultiplier, 3) + " × " + leader_.name;
    else
      verdict.words += " along with " + leader_.name;
    verdict.words += isSame ? ": the mimic is redundant."
                            : ": the mimic contradicts it by up to " +
                                  valueWords(verdict.maxDifference, turns) + " over the travel.";
    return verdict;
  }

 private:
  const Mimic& mimic_;
  const MovableJoint &leader_, &follower_;
};

}  // namespace

MimicVerdict checkMimic(const Mechanism& mechanism, BaseMode base, const VectorXd& q, int follower,
                        const Mimic& mimic) {
  MimicVerdict verdict;
  if (follower < 0 || follower >= static_cast<int>(mechanism.joints.size())) return verdict;
  auto without = std::make_shared<Mechanism>(mechanism);
  Joint& joint = without->joints[static_cast<std::size_t>(follower)];
  joint.mimic.reset();
  const Outcome<ModelPtr> compiled = compileModel(without, {.base = base, .findStructuralRedundancy = true});
  if (!compiled) return verdict;
  const Model& model = **compiled;
  const int leader = model.findJoint(mimic.leader), own = model.findJoint(joint.name);
  const auto isSingle = [&](int j) { return j >= 0 && model.joints[static_cast<std::size_t>(j)].nv == 1; };
  if (!isSingle(leader) || !isSingle(own) || q.size() != model.nq || !q.allFinite()) return verdict;
  verdict.relation = relationAt(model, q, leader, own);
  if (verdict.relation == MimicRelation::Free) {
    verdict.words = "Nothing else ties it to " + mimic.leader + ": the mimic takes one degree of freedom.";
    return verdict;
  }
  if (verdict.relation == MimicRelation::Still) {
    verdict.words = "The loop holds " + mimic.leader + " still: the mimic holds this joint too.";
    return verdict;
  }
  TravelOptions options;
  options.samples = kSamples;
  return Check(model, mimic, leader, own).judge(sweepTravel(*compiled, q, leader, options));
}

}  // namespace grashof
