#include "core/topology/joint_chain.h"

#include <algorithm>
#include <cmath>

#include "core/mechanism/joint_motion.h"
#include "core/topology/cut_joint_closures.h"

namespace grashof {
namespace {

using Twist = Eigen::Matrix<double, 6, 1>;  // angular, linear

/// Directions and points agree to this: sine, or m.
constexpr double kExact = 1e-7;

struct Line {  // in the first parent's frame
  Vector3d point, direction;
  bool isHinge = true;
};

/// Axes of the chain's joints where they stand now; empty where one is undefined.
std::vector<Line> linesOf(const JointChain& chain) {
  std::vector<Line> lines;
  Pose X;
  for (const JointEdge& edge : chain) {
    if (!hasOneDof(edge.joint.type) || edge.joint.axis.norm() == 0) return {};
    const Pose X_J = X * edge.X_PJ;
    lines.push_back({X_J.p, X_J.R * edge.joint.axis.normalized(), isRotary(edge.joint.type)});
    const std::optional<Pose> X_PC = childInParent(edge);
    if (!X_PC) return {};
    X = X * *X_PC;
  }
  return lines;
}

std::optional<JointEdge> cylindrical(const JointChain& chain, const std::vector<Line>& lines) {
  const Line &a = lines[0], &b = lines[1];
  if (a.isHinge == b.isHinge || a.direction.cross(b.direction).norm() > kExact) return std::nullopt;
  const Line& hinge = a.isHinge ? a : b;
  JointEdge edge;
  edge.joint.type = JointType::Cylindrical;
  edge.joint.axis = hinge.direction;
  edge.X_PJ.p = hinge.point;
  edge.X_CM = chainPose(chain)->inverse() * edge.X_PJ;
  return edge;
}

/// The point where two lines cross; nothing where they pass each other.
std::optional<Vector3d> crossing(const Line& a, const Line& b) {
  // The lines are perpendicular: each foot is a projection.
  const Vector3d onA = a.point + a.direction * a.direction.dot(b.point - a.point);
  const Vector3d onB = b.point + b.direction * b.direction.dot(a.point - b.point);
  if ((onA - onB).norm() > kExact) return std::nullopt;
  return onA;
}

std::optional<JointEdge> universal(const JointChain& chain, const std::vector<Line>& lines) {
  const Line &a = lines[lines.size() - 2], &b = lines.back();
  if (!a.isHinge || !b.isHinge || std::abs(a.direction.dot(b.direction)) > kExact) return std::nullopt;
  const std::optional<Vector3d> point = crossing(a, b);
  if (!point) return std::nullopt;
  JointEdge edge;
  edge.joint.type = JointType::Universal;
  edge.joint.axis = Vector3d::UnitZ();
  edge.X_PJ.p = *point;
  edge.X_PJ.R << b.direction, a.direction.cross(b.direction), a.direction;
  for (std::size_t i = 0; i + 2 < lines.size(); ++i) {
    Eigen::Index along = 0;
    lines[i].direction.cwiseAbs().maxCoeff(&along);
    bool& isLocked = edge.locked[static_cast<std::size_t>(along)];
    if (lines[i].isHinge || !isLocked || 1 - std::abs(lines[i].direction[along]) > kExact)
      return std::nullopt;
    isLocked = false;
  }
  edge.X_CM = chainPose(chain)->inverse() * edge.X_PJ;
  return edge;
}

Twist twistTo(const Pose& from, const Pose& to) {
  const Eigen::AngleAxisd turn(Matrix3d(to.R * from.R.transpose()));
  Twist twist;
  twist << turn.angle() * turn.axis(), to.p - from.p;
  return twist;
}

/// Columns at the last child's origin.
Eigen::Matrix<double, 6, Eigen::Dynamic> columnsAt(const std::vector<Line>& lines, const Vector3d& origin) {
  Eigen::Matrix<double, 6, Eigen::Dynamic> J(6, static_cast<Eigen::Index>(lines.size()));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Vector3d& z = lines[i].direction;
    if (lines[i].isHinge)
      J.col(static_cast<Eigen::Index>(i)) << z, z.cross(origin - lines[i].point);
    else
      J.col(static_cast<Eigen::Index>(i)) << Vector3d::Zero(), z;
  }
  return J;
}

}  // namespace

std::optional<Pose> chainPose(const JointChain& chain) {
  Pose X;
  for (const JointEdge& edge : chain) {
    const std::optional<Pose> X_PC = childInParent(edge);
    if (!X_PC) return std::nullopt;
    X = X * *X_PC;
  }
  return X;
}

double setChainCoordinates(JointChain& chain, const Pose& X_PC) {
  constexpr int kSteps = 30;
  for (int step = 0;; ++step) {
    const std::optional<Pose> X = chainPose(chain);
    const std::vector<Line> lines = linesOf(chain);
    if (!X || lines.empty()) return INFINITY;
    const Twist missing = twistTo(*X, X_PC);
    const double error = std::max(missing.head<3>().norm(), missing.tail<3>().norm());
    if (error < 1e-15 || step == kSteps || !std::isfinite(error))
      return std::isfinite(error) ? error : INFINITY;
    const VectorXd move = columnsAt(lines, X->p).completeOrthogonalDecomposition().solve(missing);
    if (move.norm() < 1e-16) return error;
    for (std::size_t i = 0; i < chain.size(); ++i)
      chain[i].coordinates[0] += move[static_cast<Eigen::Index>(i)];
  }
}

JointChain reversed(JointChain chain) {
  for (JointEdge& edge : chain) reverse(edge);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

std::optional<JointEdge> compoundOf(const JointChain& chain) {
  constexpr std::size_t kMost = 5;  // three slides and two hinges
  if (chain.size() < 2 || chain.size() > kMost) return std::nullopt;
  const std::vector<Line> lines = linesOf(chain);
  if (lines.empty()) return std::nullopt;
  std::optional<JointEdge> edge = chain.size() == 2 ? cylindrical(chain, lines) : std::nullopt;
  if (!edge) edge = universal(chain, lines);
  if (!edge) return std::nullopt;
  edge->parent = chain.front().parent;
  edge->child = chain.back().child;
  return edge;
}

JointChain chainFor(const JointEdge& compound) {
  const bool isCylindrical = compound.joint.type == JointType::Cylindrical;
  const Matrix3d& R = compound.X_PJ.R;
  JointChain chain;
  const auto add = [&chain](JointType type, const Vector3d& axis) {
    JointEdge edge;
    edge.joint.type = type;
    edge.joint.axis = cleaned(axis, 1.0);
    edge.coordinates = {0.0};
    chain.push_back(edge);
  };
  if (isCylindrical) {
    Vector3d axis = R * compound.joint.axis.normalized();
    Eigen::Index largest = 0;
    axis.cwiseAbs().maxCoeff(&largest);
    if (axis[largest] < 0) axis = Vector3d::Zero() - axis;  // only the line matters
    add(JointType::Prismatic, axis);
    add(JointType::Continuous, axis);
  } else {
    for (Eigen::Index i = 0; i < 3; ++i)
      if (!compound.locked[static_cast<std::size_t>(i)]) add(JointType::Prismatic, Vector3d::Unit(i));
    add(JointType::Continuous, R.col(2));
    add(JointType::Continuous, R.col(0));
  }
  // All frames stand in the closing point with the parent link's directions.
  chain.front().parent = compound.parent;
  chain.front().X_PJ.p = compound.X_PJ.p;
  chain.back().child = compound.child;
  chain.back().X_CM = {compound.X_CM.R * R.transpose(), compound.X_CM.p};
  return chain;
}

void settleUniversalFrame(JointEdge& edge) {
  const Vector3d z = edge.joint.axis.normalized(), x = perpendicularTo(z);
  Matrix3d R;
  R << x, z.cross(x), z;
  edge.X_PJ.R = edge.X_PJ.R * R;
  edge.X_CM.R = edge.X_CM.R * R;
  edge.joint.axis = Vector3d::UnitZ();
}

}  // namespace grashof
