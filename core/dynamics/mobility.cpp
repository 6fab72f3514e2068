#include "core/dynamics/mobility.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/dynamics/loop_closer.h"
#include "core/dynamics/loop_levers.h"

namespace grashof {
namespace {

/// Size of a trial motion (rad, share of the size) and the part of it that must remain after closing.
constexpr double kTrial = 0.05;
constexpr double kRemains = 0.3;
/// More independent motions than this are tried in random mixtures only.
constexpr int kLargestBasis = 12;
constexpr int kLargestLoops = 400;

using Qr = Eigen::ColPivHouseholderQR<MatrixXd>;

int rankOf(const Qr& qr) {
  const Eigen::Index count = std::min(qr.rows(), qr.cols());
  int rank = 0;
  while (rank < count && std::abs(qr.matrixQR()(rank, rank)) > kRankTolerance) ++rank;
  return rank;
}

/// Natural levers of one constraint's columns: how far its rows are moved by a unit of each velocity, if not
/// oblique.
VectorXd naturalLevers(const Model& model, const TreeState& state, const Constraint& c) {
  VectorXd lever = VectorXd::Zero(model.nv);
  if (c.kind == ConstraintKind::Mimic) {
    lever[model.joints[c.follower].v] = 1.0;
    lever[model.joints[c.leader].v] = std::max(std::abs(c.multiplier), 1e-12);
    return lever;
  }
  const Vector3d p_O = state.body[c.body2].p_OB + state.body[c.body2].R_WB * c.p_B2A2;
  for (const LoopColumn& column : loopColumns(model, c.body1, c.body2))
    lever[column.v] = naturalLever(state, column, p_O);
  return lever;
}

/// Constraints that add fewer rows than they keep, in their order (pins first).
std::vector<int> weakOnes(const ScaledRows& rows) {
  std::vector<int> weak;
  MatrixXd basis(rows.J.cols(), 0);
  for (Eigen::Index r = 0; r < rows.J.rows(); ++r) {
    VectorXd rest = rows.J.row(r).transpose();
    rest -= basis * (basis.transpose() * rest);
    rest -= basis * (basis.transpose() * rest);
    if (rest.norm() > kRankTolerance) {
      basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
      basis.rightCols(1) = rest.normalized();
    } else if (weak.empty() || weak.back() != rows.owner[r]) {
      weak.push_back(rows.owner[r]);
    }
  }
  return weak;
}

/// Tries motions that the closures allow to first order and closes again.
class MotionTrial {
 public:
  MotionTrial(const Model& model, const VectorXd& nominal)
      : model_(model), nominal_(nominal), closer_(model, RowSet::Kept) {
    closer_.setFree(freeColumns(model, true, {}));
  }

  /// Displacement [nq] that is left of a trial along u [nv]; zero when no other closed pose was found.
  VectorXd displacement(const VectorXd& u) {
    VectorXd x(model_.nv);
    for (int v = 0; v < model_.nv; ++v) x[v] = u[v] / closer_.equations().columnScale(v);
    x *= kTrial * model_.size / std::max(x.cwiseAbs().maxCoeff(), 1e-300);
    VectorXd q = nominal_;
    closer_.equations().move(q, x);
    const double tried = scaled(q - nominal_).norm();
    if (!closer_.close(q, {1e-12 * std::max(model_.size, 1e-2), 100, false, 1e-3}))
      return VectorXd::Zero(model_.nq);
    const VectorXd left = scaled(q - nominal_) / tried;
    if (left.norm() < kRemains) return VectorXd::Zero(model_.nq);
    closer_.equations().evaluate(q);
    rank_ = std::max(rank_, grashof::rankOf(scaledRows(model_, closer_.equations().state()).J));
    return left;
  }

  int highestRank() const { return rank_; }

 private:
  VectorXd scaled(VectorXd dq) const {
    for (const MovableJoint& joint : model_.joints)
      if (joint.type == JointType::Prismatic) dq[joint.q] /= model_.size;
    return dq;
  }

  const Model& model_;
  const VectorXd& nominal_;
  LoopCloser closer_;
  int rank_ = 0;
};

/// Velocities u of which the motions of the basis N (over `columns`, scaled) are made, as many as are worth
/// trying.
std::vector<VectorXd> motionsOf(const ScaledRows& rows, const std::vector<int>& columns, const MatrixXd& N) {
  const bool isWhole = N.cols() <= kLargestBasis;
  std::vector<VectorXd> motions;
  std::minstd_rand engine(7919);
  for (Eigen::Index i = 0; i < (isWhole ? N.cols() : 3); ++i) {
    VectorXd y = N.col(i);
    for (Eigen::Index k = 0; !isWhole && k < N.cols(); ++k)
      y += N.col(k) * (static_cast<double>(engine()) / static_cast<double>(engine.max()) - 0.5);
    VectorXd u = VectorXd::Zero(rows.J.cols());
    for (std::size_t c = 0; c < columns.size(); ++c)
      u[columns[c]] = rows.columnScale[columns[c]] * y[static_cast<Eigen::Index>(c)];
    motions.push_back(std::move(u));
  }
  return motions;
}

/// Fills in what holds for nearby closed poses. N spans what the rows allow at the nominal one.
void tryMotions(const Model& model, const ScaledRows& rows, const std::vector<int>& columns,
                const MatrixXd& N, Mobility& m) {
  MotionTrial trial(model, model.nominal);
  const std::vector<VectorXd> motions = motionsOf(rows, columns, N);
  MatrixXd moved(model.nq, static_cast<Eigen::Index>(motions.size()));
  for (std::size_t i = 0; i < motions.size(); ++i)
    moved.col(static_cast<Eigen::Index>(i)) = trial.displacement(motions[i]);
  m.isInfinitesimal = moved.isZero(0.0);
  m.isSingular = trial.highestRank() > m.rank;
  int directions = m.isInfinitesimal ? 0 : static_cast<int>(N.cols());
  if (N.cols() <= kLargestBasis) {
    const Qr independent(moved);
    directions = 0;
    while (directions < moved.cols() &&
           std::abs(independent.matrixQR()(directions, directions)) > kRemains * kRemains)
      ++directions;
  }
  const int atOthers = static_cast<int>(columns.size()) - std::max(trial.highestRank(), m.rank);
  m.genericDof = model.nv - static_cast<int>(columns.size()) + std::min(directions, atOthers);
}

}  // namespace

ScaledRows scaledRows(const Model& model, const TreeState& state) {
  ScaledRows rows{constraintJacobian(model, state, RowSet::Kept), VectorXd::Ones(model.nv), {}};
  std::vector<VectorXd> levers;
  VectorXd largest = VectorXd::Zero(model.nv);
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    const Constraint& c = model.constraints[i];
    if (c.keptRowCount() == 0) continue;
    levers.push_back(naturalLevers(model, state, c));
    largest = largest.cwiseMax(levers.back());
    for (int r = 0; r < c.keptRowCount(); ++r) rows.owner.push_back(static_cast<int>(i));
  }
  for (int v = 0; v < model.nv; ++v)
    if (largest[v] > 1e-12 * model.size) rows.columnScale[v] = 1.0 / largest[v];

  Eigen::Index row = 0;
  for (std::size_t i = 0, k = 0; i < model.constraints.size(); ++i) {
    const Constraint& c = model.constraints[i];
    if (c.keptRowCount() == 0) continue;
    const double reach = levers[k].maxCoeff();
    const double scale = 1.0 / std::max(levers[k++].cwiseProduct(rows.columnScale).maxCoeff(), 1e-12);
    for (int r = 0; r < c.keptRowCount(); ++r, ++row) {
      const bool isRotation = c.keepsRotationRow && r == c.keptRowCount() - 1;
      rows.J.row(row) *= isRotation ? scale * reach : scale;
    }
  }
  rows.J = rows.J * rows.columnScale.asDiagonal();
  return rows;
}

int rankOf(const MatrixXd& scaledJ) {
  if (scaledJ.size() == 0) return 0;
  return rankOf(Qr(scaledJ.transpose()));
}

Mobility findMobility(const Model& model, const TreeState& nominal) {
  Mobility m;
  m.moves.assign(static_cast<std::size_t>(model.nv), true);
  m.dof = m.genericDof = model.nv;
  const ScaledRows rows = scaledRows(model, nominal);
  std::vector<int> columns;
  for (int v = 0; v < model.nv; ++v)
    if (!rows.J.col(v).isZero(0.0)) columns.push_back(v);
  if (columns.empty()) return m;

  const MatrixXd J = rows.J(Eigen::all, columns);
  const Qr qr(J.transpose());
  m.rank = rankOf(qr);
  m.dof = m.genericDof = model.nv - m.rank;
  const int allowed = static_cast<int>(columns.size()) - m.rank;
  if (static_cast<int>(rows.J.rows()) > m.rank) m.weakConstraints = weakOnes(rows);

  // The last columns of Q span the motions that the closures allow to first order.
  MatrixXd Q = MatrixXd::Identity(J.cols(), J.cols());
  Q.applyOnTheLeft(qr.householderQ());
  const MatrixXd N = Q.rightCols(allowed);
  for (std::size_t i = 0; i < columns.size(); ++i)
    m.moves[columns[i]] = N.row(static_cast<Eigen::Index>(i)).norm() > 10 * kRankTolerance;
  if (allowed == 0 || static_cast<int>(columns.size()) > kLargestLoops) return m;

  tryMotions(model, rows, columns, N, m);
  return m;
}

}  // namespace grashof
