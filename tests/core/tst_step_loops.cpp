// What a step does with loops and mimics: rate of closing, drift, forces, momentum, closed forms.
#include <QtTest>

#include "tests/support/fixtures.h"
#include "tests/support/textbook_linkages.h"
#include "tests/support/random_mechanism.h"
#include "tests/support/step_run.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

double arithmeticGeometricMean(double a, double b) {
  for (int i = 0; i < 8; ++i) {  // quadratic: more than enough
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

/// A bar that glides and turns freely in the x-z plane, one point of it pinned to World at a distance.
Mechanism whirlingBar(double length) {
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("cart_x"), makeLink("cart_z"), makeLink("bar", 1.0)};
  m.joints = {makeJoint("x", JointType::Prismatic, "world", "cart_x", {0, 0, 0}, {1, 0, 0}),
              makeJoint("z", JointType::Prismatic, "cart_x", "cart_z", {0, 0, 0}, {0, 0, 1}),
              makeJoint("turn", JointType::Continuous, "cart_z", "bar", {0, 0, 0}, {0, -1, 0})};
  m.closures = {makeEquality("world", "bar", {0, 0, 0}, {{1, 0, 0}, {0, 0, 1}})};
  m.closures[0].anchor2 = Vector3d(-length, 0, 0);
  m.nominal = std::vector<double>{length, 0, 0};
  return m;
}

/// Error of the whirling bar's angle after exactly a quarter of its period: from rest at 1 rad to hanging.
double swingError(Integrator integrator, int steps) {
  const double length = 0.5, swing = 1.0, start = swing - M_PI / 2;
  Mechanism m = whirlingBar(length);
  m.nominal = std::vector<double>{length * std::cos(start), length * std::sin(start), start};
  const Inertial& bar = *m.links[3].inertial;
  const double inertia = bar.inertia(1, 1) + bar.mass * length * length;
  const double rate = std::sqrt(bar.mass * 9.81 * length / inertia);
  const double period = 2 * M_PI / (rate * arithmeticGeometricMean(1.0, std::cos(swing / 2)));
  Run run(m, period / 4 / steps);
  run.settings.integrator = integrator;
  run.step(steps);
  return std::abs(run.state.q[2] + M_PI / 2);
}

double rmsGap(Run& run, int steps) {
  double sum = 0;
  for (int i = 0; i < steps; ++i) {
    run.step();
    sum += std::pow(run.gap(), 2);
  }
  return std::sqrt(sum / steps);
}

}  // namespace

class TestStepLoops : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void closesAtTheErpRate_data() {
    QTest::addColumn<double>("erp");
    QTest::addColumn<double>("kept");
    QTest::addColumn<int>("integrator");
    for (const Integrator i : {Integrator::Trapezoid, Integrator::SemiImplicit, Integrator::Euler}) {
      const std::string name(integratorName(i));
      QTest::addRow("default, %s", name.c_str()) << 1.5 << 0.7 << int(i);
      QTest::addRow("soft, %s", name.c_str()) << 0.5 << 0.9 << int(i);
      QTest::addRow("capped, %s", name.c_str()) << 9.0 << 0.7 << int(i);
      QTest::addRow("off, %s", name.c_str()) << 0.0 << 1.0 << int(i);
    }
  }
  void closesAtTheErpRate() {
    QFETCH(double, erp);
    QFETCH(double, kept);
    QFETCH(int, integrator);
    Run run(FourBar().mechanism());
    run.settings.erp = erp;
    run.settings.integrator = static_cast<Integrator>(integrator);
    run.settings.gravity.setZero();
    run.state.q[2] += 1e-6;
    const double before = run.gap();
    run.step();
    // The correction is a velocity of the step only in part: what it moves on is subtracted again by
    // feedback.
    QVERIFY2(std::abs(run.gap() / before - kept) < 1e-3, qPrintable(QString::number(run.gap() / before)));
    run.step(19);
    if (kept < 0.75) QVERIFY(run.gap() < 1e-3 * before);
  }

  void driftSettlesAndQuartersWithTheStep() {
    const double length = 0.5, omega = 4.0;
    double settled[2];
    for (int i = 0; i < 2; ++i) {
      Run run(whirlingBar(length), i == 0 ? 1e-3 : 5e-4);
      run.settings.gravity.setZero();
      run.settings.integrator = Integrator::SemiImplicit;
      run.state.u << 0, omega * length, omega;
      run.step(200);
      settled[i] = run.gap();
      // One step moves the centre along the tangent and the anchor along the circle.
      const double delta = length * (1 - std::cos(omega * run.settings.dt));
      QVERIFY2(std::abs(settled[i] / (delta / 0.3) - 1) < 0.02,
               qPrintable(QString::number(settled[i] * 0.3 / delta)));
      run.step(5000);
      QVERIFY(run.gap() < 1.1 * settled[i]);
    }
    QVERIFY(std::abs(settled[0] / settled[1] - 4) < 0.05);
  }

  /// With the curvature known ahead the drift is of third order at least: half the step leaves an eighth or less.
  void curvatureDriftIsOfThirdOrder() {
    double rms[2];
    for (int i = 0; i < 2; ++i) {
      Run run(FourBar().mechanism(), i == 0 ? 1e-3 : 5e-4);
      run.settings.stabilization = Stabilization::Curvature;
      run.settings.integrator = Integrator::SemiImplicit;
      rms[i] = rmsGap(run, i == 0 ? 1000 : 2000);  // the same second
    }
    QVERIFY2(rms[1] > 0 && rms[0] / rms[1] > 7.5, qPrintable(QString::number(rms[0] / rms[1])));
  }

  void curvatureAndProjectionLeaveLess() {
    double rms[3];
    for (const auto s : {Stabilization::Feedback, Stabilization::Curvature, Stabilization::Project}) {
      Run run(FourBar().mechanism());
      run.settings.stabilization = s;
      rms[int(s)] = rmsGap(run, 1500);
    }
    QVERIFY2(rms[1] < 0.1 * rms[0], qPrintable(QString::number(rms[1] / rms[0])));
    QVERIFY2(rms[2] < 1e-2 * rms[0], qPrintable(QString::number(rms[2] / rms[0])));
  }

  /// J u + beta e = 0 at the end of every step, to rounding.
  void rowsHoldAtTheEndOfEveryStep() {
    for (const Mechanism& m :
         {FourBar().mechanism(), SliderCrank().mechanism(), Parallelogram().mechanism()}) {
      Run run(m);
      for (int i = 0; i < 150; ++i) {  // before the parallelogram folds flat
        const MatrixXd J = constraintJacobian(*run.model, run.tree(), RowSet::Authored);
        const VectorXd e = run.errors();
        run.step();
        QVERIFY((J * run.state.u + 0.3 / run.settings.dt * e).cwiseAbs().maxCoeff() < 1e-10);
      }
    }
  }

  /// The closures change neither momentum, open or closed, with velocities that violate them.
  void closuresKeepTheMomentum() {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      RandomMechanismOptions options;
      options.isFloating = true;
      options.joints = 7;
      options.pins = options.equalities = options.universals = options.mimics = 1;
      const Mechanism closed = randomMechanism(seed, options);
      Mechanism open = closed;
      open.closures.clear();
      for (Joint& joint : open.joints) joint.mimic.reset();
      Run with(closed), without(open);
      Random random(seed);
      with.state.u = without.state.u = random.vector(with.model->nv, 1.0);
      with.state.q[8] += 0.02;
      without.state.q[8] += 0.02;
      const TreeState start = with.tree();
      with.step();
      without.step();
      QVERIFY((with.state.u - without.state.u).norm() > 1e-3);
      TreeState at = start;
      VectorXd q = with.model->nominal;
      q[8] += 0.02;
      treeKinematics(*with.model, viewOf(q), viewOf(with.state.u), at);
      const Momentum a = momentum(*with.model, at);
      treeKinematics(*with.model, viewOf(q), viewOf(without.state.u), at);
      const Momentum b = momentum(*with.model, at);
      QVERIFY((a.linear - b.linear).norm() < 1e-9 * (1 + b.linear.norm()));
      QVERIFY((a.angular - b.angular).norm() < 1e-9 * (1 + b.angular.norm()));
    }
  }

  /// Hand statics: (-0.1875 g (m1 + m2), 0, 0.25 g (m1 - m2)) on the left leg.
  void aFramePinForce() {
    Run run(aFrame(2, 4));
    run.step(3);
    QVERIFY(run.state.u.norm() < 1e-12);
    const ConstraintReading& pin = run.ws.readings[0];
    QVERIFY((pin.force_W - Vector3d(-11.03625, 0, -4.905)).norm() < 1e-9);
    QVERIFY((Vector3d(pin.multiplier[0], pin.multiplier[1], pin.multiplier[2]) - pin.force_W).norm() < 1e-12);
    QVERIFY((pin.p1_W - Vector3d(0, 0, 0.4)).norm() < 1e-12);

    Mechanism swapped = aFrame(2, 4);
    std::swap(swapped.closures[0].body1, swapped.closures[0].body2);
    swapped.closures[0].anchor.x() = -0.3;
    Run other(swapped);
    other.step();
    QVERIFY((other.ws.readings[0].force_W - Vector3d(11.03625, 0, 4.905)).norm() < 1e-9);

    Run even(aFrame(2, 2));
    even.step();
    QVERIFY((even.ws.readings[0].force_W - Vector3d(-7.3575, 0, 0)).norm() < 1e-9);
  }

  void gearPairHasTheReflectedInertia() {
    const double Il = 0.02, If = 0.05, m = -1.7, tl = 0.3, tf = -0.2;
    Run run(gearPair(Il, If, m, 0.25));
    run.settings.gravity.setZero();
    run.actuation.tau << tl, tf;
    const double expected = (tl + m * tf) / (Il + m * m * If);
    run.step();
    QVERIFY(std::abs(run.state.u[0] / run.settings.dt - expected) < 1e-10);
    QVERIFY(std::abs(run.state.u[1] / run.settings.dt - m * expected) < 1e-10);
    QVERIFY(std::abs(run.ws.readings[0].multiplier[0] - (If * m * expected - tf)) < 1e-9);
    run.step(2000);
    QVERIFY(std::abs(run.errors()[0]) < 1e-13 * std::abs(run.state.q[1]) + 1e-14);
  }

  void velocitiesSetByHandAreSharedInelastically_data() {
    QTest::addColumn<int>("integrator");
    for (const Integrator i : {Integrator::Trapezoid, Integrator::SemiImplicit, Integrator::Euler})
      QTest::newRow(std::string(integratorName(i)).c_str()) << int(i);
  }
  void velocitiesSetByHandAreSharedInelastically() {
    QFETCH(int, integrator);
    const double Il = 0.02, If = 0.05, m = 1.3, before = 2.0;
    Run run(gearPair(Il, If, m));
    run.settings.gravity.setZero();
    run.settings.integrator = static_cast<Integrator>(integrator);
    run.state.u << before, 0;
    run.step();
    QVERIFY(std::abs(run.state.u[0] - Il * before / (Il + m * m * If)) < 1e-12);
    QVERIFY(std::abs(run.state.u[1] - m * run.state.u[0]) < 1e-13);
    QVERIFY(std::abs(run.errors()[0]) < 1e-15);  // the positions stay on the constraint as well
  }

  void fourBarFollowsFreudenstein() {
    const FourBar bars;
    Run run(bars.mechanism());
    run.settings.stabilization = Stabilization::Project;
    run.actuation.kd[0] = 5;
    run.actuation.uTarget[0] = 6;
    for (int i = 0; i < 1500; ++i) {
      run.step();
      const double theta = run.state.q[0];
      const Vector3d expected = bars.angles(theta);
      QVERIFY(std::abs(std::remainder(run.state.q[2] - expected[2], 2 * M_PI)) < 1e-7);
      QVERIFY(std::abs(std::remainder(run.state.q[1] - expected[1], 2 * M_PI)) < 1e-7);
    }
    QVERIFY(std::abs(run.state.q[0] - bars.crankAngle) > 3.0);  // it went round
    run.settings.stabilization = Stabilization::Feedback;
    const double theta = run.state.q[0];
    run.step();  // J at theta
    QVERIFY(std::abs(run.state.u[2] / run.state.u[0] - bars.rockerRate(theta)) < 1e-6);
  }

  void sliderCrankFollowsItsClosedForm() {
    const SliderCrank machine;
    Run run(machine.mechanism());
    run.settings.stabilization = Stabilization::Project;
    run.actuation.kd[0] = 5;
    run.actuation.uTarget[0] = 6;
    for (int i = 0; i < 1500; ++i) {
      run.step();
      QVERIFY(std::abs(run.state.q[2] - machine.sliderPosition(run.state.q[0])) < 1e-7);
    }
    QVERIFY(run.state.q[0] > 2 * M_PI);
  }

  /// An equality's force lies along its axes only.
  void freeDirectionsFeelNoForce() {
    Mechanism m = whirlingBar(0.5);
    const Vector3d axis = Vector3d(1, 0, 2).normalized();
    m.closures[0].axes = {axis};
    Run run(m);
    run.state.u << 0.3, -0.2, 1.0;
    for (int i = 0; i < 200; ++i) {
      run.step();
      QVERIFY(run.ws.readings[0].force_W.cross(axis).norm() < 1e-12);
    }
    QVERIFY(std::abs(run.ws.readings[0].multiplier[0]) > 1e-3);
    QVERIFY(run.ws.readings[0].separation_W.norm() > 1e-2);  // it slid along the plane
  }

  /// The pinned bar swings as a compound pendulum: one period by the arithmetic-geometric mean. The stages
  /// keep their order, 2 and 4, through the loop.
  void stagedIntegratorsKeepTheirOrder() {
    const double midpoint = swingError(Integrator::Midpoint, 200);
    const double ratio2 = midpoint / swingError(Integrator::Midpoint, 400);
    QVERIFY2(midpoint < 2e-4 && std::abs(ratio2 - 4) < 0.4, qPrintable(QString::number(ratio2)));
    const double rk4 = swingError(Integrator::RungeKutta4, 50);
    const double ratio4 = rk4 / swingError(Integrator::RungeKutta4, 100);
    QVERIFY2(rk4 < 1e-5 && std::abs(ratio4 - 16) < 3, qPrintable(QString::number(ratio4)));
  }

  /// A four-bar that swings for ten seconds keeps its energy, and its loop, as the schemes promise.
  void stagedIntegratorsKeepTheEnergy_data() {
    QTest::addColumn<int>("integrator");
    QTest::addColumn<double>("drift");
    QTest::addColumn<double>("gap");
    QTest::newRow("midpoint") << int(Integrator::Midpoint) << 1e-4 << 1e-8;
    QTest::newRow("rk4") << int(Integrator::RungeKutta4) << 1e-8 << 1e-12;
  }
  void stagedIntegratorsKeepTheEnergy() {
    QFETCH(int, integrator);
    QFETCH(double, drift);
    QFETCH(double, gap);
    Run run(FourBar().mechanism());
    run.settings.integrator = static_cast<Integrator>(integrator);
    const double before = run.energy();
    double kinetic = 0, worstGap = 0;
    for (int i = 0; i < 10000; ++i) {
      QCOMPARE(run.step(), 0u);
      kinetic = std::max(kinetic, kineticEnergy(*run.model, run.tree(), viewOf(run.state.u)));
      worstGap = std::max(worstGap, run.gap());
    }
    const double relative = std::abs(run.energy() - before) / kinetic;
    QVERIFY2(relative < drift, qPrintable(QString::number(relative)));
    QVERIFY2(worstGap < gap, qPrintable(QString::number(worstGap)));
  }

  /// A third bar repeats what two do: the motion is the same, and the load is still carried.
  void redundantBarsChangeNothing() {
    Parallelogram three;
    three.bars = 3;
    three.spacing = 0.2;
    Mechanism reduced = three.mechanism();
    reduced.closures.erase(reduced.closures.begin());  // the middle bar follows by a mimic instead
    reduced.joints[2].mimic = Mimic{"bar0", 1.0, 0.0, {}};
    Run with(three.mechanism()), without(reduced);
    with.settings.erp = without.settings.erp = 0;  // nothing to disagree about
    for (int i = 0; i < 300; ++i) {
      with.step();
      without.step();
    }
    QVERIFY((with.state.u - without.state.u).cwiseAbs().maxCoeff() < 1e-4);
    QVERIFY(std::abs(with.state.u[0]) > 0.1);
  }
};

QTEST_GUILESS_MAIN(TestStepLoops)
#include "tst_step_loops.moc"
