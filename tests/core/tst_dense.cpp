// Mass matrix, bias, energies and momentum against sums over links by finite differences, and closed forms.
#include <QtTest>

#include "core/dynamics/dense.h"
#include "tests/support/dense_oracle.h"
#include "tests/support/fixtures.h"
#include "tests/support/random_mechanism.h"

using namespace grashof;
using fixtures::Random;

namespace {

const Vector3d kGravity(0.3, -0.2, -9.81);

std::span<const double> view(const VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

struct Sample {
  Mechanism mechanism;
  ModelPtr model;
  oracle::Tree tree;
  VectorXd q, u;
  TreeState state;

  explicit Sample(std::uint64_t seed) : mechanism(make(seed)), tree(mechanism) {
    model = *compileModel(std::make_shared<Mechanism>(mechanism)).value;
    Random random(seed + 1000);
    q = tree.displaced(model->nominal, random.vector(tree.nv, 1.0));
    u = random.vector(tree.nv, 2.0);
    state = makeTreeState(*model);
    treeKinematics(*model, view(q), view(u), state);
  }

  static Mechanism make(std::uint64_t seed) {
    fixtures::RandomMechanismOptions options;
    options.isFloating = seed % 2;
    options.types = {JointType::Revolute, JointType::Prismatic, JointType::Spherical, JointType::Planar,
                     JointType::Floating};
    options.fixedShare = 0.2;
    options.hasDynamics = true;
    return fixtures::randomMechanism(seed, options);
  }
};

double relativeError(const MatrixXd& a, const MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

}  // namespace

class TestDense : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void massAndBiasMatchSumsOverLinks_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 12; ++seed) QTest::addRow("seed %d", seed) << seed;
  }
  void massAndBiasMatchSumsOverLinks() {
    QFETCH(int, seed);
    const Sample s(static_cast<std::uint64_t>(seed));
    const MatrixXd M = massMatrix(*s.model, s.state);
    const VectorXd h = biasForce(*s.model, s.state, view(s.u), kGravity);
    QVERIFY(relativeError(M, oracle::massMatrix(s.mechanism, s.tree, s.q)) < 1e-11);
    QVERIFY(relativeError(h, oracle::biasForce(s.mechanism, s.tree, s.q, s.u, kGravity)) < 1e-9);
    QCOMPARE(kineticEnergy(*s.model, s.state, view(s.u)), 0.5 * s.u.dot(M * s.u));
  }

  /// Gravity and springs are the gradient of the potential energy.
  void potentialEnergyGivesTheStaticForces_data() { massAndBiasMatchSumsOverLinks_data(); }
  void potentialEnergyGivesTheStaticForces() {
    QFETCH(int, seed);
    const Sample s(static_cast<std::uint64_t>(seed));
    TreeState state = makeTreeState(*s.model);
    treeKinematics(*s.model, view(s.q), {}, state);
    VectorXd forces = biasForce(*s.model, state, view(VectorXd::Zero(s.model->nv)), kGravity);
    for (const MovableJoint& joint : s.model->joints)
      if (joint.stiffness > 0) forces[joint.v] += joint.stiffness * (s.q[joint.q] - joint.springMount[0]);
    for (int i = 0; i < s.model->nv; ++i) {
      const auto energy = [&](double t) -> MatrixXd {
        const VectorXd q = s.tree.displaced(s.q, t * VectorXd::Unit(s.model->nv, i));
        TreeState moved = makeTreeState(*s.model);
        treeKinematics(*s.model, view(q), {}, moved);
        return MatrixXd::Constant(1, 1, potentialEnergy(*s.model, moved, view(q), kGravity));
      };
      QVERIFY(std::abs(oracle::derivative(energy)(0, 0) - forces[i]) < 1e-9);
    }
  }

  /// Momentum about the world origin: sum of m v and of I w + c x m v of each link, by differences.
  void momentumIsTheSumOverLinks_data() { massAndBiasMatchSumsOverLinks_data(); }
  void momentumIsTheSumOverLinks() {
    QFETCH(int, seed);
    const Sample s(static_cast<std::uint64_t>(seed));
    Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();
    for (std::size_t i = 0; i < s.mechanism.links.size(); ++i) {
      const Inertial& inertial = *s.mechanism.links[i].inertial;
      const auto J = oracle::linkJacobian(s.tree, static_cast<int>(i), inertial.origin.xyz, s.q);
      const Pose X = s.tree.linkPose(static_cast<int>(i), s.q);
      const Matrix3d R = X.R * rotationFromRpy(inertial.origin.rpy);
      const Vector3d p = inertial.mass * J.linear * s.u;
      linear += p;
      angular += (X * inertial.origin.xyz).cross(p) + R * inertial.inertia * R.transpose() * J.angular * s.u;
    }
    const Momentum sum = momentum(*s.model, s.state);
    QVERIFY((sum.linear - linear).norm() < 1e-9);
    QVERIFY((sum.angular - angular).norm() < 1e-9);
  }

  void jointDifferenceInvertsTheMotion_data() { massAndBiasMatchSumsOverLinks_data(); }
  void jointDifferenceInvertsTheMotion() {
    QFETCH(int, seed);
    const Sample s(static_cast<std::uint64_t>(seed));
    for (const double size : {0.8, 1e-9}) {  // turns below half a turn: 0.8 * 2 sqrt(3) < pi
      const VectorXd q = s.tree.displaced(s.q, size * s.u);
      VectorXd d(s.model->nv);
      for (const MovableJoint& joint : s.model->joints)
        jointDifference(*s.model, joint, s.q.data() + joint.q, q.data() + joint.q, d.data() + joint.v);
      QVERIFY((d - size * s.u).cwiseAbs().maxCoeff() < 1e-12);
    }
  }
};

QTEST_GUILESS_MAIN(TestDense)
#include "tst_dense.moc"
