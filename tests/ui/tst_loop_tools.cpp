// The tools that cut, find, close and drag loops, driven by mouse and keys; oracles are the drawing's own.
#include <set>

#include "ui/hint_line.h"
#include "ui/inspector/cut_row.h"
#include "ui/tools/assemblies_tool.h"
#include "ui/tools/cut_tool.h"
#include "ui/tools/find_loops_tool.h"
#include "window_bench.h"

using namespace grashof;

class TestLoopTools : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { qputenv("GRASHOF_RSC", "/nonexistent"); }
  void cutToolLightsTheLoop();
  void cutListFollowsThePointer();
  void aClickMovesTheCut();
  void aPointIsDragged();
  void openedLoopIsFoundAndClosed();
  void assembliesAreOffered();
};

void TestLoopTools::cutToolLightsTheLoop() {
  Bench bench;
  bench.showFront();
  QTest::keyClick(bench.viewport(), Qt::Key_C);
  QVERIFY(bench.window.actions()->toolCut->isChecked());
  auto* tool = qobject_cast<CutTool*>(bench.window.view()->activeTool());
  QVERIFY(tool);
  QCOMPARE(tool->loop(), 0);  // there is only one
  QTest::mouseMove(bench.viewport(), bench.at({0, 0, 0.1}));
  QTRY_COMPARE(tool->joint(), 1);
  QVERIFY(tool->hint().text.contains(QStringLiteral("coupler")));
  QVERIFY((bench.window.selection()->current() == ElementRef{ElementKind::Loop, 0}));
  QVERIFY((bench.window.selection()->hovered() == ElementRef{ElementKind::Joint, 1}));
  // All links of the loop keep their colour, the ground fades.
  QCOMPARE(bench.viewport()->options().emphasis.links, (std::vector<int>{1, 2, 3}));
  // By keyboard: three joints one after the other.
  bench.viewport()->setFocus();
  std::set<int> seen;
  for (int i = 0; i < 3; ++i) {
    QTest::keyClick(bench.viewport(), Qt::Key_Tab);
    seen.insert(tool->joint());
  }
  QCOMPARE(seen, (std::set<int>{0, 1, 2}));
  QTest::keyClick(&bench.window, Qt::Key_Escape);
  QVERIFY(bench.window.actions()->toolSelect->isChecked());
  QVERIFY(bench.viewport()->options().emphasis.links.empty());
}

void TestLoopTools::cutListFollowsThePointer() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Loop, 0});
  const QList<CutRow*> rows = bench.window.findChildren<CutRow*>();
  QCOMPARE(rows.size(), 3);
  QSignalSpy pointed(rows.front(), &CutRow::pointedAt);
  const QPointF center = rows.front()->rect().center();
  QEnterEvent enter(center, center, rows.front()->mapToGlobal(center));
  QApplication::sendEvent(rows.front(), &enter);
  QTRY_VERIFY(pointed.count() > 0);
  QVERIFY((bench.window.selection()->hovered() == ElementRef{ElementKind::Joint, rows.front()->joint()}));
}

void TestLoopTools::aClickMovesTheCut() {
  Bench bench;
  bench.showFront();
  const MechanismPtr drawn = bench.window.document()->mechanism();
  bench.window.actions()->toolCut->trigger();
  bench.click({0, 0, 0.1});
  bench.window.document()->waitForIdle();
  QCOMPARE(bench.window.document()->undoStack()->undoText(), QStringLiteral("Cut coupler"));
  bench.picture("cut_done");
  // The coupler hangs on the rocker now, at the place where it was closed: nothing has moved.
  const Mechanism& cut = *bench.window.document()->mechanism();
  const int joint = cut.parentJointOf("coupler_link");
  QVERIFY(joint >= 0);
  QCOMPARE(cut.joints[static_cast<std::size_t>(joint)].parent, std::string("rocker_link"));
  const auto& poses = bench.window.simulation()->latest().linkPoses;
  const int rocker = cut.findLink("rocker_link");
  QVERIFY((poses[static_cast<std::size_t>(rocker)].p - Vector3d(0.2, 0, 0)).norm() < 1e-12);
  bench.window.document()->undoStack()->undo();
  QVERIFY(*bench.window.document()->mechanism() == *drawn);
}

void TestLoopTools::aPointIsDragged() {
  Bench bench;
  bench.showFront();
  // The coupler of a parallelogram does not turn: its middle goes on a circle of 0.1 m.
  bench.press(bench.at({0.1, 0, 0.1}));
  bench.moveTo(bench.at({0.1 + 0.1 * std::sin(0.4), 0, 0.1 * std::cos(0.4)}));
  bench.release();
  QVERIFY2(std::abs(bench.coordinate("crank") - 0.4) < 0.03,
           qPrintable(QString::number(bench.coordinate("crank"))));
  QVERIFY(std::abs(bench.coordinate("rocker") - bench.coordinate("crank")) < 1e-9);
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
}

void TestLoopTools::openedLoopIsFoundAndClosed() {
  // The same parallelogram as a tree, with a frame at the end of either chain.
  QByteArray text(kFourBar);
  const auto from = text.indexOf("<constraints"), to = text.indexOf("</constraints>");
  text.replace(from, to + 14 - from, R"(<link name="tip_a"/><link name="tip_b"/>
  <joint name="a" type="fixed"><parent link="coupler_link"/><child link="tip_a"/><origin xyz="0.2 0 0"/></joint>
  <joint name="b" type="fixed"><parent link="rocker_link"/><child link="tip_b"/><origin xyz="0 0 0.1"/></joint>)");
  Bench bench(text);
  bench.showFront();
  QVERIFY(bench.window.document()->analysis().loops.empty());
  bench.window.actions()->findLoops->trigger();
  auto* tool = qobject_cast<FindLoopsTool*>(bench.window.view()->activeTool());
  QVERIFY(tool);
  QVERIFY(!tool->candidates().empty());
  QVERIFY(tool->candidates().front().gap < 1e-12);
  QVERIFY(tool->card()->isVisible());
  bench.viewport()->setFocus();
  QTest::keyClick(bench.viewport(), Qt::Key_Return);
  bench.window.document()->waitForIdle();
  bench.picture("loop_found");
  QCOMPARE(bench.window.document()->analysis().loops.size(), std::size_t{1});
  QCOMPARE(bench.window.document()->model()->nv - bench.window.document()->analysis().mobility.rank, 1);
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
}

void TestLoopTools::assembliesAreOffered() {
  Bench bench;
  bench.showFront();
  bench.window.actions()->assemblies->trigger();
  auto* tool = qobject_cast<AssembliesTool*>(bench.window.view()->activeTool());
  QVERIFY(tool);
  QTRY_VERIFY_WITH_TIMEOUT(!tool->isSearching(), 30000);
  // With the crank upright the other two circles meet twice: a parallelogram and its crossed sister.
  QCOMPARE(tool->assemblies().found.size(), std::size_t{2});
  QVERIFY(tool->assemblies().found[0].distance < 1e-9);
  bench.viewport()->setFocus();
  QTest::keyClick(bench.viewport(), Qt::Key_Tab);
  QTest::keyClick(bench.viewport(), Qt::Key_Return);
  bench.window.document()->waitForIdle();
  // The rocker's end is the mirror image of (0.2, 0.1) about the line from (0, 0.1) to (0.2, 0): (0.12,
  // -0.06).
  const double rocker = bench.coordinate("rocker");
  QVERIFY(std::abs(0.2 + 0.1 * std::sin(rocker) - 0.12) < 1e-9);
  QVERIFY(std::abs(0.1 * std::cos(rocker) + 0.06) < 1e-9);
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
}

QTEST_MAIN(TestLoopTools)
#include "tst_loop_tools.moc"
