// Joint reactions and holding torques against statics by hand, virtual work and the forward step.
#include <QtTest>

#include "core/dynamics/inverse_dynamics.h"
#include "tests/support/fixtures.h"
#include "tests/support/random_mechanism.h"
#include "tests/support/step_run.h"
#include "tests/support/textbook_linkages.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

const Vector3d kGravity(0, 0, -9.81);

InverseDynamics reactionsAtRest(Run& run) {
  const TreeState at = run.tree();
  run.step();
  const VectorXd rest = VectorXd::Zero(run.model->nv);
  return inverseDynamics(*run.model, at, viewOf(rest), viewOf(rest), kGravity, run.ws.readings);
}

/// Potential energy of the closed four-bar at a crank angle.
double potentialAt(const FourBar& bars, const Model& model, double crank) {
  const VectorXd q = bars.angles(crank);
  TreeState at = makeTreeState(model);
  treeKinematics(model, viewOf(q), {}, at);
  return potentialEnergy(model, at, viewOf(q), kGravity);
}

}  // namespace

class TestInverseDynamics : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  /// Each foot carries its leg's weight less what the apex pin takes; moments about the feet give the pin.
  void feetOfAnAFrame() {
    Run run(aFrame(2, 4));
    const Vector3d pin(-0.1875 * 9.81 * 6, 0, 0.25 * 9.81 * (2 - 4));
    const InverseDynamics id = reactionsAtRest(run);
    QVERIFY((id.joints[0].force_W - (2 * 9.81 * Vector3d::UnitZ() - pin)).norm() < 1e-9);
    QVERIFY((id.joints[1].force_W - (4 * 9.81 * Vector3d::UnitZ() + pin)).norm() < 1e-9);
    QVERIFY(id.joints[0].torque_W.norm() < 1e-9 && id.joints[1].torque_W.norm() < 1e-9);
    QVERIFY(id.tau.norm() < 1e-9);
    QVERIFY((id.base.force_W - 6 * 9.81 * Vector3d::UnitZ()).norm() < 1e-9);
    // The feet stand at -0.3 and 0.3: the heavier right leg turns the whole about World's origin.
    QVERIFY((id.base.torque_W - Vector3d(0.3, 0, 0).cross(Vector3d(0, 0, 9.81 * (4 - 2) / 2.0))).norm() < 1e-9);
  }

  void hingeOfASpinningPendulum() {
    const double mass = 2, length = 0.7, rate = 3;
    Run run(pendulum(mass, length));
    run.state.q[0] = -M_PI / 2;
    run.state.u[0] = rate;
    const VectorXd qdd = VectorXd::Zero(1);
    const InverseDynamics id =
        inverseDynamics(*run.model, run.tree(), viewOf(run.state.u), viewOf(qdd), kGravity, {});
    const double pull = mass * (9.81 + length * rate * rate);
    QVERIFY((id.joints[0].force_W - Vector3d(0, 0, pull)).norm() < 1e-9);
  }

  /// The step's own accelerations need exactly the torques that were applied in it.
  void invertsTheStep_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 24; ++seed) QTest::addRow("seed %d", seed) << seed;
  }
  void invertsTheStep() {
    QFETCH(int, seed);
    RandomMechanismOptions options;
    options.joints = 6 + seed % 5;
    options.isFloating = seed % 2 == 0;
    options.pins = seed % 3;
    Run run(randomMechanism(static_cast<std::uint64_t>(seed), options));
    run.settings.integrator = Integrator::SemiImplicit;
    for (int i = 0; i < run.model->nv; ++i) {
      run.state.u[i] = std::sin(1.7 * i + seed);
      const bool isBase = options.isFloating && i < 6;
      run.actuation.tau[i] = isBase ? 0.0 : std::cos(2.3 * i + seed);
    }
    run.step(3);
    const TreeState at = run.tree();
    const VectorXd u = run.state.u;
    if (run.step() & (kRankDropped | kLimitActive | kNonFinite)) QSKIP("not a regular step");
    const VectorXd qdd = (run.state.u - u) / run.settings.dt;
    const InverseDynamics id =
        inverseDynamics(*run.model, at, viewOf(u), viewOf(qdd), kGravity, run.ws.readings);
    const double size = 1 + qdd.cwiseAbs().maxCoeff();
    QVERIFY((id.tau - run.actuation.tau).cwiseAbs().maxCoeff() < 1e-8 * size);
  }

  /// Torque on the driven bar = change of potential energy along the closed motion.
  void fourBarHeldByOneJoint() {
    const FourBar bars;
    Run run(bars.mechanism());
    const double h = 1e-4;
    const double slope =
        (potentialAt(bars, *run.model, bars.crankAngle + h) - potentialAt(bars, *run.model, bars.crankAngle - h)) /
        (2 * h);
    for (const int joint : {0, 1, 2}) {
      const Vector3d rate = (bars.angles(bars.crankAngle + h) - bars.angles(bars.crankAngle - h)) / (2 * h);
      const HoldingTorques held = holdingTorques(*run.model, viewOf(run.state.q), std::vector<int>{joint}, kGravity);
      QVERIFY(held.isHeld);
      QVERIFY2(std::abs(held.tau[joint] - slope / rate[joint]) < 1e-6, qPrintable(QString::number(held.tau[joint])));
      for (int other = 0; other < 3; ++other) QVERIFY(other == joint || held.tau[other] == 0.0);
      run.state = nominalState(*run.model);
      run.actuation.tau = held.tau;
      run.step(200);
      QVERIFY(run.state.u.norm() < 1e-6);
    }
  }

  void whatCannotBeHeldSaysSo() {
    Run swinging(pendulum(1, 0.5));
    const HoldingTorques loose = holdingTorques(*swinging.model, viewOf(swinging.state.q), {}, kGravity);
    QVERIFY(!loose.isHeld && std::abs(loose.residual[0]) > 1);
    Run structure(aFrame(2, 4));
    QVERIFY(holdingTorques(*structure.model, viewOf(structure.state.q), {}, kGravity).isHeld);
  }
};

QTEST_GUILESS_MAIN(TestInverseDynamics)
#include "tst_inverse_dynamics.moc"
