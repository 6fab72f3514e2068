// Poses, velocities, Jacobians and loop rows against transforms composed by hand and finite differences.
#include <QtTest>

#include "core/dynamics/kinematics.h"
#include "tests/support/dense_oracle.h"
#include "tests/support/random_mechanism.h"

using namespace grashof;
using fixtures::Random;

namespace {

std::span<const double> view(const VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

fixtures::RandomMechanismOptions everything(std::uint64_t seed) {
  fixtures::RandomMechanismOptions options;
  options.joints = 10;
  options.isFloating = seed % 2;
  options.types = {JointType::Revolute,  JointType::Continuous, JointType::Prismatic,
                   JointType::Spherical, JointType::Planar,     JointType::Floating};
  options.fixedShare = 0.2;
  options.pins = options.equalities = options.universals = 2;
  options.mimics = 2;
  return options;
}

/// One random mechanism with its model, at a random state off its nominal pose (loops open).
struct Sample {
  Mechanism mechanism;
  ModelPtr model;
  oracle::Tree tree;
  VectorXd q, u;
  TreeState state;

  explicit Sample(std::uint64_t seed)
      : mechanism(fixtures::randomMechanism(seed, everything(seed))), tree(mechanism) {
    model = *compileModel(std::make_shared<Mechanism>(mechanism)).value;
    Random random(seed + 1000);
    q = tree.displaced(model->nominal, random.vector(tree.nv, 1.0));
    u = random.vector(tree.nv, 2.0);
    state = makeTreeState(*model);
    treeKinematics(*model, view(q), view(u), state);
  }
};

void addSeeds() {
  QTest::addColumn<int>("seed");
  for (int seed = 1; seed <= 12; ++seed) QTest::addRow("seed %d", seed) << seed;
}

#define COMPARE_MATRICES(a, b, tolerance)                   \
  QVERIFY2(((a) - (b)).cwiseAbs().maxCoeff() < (tolerance), \
           qPrintable(QString::number(((a) - (b)).cwiseAbs().maxCoeff())))

}  // namespace

class TestKinematics : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void posesMatchComposedTransforms_data() { addSeeds(); }
  void posesMatchComposedTransforms() {
    QFETCH(int, seed);
    const Sample s(static_cast<std::uint64_t>(seed));
    QCOMPARE(s.model->nq, s.tree.nq);
    QCOMPARE(s.model->nv, s.tree.nv);
    for (std::size_t i = 0; i < s.mechanism.links.size(); ++i) {
      const Pose expected = s.tree.linkPose(static_cast<int>(i), s.q);
      const Pose X = linkPose(*s.model, s.state, static_cast<int>(i));
      COMPARE_MATRICES(X.R, expected.R, 1e-12);
      COMPARE_MATRICES(X.p, expected.p, 1e-12);
    }
    for (std::size_t j = 0; j < s.mechanism.joints.size(); ++j) {
      const Pose expected = s.tree.linkPose(s.mechanism.findLink(s.mechanism.joints[j].child), s.q);
      COMPARE_MATRICES(framePose(*s.model, s.state, static_cast<int>(j)).p, expected.p, 1e-12);
    }
  }

  void jacobiansMatchFiniteDifferences_data() { addSeeds(); }
  void jacobiansMatchFiniteDifferences() {
    QFETCH(int, seed);
    const Sample s(static_cast<std::uint64_t>(seed));
    const Vector3d point(0.1, -0.2, 0.3);
    for (std::size_t i = 0; i < s.mechanism.links.size(); ++i) {
      const FrameOnBody& link = s.model->links[i];
      const oracle::LinkJacobian J = oracle::linkJacobian(s.tree, static_cast<int>(i), point, s.q);
      COMPARE_MATRICES(pointJacobian(*s.model, s.state, link.body, link.X_B * point), J.linear, 1e-11);
      COMPARE_MATRICES(rotationalJacobian(*s.model, s.state, link.body), J.angular, 1e-11);
      COMPARE_MATRICES(s.state.pointVelocity(link.body, link.X_B * point), Vector3d(J.linear * s.u), 1e-10);
      COMPARE_MATRICES(s.state.body[static_cast<std::size_t>(link.body)].V.w, Vector3d(J.angular * s.u),
                       1e-10);
    }
  }

  /// Sign check of every kind of row with the anchors apart: d/dt e = J u.
  void rowsAreTheErrorsTimeDerivatives_data() { addSeeds(); }
  void rowsAreTheErrorsTimeDerivatives() {
    QFETCH(int, seed);
    const Sample s(static_cast<std::uint64_t>(seed));
    const auto errors = [&](double t) -> MatrixXd {
      const VectorXd q = s.tree.displaced(s.q, t * s.u);
      TreeState state = makeTreeState(*s.model);
      treeKinematics(*s.model, view(q), {}, state);
      return constraintErrors(*s.model, state, view(q), RowSet::Authored);
    };
    const MatrixXd J = constraintJacobian(*s.model, s.state, RowSet::Authored);
    COMPARE_MATRICES(VectorXd(J * s.u), VectorXd(oracle::derivative(errors, 4e-3)), 1e-9);
  }

  void loopsCloseAtTheNominalPose_data() { addSeeds(); }
  void loopsCloseAtTheNominalPose() {
    QFETCH(int, seed);
    const Sample s(static_cast<std::uint64_t>(seed));
    TreeState state = makeTreeState(*s.model);
    treeKinematics(*s.model, view(s.model->nominal), {}, state);
    const VectorXd e = constraintErrors(*s.model, state, view(s.model->nominal), RowSet::Authored);
    QVERIFY(e.cwiseAbs().maxCoeff() < 1e-13);
    for (const Constraint& c : s.model->constraints)
      QVERIFY(gapOf(*s.model, state, view(s.model->nominal), c) < 1e-12);
  }

  void positionsMoveByTheirVelocities_data() { addSeeds(); }
  void positionsMoveByTheirVelocities() {
    QFETCH(int, seed);
    const Sample s(static_cast<std::uint64_t>(seed));
    VectorXd q = s.q;
    integratePosition(*s.model, {q.data(), static_cast<std::size_t>(q.size())}, view(s.u), 0.7);
    COMPARE_MATRICES(q, s.tree.displaced(s.q, 0.7 * s.u), 1e-13);
    // Tiny turns take the series' branch.
    integratePosition(*s.model, {q.data(), static_cast<std::size_t>(q.size())}, view(s.u), 1e-6);
    COMPARE_MATRICES(q, s.tree.displaced(s.q, 0.700001 * s.u), 1e-13);
  }

  /// A base a kilometre away keeps its digits: separations do not depend on where the base is.
  void walkingFarLosesNoDigits() {
    Sample s(3);
    const auto e = constraintErrors(*s.model, s.state, view(s.q), RowSet::Authored);
    s.q.head<3>() += Vector3d(1e6, -2e6, 3e5);
    treeKinematics(*s.model, view(s.q), view(s.u), s.state);
    COMPARE_MATRICES(constraintErrors(*s.model, s.state, view(s.q), RowSet::Authored), e, 1e-15);
  }
};

QTEST_GUILESS_MAIN(TestKinematics)
#include "tst_kinematics.moc"
