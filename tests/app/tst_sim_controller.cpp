// The window's side of the simulation thread, with a real thread behind it: poses, runs, plots, swaps. Real
// time is never asserted.
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QUndoStack>
#include <QtTest>
#include <cmath>

#include "app/document.h"
#include "app/sim_controller.h"

using namespace grashof;

namespace {

const char* const kPendulum =
    "<robot name=\"pendulum\"><link name=\"world\"/><link name=\"rod\"><inertial><origin xyz=\"0 0 "
    "-0.5\"/><mass value=\"1\"/>"
    "<inertia ixx=\"0.02\" ixy=\"0\" ixz=\"0\" iyy=\"0.02\" iyz=\"0\" izz=\"0.02\"/></inertial></link>"
    "<joint name=\"hinge\" type=\"continuous\"><parent link=\"world\"/><child link=\"rod\"/><axis xyz=\"0 1 "
    "0\"/></joint></robot>\n";

/// Two rods hinged in the world 1 m apart, their ends pinned to a bar of 1 m: a parallelogram hanging down.
const char* const kSwing =
    "<robot name=\"swing\"><link name=\"world\"/>"
    "<link name=\"left\"><inertial><origin xyz=\"0 0 -0.5\"/><mass value=\"1\"/><inertia ixx=\"0.1\" "
    "ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/></inertial></link>"
    "<link name=\"bar\"><inertial><origin xyz=\"0.5 0 0\"/><mass value=\"1\"/><inertia ixx=\"0.1\" ixy=\"0\" "
    "ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/></inertial></link>"
    "<link name=\"right\"><inertial><origin xyz=\"0 0 -0.5\"/><mass value=\"1\"/><inertia ixx=\"0.1\" "
    "ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/></inertial></link>"
    "<joint name=\"hinge\" type=\"continuous\"><parent link=\"world\"/><child link=\"left\"/><axis xyz=\"0 1 "
    "0\"/></joint>"
    "<joint name=\"b\" type=\"continuous\"><parent link=\"left\"/><child link=\"bar\"/><origin xyz=\"0 0 "
    "-1\"/><axis xyz=\"0 1 0\"/></joint>"
    "<joint name=\"c\" type=\"continuous\"><parent link=\"world\"/><child link=\"right\"/><origin xyz=\"1 0 "
    "0\"/><axis xyz=\"0 1 0\"/></joint>"
    "<constraints nominal_config=\"0 0 0\"><pin body1=\"bar\" body2=\"right\" anchor=\"1 0 "
    "0\"/></constraints></robot>\n";

template <typename Condition>
bool reached(Condition&& condition, int timeoutMs = 20000) {
  QElapsedTimer timer;
  timer.start();
  while (!condition()) {
    if (timer.elapsed() > timeoutMs) return false;
    QTest::qWait(2);
  }
  return true;
}

Edit massEdit(const Document& document, int link, double mass) {
  SetLink edit{link, document.mechanism()->links[static_cast<std::size_t>(link)]};
  edit.value.inertial->mass = mass;
  return edit;
}

}  // namespace

class TestSimController : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void historyIsARing();
  void showsThePausedPose();
  void runsAndHandsThePoseBack();
  void stepsAndResets();
  void editDuringARunKeepsTheState();
  void opensAnotherFileDuringARun();
  void disturbsAndDecays();
  void pullsABody();
  void resumesFromTheHistory();
  void pausesWhenNotFinite();
  void refusesSenselessSettings();
  void survivesAStormOfEverything();
};

void TestSimController::historyIsARing() {
  SampleHistory history(SampleLayout{0, 1, 1}, 4);
  QCOMPARE(history.capacity(), std::size_t{4});
  for (int i = 0; i < 6; ++i) history.append(std::vector<double>{double(i), 10.0 * i, 0, 0, 0, 0});
  QCOMPARE(history.size(), std::size_t{4});
  QCOMPARE(history.total(), std::size_t{6});
  QCOMPARE(history.time(0), 2.0);
  QCOMPARE(history.at(3, 1), 50.0);
  const auto pieces = history.column(1);
  QCOMPARE(pieces.older.size() + pieces.newer.size(), std::size_t{4});
  QCOMPARE(pieces.older[0], 20.0);
  QCOMPARE(pieces.newer.back(), 50.0);
  QCOMPARE(history.lowerBound(3.5), std::size_t{2});
  QCOMPARE(history.lowerBound(9.0), std::size_t{4});
  history.keepFirst(2);
  history.append(std::vector<double>{3.5, 1, 0, 0, 0, 0});
  QCOMPARE(history.time(2), 3.5);
  QCOMPARE(history.size(), std::size_t{3});
}

void TestSimController::showsThePausedPose() {
  Document document;
  SimController simulation(&document);
  QVERIFY(simulation.latest().linkPoses.empty());
  (void)document.newFromText(kSwing, "swing");
  QCOMPARE(simulation.latest().linkPoses.size(), std::size_t{4});
  QSignalSpy pictures(&simulation, &SimController::snapshotReady);
  QVERIFY(document.setJointCoordinate(0, 0.3).isClosed);
  QVERIFY(pictures.count() > 0);  // at once
  // The bar hangs on rods of 1 m: turned about y by 0.3, its origin is at (-sin, 0, -cos).
  const Vector3d p = simulation.latest().linkPoses[2].p;
  QVERIFY((p - Vector3d(-std::sin(0.3), 0, -std::cos(0.3))).norm() < 1e-9);
  simulation.waitForAnswers();
  QVERIFY((simulation.latest().linkPoses[2].p - p).norm() < 1e-12);
}

void TestSimController::runsAndHandsThePoseBack() {
  Document document;
  SimController simulation(&document);
  (void)document.newFromText(kSwing, "swing");
  (void)document.setJointCoordinate(0, 0.3);
  QSignalSpy running(&simulation, &SimController::runningChanged);
  simulation.setSpeed(0);
  simulation.run();
  QVERIFY(reached([&] { return simulation.latest().t > 0.05; }));
  QVERIFY(simulation.isRunning());
  QVERIFY(std::abs(document.pose()[0] - 0.3) < 1e-12);  // rests while running
  simulation.pause();
  simulation.waitForAnswers();
  QVERIFY(!simulation.isRunning());
  QCOMPARE(running.count(), 2);
  QCOMPARE(document.pose(), simulation.latest().q);
  QVERIFY(document.pose()[0] != 0.3);
  QVERIFY(!document.isModified());
  QVERIFY(simulation.history().size() > 10);
  QCOMPARE(simulation.history().time(0), 0.0);
  // Runs on from there, not from the start.
  const double t = simulation.latest().t;
  simulation.run();
  QVERIFY(reached([&] { return simulation.latest().t > t; }));
  simulation.pause();
  simulation.waitForAnswers();
}

void TestSimController::stepsAndResets() {
  Document document;
  SimController simulation(&document);
  (void)document.newFromText(kPendulum, "pendulum");
  document.setPose(VectorXd::Constant(1, 1.0));
  simulation.step(3);
  simulation.waitForAnswers();
  QVERIFY(std::abs(simulation.latest().t - 0.003) < 1e-12);
  QCOMPARE(document.pose(), simulation.latest().q);
  // q'' = -m g l sin(q) / I, three steps from rest.
  const double acceleration = -9.81 * 0.5 * std::sin(1.0) / 0.27;
  QVERIFY(std::abs(simulation.latest().u[0] - 0.003 * acceleration) < 1e-4);
  simulation.reset();
  QCOMPARE(simulation.latest().t, 0.0);
  QCOMPARE(document.pose()[0], 0.0);
  simulation.waitForAnswers();
  QCOMPARE(simulation.latest().t, 0.0);
  QVERIFY(simulation.history().isEmpty());
}

void TestSimController::editDuringARunKeepsTheState() {
  Document document;
  SimController simulation(&document);
  (void)document.newFromText(kSwing, "swing");
  (void)document.setJointCoordinate(0, 0.3);
  simulation.setSpeed(0);
  simulation.setDrive(0, {Drive::Mode::Torque, 0.5});
  simulation.run();
  QVERIFY(reached([&] { return simulation.latest().t > 0.02; }));
  const double before = simulation.latest().t;
  const std::uint64_t revision = simulation.latest().revision;
  (void)document.apply(massEdit(document, 2, 2.0), "Mass");
  QVERIFY(reached([&] { return document.isModelCurrent(); }));
  QVERIFY(simulation.isRunning());
  QVERIFY(reached([&] { return simulation.latest().revision > revision && simulation.latest().t > before; }));
  QVERIFY(std::abs(simulation.model()->totalMass - 4.0) < 1e-12);
  QCOMPARE(simulation.drive(0).torque, 0.5);
  simulation.pause();
  simulation.waitForAnswers();
  QVERIFY(simulation.latest().maxGap < 1e-3);
}

void TestSimController::opensAnotherFileDuringARun() {
  Document document;
  SimController simulation(&document);
  (void)document.newFromText(kSwing, "swing");
  simulation.setSpeed(0);
  simulation.run();
  QVERIFY(reached([&] { return simulation.latest().t > 0.01; }));
  (void)document.newFromText(kPendulum, "pendulum");
  QVERIFY(!simulation.isRunning());
  QCOMPARE(simulation.latest().linkPoses.size(), std::size_t{2});
  QCOMPARE(simulation.latest().t, 0.0);
  simulation.waitForAnswers();
  QCOMPARE(simulation.latest().q.size(), Eigen::Index{1});
  QCOMPARE(simulation.latest().t, 0.0);
  QVERIFY(simulation.history().isEmpty());
  document.clear();
  QVERIFY(!simulation.hasModel());
  simulation.run();
  QVERIFY(!simulation.isRunning());
  simulation.waitForAnswers();
}

void TestSimController::disturbsAndDecays() {
  Document document;
  SimController simulation(&document);
  (void)document.newFromText(kSwing, "swing");
  (void)document.setJointCoordinate(0, 0.3);
  simulation.disturb(0.01, 0);
  simulation.waitForAnswers();
  QVERIFY(std::abs(simulation.latest().maxGap - 0.01) < 1e-8);
  QCOMPARE(document.pose(), simulation.latest().q);
  simulation.step(20);
  simulation.waitForAnswers();
  // 0.7 per step: a thousandth within 20 steps (0.7^20 = 8e-4).
  QVERIFY2(simulation.latest().maxGap < 1.2e-5, qPrintable(QString::number(simulation.latest().maxGap)));
  QSignalSpy problems(&simulation, &SimController::problem);
  simulation.disturb(50.0, 0);
  simulation.waitForAnswers();
  QCOMPARE(problems.count(), 1);
}

void TestSimController::pullsABody() {
  Document document;
  SimController simulation(&document);
  (void)document.newFromText(kPendulum, "pendulum");
  simulation.setSpeed(0);
  simulation.run();
  simulation.pull(1, Vector3d(0, 0, -1), Vector3d(-1, 0, -1));
  QVERIFY(reached([&] { return simulation.latest().q.size() == 1 && simulation.latest().q[0] > 0.05; }));
  simulation.endPull();
  simulation.pause();
  simulation.waitForAnswers();
}

void TestSimController::resumesFromTheHistory() {
  Document document;
  SimController simulation(&document);
  (void)document.newFromText(kPendulum, "pendulum");
  document.setPose(VectorXd::Constant(1, 1.0));
  simulation.step(50);
  simulation.waitForAnswers();
  QCOMPARE(simulation.history().size(), std::size_t{50});
  const double q20 = simulation.history().at(20, simulation.history().layout().q(0));
  simulation.resumeFrom(20);
  QCOMPARE(simulation.latest().q[0], q20);
  QCOMPARE(document.pose()[0], q20);
  simulation.step(1);
  simulation.waitForAnswers();
  QVERIFY(std::abs(simulation.latest().t - 0.021) < 1e-12);
}

void TestSimController::pausesWhenNotFinite() {
  Document document;
  SimController simulation(&document);
  (void)document.newFromText(kPendulum, "pendulum");
  QSignalSpy problems(&simulation, &SimController::problem);
  simulation.setSpeed(0);
  // An absurd torque: the velocity overflows after some steps.
  simulation.setDrive(0, {Drive::Mode::Torque, 1e305});
  simulation.run();
  QVERIFY(reached([&] { return !simulation.isRunning(); }));
  simulation.waitForAnswers();
  QCOMPARE(problems.count(), 1);
  QCOMPARE(problems[0][0].value<Diagnostic>().code, std::string("non-finite"));
  QVERIFY(simulation.latest().q.allFinite());
  QVERIFY(document.pose().allFinite());
  simulation.reset();
  simulation.setDrive(0, {});
  simulation.step(2);
  simulation.waitForAnswers();
  QVERIFY(std::abs(simulation.latest().t - 0.002) < 1e-12);
}

void TestSimController::refusesSenselessSettings() {
  Document document;
  SimController simulation(&document);
  QSignalSpy problems(&simulation, &SimController::problem);
  StepSettings settings;
  for (const double dt : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    settings.dt = dt;
    simulation.setSettings(settings);
  }
  QCOMPARE(problems.count(), 4);
  QCOMPARE(simulation.settings().dt, 1e-3);
  simulation.setSpeed(std::nan(""));
  QCOMPARE(simulation.speed(), 1.0);
  simulation.setSpeed(1e9);
  QCOMPARE(simulation.speed(), 10.0);
}

void TestSimController::survivesAStormOfEverything() {
  Document document;
  SimController simulation(&document);
  (void)document.newFromText(kSwing, "swing");
  simulation.setSpeed(0);
  for (int i = 0; i < 80; ++i) {
    switch (i % 9) {
      case 0:
        simulation.run();
        break;
      case 1:
        if (!document.isEmpty()) (void)document.apply(massEdit(document, 1, 1.0 + 0.01 * i), "Mass");
        break;
      case 2:
        simulation.pull(1, Vector3d(0, 0, -0.5), Vector3d(0.3, 0, -0.4));
        break;
      case 3:
        document.undoStack()->undo();
        break;
      case 4:
        (void)document.newFromText(i % 2 ? kSwing : kPendulum, "other");
        break;
      case 5:
        simulation.disturb(1e-3);
        break;
      case 6:
        simulation.step(2);
        break;
      case 7:
        (void)document.setJointCoordinate(0, 0.1 * (i % 5));
        break;
      case 8:
        simulation.reset();
        break;
    }
    if (i % 4 == 0) QTest::qWait(1);
    const Snapshot& shown = simulation.latest();
    QVERIFY(shown.q.allFinite());
    if (simulation.model()) QCOMPARE(shown.linkPoses.size(), simulation.model()->links.size());
  }
  document.waitForIdle();
  simulation.pause();
  simulation.waitForAnswers();
  simulation.run();  // destroyed while running
}

QTEST_GUILESS_MAIN(TestSimController)
#include "tst_sim_controller.moc"
