#include <QAbstractItemModelTester>
#include <QtTest>

#include "tests/support/fixtures.h"
#include "ui/dialogs/command_palette.h"
#include "ui/mechanism_rows.h"
#include "ui/problems_panel.h"
#include "ui/source_panel.h"
#include "ui/tools/closure_plan.h"
#include "ui/tools/joint_drag.h"

using namespace grashof;

namespace {

/// base - crank - coupler, base - rocker; the rocker's tip pinned to the coupler. All hinges along y.
Mechanism fourBar() {
  using namespace fixtures;
  Mechanism m;
  m.name = "four_bar";
  m.root = "world";
  for (const char* name : {"world", "crank_link", "coupler_link", "rocker_link"})
    m.links.push_back(makeLink(name, 1.0));
  const Vector3d y = Vector3d::UnitY();
  m.joints.push_back(makeJoint("crank", JointType::Revolute, "world", "crank_link", {0, 0, 0}, y));
  m.joints.push_back(makeJoint("coupler", JointType::Revolute, "crank_link", "coupler_link", {0, 0, 0.1}, y));
  m.joints.push_back(makeJoint("rocker", JointType::Revolute, "world", "rocker_link", {0.2, 0, 0}, y));
  m.closures.push_back(
      makeEquality("coupler_link", "rocker_link", {0.2, 0, 0}, {Vector3d::UnitX(), Vector3d::UnitZ()}));
  m.joints[0].limits.effort = 8.5;
  return m;
}

Analysis oneLoop() {
  Analysis analysis;
  LoopReport loop;
  loop.loop.name = "loop";
  loop.loop.joints = {1, 0, 2};  // from body1 up, then down to body2
  loop.loop.closures = {0};
  loop.constraints = {0};
  loop.kindWords = "four-bar";
  analysis.loops.push_back(loop);
  return analysis;
}

QStringList namesBelow(const Row& row) {
  QStringList names;
  for (const auto& child : row.children) names << child->name;
  return names;
}

}  // namespace

class TestPanels : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void treeHasOneRowPerLink();
  void loopListsItsJointsInOrder();
  void modelsObeyTheItemModelRules();
  void sourceFoldsWhatIsUnchanged();
  void problemsAreSortedWorstFirst();
  void problemsFindTheirElement();
  void paletteScores();
  void plannedAxesSuitTheKind();
  void dragTurnsByTheAngleToThePointer();
};

void TestPanels::treeHasOneRowPerLink() {
  const Mechanism m = fourBar();
  const auto root = treeRows(m, nullptr, true);
  QCOMPARE(root->children.size(), std::size_t{1});
  const Row& world = *root->children[0];
  QCOMPARE(world.name, QStringLiteral("world"));
  QCOMPARE(world.iconName, QStringLiteral("world"));
  QCOMPARE(namesBelow(world), (QStringList{"crank", "rocker"}));
  const Row& crank = *world.children[0];
  QCOMPARE(namesBelow(crank), QStringList{"coupler"});
  QCOMPARE(crank.dim, QStringLiteral("crank_link"));
  QCOMPARE(crank.states.size(), std::size_t{1});  // it has an effort: a motor
  QVERIFY((crank.element == ElementRef{ElementKind::Joint, 0}));
  QVERIFY((crank.dimElement == ElementRef{ElementKind::Link, 1}));
  QCOMPARE(root->find({ElementKind::Link, 2})->name, QStringLiteral("coupler"));
  QVERIFY(root->find({ElementKind::Closure, 0}) == nullptr);
}

void TestPanels::loopListsItsJointsInOrder() {
  const Mechanism m = fourBar();
  const auto root = loopRows(m, oneLoop());
  QCOMPARE(root->children.size(), std::size_t{1});
  const Row& loop = *root->children[0];
  // Down body1's side, across the closure, up body2's side.
  const QString closure = QString::fromStdString(displayName(m.closures[0], 0));
  QCOMPARE(namesBelow(loop), (QStringList{"crank", "coupler", closure, "rocker"}));
  QCOMPARE(loop.children[2]->iconName, QStringLiteral("scissors"));
  QCOMPARE(loop.children[1]->dim, QStringLiteral("passive"));
}

void TestPanels::modelsObeyTheItemModelRules() {
  RowModel rows;
  QAbstractItemModelTester rowsTester(&rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
  const Mechanism m = fourBar();
  rows.setRoot(treeRows(m, nullptr, true));
  rows.setRoot(loopRows(m, oneLoop()));
  rows.setRoot(std::make_unique<Row>());
  ProblemsModel problems;
  QAbstractItemModelTester problemsTester(&problems, QAbstractItemModelTester::FailureReportingMode::QtTest);
  problems.setFindings({Diagnostic{}, Diagnostic{}}, std::make_shared<const Mechanism>(m));
  problems.setFindings({}, std::make_shared<const Mechanism>(m));
}

void TestPanels::sourceFoldsWhatIsUnchanged() {
  std::string before, after;
  for (int i = 1; i <= 40; ++i) {
    before += "line " + std::to_string(i) + "\n";
    after += (i == 20 ? "changed" : "line " + std::to_string(i)) + std::string("\n");
  }
  const TextDiff diff = diffTexts(before, after);
  const auto all = sourceRows(diff, false);
  QCOMPARE(all.size(), std::size_t{40});
  QCOMPARE(all[19].text, QStringLiteral("changed"));
  QVERIFY(all[19].kind == DiffKind::Added);
  const auto changes = sourceRows(diff, true);
  // A fold, three lines, one out, one in, three lines, a fold.
  QCOMPARE(changes.size(), std::size_t{10});
  QCOMPARE(changes.front().folded, 16);
  QCOMPARE(changes.back().folded, 17);
  QVERIFY(changes[4].kind == DiffKind::Removed && changes[4].oldNumber == 20);
  QVERIFY(changes[5].kind == DiffKind::Added && changes[5].newNumber == 20);
}

void TestPanels::problemsAreSortedWorstFirst() {
  Diagnostics findings(3);
  findings[0].severity = Severity::Note;
  findings[1].severity = Severity::Error;
  findings[1].where.line = 9;
  findings[2].severity = Severity::Error;
  findings[2].where.line = 4;
  ProblemsModel model;
  model.setFindings(findings, std::make_shared<const Mechanism>());
  QCOMPARE(model.finding(0).where.line, 4);
  QCOMPARE(model.finding(1).where.line, 9);
  QVERIFY(model.finding(2).severity == Severity::Note);
}

void TestPanels::problemsFindTheirElement() {
  Mechanism m = fourBar();
  m.closures[0].source.line = 30;
  Diagnostic finding;
  finding.subject = "coupler_link";
  finding.element = "robot/link[2]/inertial";
  QVERIFY((elementOf(finding, m) == ElementRef{ElementKind::Link, 2}));
  finding.subject = "rocker";
  finding.element = "robot/joint[3]/limit";
  QVERIFY((elementOf(finding, m) == ElementRef{ElementKind::Joint, 2}));
  finding.subject.clear();
  finding.element = "robot/constraints/equality";
  finding.where.line = 30;
  QVERIFY((elementOf(finding, m) == ElementRef{ElementKind::Closure, 0}));
  finding.subject = "nobody";
  finding.element = "robot";
  QVERIFY((elementOf(finding, m) == ElementRef{}));
}

void TestPanels::paletteScores() {
  QVERIFY(matchScore("run", "Run") > matchScore("run", "Brunch"));
  QVERIFY(matchScore("cl", "Close loops") > 0);
  QVERIFY(matchScore("clo", "Clear the plots") < matchScore("clo", "Close loops"));
  QVERIFY(matchScore("svp", "Save a picture") > 0);
  QCOMPARE(matchScore("xyz", "Save"), 0);
}

void TestPanels::plannedAxesSuitTheKind() {
  const Vector3d y = Vector3d::UnitY();
  const auto two = plannedAxes(PlannedKind::TwoAxes, y);
  QCOMPARE(two.size(), std::size_t{2});
  for (const Vector3d& axis : two) QVERIFY(std::abs(axis.dot(y)) < 1e-12);
  QVERIFY(std::abs(two[0].cross(two[1]).norm() - 1) < 1e-12);
  QCOMPARE(plannedAxes(PlannedKind::OneAxis, y), std::vector<Vector3d>{y});
  QVERIFY(plannedAxes(PlannedKind::Pin, y).empty());
}

void TestPanels::dragTurnsByTheAngleToThePointer() {
  const JointAxis axis{Vector3d::Zero(), Vector3d::UnitY()};
  // From +x to the ray through +z, looking along y: a quarter turn against y's right hand.
  const Ray ray{Vector3d(0, -5, 1), Vector3d::UnitY()};
  QVERIFY(std::abs(coordinateChange(axis, true, Vector3d::UnitX(), ray) + M_PI / 2) < 1e-12);
  // A ray within the plane of the motion says nothing.
  QCOMPARE(coordinateChange(axis, true, Vector3d::UnitX(), Ray{Vector3d(-5, 0, 1), Vector3d::UnitX()}), 0.0);
  // A slide along x follows the pointer's x.
  const JointAxis slide{Vector3d::Zero(), Vector3d::UnitX()};
  QVERIFY(std::abs(coordinateChange(slide, false, Vector3d(0.1, 0, 0),
                                    Ray{Vector3d(0.4, -5, 0), Vector3d::UnitY()}) -
                   0.3) < 1e-12);
}

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
