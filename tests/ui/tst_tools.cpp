// The tools of the view, driven by mouse and keys; expected numbers are the drawing's own.
#include <QComboBox>
#include <QLabel>

#include "ui/file_flow.h"
#include "ui/hint_line.h"
#include "ui/inspector/closure_page.h"
#include "ui/problems_panel.h"
#include "ui/tools/axis_gizmo.h"
#include "ui/tools/measure_card.h"
#include "ui/tools/measurement.h"
#include "ui/tools/message_card.h"
#include "ui/tools/tool.h"
#include "window_bench.h"

using namespace grashof;

class TestTools : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { qputenv("GRASHOF_RSC", "/nonexistent"); }
  void measurementIsOfTheFrameChosen();
  void measuringTwoJoints();
  void anAxisFromTheKeyboard();
  void anAxisFromAFace();
  void anAxisFromAnEdge();
  void anAxisTurnedByTheMouse();
  void whatHasNoAxisSaysSo();
  void hingeIsTwoPinsAndBack();
  void cuttingAnotherJoint();
  void aPackageIsLocatedOnce();
};

void TestTools::measurementIsOfTheFrameChosen() {
  // Link 0 in the world; link 1 a quarter turn about z at (1, 0, 0): its x axis points along the world's y.
  std::vector<Pose> poses(2);
  poses[1].p = {1, 0, 0};
  poses[1].R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  const SnapPoint a{0, {0, 0, 0}, {}, Vector3d::UnitX(), {}, true};
  const SnapPoint b{1, {2, 0, 0}, {}, Vector3d::UnitX(), {}, true};
  const Measurement inWorld = measure(a, b, poses, -1);
  QVERIFY((inWorld.p2_F - Vector3d(1, 2, 0)).norm() < 1e-15);
  QVERIFY(std::abs(inWorld.distance - std::sqrt(5.0)) < 1e-15);
  QVERIFY(inWorld.angle && std::abs(*inWorld.angle - M_PI / 2) < 1e-15);
  const Measurement inLink = measure(a, b, poses, 1);
  QVERIFY((inLink.p1_F - Vector3d(0, 1, 0)).norm() < 1e-15);
  QVERIFY((inLink.difference_F - Vector3d(2, -1, 0)).norm() < 1e-15);
}

void TestTools::measuringTwoJoints() {
  Bench bench;
  bench.showFront();
  QTest::keyClick(bench.viewport(), Qt::Key_M);
  QVERIFY(bench.window.actions()->toolMeasure->isChecked());
  bench.click({0, 0, 0});
  bench.click({0.2, 0, 0});
  auto* card = bench.find<MeasureCard>();
  QVERIFY(card->isVisible());
  bench.picture("measure");
  QCOMPARE(card->findChild<QLabel*>(QStringLiteral("MeasuredDistance"))->text(),
           QStringLiteral("200.000 mm"));
  QCOMPARE(card->findChild<QLabel*>(QStringLiteral("MeasuredAngle"))->text(), QStringLiteral("0.000°"));
  // Seen from the coupler, which stands 0.1 m above the crank's joint.
  card->setFrameLink(2);
  QStringList cells;
  for (QLabel* label : card->findChildren<QLabel*>()) cells << label->text();
  QCOMPARE(cells.count(QStringLiteral("-100.000")) + cells.count(QStringLiteral("\u2212100.000")), 2);
  QCOMPARE(bench.window.document()->undoStack()->count(), 0);
  QTest::keyClick(bench.viewport(), Qt::Key_Escape);
  QVERIFY(!card->isVisible());
}

void TestTools::anAxisFromTheKeyboard() {
  Bench bench;
  bench.showFront();
  bench.window.selection()->select({ElementKind::Joint, 2});
  bench.window.actions()->toolAxis->trigger();
  bench.viewport()->setFocus();
  QTest::keyClick(bench.viewport(), Qt::Key_Z);
  bench.picture("axis");
  // A preview changes nothing.
  QCOMPARE(bench.window.document()->mechanism()->joints[2].axis, Vector3d(0, 1, 0));
  QTest::keyClick(bench.viewport(), Qt::Key_Return);
  bench.window.document()->waitForIdle();
  QCOMPARE(bench.window.document()->mechanism()->joints[2].axis, Vector3d(0, 0, 1));
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
  QCOMPARE(bench.window.document()->undoStack()->undoText(), QStringLiteral("Turn the axis of rocker"));
  QVERIFY(bench.window.actions()->toolSelect->isChecked());
}

void TestTools::anAxisFromAFace() {
  Bench bench;
  bench.showFront();
  bench.window.selection()->select({ElementKind::Joint, 2});
  bench.window.actions()->toolAxis->trigger();
  // The coupler's face looks at the viewer, along -y.
  bench.click({0.1, 0, 0.1}, Qt::ControlModifier);
  bench.window.document()->waitForIdle();
  QCOMPARE(bench.window.document()->mechanism()->joints[2].axis, Vector3d(0, -1, 0));
}

void TestTools::anAxisFromAnEdge() {
  Bench bench;
  bench.showFront();
  bench.window.selection()->select({ElementKind::Joint, 2});
  bench.window.actions()->toolAxis->trigger();
  // The coupler's upper front edge runs along x, a quarter of the way from its middle.
  bench.click({0.05, -0.01, 0.109});
  bench.window.document()->waitForIdle();
  const Vector3d axis = bench.window.document()->mechanism()->joints[2].axis;
  QVERIFY2(std::abs(std::abs(axis.x()) - 1) < 1e-9, qPrintable(QString::number(axis.y())));
}

void TestTools::anAxisTurnedByTheMouse() {
  Bench bench;
  bench.showFront();
  bench.window.selection()->select({ElementKind::Joint, 2});
  bench.window.actions()->toolAxis->trigger();
  bench.viewport()->setFocus();
  QTest::keyClick(bench.viewport(), Qt::Key_Z);
  // About y the ring faces the viewer; its handle lies half way between z and x. A quarter turn about y takes
  // z to x.
  const Vector3d center(0.2, 0, 0);
  AxisGizmo gizmo;
  gizmo.center_W = center;
  gizmo.reach = 0.18 * bench.model()->size;
  const Vector3d grabbed = center + gizmo.reach * Vector3d(1, 0, 1).normalized();
  QVERIFY(handleAt(gizmo, grabbed) == GizmoHandle::RingY);
  const Vector3d turned = center + gizmo.reach * Vector3d(1, 0, -1).normalized();
  const auto axisNow = [&] { return bench.window.document()->mechanism()->joints[2].axis; };
  bench.press(bench.at(grabbed));
  bench.moveTo(bench.at(turned));
  bench.picture("axis-gizmo");
  QTest::keyClick(bench.viewport(), Qt::Key_Escape);  // puts back, the tool stays
  bench.release();
  QVERIFY(bench.window.actions()->toolAxis->isChecked());
  bench.press(bench.at(grabbed));
  bench.moveTo(bench.at(turned));
  bench.release();
  QCOMPARE(axisNow(), Vector3d(0, 1, 0));  // a preview
  // Passing over a face does not take the preview away.
  QTest::mouseMove(bench.viewport(), bench.at({0.1, 0, 0.1}));
  QTest::qWait(20);
  QTest::keyClick(bench.viewport(), Qt::Key_Return);
  bench.window.document()->waitForIdle();
  QVERIFY((axisNow() - Vector3d(1, 0, 0)).norm() < 0.03);
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
}

void TestTools::whatHasNoAxisSaysSo() {
  Bench bench;
  bench.showFront();
  Closure pin = bench.window.document()->mechanism()->closures[0];
  pin.kind = ClosureKind::Pin;
  pin.axes.clear();
  bench.window.document()->apply(SetClosure{0, pin}, QStringLiteral("Pin"));
  bench.window.document()->waitForIdle();
  bench.window.selection()->select({ElementKind::Closure, 0});
  bench.window.actions()->toolAxis->trigger();
  bool isTold = false;
  for (MessageCard* card : bench.window.findChildren<MessageCard*>())
    isTold = isTold ||
             (card->isVisible() &&
              card->findChild<QLabel*>(QStringLiteral("CardTitle"))->text().contains(QStringLiteral("pin")));
  QVERIFY(isTold);
}

void TestTools::hingeIsTwoPinsAndBack() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Closure, 0});
  const auto choose = [&](const QString& text) {
    for (QToolButton* button : bench.find<ClosurePage>()->findChildren<QToolButton*>())
      if (button->text() == text) button->click();
    bench.window.document()->waitForIdle();
  };
  choose(QStringLiteral("Hinge"));
  const auto& closures = bench.window.document()->mechanism()->closures;
  QCOMPARE(closures.size(), std::size_t{2});
  QVERIFY(closures[0].kind == ClosureKind::Pin && closures[1].kind == ClosureKind::Pin);
  // The second pin lies along the hinges' common axis, y.
  const Vector3d apart = closures[1].anchor - closures[0].anchor;
  QVERIFY(apart.norm() > 1e-3 && std::abs(std::abs(apart.y()) - apart.norm()) < 1e-12);
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
  choose(QStringLiteral("2 axes"));
  QCOMPARE(bench.window.document()->mechanism()->closures.size(), std::size_t{1});
  QCOMPARE(bench.window.document()->mechanism()->closures[0].axes.size(), std::size_t{2});
  QCOMPARE(bench.window.document()->undoStack()->count(), 2);
}

void TestTools::cuttingAnotherJoint() {
  Bench bench;
  bench.showFront();
  Document& document = *bench.window.document();
  const MechanismPtr drawn = document.mechanism();
  QVERIFY(!bench.window.actions()->cutJoint->isEnabled());    // nothing is selected
  bench.window.selection()->select({ElementKind::Joint, 2});  // rocker
  QTest::keyClick(bench.viewport(), Qt::Key_C);
  QTest::keyClick(bench.viewport(), Qt::Key_Return);
  document.waitForIdle();
  QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Cut rocker"));
  QCOMPARE(document.mechanism()->findJoint("rocker"), -1);
  QVERIFY(document.isModelCurrent());
  QCOMPARE(document.model()->nv, 3);
  // The two bars that met at the old closure are joined by a joint now; the rocker stands on World no longer.
  const int place = document.mechanism()->parentJointOf("rocker_link");
  QCOMPARE(document.mechanism()->joints[static_cast<std::size_t>(place)].parent, std::string("coupler_link"));
  document.undoStack()->undo();
  QVERIFY(*document.mechanism() == *drawn);
}

void TestTools::aPackageIsLocatedOnce() {
  QByteArray text(kFourBar);
  text.replace("<box size=\"0.2 0.02 0.02\"/>", "<mesh filename=\"package://far_parts/rod.stl\"/>");
  QTemporaryDir elsewhere;
  QVERIFY(QDir(elsewhere.path()).mkpath(QStringLiteral("far_parts")));
  QFile mesh(elsewhere.filePath(QStringLiteral("far_parts/rod.stl")));
  QVERIFY(mesh.open(QIODevice::WriteOnly));
  mesh.write(
      "solid rod\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.2 0 0\nvertex 0 0.1 0\n"
      "endloop\nendfacet\nendsolid rod\n");
  mesh.close();
  Bench bench(text);
  ProblemsModel* problems = bench.find<ProblemsPanel>()->model();
  const auto row = [problems] {
    for (int i = 0; i < problems->rowCount(); ++i)
      if (problems->finding(i).code == "unresolved-package") return i;
    return -1;
  };
  QVERIFY(row() >= 0);
  QCOMPARE(problems->fixLabel(row()), QStringLiteral("Locate folder…"));
  bench.window.findChild<FileFlow*>()->usePackageFolder(elsewhere.path());
  bench.window.document()->waitForIdle();
  QCOMPARE(row(), -1);
  QVERIFY(!bench.window.document()->isModified());
  QCOMPARE(bench.settings.packageDirs(), QStringList{elsewhere.path()});
}

QTEST_MAIN(TestTools)
#include "tst_tools.moc"
