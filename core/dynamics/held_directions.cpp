#include "core/dynamics/held_directions.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/structural_redundancy.h"

namespace grashof {
namespace {

bool contains(const std::vector<int>& list, int item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

Vector3d anchorAboutO(const TreeState& state, int body, const Vector3d& p_B) {
  return state.body[body].p_OB + state.body[body].R_WB * p_B;
}

/// Columns of all samples as twists in body x's axes about one of its points: rows 0..2 angular, 3..5 linear.
struct Twists {
  Eigen::Matrix<double, 6, Eigen::Dynamic> t;
  VectorXd distance;  ///< m, joint to the point; 1 for prismatic
  std::vector<bool> isRotary;
};
Twists twistsAt(const Model& model, const std::vector<TreeState>& samples, int x, int y,
                const Vector3d& p_X) {
  const std::vector<LoopColumn> columns = loopColumns(model, x, y);
  Twists twists;
  const auto count = static_cast<Eigen::Index>(columns.size() * samples.size());
  twists.t.resize(6, count);
  twists.distance.resize(count);
  Eigen::Index i = 0;
  for (const TreeState& state : samples) {
    const Vector3d p_O = anchorAboutO(state, x, p_X);
    const Matrix3d R_XW = state.body[x].R_WB.transpose();
    for (const LoopColumn& column : columns) {
      twists.t.col(i) << R_XW * (column.sign * state.S[column.v].w), R_XW * pointColumn(state, column, p_O);
      twists.distance[i] = naturalLever(state, column, p_O);
      twists.isRotary.push_back(column.isRotary);
      ++i;
    }
  }
  return twists;
}

using Wrench6 = Eigen::Matrix<double, 6, 1>;  // couple, force
using Wrenches = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// A row of an earlier constraint.
struct Row {
  int constraint;
  Wrench6 wrench;
};

/// A unit force along d at `arm` from the reference point.
Wrench6 wrenchAt(const Vector3d& arm, const Vector3d& d) {
  Wrench6 wrench;
  wrench << arm.cross(d), d;
  return wrench;
}

/// Coefficients [rows x own] with which the earlier rows say most of the own ones, over the given twists.
MatrixXd fit(const Wrenches& own, const std::vector<Row>& rows, const MatrixXd& twists) {
  if (rows.empty()) return MatrixXd::Zero(0, own.cols());
  Wrenches earlier(6, static_cast<Eigen::Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) earlier.col(static_cast<Eigen::Index>(k)) = rows[k].wrench;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(1e-7);
  solver.compute(twists.transpose() * earlier);
  return solver.solve(twists.transpose() * own);
}

/// The lever rule for what is left of a row: every joint moves it by less than 1/1000 of what it could at
/// that distance. Notes the largest lever that was taken for none.
bool isHeld(const Wrench6& left, const Twists& twists, double size, HeldDirections& held) {
  const double force = left.tail<3>().norm(), couple = left.head<3>().norm();
  if (force < 1e-8 && couple < 1e-8 * size) return true;  // the earlier rows say it exactly
  double lever = 0, distance = 0;
  for (Eigen::Index c = 0; c < twists.t.cols(); ++c) {
    const double moves = std::abs(left.dot(twists.t.col(c)));
    const double natural = force * twists.distance[c] + (twists.isRotary[c] ? couple : couple / size);
    if (moves >= kLeverTolerance * natural && moves >= 1e-14 * size) return false;
    if (!twists.isRotary[c] || moves <= lever) continue;
    lever = moves;
    distance = twists.distance[c];
  }
  if (lever > held.largestLever) {
    held.largestLever = lever;
    held.distance = distance;
  }
  return true;
}

}  // namespace

HeldDirectionFinder::HeldDirectionFinder(const Model& model, const std::vector<TreeState>& samples)
    : model_(model), samples_(samples) {
  const TreeState& nominal = samples.front();
  for (const Constraint& c : model.constraints) {
    const bool isPoint = c.kind != ConstraintKind::Mimic;
    sharing1_.push_back(
        !isPoint ? std::vector<int>{}
                 : bodiesSharingPoint(model, nominal, c.body1, anchorAboutO(nominal, c.body1, c.p_B1A1)));
    sharing2_.push_back(
        !isPoint ? std::vector<int>{}
                 : bodiesSharingPoint(model, nominal, c.body2, anchorAboutO(nominal, c.body2, c.p_B2A2)));
  }
}

/// Rows given in body1's axes, as rows that stand still in body x; false when their span turns against x.
bool HeldDirectionFinder::place(int constraint, const Eigen::Matrix3Xd& axes_B1, int x,
                                PlacedRows& placed) const {
  const Constraint& c = model_.constraints[constraint];
  const auto inX = [&](const TreeState& s) -> Matrix3d {
    return s.body[x].R_WB.transpose() * s.body[c.body1].R_WB;
  };
  const TreeState& nominal = samples_.front();
  placed.constraint = constraint;
  placed.p_X =
      nominal.body[x].R_WB.transpose() * (anchorAboutO(nominal, c.body1, c.p_B1A1) - nominal.body[x].p_OB);
  placed.D_X = inX(nominal) * axes_B1;
  if (axes_B1.cols() == 3) {
    placed.D_X = Matrix3d::Identity();  // all directions: which basis does not matter
    return true;
  }
  const Matrix3d span = placed.D_X * placed.D_X.transpose();
  return std::all_of(samples_.begin(), samples_.end(), [&](const TreeState& s) {
    const Eigen::Matrix3Xd D = inX(s) * axes_B1;
    return (D * D.transpose() - span).norm() < 2.0 * kLeverTolerance;
  });
}

/// Kept rows of earlier constraints that say something of the motion of x against y.
std::vector<HeldDirectionFinder::PlacedRows> HeldDirectionFinder::earlierRows(int constraint, int x,
                                                                              int y) const {
  std::vector<PlacedRows> rows;
  for (int k = 0; k < constraint; ++k) {
    const Constraint& c = model_.constraints[k];
    if (c.kind == ConstraintKind::Mimic || c.keptRows == 0) continue;
    const bool isSame = contains(sharing1_[k], x) && contains(sharing2_[k], y);
    const bool isSwapped = contains(sharing2_[k], x) && contains(sharing1_[k], y);
    PlacedRows placed;
    if ((isSame || isSwapped) && place(k, c.keptAxes_B1.leftCols(c.keptRows), x, placed))
      rows.push_back(placed);
  }
  return rows;
}

HeldDirections HeldDirectionFinder::heldBy(const PlacedRows& own, const std::vector<PlacedRows>& others,
                                           int x, int y) const {
  const Twists twists = twistsAt(model_, samples_, x, y, own.p_X);
  double reach = 1e-9 * model_.size;
  std::vector<Row> rows;
  for (const PlacedRows& k : others) {
    reach = std::max(reach, (k.p_X - own.p_X).norm());
    for (Eigen::Index i = 0; i < k.D_X.cols(); ++i)
      rows.push_back({k.constraint, wrenchAt(k.p_X - own.p_X, k.D_X.col(i))});
  }
  Wrenches ownRows(6, own.D_X.cols());
  for (Eigen::Index i = 0; i < own.D_X.cols(); ++i)
    ownRows.col(i) = wrenchAt(Vector3d::Zero(), own.D_X.col(i));

  // What is left of the own rows once the earlier ones hold, over all joints and poses.
  const MatrixXd scaled = twists.t * twists.distance.cwiseMax(reach).cwiseInverse().asDiagonal();
  const MatrixXd coefficients = fit(ownRows, rows, scaled);
  Wrenches left = ownRows;
  for (std::size_t k = 0; k < rows.size(); ++k)
    left -= rows[k].wrench * coefficients.row(static_cast<Eigen::Index>(k));
  const MatrixXd moved = left.transpose() * scaled;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> gram(moved * moved.transpose());

  HeldDirections held;
  for (Eigen::Index i = 0; i < own.D_X.cols(); ++i) {
    const VectorXd d = gram.eigenvectors().col(i);
    if (!isHeld(left * d, twists, model_.size, held)) continue;
    held.directions_B1.push_back(own.D_X * d);  // still in x's axes; the caller turns them
    const VectorXd used = coefficients * d;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (std::abs(used[static_cast<Eigen::Index>(k)]) > kLeverTolerance &&
          !contains(held.repeated, rows[k].constraint))
        held.repeated.push_back(rows[k].constraint);
  }
  std::sort(held.repeated.begin(), held.repeated.end());
  return held;
}

/// Held directions found in body x's axes, for a constraint seen between x and y, turned into body1's axes.
HeldDirections HeldDirectionFinder::heldFor(int constraint, int x, int y) const {
  const Constraint& c = model_.constraints[constraint];
  PlacedRows own;
  const Eigen::Matrix3Xd axes = c.axes_B1.leftCols(c.rows);
  if (!place(constraint, axes, x, own)) return {};
  HeldDirections held = heldBy(own, earlierRows(constraint, x, y), x, y);
  if (static_cast<int>(held.directions_B1.size()) == c.rows) {
    for (int i = 0; i < c.rows; ++i) held.directions_B1[i] = c.axes_B1.col(i);
    return held;
  }
  // Part of the span: it must stand still in body1 as well, where the step takes its rows.
  for (Vector3d& d : held.directions_B1) {
    const Vector3d d_X = d;
    const auto inB1 = [&](const TreeState& s) -> Vector3d {
      return s.body[c.body1].R_WB.transpose() * (s.body[x].R_WB * d_X);
    };
    d = inB1(samples_.front());
    for (const TreeState& s : samples_)
      if ((inB1(s) - d).norm() > 2.0 * kLeverTolerance) return {};
  }
  return held;
}

HeldDirections HeldDirectionFinder::find(int constraint) const {
  const Constraint& c = model_.constraints[constraint];
  if (c.rows == 0) return {};
  HeldDirections best;
  if (c.body1 == c.body2) {
    for (int i = 0; i < c.rows; ++i) best.directions_B1.push_back(c.axes_B1.col(i));
    return best;
  }
  // Its own joints alone, before anything that repeats another constraint.
  PlacedRows own;
  place(constraint, c.axes_B1.leftCols(c.rows), c.body1, own);
  best = heldBy(own, {}, c.body1, c.body2);
  for (const int x : sharing1_[constraint])
    for (const int y : sharing2_[constraint]) {
      if (x == y) continue;
      HeldDirections held = heldFor(constraint, x, y);
      if (held.directions_B1.size() > best.directions_B1.size()) best = std::move(held);
    }
  return best;
}

}  // namespace grashof
