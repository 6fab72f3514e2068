#include "core/dynamics/pose_report.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/drag_joint.h"
#include "core/dynamics/mobility.h"
#include "core/dynamics/words.h"
#include "core/mechanism/actuation.h"

namespace grashof {
namespace {

/// Trial around the pose (rad, share of the size) that shows the rank nearby.
constexpr double kTrial = 0.03;

TreeState stateAt(const Model& model, const VectorXd& q) {
  TreeState state = makeTreeState(model);
  treeKinematics(model, {q.data(), static_cast<std::size_t>(q.size())}, {}, state);
  return state;
}

/// The rows that hang together with velocity v through shared joints, over the columns that may move.
MatrixXd rowsAround(const MatrixXd& J, const std::vector<bool>& isFree, int v) {
  std::vector<bool> isRow(static_cast<std::size_t>(J.rows()), false), isColumn(isFree.size(), false);
  std::vector<Eigen::Index> columns{v};
  isColumn[v] = true;
  while (!columns.empty()) {
    const Eigen::Index c = columns.back();
    columns.pop_back();
    for (Eigen::Index r = 0; r < J.rows(); ++r) {
      if (isRow[r] || J(r, c) == 0.0) continue;
      isRow[r] = true;
      for (Eigen::Index k = 0; k < J.cols(); ++k)
        if (!isColumn[k] && isFree[k] && J(r, k) != 0.0) {
          isColumn[k] = true;
          columns.push_back(k);
        }
    }
  }
  std::vector<Eigen::Index> rows;
  for (Eigen::Index r = 0; r < J.rows(); ++r)
    if (isRow[r]) rows.push_back(r);
  MatrixXd out = J(rows, Eigen::all);
  for (Eigen::Index k = 0; k < J.cols(); ++k)
    if (!isColumn[k]) out.col(k).setZero();
  return out;
}

/// Singular values, largest first, through the Gram matrix: small ones are good to 1e-8.
VectorXd singularValues(const MatrixXd& J) {
  if (J.size() == 0) return VectorXd();
  const MatrixXd gram = J.rows() <= J.cols() ? MatrixXd(J * J.transpose()) : MatrixXd(J.transpose() * J);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(gram, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues().reverse().cwiseMax(0.0).cwiseSqrt();
}

MatrixXd without(MatrixXd J, int v) {
  J.col(v).setZero();
  return J;
}

/// Smallest singular value of the rows with v held, of as many as are independent with v free.
double transmission(const MatrixXd& J, int v) {
  if (J.rows() == 0) return std::numeric_limits<double>::infinity();
  const VectorXd all = singularValues(J), held = singularValues(without(J, v));
  Eigen::Index rank = 0;
  while (rank < all.size() && all[rank] > kRankTolerance) ++rank;
  return rank == 0 ? 0.0 : held[rank - 1];
}

/// Ranks at this pose and the highest one at closed poses beside it.
class Ranks {
 public:
  Ranks(const Model& model, const VectorXd& q) : model_(model), q_(q), closer_(model, RowSet::Kept) {
    isFree_ = freeColumns(model, true, {});
    closer_.setFree(isFree_);
    closer_.equations().evaluate(q);
    closer_.equations().linearise();
    motions_ = closedMotions(closer_.equations().matrix(), isFree_, 1e-4);
    lookAround();
  }

  const std::vector<VectorXd>& around() const { return around_; }
  const MatrixXd& motions() const { return motions_; }
  const std::vector<bool>& isFree() const { return isFree_; }

 private:
  void lookAround() {
    for (Eigen::Index i = 0; i < std::min<Eigen::Index>(motions_.cols(), 6); ++i) {
      for (const double sign : {1.0, -1.0}) {
        const VectorXd t = motions_.col(i);
        VectorXd candidate = q_;
        closer_.equations().move(candidate, sign * kTrial * model_.size / t.cwiseAbs().maxCoeff() * t);
        closer_.setFree(isFree_);
        if (closer_.close(candidate, {1e-12 * std::max(model_.size, 1e-2), 60, false, 1e-3}))
          around_.push_back(std::move(candidate));
      }
    }
  }

  const Model& model_;
  const VectorXd& q_;
  LoopCloser closer_;
  std::vector<bool> isFree_;
  MatrixXd motions_;
  std::vector<VectorXd> around_;
};

int bestDriver(const Model& model, const MatrixXd& J, int stopped) {
  int best = -1;
  double bestWorth = 0;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const MovableJoint& joint = model.joints[j];
    if (joint.nv != 1 || joint.source < 0 || static_cast<int>(j) == stopped || J.col(joint.v).isZero(0.0))
      continue;
    const double works = transmission(J, joint.v);
    if (works < 0.05) continue;
    const double worth = works + (model.bodies[joint.firstBody].parent == 0 ? 2.0 : 0.0) +
                         (isActuated(model.mechanism->joints[joint.source]) ? 4.0 : 0.0);
    if (worth <= bestWorth) continue;
    best = static_cast<int>(j);
    bestWorth = worth;
  }
  return best;
}

}  // namespace

double transmissionOf(const Model& model, const VectorXd& q, int joint, const std::vector<int>& held) {
  const ScaledRows rows = scaledRows(model, stateAt(model, q));
  const int v = model.joints[joint].v;
  return transmission(rowsAround(rows.J, freeColumns(model, true, held), v), v);
}

PoseReport reportPose(const Model& model, const VectorXd& q, std::vector<int> drivers) {
  PoseReport report;
  if (q.size() != model.nq || !q.allFinite()) return report;
  const TreeState state = stateAt(model, q);
  for (const Constraint& c : model.constraints)
    report.gap = std::max(report.gap, gapOf(model, state, {q.data(), static_cast<std::size_t>(q.size())}, c));
  const MatrixXd J = scaledRows(model, state).J;
  report.rank = report.genericRank = rankOf(J);
  report.dof = model.nv - report.rank;
  const VectorXd values = singularValues(J);
  const Ranks ranks(model, q);
  std::vector<MatrixXd> around;
  for (const VectorXd& pose : ranks.around()) {
    around.push_back(scaledRows(model, stateAt(model, pose)).J);
    report.genericRank = std::max(report.genericRank, rankOf(around.back()));
  }
  report.isSingular = report.rank < report.genericRank;
  if (report.genericRank > 0) report.smallestSingular = values[report.genericRank - 1];

  if (drivers.empty())
    for (std::size_t j = 0; j < model.joints.size(); ++j)
      if (model.joints[j].source >= 0 && isActuated(model.mechanism->joints[model.joints[j].source]))
        drivers.push_back(static_cast<int>(j));
  std::vector<std::string> words;
  if (report.isSingular)
    words.push_back("Singular pose: the closures say " +
                    countWords(report.genericRank - report.rank, "row", "rows") +
                    " less than beside it; two branches may meet here.");
  for (const int d : drivers) {
    if (d < 0 || d >= static_cast<int>(model.joints.size()) || model.joints[d].nv != 1) continue;
    const int v = model.joints[d].v;
    const MatrixXd own = rowsAround(J, ranks.isFree(), v);
    PoseReport::Driver driver{d, transmission(own, v), false, -1};
    // Powerless here, though not beside it: a joint that the loops lock everywhere is no driver at all.
    const bool isPowerless = own.rows() > 0 && rankOf(without(own, v)) < rankOf(own);
    const bool isElsewhere = std::any_of(around.begin(), around.end(), [&](const MatrixXd& other) {
      const MatrixXd rows = rowsAround(other, ranks.isFree(), v);
      return rankOf(without(rows, v)) == rankOf(rows);
    });
    driver.isDeadPoint = !report.isSingular && isPowerless && isElsewhere;
    if (driver.isDeadPoint) {
      driver.driveInstead = bestDriver(model, own, d);
      words.push_back(model.joints[d].name + " is at a dead point" +
                      (driver.driveInstead >= 0
                           ? ": drive " + model.joints[driver.driveInstead].name + " instead."
                           : std::string(".")));
    }
    report.drivers.push_back(driver);
  }
  for (const std::string& sentence : words) report.words += (report.words.empty() ? "" : " ") + sentence;
  return report;
}

}  // namespace grashof
