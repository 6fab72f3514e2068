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
#include "ui/tools/mimic_tool.h"
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
  void otherWaysToWriteAClosure();
  void pinToolWithAnotherKind();
  void aJointFollowsAnother();
  void verdictIsOfTheJointShown();
  void aLoopAsMimics();
  void aRodKeepsTheDistance();
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
  gizmo.reach = 0.25 * bench.model()->size;
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

void TestTools::otherWaysToWriteAClosure() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Closure, 0});
  Document& document = *bench.window.document();
  const MechanismPtr drawn = document.mechanism();
  auto* box = bench.find<ClosurePage>()->findChild<QComboBox*>(QStringLiteral("ClosureForm"));
  QVERIFY(box && box->isVisible());
  QCOMPARE(box->currentText(), QStringLiteral("Two in-plane axes"));
  QCOMPARE(box->count(), 5);
  // By keyboard, as a person would: down to the pin and Enter.
  bench.picture("closure_forms");
  const int pin = box->findText(QStringLiteral("One pin"));
  box->setFocus();
  QTest::keyClick(box, Qt::Key_Home);
  for (int i = 0; i < pin; ++i) QTest::keyClick(box, Qt::Key_Down);
  document.waitForIdle();
  QVERIFY(document.mechanism()->closures[0].kind == ClosureKind::Pin);
  QCOMPARE(document.analysis().mobility.dof, 1);
  QVERIFY((bench.window.selection()->current() == ElementRef{ElementKind::Closure, 0}));
  QCOMPARE(
      document.undoStack()->undoText(),
      QStringLiteral("Write %1 as one pin").arg(QString::fromStdString(displayName(drawn->closures[0], 0))));
  while (document.undoStack()->canUndo()) document.undoStack()->undo();
  document.waitForIdle();
  QVERIFY(*document.mechanism() == *drawn);
  QCOMPARE(box->currentText(), QStringLiteral("Two in-plane axes"));
}

void TestTools::pinToolWithAnotherKind() {
  QByteArray text(kFourBar);
  const auto from = text.indexOf("<constraints"), to = text.indexOf("</constraints>");
  text.remove(from, to + 14 - from);
  Bench bench(text);
  bench.showFront();
  QTest::keyClick(bench.viewport(), Qt::Key_P);
  // Surface points of coupler and rocker, 50 mm apart.
  bench.click({0.16, 0, 0.1}, Qt::ControlModifier);
  bench.click({0.2, 0, 0.07}, Qt::ControlModifier);
  QWidget* card = nullptr;  // either tool has one
  for (QWidget* each : bench.window.findChildren<QWidget*>(QStringLiteral("PinCard")))
    if (each->isVisible()) card = each;
  QVERIFY(card);
  auto* reason = card->findChild<QLabel*>(QStringLiteral("PinReason"));
  QVERIFY(reason->text().startsWith(QStringLiteral("2 axes: the loop is planar")));
  QVERIFY(reason->text().contains(QStringLiteral("Recommended")));
  QVERIFY(card->findChild<QLabel*>(QStringLiteral("PinOtherKinds"))
              ->text()
              .contains(QStringLiteral("Hinge: two pins")));
  bench.picture("pin_card");
  // The card leaves the two points and the gap between them in sight.
  const QRect place(card->mapTo(bench.window.view(), QPoint(10, 10)), card->size() - QSize(20, 20));
  for (const Vector3d& p : {Vector3d(0.16, 0, 0.1), Vector3d(0.18, 0, 0.085), Vector3d(0.2, 0, 0.07)})
    QVERIFY(!place.contains(bench.at(p)));
  for (QToolButton* button : card->findChildren<QToolButton*>())
    if (button->text() == QStringLiteral("Hinge")) QTest::mouseClick(button, Qt::LeftButton);
  QVERIFY(reason->text().startsWith(QStringLiteral("Hinge")));
  QCOMPARE(bench.window.document()->undoStack()->count(), 0);
  QTest::mouseClick(card->findChild<QPushButton*>(QStringLiteral("PinPlace")), Qt::LeftButton);
  bench.window.document()->waitForIdle();
  const auto& closures = bench.window.document()->mechanism()->closures;
  QCOMPARE(closures.size(), std::size_t{2});
  const Vector3d apart = closures[1].anchor - closures[0].anchor;
  QVERIFY(apart.norm() > 1e-3 && std::abs(std::abs(apart.y()) - apart.norm()) < 1e-12);
  QCOMPARE(bench.window.document()->analysis().mobility.dof, 1);
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
  bench.window.document()->undoStack()->undo();
  QVERIFY(bench.window.document()->mechanism()->closures.empty());
}

void TestTools::aJointFollowsAnother() {
  Bench bench;
  bench.showFront();
  Document& document = *bench.window.document();
  const MechanismPtr drawn = document.mechanism();
  QTest::keyClick(bench.viewport(), Qt::Key_J);
  auto* tool = qobject_cast<MimicTool*>(bench.window.view()->activeTool());
  QVERIFY(tool);
  bench.click({0.2, 0, 0.05});
  QCOMPARE(tool->follower(), 2);  // rocker
  QVERIFY(tool->hint().text.contains(QStringLiteral("rocker follows")));
  bench.click({0, 0, 0.05});
  QCOMPARE(tool->leader(), 0);  // crank
  // Opposite sides of a parallelogram turn alike.
  QVERIFY(std::abs(tool->mimic().multiplier - 1) < 1e-9 && std::abs(tool->mimic().offset) < 1e-9);
  auto* verdict = bench.find<QLabel>(QStringLiteral("MimicCardVerdict"));
  QCOMPARE(verdict->text(),
           QStringLiteral("The loop already turns it by 1 × crank: the mimic is redundant."));
  bench.picture("mimic_card");
  auto* card = bench.find<QWidget>(QStringLiteral("MimicCard"));
  bench.type(fieldNamed(card, QStringLiteral("Offset")), QStringLiteral("2"));
  QVERIFY2(verdict->text().contains(QStringLiteral("contradicts it by up to 2°")),
           qPrintable(verdict->text()));
  bench.type(fieldNamed(card, QStringLiteral("Offset")), QStringLiteral("0"));
  QTest::mouseClick(card->findChild<QPushButton*>(QStringLiteral("MimicMake")), Qt::LeftButton);
  document.waitForIdle();
  const auto& mimic = document.mechanism()->joints[2].mimic;
  QVERIFY(mimic && mimic->leader == "crank");
  QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Make rocker follow crank"));
  QVERIFY(bench.window.actions()->toolSelect->isChecked());
  // The inspector of the follower says the same.
  QVERIFY((bench.window.selection()->current() == ElementRef{ElementKind::Joint, 2}));
  QTRY_VERIFY(
      bench.find<QLabel>(QStringLiteral("MimicVerdict"))->text().contains(QStringLiteral("redundant")));
  bench.picture("mimic_inspector");
  document.undoStack()->undo();
  QVERIFY(*document.mechanism() == *drawn);
}

void TestTools::verdictIsOfTheJointShown() {
  // Two joints say the same of the crank; the loop says it of the rocker only.
  Bench bench;
  Document& document = *bench.window.document();
  EditList both;
  for (const int j : {1, 2}) {
    SetJoint edit{j, document.mechanism()->joints[static_cast<std::size_t>(j)]};
    edit.value.mimic = Mimic{"crank", 1, 0, {}};
    both.edits.push_back(edit);
  }
  document.apply(both, QStringLiteral("Mimics"));
  document.waitForIdle();
  const auto words = [&](int joint) {
    bench.window.selection()->select({ElementKind::Joint, joint});
    return bench.find<QLabel>(QStringLiteral("MimicVerdict"))->text();
  };
  const QString coupler = words(1), rocker = words(2);
  QVERIFY2(coupler != rocker, qPrintable(coupler));
  QCOMPARE(words(1), coupler);
}

void TestTools::aLoopAsMimics() {
  Bench bench;
  bench.window.actions()->exportMimics->trigger();
  auto* words = bench.find<QLabel>(QStringLiteral("MimicFitWords"));
  QVERIFY(words->isVisible());
  const QStringList lines = words->text().split(u'\n');
  QCOMPARE(lines.size(), 3);
  QVERIFY2(lines[0].startsWith(QStringLiteral("coupler: × \u22121")) &&
               lines[0].endsWith(QStringLiteral("within 0°")),
           qPrintable(lines[0]));
  QVERIFY2(
      lines[1].startsWith(QStringLiteral("rocker: × 1")) && lines[1].endsWith(QStringLiteral("within 0°")),
      qPrintable(lines[1]));
  QVERIFY(lines[2].startsWith(QStringLiteral("Exact")));
  QVERIFY(bench.find<QPushButton>(QStringLiteral("MimicExportButton"))->isEnabled());
  bench.picture("mimic_export");
  const MimicFit fit = bench.window.document()->fitMimics(0);
  const Outcome<std::string> text = bench.window.document()->textWithMimics(fit);
  QVERIFY(text && text->find("<mimic joint=\"crank\"") != std::string::npos);
  QVERIFY(text->find("<equality") == std::string::npos);
  QCOMPARE(bench.window.document()->undoStack()->count(), 0);
}

void TestTools::aRodKeepsTheDistance() {
  QByteArray text(kFourBar);
  const auto from = text.indexOf("<constraints"), to = text.indexOf("</constraints>");
  text.remove(from, to + 14 - from);
  Bench bench(text);
  bench.showFront();
  Document& document = *bench.window.document();
  const MechanismPtr drawn = document.mechanism();
  QTest::keyClick(bench.viewport(), Qt::Key_P);
  bench.click({0, 0, 0.06}, Qt::ControlModifier);
  bench.click({0.2, 0, 0.06}, Qt::ControlModifier);
  QWidget* card = nullptr;
  for (QWidget* each : bench.window.findChildren<QWidget*>(QStringLiteral("PinCard")))
    if (each->isVisible()) card = each;
  QVERIFY(card);
  for (QToolButton* button : card->findChildren<QToolButton*>())
    if (button->text() == QStringLiteral("Rod")) QTest::mouseClick(button, Qt::LeftButton);
  bench.picture("pin_rod");
  QTest::mouseClick(card->findChild<QPushButton*>(QStringLiteral("PinPlace")), Qt::LeftButton);
  document.waitForIdle();
  QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Add a rod"));
  QCOMPARE(document.mechanism()->links.size(), drawn->links.size() + 1);
  // Crank, coupler and rocker were free; the rod ties crank and rocker: two degrees of freedom.
  QCOMPARE(document.analysis().mobility.dof, 2);
  bench.picture("rod_added");
  document.undoStack()->undo();
  QVERIFY(*document.mechanism() == *drawn);
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
