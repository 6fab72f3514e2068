// A simulation with and without its thread. The oracles are closed forms and the contract's own words.
#include <QtTest>
#include <cmath>
#include <cstring>
#include <thread>

#include "core/dynamics/assemble.h"
#include "core/simulation/disturb.h"
#include "core/simulation/sample_ring.h"
#include "core/simulation/sim_thread.h"
#include "core/simulation/simulation.h"
#include "tests/support/fixtures.h"

using namespace grashof;
using namespace std::chrono_literals;

namespace {

/// Ground 0.2, crank 0.06, coupler 0.17, rocker 0.14 m in the x-y plane, hinges along z, closed by an
/// equality.
Mechanism fourBar(double crankMass = 0.1) {
  using namespace fixtures;
  Mechanism m;
  m.name = "four_bar";
  m.root = "world";
  m.links = {makeLink("world"), makeLink("crank", crankMass, {0.03, 0, 0}),
             makeLink("coupler", 0.2, {0.085, 0, 0}), makeLink("rocker", 0.15, {0.07, 0, 0})};
  m.joints = {makeJoint("motor", JointType::Continuous, "world", "crank"),
              makeJoint("pin", JointType::Continuous, "crank", "coupler", {0.06, 0, 0}),
              makeJoint("pivot", JointType::Continuous, "world", "rocker", {0.2, 0, 0})};
  m.closures = {makeEquality("coupler", "rocker", {0.17, 0, 0}, {Vector3d::UnitX(), Vector3d::UnitY()})};
  // Crank up: its tip at (0, 0.06) and the pivot at (0.2, 0) are d apart; the coupler's angle by the law of
  // cosines.
  const double d = std::hypot(0.2, 0.06);
  const double towards = std::atan2(-0.06, 0.2);
  const double coupler = towards + std::acos((d * d + 0.17 * 0.17 - 0.14 * 0.14) / (2 * d * 0.17));
  const Vector3d tip(0.17 * std::cos(coupler), 0.06 + 0.17 * std::sin(coupler), 0);
  m.nominal = {M_PI / 2, coupler - M_PI / 2, std::atan2(tip.y(), tip.x() - 0.2)};
  return m;
}

Mechanism pendulum() {
  using namespace fixtures;
  Mechanism m;
  m.name = "pendulum";
  m.root = "world";
  m.links = {makeLink("world"), makeLink("bob", 1.0, {0, 0, -0.5}, Vector3d::Zero())};
  m.joints = {makeJoint("hinge", JointType::Continuous, "world", "bob", {0, 0, 0}, Vector3d::UnitY())};
  return m;
}

ModelPtr compiled(Mechanism mechanism) {
  const Outcome<ModelPtr> model = compileModel(std::make_shared<const Mechanism>(std::move(mechanism)));
  return model ? *model : nullptr;
}

bool sameBits(const VectorXd& a, const VectorXd& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

void waitUntil(SimThread& thread, const std::function<bool(const Snapshot&)>& isReached) {
  for (int i = 0; i < 10000; ++i) {
    thread.takeSnapshot();
    if (isReached(thread.snapshot())) return;
    std::this_thread::sleep_for(1ms);
  }
  QFAIL("the simulation thread did not answer within ten seconds");
}

AdoptSimulation adoption(const ModelPtr& model, std::uint64_t revision) {
  AdoptSimulation a;
  a.simulation = std::make_unique<Simulation>(model);
  a.samples = makeSampleRing(a.simulation->sampleLayout());
  a.revision = revision;
  return a;
}

}  // namespace

class TestSimulation : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void opensByTheDistanceAsked_data();
  void opensByTheDistanceAsked();
  void refusesToOpenBeyondReach();
  void errorDecaysAtTheErpRate();
  void refusesWhatIsNotFinite();
  void torqueMovesThePendulum();
  void sameActionsGiveTheSameBits();
  void carriesStateByName();
  void heldBaseStaysInBalance();
  void samplesFollowTheLayout();
  void threadRunsPausesAndSteps();
  void threadKeepsItsPace();
  void threadSurvivesSwapsUnderWay();
  void threadStopsWhenNotFinite();
};

void TestSimulation::opensByTheDistanceAsked_data() {
  QTest::addColumn<double>("metres");
  QTest::newRow("10 um") << 1e-5;
  QTest::newRow("1 cm") << 1e-2;
}

void TestSimulation::opensByTheDistanceAsked() {
  QFETCH(double, metres);
  const ModelPtr model = compiled(fourBar());
  QVERIFY(model);
  const DisturbResult opened = openConstraint(*model, model->nominal, 0, metres);
  QVERIFY(opened.isReached);
  // By hand: the coupler's end minus the rocker's end.
  const VectorXd& q = opened.q;
  const Vector3d end1(0.06 * std::cos(q[0]) + 0.17 * std::cos(q[0] + q[1]),
                      0.06 * std::sin(q[0]) + 0.17 * std::sin(q[0] + q[1]), 0);
  const Vector3d end2(0.2 + 0.14 * std::cos(q[2]), 0.14 * std::sin(q[2]), 0);
  // The rocker's anchor is where the coupler's end was at the nominal pose, 0.14 m from the pivot.
  QVERIFY2(std::abs((end1 - end2).norm() - metres) < 1e-9, qPrintable(QString::number((end1 - end2).norm())));
}

void TestSimulation::refusesToOpenBeyondReach() {
  Simulation simulation(compiled(fourBar()));
  const VectorXd before = simulation.state().q;
  const auto refused = simulation.perform(OpenConstraint{0, 10.0});  // the whole linkage is 0.4 m
  QVERIFY(refused.has_value());
  QCOMPARE(refused->code, std::string("cannot-open"));
  QVERIFY(sameBits(simulation.state().q, before));
  QVERIFY(simulation.perform(OpenConstraint{7, 0.01}).has_value());
}

void TestSimulation::errorDecaysAtTheErpRate() {
  StepSettings settings;
  settings.gravity.setZero();
  Simulation simulation(compiled(fourBar()), settings);
  QVERIFY(!simulation.perform(OpenConstraint{0, 1e-5}));
  simulation.step();
  const double first = simulation.readings()[0].gap;
  QVERIFY(std::abs(first - 1e-5) < 1e-9);
  simulation.step();
  QVERIFY2(std::abs(simulation.readings()[0].gap / first - 0.7) < 1e-3,
           qPrintable(QString::number(simulation.readings()[0].gap / first)));
}

void TestSimulation::refusesWhatIsNotFinite() {
  Simulation simulation(compiled(fourBar()));
  const double nan = std::nan("");
  State state = simulation.state();
  state.q[0] = nan;
  QVERIFY(simulation.perform(SetState{state}).has_value());
  QVERIFY(simulation.perform(SetState{State{VectorXd(2), VectorXd(3), 0}}).has_value());
  QVERIFY(simulation.perform(SetDrive{0, {Drive::Mode::Torque, nan}}).has_value());
  QVERIFY(simulation.perform(SetDrive{9, {}}).has_value());
  QVERIFY(simulation.perform(SetTorque{0, nan}).has_value());
  StepSettings settings;
  settings.dt = 0;
  QVERIFY(simulation.perform(SetStepSettings{settings}).has_value());
  settings.dt = nan;
  QVERIFY(simulation.perform(SetStepSettings{settings}).has_value());
  QVERIFY((simulation.step() & kNonFinite) == 0);
  QVERIFY(simulation.state().q.allFinite());
}

void TestSimulation::torqueMovesThePendulum() {
  // Held against gravity: m g l sin(a) = 1 * 9.81 * 0.5 at 90 degrees, the bob along -x (turned about y by
  // +90).
  Simulation simulation(compiled(pendulum()));
  State state = simulation.state();
  state.q[0] = M_PI / 2;
  QVERIFY(!simulation.perform(SetState{state}));
  QVERIFY(!simulation.perform(SetDrive{0, {Drive::Mode::Torque, 9.81 * 0.5}}));
  for (int i = 0; i < 100; ++i) simulation.step();
  QVERIFY2(std::abs(simulation.state().q[0] - M_PI / 2) < 1e-9,
           qPrintable(QString::number(simulation.state().q[0])));
  QCOMPARE(simulation.steps(), std::uint64_t{100});
}

void TestSimulation::sameActionsGiveTheSameBits() {
  const ModelPtr model = compiled(fourBar());
  const auto runOnce = [&] {
    Simulation simulation(model);
    simulation.perform(SetDrive{0, {Drive::Mode::Velocity, 0, 6.0, 0, 0, 0.5}});
    for (int i = 0; i < 300; ++i) {
      if (i == 100) simulation.perform(SetTorque{2, 0.3});
      if (i == 150) simulation.perform(OpenConstraint{-1, 1e-3});
      if (i == 200) simulation.perform(SetPull{{2, {0.1, 0, 0}, {0.1, 0.2, 0}, 50, 1, 5}});
      simulation.step();
    }
    return simulation.state();
  };
  const State first = runOnce(), second = runOnce();
  QVERIFY(first.u.norm() > 0.1);
  QVERIFY(sameBits(first.q, second.q));
  QVERIFY(sameBits(first.u, second.u));
}

void TestSimulation::carriesStateByName() {
  Simulation before(compiled(fourBar()));
  before.perform(SetDrive{0, {Drive::Mode::Torque, 0.2}});
  for (int i = 0; i < 50; ++i) before.step();
  Mechanism changed = fourBar(0.3);
  std::swap(changed.joints[0], changed.joints[2]);  // the tree visits them in another order now
  (*changed.nominal) = {(*fourBar().nominal)[2], (*fourBar().nominal)[0], (*fourBar().nominal)[1]};
  const ModelPtr model = compiled(changed);
  QVERIFY(model);
  Simulation after(model);
  after.carryFrom(before);
  for (const char* name : {"motor", "pin", "pivot"}) {
    const MovableJoint& from = before.model().joints[before.model().findJoint(name)];
    const MovableJoint& to = model->joints[model->findJoint(name)];
    QCOMPARE(after.state().q[to.q], before.state().q[from.q]);
    QCOMPARE(after.state().u[to.v], before.state().u[from.v]);
  }
  QCOMPARE(after.state().t, before.state().t);
  QCOMPARE(after.actuation().tau[model->joints[model->findJoint("motor")].v], 0.2);
}

void TestSimulation::heldBaseStaysInBalance() {
  Mechanism m;
  m.name = "block";
  m.root = "block";
  m.links = {fixtures::makeLink("block", 2.0)};
  const ModelPtr model = compiled(m);
  QVERIFY(model && model->isFloating);
  const auto drop = [](Simulation& s) {  // m lost in half a second
    const double before = s.state().q[2];
    for (int i = 0; i < 500; ++i) s.step();
    return before - s.state().q[2];
  };
  // A stand that carries the weight leaves a block at rest where it is: nothing pulls it away.
  Simulation held(model);
  QVERIFY(!held.perform(HoldBase{true}));
  QVERIFY2(std::abs(drop(held)) < 1e-9, qPrintable(QString::number(drop(held))));
  // An edit during the run brings a new model, into which the run is carried.
  Simulation next(model);
  QVERIFY(!next.perform(HoldBase{true}));
  next.carryFrom(held);
  QVERIFY2(std::abs(drop(next)) < 1e-9, qPrintable(QString::number(drop(next))));
  // The weight changes with gravity.
  StepSettings onTheMoon;
  onTheMoon.gravity = {0, 0, -1.62};
  QVERIFY(!next.perform(SetStepSettings{onTheMoon}));
  QVERIFY2(std::abs(drop(next)) < 1e-9, qPrintable(QString::number(drop(next))));
  // A force set apart adds to the stand: 10 N on its spring of 2 kg (2 pi 4 Hz)^2 lifts the block by F/k.
  QVERIFY(!next.perform(SetTorque{2, 10.0}));
  drop(next);
  drop(next);
  const double omega = 2 * M_PI * 4;
  QVERIFY(std::abs(next.state().q[2] - 10.0 / (2.0 * omega * omega)) < 1e-6);
  QVERIFY(!next.perform(SetTorque{2, 0.0}));
  // Let go on the moon from rest: g t^2 / 2.
  Simulation freed(model, onTheMoon);
  QVERIFY(!freed.perform(HoldBase{true}));
  QVERIFY(!freed.perform(HoldBase{false}));
  QVERIFY(std::abs(drop(freed) - 1.62 * 0.25 / 2) < 1.62 * 0.5 * 1e-3);
}

void TestSimulation::samplesFollowTheLayout() {
  Simulation simulation(compiled(fourBar()));
  const SampleLayout layout = simulation.sampleLayout();
  QCOMPARE(layout.size(), 1 + 4 + 3 + 6 + 2);
  simulation.perform(SetDrive{0, {Drive::Mode::Torque, 0.25}});
  const VectorXd qStart = simulation.state().q;
  simulation.step();
  std::vector<double> row(static_cast<std::size_t>(layout.size()));
  simulation.writeSample(row);
  QCOMPARE(row[0], 0.0);  // the start of the step
  QCOMPARE(row[layout.q(0)], qStart[0]);
  QCOMPARE(row[layout.tau(0)], 0.25);
  QCOMPARE(row[layout.kinetic()], 0.0);
  // Gravity pulls along -z, the machine lies in x-y at z = 0.
  QVERIFY(std::abs(row[layout.potential()]) < 1e-12);
  QCOMPARE(row[layout.force(0)], simulation.readings()[0].force_W.x());
}

void TestSimulation::threadRunsPausesAndSteps() {
  SimThread thread;
  QVERIFY(thread.send(adoption(compiled(fourBar()), 5)));
  QVERIFY(thread.send(Action(SetDrive{0, {Drive::Mode::Torque, 0.1}})));
  QVERIFY(thread.send(MakeSteps{10}));
  waitUntil(thread, [&](const Snapshot& s) { return s.commandsDone == 3; });
  QCOMPARE(thread.snapshot().steps, std::uint64_t{10});
  QCOMPARE(thread.snapshot().revision, std::uint64_t{5});
  QVERIFY(std::abs(thread.snapshot().t - 0.01) < 1e-12);
  QCOMPARE(thread.snapshot().linkPoses.size(), std::size_t{4});
  // The same ten steps without a thread.
  Simulation alone(compiled(fourBar()));
  alone.perform(SetDrive{0, {Drive::Mode::Torque, 0.1}});
  for (int i = 0; i < 10; ++i) alone.step();
  QVERIFY(sameBits(alone.state().q, thread.snapshot().q));
  QVERIFY(thread.send(Run{}));
  waitUntil(thread, [](const Snapshot& s) { return s.isRunning && s.steps > 30; });
  QVERIFY(thread.send(Pause{}));
  waitUntil(thread, [](const Snapshot& s) { return s.commandsDone == 5; });
  QVERIFY(!thread.snapshot().isRunning);
  QVERIFY(thread.send(Action(ResetState{})));
  waitUntil(thread, [](const Snapshot& s) { return s.commandsDone == 6; });
  QCOMPARE(thread.snapshot().t, 0.0);
}

void TestSimulation::threadKeepsItsPace() {
  SimThread thread;
  thread.send(adoption(compiled(pendulum()), 1));
  thread.send(SetSpeed{1.0});
  thread.send(Run{});
  // Real time is not asserted (a busy machine is slow), only that the run does not rush ahead of it.
  const auto begin = std::chrono::steady_clock::now();
  waitUntil(thread, [](const Snapshot& s) { return s.t > 0.2; });
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  QVERIFY2(wall > 0.15, qPrintable(QString::number(wall)));
  thread.send(SetSpeed{0.0});
  const double from = thread.snapshot().t;
  waitUntil(thread, [from](const Snapshot& s) { return s.t > from + 2.0; });
}

void TestSimulation::threadSurvivesSwapsUnderWay() {
  SimThread thread;
  const ModelPtr models[] = {compiled(fourBar()), compiled(pendulum()), compiled(fourBar(0.4))};
  std::uint64_t sent = 0;
  const auto send = [&](Command&& command) { sent += thread.send(std::move(command)) ? 1 : 0; };
  int retired = 0;
  const auto takeEvents = [&] {
    while (auto event = thread.takeEvent()) retired += std::holds_alternative<Retired>(*event) ? 1 : 0;
  };
  send(SetSpeed{0.0});
  for (int i = 0; i < 60; ++i) {
    send(adoption(models[i % 3], static_cast<std::uint64_t>(i)));
    send(Run{});
    PullRequest pull;
    pull.revision = static_cast<std::uint64_t>(i);
    pull.pull = {1, {0.01, 0, 0}, {0.1, 0.1, 0}, 20, 1, 2};
    thread.postPull(pull);
    if (i % 7 == 3) send(AdoptSimulation{nullptr, nullptr, static_cast<std::uint64_t>(i), false});
    if (i % 5 == 2) std::this_thread::sleep_for(2ms);
    takeEvents();
    thread.takeSnapshot();
  }
  send(adoption(models[0], 1000));
  send(Pause{});
  waitUntil(thread, [&](const Snapshot& s) {
    takeEvents();
    return s.commandsDone == sent;
  });
  QCOMPARE(thread.snapshot().revision, std::uint64_t{1000});
  QVERIFY(thread.snapshot().q.allFinite());
  takeEvents();
  QVERIFY(retired > 50);
}

void TestSimulation::threadStopsWhenNotFinite() {
  SimThread thread;
  thread.send(adoption(compiled(pendulum()), 1));
  State state = nominalState(*compiled(pendulum()));
  state.u[0] = 1e200;  // its square is not finite any more
  thread.send(Action(SetState{state}));
  thread.send(Run{});
  std::optional<Diagnostic> seen;
  waitUntil(thread, [&](const Snapshot&) {
    while (auto event = thread.takeEvent())
      if (const auto* d = std::get_if<Diagnostic>(&*event)) seen = *d;
    return seen.has_value();
  });
  QCOMPARE(seen->code, std::string("non-finite"));
  QCOMPARE(seen->subject, std::string("hinge"));
  waitUntil(thread, [](const Snapshot& s) { return s.commandsDone == 3; });
  QVERIFY(!thread.snapshot().isRunning);
  QVERIFY(thread.snapshot().q.allFinite());
}

QTEST_GUILESS_MAIN(TestSimulation)
#include "tst_simulation.moc"
