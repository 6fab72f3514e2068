// How far joints go, in the window: swept, read, written as limits, dragged to by mouse. Oracles are the closed
// forms of four-bars.
#include <QCheckBox>
#include <QLabel>
#include <cmath>

#include "app/aligned_links.h"
#include "ui/tools/find_loops_tool.h"
#include "ui/tools/message_card.h"
#include "ui/travel/travel_chart.h"
#include "ui/travel/travel_panel.h"
#include "ui/travel/travel_row.h"
#include "ui/plots/custom_plot.h"
#include "tests/support/shared_folder.h"
#include "window_bench.h"

using namespace grashof;

namespace {

constexpr double kDeg = M_PI / 180;

/// Angle opposite to `c` in a triangle with sides a, b, c.
double angleBetween(double a, double b, double c) {
  return std::acos((a * a + b * b - c * c) / (2 * a * b));
}

constexpr double kGround = 0.30, kDriver = 0.22, kCoupler = 0.10, kRocker = 0.14;

/// Ground 0.30, driver 0.22, coupler 0.10, rocker 0.14 m, in the plane of x and z, angles counter-clockwise as
/// seen from the front; the driver at 30 degrees. 0.30 + 0.10 > 0.22 + 0.14: nothing turns all the way round.
QByteArray tripleRocker() {
  const double crank = 30 * kDeg;
  const Vector3d B(kDriver * std::cos(crank), 0, kDriver * std::sin(crank)), D(kGround, 0, 0);
  const double toD = std::atan2(D.z() - B.z(), D.x() - B.x()), length = (D - B).norm();
  const double coupler = toD + angleBetween(length, kCoupler, kRocker);
  const Vector3d C = B + kCoupler * Vector3d(std::cos(coupler), 0, std::sin(coupler));
  const double rocker = std::atan2(C.z() - D.z(), C.x() - D.x());
  const auto link = [](const char* name, double l) {
    return QStringLiteral(R"(<link name="%1"><inertial><origin xyz="%2 0 0"/><mass value="0.1"/>
      <inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial>
      <visual><origin xyz="%2 0 0"/><geometry><box size="%3 0.012 0.02"/></geometry></visual></link>)")
        .arg(QString::fromLatin1(name))
        .arg(l / 2)
        .arg(l);
  };
  const auto joint = [](const char* name, const char* parent, const char* child, double x) {
    return QStringLiteral(
               R"(<joint name="%1" type="continuous"><parent link="%2"/><child link="%3"/><origin xyz="%4 0 0"/><axis xyz="0 -1 0"/></joint>)")
        .arg(QString::fromLatin1(name), QString::fromLatin1(parent), QString::fromLatin1(child))
        .arg(x);
  };
  QString text = QStringLiteral("<robot name=\"triple_rocker\"><link name=\"world\"/>");
  text += link("driver", kDriver) + link("coupler", kCoupler) + link("rocker", kRocker);
  text += joint("driver_joint", "world", "driver", 0) + joint("coupler_joint", "driver", "coupler", kDriver) +
          joint("rocker_joint", "world", "rocker", kGround);
  text += QStringLiteral(
              R"(<constraints nominal_config="%1 %2 %3"><equality body1="coupler" body2="rocker" anchor="%4 0 0"><axis xyz="1 0 0"/><axis xyz="0 0 1"/></equality></constraints></robot>)")
              .arg(crank, 0, 'g', 17)
              .arg(coupler - crank, 0, 'g', 17)
              .arg(rocker, 0, 'g', 17)
              .arg(kCoupler);
  return text.toUtf8();
}

TravelFinder* sweepByKey(Bench& bench, const char* joint) {
  bench.window.selection()->select(
      {ElementKind::Joint, bench.window.document()->mechanism()->findJoint(joint)});
  bench.viewport()->setFocus();
  QTest::keyClick(bench.viewport(), Qt::Key_T);
  TravelFinder* finder = bench.window.bench().travel;
  [finder] { QTRY_VERIFY_WITH_TIMEOUT(!finder->isSearching() && finder->isCurrent(), 30000); }();
  return finder;
}

QString cardText(Bench& bench, const char* name) {
  for (auto* card : bench.window.findChildren<MessageCard*>())
    if (card->isVisible()) return card->findChild<QLabel*>(QString::fromLatin1(name))->text();
  return {};
}

double largestGapNow(Bench& bench) {
  return largestGap(*bench.model(), bench.window.document()->pose()).maxGap;
}

}  // namespace

class TestTravel : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { qputenv("GRASHOF_RSC", "/nonexistent"); }
  void grashofCrankTurnsAllTheWay();
  void rockerStopsWhereTheTrianglesEnd();
  void travelBecomesLimits();
  void clickOnTheCurveMoves();
  void searchIsCancelled();
  void tripleRockerStopsAtItsToggle();
  void handedTripleRockerStops();
  void dragStopsAtALimit();
  void anchorsMoveToThePose();
  void holesAreLookedForInTheBackground();
};

void TestTravel::grashofCrankTurnsAllTheWay() {
  Bench bench(example("four_bar.urdf"));
  // 0.06 + 0.20 < 0.17 + 0.14: the shortest link turns.
  TravelFinder* finder = sweepByKey(bench, "motor");
  QVERIFY(finder->travel()->isFullTurn);
  auto* panel = bench.find<TravelPanel>();
  QVERIFY(panel->isVisible());
  QCOMPARE(panel->rangeWords(), QStringLiteral("turns all the way round"));
  QVERIFY(!panel->limitsButton()->isEnabled());
  QVERIFY(panel->limitsButton()->toolTip().contains(QStringLiteral("no end")));
  // The rocker is among the others, between its two dead points.
  const double lower = M_PI - angleBetween(0.20, 0.14, 0.17 + 0.06),
               upper = M_PI - angleBetween(0.20, 0.14, 0.17 - 0.06);
  bool isListed = false;
  for (const JointRange& range : finder->travel()->ranges)
    if (finder->model()->joints[static_cast<std::size_t>(range.joint)].name == "rocker_pivot") {
      isListed = true;
      QVERIFY(std::abs(range.lower - lower) < 0.1 * kDeg && range.lower >= lower - 1e-9);
      QVERIFY(std::abs(range.upper - upper) < 0.1 * kDeg && range.upper <= upper + 1e-9);
    }
  QVERIFY(isListed);
  QVERIFY(bench.viewport()->options().travel && bench.viewport()->options().travel->isFullTurn);
  bench.picture("travel_crank");
}

void TestTravel::rockerStopsWhereTheTrianglesEnd() {
  Bench bench(example("four_bar.urdf"));
  TravelFinder* finder = sweepByKey(bench, "rocker_pivot");
  const TravelSweep& travel = *finder->travel();
  // Crank and coupler in line: stretched, then folded.
  QVERIFY(std::abs(travel.lower - (M_PI - angleBetween(0.20, 0.14, 0.23))) < 1e-6);
  QVERIFY(std::abs(travel.upper - (M_PI - angleBetween(0.20, 0.14, 0.11))) < 1e-6);
  QVERIFY(!travel.isFullTurn);
  QCOMPARE(travel.events.size(), std::size_t{2});
  for (const TravelEvent& event : travel.events) QVERIFY(event.kind == TravelEventKind::Toggle);
  // The joint drives nothing at its ends, and something in between.
  QVERIFY(travel.samples.front().transmission < 1e-3 && travel.samples.back().transmission < 1e-3);
  QVERIFY(travel.samples.size() > 80);
  const QList<TravelRow*> places = bench.window.findChildren<TravelRow*>(QStringLiteral("TravelPlace"));
  QVERIFY(places.size() >= 2);
  // A click on the first place goes there.
  QTest::mouseClick(places.front(), Qt::LeftButton);
  QVERIFY(std::abs(bench.coordinate("rocker_pivot") - travel.lower) < 1e-9);
  QVERIFY(largestGapNow(bench) < 1e-9);
  bench.picture("travel_rocker");
}

void TestTravel::travelBecomesLimits() {
  Bench bench(example("four_bar.urdf"));
  TravelFinder* finder = sweepByKey(bench, "rocker_pivot");
  const MechanismPtr drawn = bench.window.document()->mechanism();
  auto* button = bench.find<TravelPanel>()->limitsButton();
  QVERIFY(button->isEnabled());
  QTest::mouseClick(button, Qt::LeftButton);
  bench.window.document()->waitForIdle();
  const Joint& limited =
      bench.window.document()->mechanism()->joints[static_cast<std::size_t>(drawn->findJoint("rocker_pivot"))];
  QCOMPARE(limited.type, JointType::Revolute);
  // Rounded inwards to 0.01 degrees.
  const double lower = M_PI - angleBetween(0.20, 0.14, 0.23), upper = M_PI - angleBetween(0.20, 0.14, 0.11);
  QVERIFY(*limited.limits.lower >= lower && *limited.limits.lower < lower + 0.0101 * kDeg);
  QVERIFY(*limited.limits.upper <= upper && *limited.limits.upper > upper - 0.0101 * kDeg);
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
  // The travel follows the edit: now the limits end it, and there is nothing more to write.
  QTRY_VERIFY_WITH_TIMEOUT(!finder->isSearching() && finder->isCurrent(), 30000);
  QVERIFY(std::abs(finder->travel()->upper - *limited.limits.upper) < 1e-9);
  QVERIFY(!button->isEnabled());
  bench.picture("travel_limits");
  bench.window.actions()->undo->trigger();
  bench.window.document()->waitForIdle();
  QVERIFY(*bench.window.document()->mechanism() == *drawn);
  QTRY_VERIFY_WITH_TIMEOUT(!finder->isSearching() && finder->isCurrent() && button->isEnabled(), 30000);
}

void TestTravel::clickOnTheCurveMoves() {
  Bench bench(example("four_bar.urdf"));
  sweepByKey(bench, "rocker_pivot");
  const double before = bench.coordinate("rocker_pivot");
  auto* chart = bench.find<TravelPanel>()->chart();
  QTest::qWait(50);
  const QPoint at = chart->pixelOf(125 * kDeg).toPoint();
  QTest::mouseClick(chart->plot(), Qt::LeftButton, {}, at);
  // A pixel is a quarter of a degree or less.
  QVERIFY2(std::abs(bench.coordinate("rocker_pivot") - 125 * kDeg) < 0.5 * kDeg,
           qPrintable(QString::number(bench.coordinate("rocker_pivot") / kDeg)));
  QVERIFY(largestGapNow(bench) < 1e-9);
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
  chart->plot()->setFocus();
  QTest::keyClick(chart->plot(), Qt::Key_Right);
  QVERIFY(bench.coordinate("rocker_pivot") > 125.2 * kDeg);
  bench.window.actions()->undo->trigger();
  bench.window.actions()->undo->trigger();
  QVERIFY(std::abs(bench.coordinate("rocker_pivot") - before) < 1e-12);
}

void TestTravel::searchIsCancelled() {
  Bench bench(example("strandbeest.urdf"));
  TravelFinder* finder = bench.window.bench().travel;
  bench.window.actions()->sweepTravel->trigger();
  QVERIFY(finder->isSearching());  // it works elsewhere
  auto* cancel = bench.find<QPushButton>(QStringLiteral("TravelCancel"));
  QVERIFY(cancel->isVisible());
  QTest::mouseClick(cancel, Qt::LeftButton);
  QVERIFY(!finder->isSearching());
  QTest::qWait(200);
  QVERIFY(!finder->travel());
}

void TestTravel::tripleRockerStopsAtItsToggle() {
  Bench bench(tripleRocker());
  bench.showFront();
  const double stop = angleBetween(kGround, kDriver, kCoupler + kRocker);  // 52.256961 degrees
  const auto tip = [](double angle) { return Vector3d(0.2 * std::cos(angle), 0, 0.2 * std::sin(angle)); };
  bench.press(bench.at(tip(30 * kDeg)));
  bench.moveTo(bench.at(tip(45 * kDeg)), 12);
  QVERIFY(std::abs(bench.coordinate("driver_joint") - 45 * kDeg) < 1 * kDeg);
  QVERIFY(cardText(bench, "CardTitle").isEmpty());
  bench.moveTo(bench.at(tip(90 * kDeg)), 20);
  QVERIFY2(std::abs(bench.coordinate("driver_joint") - stop) < 1e-4,
           qPrintable(QString::number(bench.coordinate("driver_joint") / kDeg, 'g', 9)));
  QVERIFY(largestGapNow(bench) < 1e-9);
  QCOMPARE(cardText(bench, "CardTitle"), QStringLiteral("End of travel: coupler and rocker in line (toggle)"));
  QVERIFY(cardText(bench, "MessageHelp").contains(QStringLiteral("52.3")));
  // The line is drawn through the driver's end, the coupler's end a tenth of a metre on, and the rocker's pivot.
  const auto inLine = alignedLinks(*bench.model(), bench.window.document()->pose(), 0);
  QVERIFY(inLine);
  const Vector3d tipAtStop(kDriver * std::cos(stop), 0, kDriver * std::sin(stop)), pivot(kGround, 0, 0);
  QVERIFY(((*inLine)[1] - (tipAtStop + kCoupler * (pivot - tipAtStop).normalized())).norm() < 1e-4);
  // How far it goes at all is found along the way, both toggles of it.
  TravelFinder* finder = bench.window.bench().travel;
  QTRY_VERIFY_WITH_TIMEOUT(finder->isCurrent() && !finder->isSearching(), 30000);
  QVERIFY(std::abs(finder->travel()->lower + stop) < 1e-4 && std::abs(finder->travel()->upper - stop) < 1e-4);
  QVERIFY(bench.viewport()->options().travel && bench.viewport()->options().travel->isAlwaysShown);
  bench.picture("drag_toggle");
  // And back, the way it came.
  bench.moveTo(bench.at(tip(30 * kDeg)), 20);
  QVERIFY(std::abs(bench.coordinate("driver_joint") - 30 * kDeg) < 1 * kDeg);
  QVERIFY2(std::abs(bench.coordinate("rocker_joint") - 95.684350 * kDeg) < 2 * kDeg,
           qPrintable(QString::number(bench.coordinate("rocker_joint") / kDeg)));
  QVERIFY(cardText(bench, "CardTitle").isEmpty());
  bench.release();
}

void TestTravel::handedTripleRockerStops() {
  QFile file(fixtures::sharedFolder() + QStringLiteral("/cases/11-travel-limit/triple_rocker.urdf"));
  if (!file.open(QIODevice::ReadOnly)) QSKIP("the handed case is not here");
  Bench bench(file.readAll());
  TravelFinder* finder = sweepByKey(bench, "crank_joint");
  QVERIFY(std::abs(finder->travel()->upper - 0.912056027) < 1e-6);
  QVERIFY(std::abs(finder->travel()->lower + 0.912056027) < 1e-6);
  QTest::mouseClick(bench.find<TravelPanel>()->limitsButton(), Qt::LeftButton);
  bench.window.document()->waitForIdle();
  const JointLimits& limits = bench.window.document()->mechanism()->joints.front().limits;
  QVERIFY(std::abs(*limits.lower + 52.25 * kDeg) < 1e-9 && std::abs(*limits.upper - 52.25 * kDeg) < 1e-9);
  bench.picture("travel_handed");
}

void TestTravel::dragStopsAtALimit() {
  Bench bench;
  bench.showFront();
  // The crank of 0.1 m turns about y from upright, one radian at most.
  const auto tip = [](double angle) { return Vector3d(0.08 * std::sin(angle), 0, 0.08 * std::cos(angle)); };
  bench.press(bench.at(tip(0)));
  bench.moveTo(bench.at(tip(1.5)), 20);
  QVERIFY(std::abs(bench.coordinate("crank") - 1) < 1e-9);
  QCOMPARE(cardText(bench, "CardTitle"), QStringLiteral("Joint limit of crank"));
  bench.picture("drag_limit");
  bench.release();
  QVERIFY(cardText(bench, "CardTitle").isEmpty());
}

void TestTravel::anchorsMoveToThePose() {
  Bench bench;
  QVERIFY(!bench.window.actions()->moveAnchors->isEnabled());
  // The rocker alone turned by 0.1: the loop stands open by about 10 mm.
  VectorXd q = bench.window.document()->pose();
  q[bench.model()->joints[static_cast<std::size_t>(bench.model()->findJoint("rocker"))].q] = 0.1;
  bench.window.document()->setPose(q);
  QTRY_VERIFY(bench.window.actions()->moveAnchors->isEnabled());
  QVERIFY(std::abs(largestGapNow(bench) - 2 * 0.1 * std::sin(0.05)) < 1e-6);
  const MechanismPtr drawn = bench.window.document()->mechanism();
  bench.window.actions()->moveAnchors->trigger();
  bench.window.document()->waitForIdle();
  QCOMPARE(bench.window.document()->undoStack()->undoText(), QStringLiteral("Move anchors"));
  QVERIFY(largestGapNow(bench) < 1e-12);
  QVERIFY(std::abs(bench.coordinate("rocker") - 0.1) < 1e-12);
  QTRY_VERIFY(!bench.window.actions()->moveAnchors->isEnabled());
  bench.window.actions()->undo->trigger();
  bench.window.document()->waitForIdle();
  QVERIFY(*bench.window.document()->mechanism() == *drawn);
}

void TestTravel::holesAreLookedForInTheBackground() {
  Bench bench;
  bench.showFront();
  bench.window.actions()->findLoops->trigger();
  auto* tool = qobject_cast<FindLoopsTool*>(bench.window.view()->activeTool());
  QVERIFY(tool && !tool->isSearching());
  auto* option = bench.find<QCheckBox>(QStringLiteral("LoopsOption"));
  QVERIFY(option && option->isVisible());
  const std::size_t before = tool->candidates().size();
  QTest::mouseClick(option, Qt::LeftButton, {}, QPoint(8, option->height() / 2));
  QVERIFY(tool->isSearching());
  QTRY_VERIFY_WITH_TIMEOUT(!tool->isSearching(), 30000);
  QVERIFY(tool->candidates().size() >= before);
  bench.picture("find_holes");
}

QTEST_MAIN(TestTravel)
#include "tst_travel.moc"
