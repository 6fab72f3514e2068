// Integrators against closed forms, and joint limits, friction, drives and bad input on open and closed
// mechanisms.
#include <QtTest>

#include "tests/support/fixtures.h"
#include "tests/support/textbook_linkages.h"
#include "tests/support/random_mechanism.h"
#include "tests/support/step_run.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

/// A wheel on a hinge in World: inertia about the axis, no gravity torque.
Mechanism wheel(double inertia) {
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("wheel", 1.0, Vector3d::Zero(), {1, inertia, 1})};
  m.joints = {makeJoint("hinge", JointType::Revolute, "world", "wheel", {0, 0, 0}, {0, 1, 0})};
  return m;
}

double arithmeticGeometricMean(double a, double b) {
  for (int i = 0; i < 8; ++i) {  // quadratic: more than enough
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

/// Error of the pendulum's angle after exactly one period from rest at 1 rad below the horizontal.
double pendulumError(Integrator integrator, int steps) {
  const double length = 0.7, swing = 1.0;
  const double period =
      2 * M_PI / (std::sqrt(9.81 / length) * arithmeticGeometricMean(1.0, std::cos(swing / 2)));
  Run run(pendulum(2.0, length), period / steps);
  run.settings.integrator = integrator;
  run.state.q[0] = -M_PI / 2 + swing;
  run.step(steps);
  return std::abs(run.state.q[0] + M_PI / 2 - swing);
}

Mechanism spatialChain() {
  RandomMechanismOptions options;
  options.joints = 4;
  options.isFloating = true;
  return randomMechanism(11, options);
}

}  // namespace

class TestStep : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void namesRoundTrip() {
    for (const char* name : {"trapezoid", "semi_implicit", "euler", "midpoint", "rk4"})
      QCOMPARE(integratorName(*integratorFromName(name)), std::string_view(name));
    for (const char* name : {"feedback", "curvature", "project"})
      QCOMPARE(stabilizationName(*stabilizationFromName(name)), std::string_view(name));
    QVERIFY(!integratorFromName("rk5") && !stabilizationFromName(""));
  }

  /// One period by the arithmetic-geometric mean; the error falls with the scheme's order.
  void pendulumSwingsByTheClosedForm() {
    const double rk4 = pendulumError(Integrator::RungeKutta4, 400);
    QVERIFY2(rk4 < 1e-7, qPrintable(QString::number(rk4)));
    const double midpoint = pendulumError(Integrator::Midpoint, 2000);
    QVERIFY2(midpoint < 1e-4, qPrintable(QString::number(midpoint)));
    for (const Integrator i : {Integrator::Trapezoid, Integrator::SemiImplicit, Integrator::Euler}) {
      const double coarse = pendulumError(i, 2000), fine = pendulumError(i, 4000);
      QVERIFY2(fine < 0.02 && coarse / fine > 1.8, qPrintable(QString::number(fine)));
    }
    QVERIFY(midpoint / pendulumError(Integrator::Midpoint, 4000) > 3.8);
  }

  /// Constant acceleration: the trapezoid is exact for it, the others by half a step's worth.
  void freeFallIsExactForTheTrapezoid() {
    Mechanism m;
    m.root = "stone";
    m.links = {makeLink("stone", 1.0)};
    for (const Integrator i : {Integrator::Trapezoid, Integrator::SemiImplicit, Integrator::Euler,
                               Integrator::Midpoint, Integrator::RungeKutta4}) {
      Run run(m, 1e-2);
      run.settings.integrator = i;
      run.step(100);
      const double lag = i == Integrator::SemiImplicit ? -1 : (i == Integrator::Euler ? 1 : 0);
      QVERIFY(std::abs(run.state.q[2] - 0.5 * -9.81 * (1 - lag * 1e-2)) < 1e-12);
      QVERIFY(std::abs(run.state.t - 1.0) < 1e-12);
    }
  }

  /// Fourth order on rotations, too: floating base, spherical, revolute and prismatic joints.
  void rungeKuttaIsOfFourthOrderInSpace() {
    VectorXd end[3];
    for (int i = 0; i < 3; ++i) {
      Run run(spatialChain(), 8e-3 / (1 << i));
      run.settings.integrator = Integrator::RungeKutta4;
      run.state.u = Random(5).vector(run.model->nv, 1.0);
      run.step(50 << i);
      end[i] = run.state.q;
    }
    const double ratio = (end[0] - end[1]).norm() / (end[1] - end[2]).norm();
    QVERIFY2(ratio > 13 && ratio < 19, qPrintable(QString::number(ratio)));
  }

  void energyOfFreeMotion() {
    Run run(spatialChain());
    run.settings.integrator = Integrator::RungeKutta4;
    run.state.u = Random(5).vector(run.model->nv, 1.0);
    const double before = run.energy();
    run.step(300);
    QVERIFY2(std::abs(run.energy() - before) < 1e-8 * std::abs(before),
             qPrintable(QString::number(run.energy() - before)));
  }

  void quaternionsStayUnit() {
    Run run(spatialChain());
    run.state.u = Random(5).vector(run.model->nv, 5.0);
    run.step(2000);
    QVERIFY(std::abs(run.state.q.segment<4>(3).norm() - 1) < 1e-14);
  }

  void limitStopsAJoint() {
    Mechanism m = wheel(0.1);
    m.joints[0].limits.upper = 0.05;
    Run run(m);
    run.actuation.tau[0] = 1.0;
    int active = 0;
    for (int i = 0; i < 500; ++i) active += (run.step() & kLimitActive) != 0;
    QVERIFY(active > 300);
    QCOMPARE(run.state.u[0], 0.0);
    // At 1 rad/s when it arrives, one step of 1 ms beyond.
    QVERIFY(run.state.q[0] > 0.05 && run.state.q[0] < 0.0521);
    run.actuation.tau[0] = -1.0;
    QVERIFY(!(run.step() & kLimitActive));  // it never pulls
    QVERIFY(run.state.u[0] < 0);
  }

  void limitOnOneBarStopsAParallelogram() {
    Mechanism m = Parallelogram().mechanism();
    m.joints[2].limits.lower = 0.8;  // the bar that only the loop drives
    Run run(m);
    run.step(1000);
    QVERIFY2(run.state.u.norm() < 1e-12, qPrintable(QString::number(run.state.u.norm())));
    QVERIFY(std::abs(run.state.q[0] - 0.8) < 5e-3 && std::abs(run.state.q[2] - 0.8) < 5e-3);
    QVERIFY(run.gap() < 1e-6);
  }

  void limitsAndFrictionNeverOpenALoop() {
    FourBar bars;
    Mechanism m = bars.mechanism();
    for (Joint& joint : m.joints) joint.dynamics.friction = 0.05;
    m.joints[2].type = JointType::Revolute;
    m.joints[2].limits.lower = bars.rockerAngle(bars.crankAngle) - 0.1;
    Run run(m);
    run.actuation.tau[0] = 3.0;
    for (int i = 0; i < 400; ++i) {
      const MatrixXd J = constraintJacobian(*run.model, run.tree(), RowSet::Authored);
      const VectorXd e = run.errors();
      QVERIFY(!(run.step() & kLimitsNotConverged));
      QVERIFY((J * run.state.u + 0.3 / run.settings.dt * e).cwiseAbs().maxCoeff() < 1e-10);
    }
  }

  /// Closed form: (tau - tau_c) / I while it slides, nothing while |tau| < tau_c.
  void frictionHoldsAndSlides() {
    Mechanism m = wheel(0.1);
    m.joints[0].dynamics.friction = 0.5;
    Run run(m);
    run.actuation.tau[0] = 0.49;
    run.step(100);
    QCOMPARE(run.state.u[0], 0.0);
    run.actuation.tau[0] = 0.8;
    run.step(100);
    QVERIFY(std::abs(run.state.u[0] - (0.8 - 0.5) / 0.1 * 0.1) < 1e-12);
    run.actuation.tau[0] = 0;
    run.step(61);  // 0.3 / (5 rad/s^2) = 60 ms
    QVERIFY(std::abs(run.state.u[0]) < 1e-15);
  }

  /// Friction on any hinge of a parallelogram brakes the whole of it, as the sum.
  void frictionActsThroughTheLoop() {
    Mechanism m = Parallelogram().mechanism();
    m.joints[0].dynamics.friction = 0.2;
    m.joints[2].dynamics.friction = 0.3;
    Run run(m);
    run.settings.gravity.setZero();
    run.actuation.tau[0] = 0.49;
    QVERIFY(!(run.step(50) & kLimitsNotConverged));
    QVERIFY(run.state.u.norm() < 1e-13);
    run.actuation.tau[0] = 0.6;
    run.step(50);
    QVERIFY(run.state.u[0] > 1e-3);
  }

  void velocityLimitCaps() {
    Mechanism m = wheel(0.1);
    m.joints[0].limits.velocity = 2.0;
    Run run(m);
    run.actuation.tau[0] = 1.0;
    run.step(500);
    QVERIFY(std::abs(run.state.u[0] - 2.0) < 1e-14);
    run.actuation.tau[0] = -1.0;
    run.step(1000);
    QVERIFY(std::abs(run.state.u[0] + 2.0) < 1e-14);
  }

  /// A structure cannot move: its joints' limits cannot act.
  void limitsOfLockedJointsAreSkipped() {
    Mechanism m = aFrame(2, 4);
    m.joints[0].limits.lower = 0.1;  // the pose is outside, whatever happens
    m.nominal = std::vector<double>{0, 0};
    Run run(m);
    QVERIFY(!(run.step(3) & (kLimitActive | kNonFinite | kLimitsNotConverged)));
    QVERIFY((run.ws.readings[0].force_W - Vector3d(-11.03625, 0, -4.905)).norm() < 1e-9);
  }

  void effortClampsTheDriveOnly() {
    Mechanism m = wheel(0.1);
    m.joints[0].limits.effort = 2.0;
    m.joints[0].dynamics.damping = 3.0;
    Run run(m);
    run.actuation.tau[0] = 10.0;
    run.state.u[0] = -4.0;
    run.step();
    QCOMPARE(run.ws.tauApplied[0], 2.0);
    // (2 + 12) N m through I + dt b / 2.
    QVERIFY(std::abs(run.state.u[0] - (-4.0 + 1e-3 * 14.0 / (0.1 + 0.5e-3 * 3.0))) < 1e-12);
  }

  void stiffServosStayStable() {
    Run run(wheel(0.001), 2e-3);
    run.actuation.kp[0] = 4000;
    run.actuation.kd[0] = 20;
    run.actuation.qTarget[0] = 0.3;
    run.step(2000);
    QVERIFY(std::abs(run.state.q[0] - 0.3) < 1e-6);
  }

  /// The pull never exceeds its bound: a free body accelerates by force over mass.
  void pullIsBounded() {
    Mechanism m;
    m.root = "stone";
    m.links = {makeLink("stone", 2.0)};
    Run run(m);
    run.settings.gravity.setZero();
    run.actuation.pull.body = 0;
    run.actuation.pull.target_W = {100, 0, 0};
    run.actuation.pull.stiffness = 1e6;
    run.actuation.pull.maxForce = 5;
    run.step(100);
    QVERIFY(std::abs(run.state.u[0] - 5.0 / 2.0 * 0.1) < 1e-12);
  }

  void nonFiniteLeavesTheStateAlone() {
    for (const Integrator i : {Integrator::Trapezoid, Integrator::RungeKutta4}) {
      Run run(i == Integrator::RungeKutta4 ? pendulum(1, 1) : FourBar().mechanism());
      run.settings.integrator = i;
      run.step(10);
      const State before = run.state;
      run.actuation.tau[0] = std::nan("");
      QVERIFY(run.step() & kNonFinite);
      QVERIFY(run.state.q == before.q && run.state.u == before.u && run.state.t == before.t);
      run.actuation.tau[0] = 0;
      QVERIFY(!(run.step() & kNonFinite));
      run.settings.dt = std::nan("");
      QVERIFY(run.step() & kNonFinite);
    }
  }

  void stepsAreDeterministic() {
    Run a(FourBar().mechanism()), b(FourBar().mechanism());
    a.step(500);
    b.step(500);
    QVERIFY(a.state.q == b.state.q && a.state.u == b.state.u);
  }
};

QTEST_GUILESS_MAIN(TestStep)
#include "tst_step.moc"
