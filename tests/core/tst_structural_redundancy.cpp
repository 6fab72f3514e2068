// Which rows of a constraint the geometry holds already: levers and ranks worked out by hand.
#include <QtTest>

#include <cmath>

#include "core/dynamics/structural_redundancy.h"
#include "tests/support/fixtures.h"
#include "tests/support/linkages.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

Closure tipPin(const Vector3d& offset) {
  return makePin("coupler", "rocker", kFourBarTip + offset);
}
/// The same pin written from the other link: world tip (0.16, 0.14), rocker foot (0.2, 0).
Closure tipPinFromRocker(const Vector3d& offset) {
  return makePin("rocker", "coupler", Vector3d(-0.04, 0.14, 0) + offset);
}
std::vector<int> keptRows(const Model& model) {
  std::vector<int> rows;
  for (const Constraint& c : model.constraints) rows.push_back(c.keptRowCount());
  return rows;
}
int countOfCode(const Diagnostics& findings, const std::string& code) {
  return static_cast<int>(
      std::count_if(findings.begin(), findings.end(), [&](const Diagnostic& d) { return d.code == code; }));
}
using Rows = std::vector<int>;

}  // namespace

class TestStructuralRedundancy : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void planarPinKeepsTheTwoInPlaneRows();
  void hingeAndWeldOfPins();
  void orderOfBodiesDoesNotMatter();
  void parallelWithinTolerance_data();
  void parallelWithinTolerance();
  void spatialHingeKeepsFiveRows();
  void leverRule_data();
  void leverRule();
  void pinWithinOneBodyHoldsNothing();
  void thirdBarIsLeftToTheStep();
  void linkHingedAtTheClosingPointAddsNone();
  void mimicRowsThatFollowFromOthers();
  void flatAndOpenPose();
  void flatAndClosedPose();
  void stretchedChain_data();
  void stretchedChain();
};

void TestStructuralRedundancy::planarPinKeepsTheTwoInPlaneRows() {
  const ModelPtr model = compiled(fourBar({tipPin({0, 0, 0})}));
  const Constraint& pin = model->constraints[0];
  QCOMPARE(pin.keptRows, 2);
  QCOMPARE(pin.heldDirections_B1.size(), std::size_t(1));
  QVERIFY(pin.heldDirections_B1[0].cross(Vector3d::UnitZ()).norm() < 1e-12);
  QVERIFY(std::abs(pin.keptAxes_B1.leftCols(2).transpose().rowwise().norm().prod() - 1.0) < 1e-12);
  QVERIFY(pin.keptAxes_B1.leftCols(2).row(2).norm() < 1e-12);
  QVERIFY(pin.smallestLever < 1e-14);
  // An equality with a skewed pair spans the same plane: nothing is held, nothing is lost.
  const ModelPtr skewed =
      compiled(fourBar({makeEquality("coupler", "rocker", kFourBarTip, {{1, 0, 0}, {1, 1e-4, 0}})}));
  QCOMPARE(skewed->constraints[0].keptRows, 2);
  QVERIFY(skewed->constraints[0].heldDirections_B1.empty());
}

void TestStructuralRedundancy::hingeAndWeldOfPins() {
  Diagnostics findings;
  QCOMPARE(keptRows(*compiled(fourBar({tipPin({0, 0, -0.02}), tipPin({0, 0, 0.02})}), &findings)),
           (Rows{2, 0}));
  QCOMPARE(countOfCode(findings, "repeats-constraint"), 1);
  QVERIFY(!hasErrors(findings));
  // A third pin 30 mm beside the axis holds the turning that the hinge left: one row more.
  const ModelPtr weld =
      compiled(fourBar({tipPin({0, 0, -0.02}), tipPin({0, 0, 0.02}), tipPin({0.03, 0, 0})}));
  QCOMPARE(keptRows(*weld), (Rows{2, 0, 1}));
  // It holds across the line from the axis to the third pin: y of the coupler.
  QVERIFY(weld->constraints[2].keptAxes_B1.col(0).cross(Vector3d::UnitY()).norm() < 1e-9);
}

void TestStructuralRedundancy::orderOfBodiesDoesNotMatter() {
  QCOMPARE(keptRows(*compiled(fourBar({tipPin({0, 0, -0.02}), tipPinFromRocker({0, 0, 0.02})}))),
           (Rows{2, 0}));
  QCOMPARE(keptRows(*compiled(fourBar({tipPinFromRocker({0, 0, 0}), tipPin({0, 0, 0})}))), (Rows{2, 0}));
}

void TestStructuralRedundancy::parallelWithinTolerance_data() {
  QTest::addColumn<double>("tilt");
  QTest::addColumn<int>("rows");
  QTest::newRow("parallel to four digits") << 2e-4 << 2;
  QTest::newRow("visibly skew") << 0.1 << 3;
}
void TestStructuralRedundancy::parallelWithinTolerance() {
  QFETCH(double, tilt);
  QFETCH(int, rows);
  QCOMPARE(compiled(fourBar({tipPin({0, 0, 0})}, tilt))->constraints[0].keptRows, rows);
}

void TestStructuralRedundancy::spatialHingeKeepsFiveRows() {
  // Last link closed to the world by a hinge along (0, 0, 1) of the last link: 3 + 2 rows, the axis counted
  // once.
  const ModelPtr hinge =
      compiled(skewChain({makePin("f", "world", {0.1, 0, 0}), makePin("f", "world", {0.1, 0, 0.05})}));
  QCOMPARE(keptRows(*hinge), (Rows{3, 2}));
  QCOMPARE(hinge->constraints[1].repeatedConstraints, (std::vector<int>{0}));
  // A third pin on the same axis adds nothing; one beside it adds the last row of a weld.
  const ModelPtr line =
      compiled(skewChain({makePin("f", "world", {0.1, 0, 0}), makePin("f", "world", {0.1, 0, 0.05}),
                          makePin("f", "world", {0.1, 0, -0.02})}));
  QCOMPARE(keptRows(*line), (Rows{3, 2, 0}));
  const ModelPtr weld =
      compiled(skewChain({makePin("f", "world", {0.1, 0, 0}), makePin("f", "world", {0.1, 0, 0.05}),
                          makePin("f", "world", {0.1, 0.04, 0})}));
  QCOMPARE(keptRows(*weld), (Rows{3, 2, 1}));
}

void TestStructuralRedundancy::leverRule_data() {
  QTest::addColumn<double>("x");  // of the anchor beside the tab's axis, m
  QTest::addColumn<double>("z");  // along the axis, from the joint's origin, m
  QTest::addColumn<int>("rows");
  QTest::addColumn<QString>("mention");
  QTest::newRow("on the axis") << 0.0 << 0.03 << 0 << "tab_hinge";
  QTest::newRow("20 um beside it, 30 mm away") << 2e-5 << 0.03 << 0 << "0.02 mm lever arm";
  QTest::newRow("10 um at 10 um") << 1e-5 << 0.0 << 1 << "";
  QTest::newRow("40 um beside it, 30 mm away") << 4e-5 << 0.03 << 1 << "";
}
void TestStructuralRedundancy::leverRule() {
  QFETCH(double, x);
  QFETCH(double, z);
  QFETCH(int, rows);
  QFETCH(QString, mention);
  Diagnostics findings;
  const ModelPtr model = compiled(pinnedTab({0.2 + x, 0, z}), &findings);
  QCOMPARE(model->constraints[0].keptRows, rows);
  QCOMPARE(countOfCode(findings, "held-by-joint"), rows == 0 ? 1 : 0);
  if (rows > 0) {
    // The only direction in which the tab can move the anchor: z x (x, 0, z) = (0, x, 0).
    QVERIFY(model->constraints[0].keptAxes_B1.col(0).cross(Vector3d::UnitY()).norm() < 1e-9);
    return;
  }
  QVERIFY(std::abs(model->constraints[0].smallestLever - x) < 1e-12);
  const QString message = QString::fromStdString(findings.front().message);
  for (const QString& word : {mention, QString("lever"), QString("tab"), QString("tab_hinge")})
    QVERIFY2(message.contains(word), qPrintable(message));
}

void TestStructuralRedundancy::pinWithinOneBodyHoldsNothing() {
  Mechanism m = pinnedTab({0.1, 0, 0});
  m.links.push_back(makeLink("flag"));
  m.joints.push_back(makeJoint("weld", JointType::Fixed, "lever", "flag"));
  m.closures[0].body2 = "flag";
  QCOMPARE(compiled(m)->constraints[0].keptRows, 0);
}

void TestStructuralRedundancy::thirdBarIsLeftToTheStep() {
  QCOMPARE(keptRows(*compiled(threeBarParallelogram(0.0))), (Rows{2, 2}));
}

void TestStructuralRedundancy::linkHingedAtTheClosingPointAddsNone() {
  // A link that is hinged to the coupler at its tip, pinned there to the rocker as well: the first pin did
  // that.
  Mechanism m = fourBar({tipPin({0, 0, 0})});
  m.links.push_back(makeLink("extra", 0.1));
  m.joints.push_back(makeJoint("pivot_e", JointType::Revolute, "coupler", "extra", kFourBarTip));
  m.closures.push_back(makePin("extra", "rocker", {0, 0, 0}));
  QCOMPARE(keptRows(*compiled(m)), (Rows{2, 0}));
  // Written the other way round, or as an equality, it is as redundant.
  m.closures[1] = makePin("rocker", "extra", {-0.04, 0.14, 0});
  QCOMPARE(keptRows(*compiled(m)), (Rows{2, 0}));
  for (Closure& closure : m.closures) {
    closure.kind = ClosureKind::Equality;
    closure.axes = {Vector3d::UnitX(), Vector3d::UnitY()};
  }
  QCOMPARE(keptRows(*compiled(m)), (Rows{2, 0}));
  // Pinned at another point of that link, it is a constraint of its own.
  m.closures[1] = makePin("extra", "rocker", {0.05, 0, 0});
  QCOMPARE(keptRows(*compiled(m)), (Rows{2, 2}));
}

void TestStructuralRedundancy::mimicRowsThatFollowFromOthers() {
  Mechanism m;
  m.root = "world";
  m.links = {makeLink("world"), makeLink("a", 1), makeLink("b", 1), makeLink("c", 1)};
  for (const char* name : {"a", "b", "c"})
    m.joints.push_back(makeJoint(std::string("spin_") + name, JointType::Continuous, "world", name));
  const auto follow = [&](int joint, const char* leader, double multiplier) {
    m.joints[static_cast<std::size_t>(joint)].mimic = Mimic{leader, multiplier, 0.0, {}};
  };
  follow(0, "spin_b", 0.5);
  follow(1, "spin_a", 2.0);
  QCOMPARE(keptRows(*compiled(m)), (Rows{1, 0}));  // a = b/2 and b = 2a say the same
  follow(0, "spin_b", 2.0);
  QCOMPARE(keptRows(*compiled(m)), (Rows{1, 1}));  // a = 2b and b = 2a hold both at 0
  m.joints[0].mimic.reset();
  follow(1, "spin_a", 2.0);
  follow(2, "spin_b", -0.5);
  QCOMPARE(keptRows(*compiled(m)), (Rows{1, 1}));  // a chain
}

/// Drawn in line and apart, as CAD programs export it: no joint moves the tips along x there, but elsewhere
/// all do.
void TestStructuralRedundancy::flatAndOpenPose() {
  Mechanism m = flatFiveBar();
  QCOMPARE(keptRows(*compiled(m)), Rows({2}));
  QVERIFY(compiled(m)->constraints[0].heldDirections_B1.empty());
  m.closures[0].kind = ClosureKind::Pin;
  m.closures[0].axes.clear();
  const ModelPtr pinned = compiled(m);
  QCOMPARE(keptRows(*pinned), Rows({2}));
  QVERIFY(pinned->constraints[0].heldDirections_B1[0].cross(Vector3d::UnitZ()).norm() < 1e-12);
  // The second pin of a hinge adds nothing, as at any other pose.
  m.closures.push_back(m.closures[0]);
  m.closures[1].anchor.z() += 0.03;
  m.closures[1].anchor2->z() += 0.03;
  QCOMPARE(keptRows(*compiled(m)), Rows({2, 0}));
}

/// The same with tips that meet: the loop can fold out of the line.
void TestStructuralRedundancy::flatAndClosedPose() {
  Mechanism m = flatFiveBar();
  m.closures[0].anchor.x() = 0.28;
  m.closures[0].anchor2.reset();
  QCOMPARE(keptRows(*compiled(m)), Rows({2}));
}

void TestStructuralRedundancy::stretchedChain_data() {
  QTest::addColumn<int>("bars");
  for (const int bars : {3, 300}) QTest::addRow("%d bars", bars) << bars;
}

/// A straight chain of bars whose end is pinned as far away as it reaches, and one that hangs slack but is
/// drawn straight: along the bars nothing moves at this pose alone.
void TestStructuralRedundancy::stretchedChain() {
  QFETCH(int, bars);
  for (const bool isSlack : {false, true}) {
    Mechanism m;
    m.root = "world";
    m.links.push_back(makeLink("world"));
    for (int i = 0; i < bars; ++i) {
      const std::string name = "bar" + std::to_string(i);
      m.links.push_back(makeLink(name, 0.1));
      m.joints.push_back(makeJoint("hinge" + std::to_string(i), JointType::Continuous,
                                   i == 0 ? "world" : m.links[static_cast<std::size_t>(i)].name, name,
                                   {i == 0 ? 0.0 : 0.1, 0, 0}));
    }
    m.closures = {makePin(m.links.back().name, "world", {0.1, 0, 0})};
    if (isSlack) m.closures[0].anchor2 = Vector3d(0.08 * bars, 0, 0);
    const ModelPtr model = compiled(m);
    QCOMPARE(keptRows(*model), Rows({2}));
    QVERIFY(model->constraints[0].heldDirections_B1[0].cross(Vector3d::UnitZ()).norm() < 1e-12);
  }
}

QTEST_GUILESS_MAIN(TestStructuralRedundancy)
#include "tst_structural_redundancy.moc"
