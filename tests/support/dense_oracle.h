// tests/support/dense_oracle.h - a slow, independent reference of kinematics, dynamics and one step.
// Shares no code with core/dynamics: poses straight from the mechanism's joints by homogeneous transforms,
// every Jacobian and acceleration by sixth-order differences, the constrained velocity by a pseudo-inverse.
#pragma once
#include <functional>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace grashof::oracle {

struct TreeJoint {
  int source = -1;  ///< Mechanism joint, -1: the floating base
  int q = 0, v = 0, nq = 0, nv = 0;
};

/// Coordinates and poses of the spanning tree. The base is fixed when the root is called "world".
class Tree {
 public:
  explicit Tree(const Mechanism& mechanism);
  Pose linkPose(int link, const VectorXd& q) const;
  VectorXd neutral() const;  ///< zeros and identity quaternions
  /// q moved by the velocities `d` held for one unit of time.
  VectorXd displaced(const VectorXd& q, const VectorXd& d) const;

  std::vector<TreeJoint> joints;  ///< joint order
  int nq = 0, nv = 0;
  bool isFloating = false;

 private:
  void visit(const std::string& link);
  Pose jointMotion(const TreeJoint& joint, const VectorXd& q) const;
  const Mechanism& mechanism_;
};

/// d f(t)/dt and d2 f(t)/dt2 at 0, sixth order.
MatrixXd derivative(const std::function<MatrixXd(double)>& f, double h = 1e-2);
MatrixXd secondDerivative(const std::function<MatrixXd(double)>& f, double h = 2e-2);

/// Columns d p/d(u_i) and angular velocity per u_i of a link-fixed point, world axes.
struct LinkJacobian {
  MatrixXd linear, angular;
};
LinkJacobian linkJacobian(const Tree& tree, int link, const Vector3d& p_L, const VectorXd& q);

/// M(q) (rotor inertia included), and h(q, u) with M du/dt + h = tau. Link by link: sum of J^T (I a + ...).
MatrixXd massMatrix(const Mechanism& mechanism, const Tree& tree, const VectorXd& q);
VectorXd biasForce(const Mechanism& mechanism, const Tree& tree, const VectorXd& q, const VectorXd& u,
                   const Vector3d& gravity);

/// Errors of all closures and mimics at q, in constraint order (pins, equalities, universals, mimics);
/// body2's anchors from `nominal`.
VectorXd constraintErrors(const Mechanism& mechanism, const Tree& tree, const VectorXd& nominal,
                          const VectorXd& q);

/// What acts in a step of the oracle, besides what the mechanism's joints say.
struct Drive {
  VectorXd tau, kp, kd, uTarget, qTarget;  ///< as Actuation
  int pulledLink = -1;
  Vector3d pulledPoint_L = Vector3d::Zero(), pull_W = Vector3d::Zero();  ///< a constant force, N
};
struct Settings {
  double dt = 1e-3, erp = 1.5;
  Vector3d gravity{0, 0, -9.81};
  bool withCurvature = false;
  double previousShare = 0.5;  ///< positions move by share * u~ + (1 - share) * u+ (semi-implicit 0, Euler 1)
};
struct Result {
  VectorXd q, u;
  VectorXd commanded;         ///< after the effort clamp
  VectorXd multipliers;       ///< N, N m; of least norm where rows repeat each other
  VectorXd generalizedForce;  ///< J^T multipliers
  MatrixXd J;
  int rank = 0;
  double conditioning = 0;  ///< smallest over largest singular value of the row-normalised J that counts
};
/// One step by dense algebra: M^ by differences, closest admissible velocity by a pseudo-inverse.
Result step(const Mechanism& mechanism, const Tree& tree, const VectorXd& nominal, const Settings& settings,
            const Drive& drive, const VectorXd& q, const VectorXd& u);

}  // namespace grashof::oracle
