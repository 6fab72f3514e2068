#include "ui/dialogs/unsaved_dialog.h"
#include "ui/inspector/closure_page.h"
#include "ui/inspector/joint_page.h"
#include "ui/inspector/link_page.h"
#include "ui/mechanism_panel.h"
#include "ui/row_view.h"
#include "ui/source_panel.h"
#include "ui/source_view.h"
#include "window_bench.h"

using namespace grashof;

class TestWindow : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // Nothing here is about the gallery, and its pictures take a software renderer a while.
  void initTestCase() { qputenv("GRASHOF_RSC", "/nonexistent"); }
  void selectionIsTheSameEverywhere();
  void anchorEditIsOneUndoStep();
  void refusedMassLeavesTheDocumentAlone();
  void sliderMovesTheMechanismWithItsLoopClosed();
  void kindChangesAndComesBack();
  void swapKeepsThePoint();
  void deleteClosure();
  void sourceShowsWhatSavingChanges();
  void saveWritesAndTheStarGoes();
  void unsavedGuard();
  void clickSelectsTheBodyUnderIt();
  void dragTurnsTheJointWithItsLoopClosed();
  void pinToolMakesAClosureInOneStep();
  void escapeLeavesTheTool();
  void keysOfAFocusedTreeAreItsOwn();
  void welcomeWhileEmpty();
  void themeSwitches();
};

void TestWindow::selectionIsTheSameEverywhere() {
  Bench bench;
  auto* panel = bench.find<MechanismPanel>();
  bench.window.selection()->select({ElementKind::Closure, 0});
  const QModelIndex row = panel->loops()->currentIndex();
  QVERIFY(row.isValid());
  QVERIFY((RowModel::rowOf(row)->element == ElementRef{ElementKind::Closure, 0}));
  QVERIFY(bench.find<ClosurePage>()->isVisible());
  QVERIFY((bench.window.view()->viewport()->options().selection == ElementRef{ElementKind::Closure, 0}));
  bench.window.selection()->select({ElementKind::Joint, 0});
  QVERIFY(bench.find<JointPage>()->isVisible());
  QVERIFY(!bench.find<ClosurePage>()->isVisible());
  QCOMPARE(panel->tree()->currentIndex().data().toString(), QStringLiteral("crank"));
  bench.window.selection()->clear();
  QVERIFY(!bench.find<JointPage>()->isVisible());
}

void TestWindow::anchorEditIsOneUndoStep() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Closure, 0});
  auto* anchor = bench.find<VectorField>(QStringLiteral("AnchorField"));
  QCOMPARE(anchor->field(0)->edit()->text(), QStringLiteral("200.0"));  // 0.2 m
  bench.type(anchor->field(2), QStringLiteral("5"));
  QCOMPARE(bench.window.document()->mechanism()->closures[0].anchor, Vector3d(0.2, 0, 0.005));
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
  QVERIFY(bench.window.document()->isModified());
  bench.window.actions()->undo->trigger();
  bench.window.document()->waitForIdle();
  QCOMPARE(bench.window.document()->mechanism()->closures[0].anchor, Vector3d(0.2, 0, 0));
  QVERIFY(!bench.window.document()->isModified());
  QCOMPARE(anchor->value(), Vector3d(0.2, 0, 0));
}

void TestWindow::refusedMassLeavesTheDocumentAlone() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Link, 1});
  NumberField* mass = fieldNamed(bench.find<LinkPage>(), QStringLiteral("Mass"));
  QVERIFY(mass);
  bench.type(mass, QStringLiteral("-0.034"));
  QCOMPARE(mass->problem(), QStringLiteral("Mass must be above 0 kg."));
  QCOMPARE(bench.window.document()->mechanism()->links[1].inertial->mass, 0.1);
  QCOMPARE(bench.window.document()->undoStack()->count(), 0);
  bench.type(mass, QStringLiteral("250 g"));
  QCOMPARE(bench.window.document()->mechanism()->links[1].inertial->mass, 0.25);
}

void TestWindow::sliderMovesTheMechanismWithItsLoopClosed() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Joint, 0});
  NumberField* q = fieldNamed(bench.find<JointPage>(), QStringLiteral("Position"));
  QVERIFY(q);
  bench.type(q, QStringLiteral("30"));
  const ModelPtr model = bench.window.document()->model();
  const VectorXd pose = bench.window.document()->pose();
  const auto at = [&](const char* name) {
    return pose[model->joints[static_cast<std::size_t>(model->findJoint(name))].q];
  };
  // A parallelogram: the rocker turns as the crank does, the coupler turns back.
  QVERIFY(std::abs(at("crank") - M_PI / 6) < 1e-9);
  QVERIFY(std::abs(at("rocker") - M_PI / 6) < 1e-9);
  QVERIFY(std::abs(at("coupler") + M_PI / 6) < 1e-9);
  // Beyond the limit of 1 rad it stops there.
  bench.type(q, QStringLiteral("80"));
  QVERIFY(
      bench.window.document()->pose()[model->joints[static_cast<std::size_t>(model->findJoint("crank"))].q] <
      1 + 1e-9);
}

void TestWindow::kindChangesAndComesBack() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Closure, 0});
  auto* page = bench.find<ClosurePage>();
  QToolButton* pin = nullptr;
  for (QToolButton* button : page->findChildren<QToolButton*>())
    if (button->text() == QStringLiteral("Pin")) pin = button;
  QVERIFY(pin);
  pin->click();
  bench.window.document()->waitForIdle();
  QVERIFY(bench.window.document()->mechanism()->closures[0].kind == ClosureKind::Pin);
  bench.window.actions()->undo->trigger();
  bench.window.document()->waitForIdle();
  const Closure& back = bench.window.document()->mechanism()->closures[0];
  QVERIFY(back.kind == ClosureKind::Equality);
  QCOMPARE(back.axes.size(), std::size_t{2});
}

void TestWindow::swapKeepsThePoint() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Closure, 0});
  bench.find<QToolButton>(QStringLiteral("SwapBodies"))->click();
  bench.window.document()->waitForIdle();
  const Closure& swapped = bench.window.document()->mechanism()->closures[0];
  QCOMPARE(swapped.body1, std::string("rocker_link"));
  // The coupler's end (0.2, 0, 0.1) in World, seen from the rocker at (0.2, 0, 0).
  QVERIFY((swapped.anchor - Vector3d(0, 0, 0.1)).norm() < 1e-12);
}

void TestWindow::deleteClosure() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Closure, 0});
  QVERIFY(bench.window.actions()->removeElement->isEnabled());
  bench.window.actions()->removeElement->trigger();
  bench.window.document()->waitForIdle();
  QVERIFY(bench.window.document()->mechanism()->closures.empty());
  QVERIFY(bench.window.selection()->current().kind == ElementKind::None);
  QVERIFY(!bench.window.actions()->closeLoops->isEnabled());
  bench.window.actions()->undo->trigger();
  bench.window.document()->waitForIdle();
  QCOMPARE(bench.window.document()->mechanism()->closures.size(), std::size_t{1});
}

void TestWindow::sourceShowsWhatSavingChanges() {
  Bench bench;
  bench.window.showPanel(QStringLiteral("source"));
  QTest::qWait(300);
  auto* source = bench.find<SourcePanel>();
  QCOMPARE(source->diff().places, 0);
  bench.window.selection()->select({ElementKind::Link, 1});
  bench.type(fieldNamed(bench.find<LinkPage>(), QStringLiteral("Mass")), QStringLiteral("0.3"));
  QTRY_COMPARE(source->diff().places, 1);
  QCOMPARE(source->diff().added, source->diff().removed);
  bool isShown = false;
  for (const SourceRow& row : source->view()->rows())
    isShown = isShown || row.text.contains(QStringLiteral("value=\"0.3\""));
  QVERIFY(isShown);
}

void TestWindow::saveWritesAndTheStarGoes() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Link, 1});
  bench.type(fieldNamed(bench.find<LinkPage>(), QStringLiteral("Mass")), QStringLiteral("0.3"));
  QVERIFY(bench.window.isWindowModified());
  bench.window.actions()->save->trigger();
  QVERIFY(!bench.window.isWindowModified());
  QFile file(bench.path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QVERIFY(file.readAll().contains("<mass value=\"0.3\"/>"));
}

void TestWindow::unsavedGuard() {
  Bench bench;
  bench.window.selection()->select({ElementKind::Link, 1});
  bench.type(fieldNamed(bench.find<LinkPage>(), QStringLiteral("Mass")), QStringLiteral("0.3"));
  answerNext(QStringLiteral("Cancel"));
  QVERIFY(!bench.window.close());
  QVERIFY(bench.window.isVisible());
  answerNext(QStringLiteral("DontSave"));
  QVERIFY(bench.window.close());
  QFile file(bench.path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), QByteArray(kFourBar));
}

void TestWindow::clickSelectsTheBodyUnderIt() {
  Bench bench;
  bench.showFront();
  bench.click({0, 0, 0.05});
  QVERIFY((bench.window.selection()->current() == ElementRef{ElementKind::Link, 1}));
  bench.click({0.1, 0, 0.1});
  QVERIFY((bench.window.selection()->current() == ElementRef{ElementKind::Link, 2}));
  bench.click({-0.15, 0, 0.2});
  QVERIFY(bench.window.selection()->current().kind == ElementKind::None);
}

void TestWindow::dragTurnsTheJointWithItsLoopClosed() {
  Bench bench;
  bench.showFront();
  const ModelPtr model = bench.window.document()->model();
  const auto coordinate = [&](const char* name) {
    return bench.window.document()->pose()[model->joints[static_cast<std::size_t>(model->findJoint(name))].q];
  };
  // The crank's middle is pulled to where it is after half a radian.
  bench.press(bench.at({0, 0, 0.06}));
  bench.moveTo(bench.at({0.06 * std::sin(0.5), 0, 0.06 * std::cos(0.5)}));
  bench.release();
  QVERIFY2(std::abs(coordinate("crank") - 0.5) < 0.03, qPrintable(QString::number(coordinate("crank"))));
  QVERIFY(std::abs(coordinate("rocker") - coordinate("crank")) < 1e-9);
  // One gesture, one undo step.
  QCOMPARE(bench.window.document()->undoStack()->count(), 1);
  bench.window.actions()->undo->trigger();
  QVERIFY(std::abs(coordinate("crank")) < 1e-12);
}

void TestWindow::pinToolMakesAClosureInOneStep() {
  Bench bench;
  bench.window.document()->apply(RemoveClosure{0}, QStringLiteral("Delete"));
  bench.window.document()->waitForIdle();
  bench.showFront();
  bench.window.actions()->toolPin->trigger();
  // No snapping: two places on the surfaces, 30 mm apart.
  bench.click({0.17, 0, 0.1}, Qt::ControlModifier);
  bench.click({0.2, 0, 0.07}, Qt::ControlModifier);
  QPushButton* place = nullptr;
  for (QPushButton* button : bench.window.findChildren<QPushButton*>(QStringLiteral("PinPlace")))
    if (button->isVisible()) place = button;
  QVERIFY(place);
  bench.picture("pin");
  const int steps = bench.window.document()->undoStack()->count();
  place->click();
  bench.window.document()->waitForIdle();
  const auto& closures = bench.window.document()->mechanism()->closures;
  QCOMPARE(closures.size(), std::size_t{1});
  QCOMPARE(closures[0].body1, std::string("coupler_link"));
  QCOMPARE(closures[0].body2, std::string("rocker_link"));
  QVERIFY(std::abs(closures[0].anchor.x() - 0.17) < 2e-3);
  // The hinges are parallel, so that two axes are proposed.
  QVERIFY(closures[0].kind == ClosureKind::Equality);
  QCOMPARE(bench.window.document()->undoStack()->count(), steps + 1);
  QVERIFY((bench.window.selection()->current() == ElementRef{ElementKind::Closure, 0}));
  QVERIFY(bench.window.actions()->toolSelect->isChecked());
}

void TestWindow::escapeLeavesTheTool() {
  Bench bench;
  bench.showFront();
  bench.window.actions()->toolPin->trigger();
  bench.click({0, 0, 0.05}, Qt::ControlModifier);
  bench.viewport()->setFocus();
  // First the point is given up, then the tool.
  QTest::keyClick(&bench.window, Qt::Key_Escape);
  QVERIFY(bench.window.actions()->toolPin->isChecked());
  QTest::keyClick(&bench.window, Qt::Key_Escape);
  QVERIFY(bench.window.actions()->toolSelect->isChecked());
}

void TestWindow::keysOfAFocusedTreeAreItsOwn() {
  Bench bench;
  RowView* tree = bench.find<MechanismPanel>()->tree();
  bench.window.selection()->select({ElementKind::Link, 0});
  tree->setFocus();
  QTest::keyClick(tree, Qt::Key_Down);
  QVERIFY((bench.window.selection()->current() == ElementRef{ElementKind::Joint, 0}));
  QTest::keyClick(tree, Qt::Key_Left);  // folds; it must not step the simulation
  QVERIFY(!tree->isExpanded(tree->currentIndex()));
  QCOMPARE(bench.window.simulation()->latest().t, 0.0);
}

void TestWindow::welcomeWhileEmpty() {
  Bench bench;
  QVERIFY(bench.window.view()->isVisible());
  bench.window.actions()->closeFile->trigger();
  QTest::qWait(20);
  QVERIFY(!bench.window.view()->isVisible());
  QVERIFY(!bench.window.actions()->run->isEnabled());
  QVERIFY(!bench.find<MechanismPanel>()->isVisible());
  bench.window.openPath(bench.path);
  QTRY_VERIFY(bench.window.view()->isVisible());
  QTRY_VERIFY(bench.find<MechanismPanel>()->isVisible());
}

void TestWindow::themeSwitches() {
  Bench bench;
  bench.window.setThemeChoice(Settings::Theme::Light);
  const QColor light = bench.window.palette().color(QPalette::Window);
  bench.window.actions()->theme->trigger();
  QVERIFY(bench.window.palette().color(QPalette::Window).lightness() < light.lightness());
  QVERIFY(bench.settings.theme() == Settings::Theme::Dark);
}

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
