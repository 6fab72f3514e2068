// The main job in the window, from a file to a file, and what a person is told on the way.
#include <QLabel>

#include "app/sample_history.h"
#include "core/io/urdf_reader.h"
#include "ui/hint_line.h"
#include "ui/inspector/closure_page.h"
#include "ui/inspector/joint_page.h"
#include "ui/tools/message_card.h"
#include "ui/tools/tool.h"
#include "window_bench.h"

using namespace grashof;

class TestMainJob : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { qputenv("GRASHOF_RSC", "/nonexistent"); }
  void fromAFileToAFile();
  void heldBaseStaysAndALooseOneFalls();
  void aDragThatStopsSaysWhy();
  void docksHaveTheirSizes();
};

/// Open, run, edit an anchor, undo, pin two bodies, save, read again.
void TestMainJob::fromAFileToAFile() {
  Bench bench(example("minitaur.urdf"));
  Document* document = bench.window.document();
  QCOMPARE(document->mechanism()->closures.size(), std::size_t{4});
  QTest::keyClick(&bench.window, Qt::Key_Space);
  QVERIFY(bench.window.simulation()->isRunning());
  QTRY_VERIFY(bench.window.simulation()->history().size() > 50);
  QTest::keyClick(&bench.window, Qt::Key_Space);
  QVERIFY(!bench.window.simulation()->isRunning());

  bench.window.selection()->select({ElementKind::Closure, 0});
  const Vector3d anchor = document->mechanism()->closures[0].anchor;
  bench.type(bench.find<VectorField>(QStringLiteral("AnchorField"))->field(0), QStringLiteral("190"));
  QCOMPARE(document->mechanism()->closures[0].anchor.x(), 0.19);
  bench.window.actions()->undo->trigger();
  document->waitForIdle();
  QCOMPARE(document->mechanism()->closures[0].anchor, anchor);

  // One closure is made anew, by clicking its two legs where they can be seen.
  const Closure made = document->mechanism()->closures[0];
  document->apply(RemoveClosure{0}, QStringLiteral("Delete"));
  document->waitForIdle();
  bench.window.simulation()->reset();
  QTest::qWait(50);
  QTRY_VERIFY(!bench.window.view()->scene()->isLoading());
  bench.window.actions()->toolPin->trigger();
  QTest::qWait(50);
  // Wherever the body shows in the view.
  const auto clickLink = [&](const std::string& name) {
    const int link = document->mechanism()->findLink(name);
    ViewportWidget* view = bench.viewport();
    for (int y = 60; y < view->height() - 60; y += 10)
      for (int x = 70; x < view->width() - 70; x += 10) {
        if (view->pickAt(QPointF(x, y)).link != link) continue;
        QTest::mouseMove(view, QPoint(x, y));
        QTest::mouseClick(view, Qt::LeftButton, Qt::ControlModifier, QPoint(x, y));
        QTest::qWait(20);
        return true;
      }
    return false;
  };
  QVERIFY(clickLink(made.body1));
  QVERIFY(clickLink(made.body2));
  QPushButton* place = nullptr;
  for (QPushButton* button : bench.window.findChildren<QPushButton*>(QStringLiteral("PinPlace")))
    if (button->isVisible()) place = button;
  QVERIFY(place);
  place->click();
  document->waitForIdle();
  QCOMPARE(document->mechanism()->closures.size(), std::size_t{4});
  const Closure added = document->mechanism()->closures.back();
  bench.window.actions()->save->trigger();
  const auto again = readUrdfFile(bench.path.toStdString(), {});
  QVERIFY(again);
  QCOMPARE(again->closures.size(), std::size_t{4});
  QCOMPARE(again->closures.back().body1, added.body1);
  QCOMPARE(again->closures.back().body2, added.body2);
  QCOMPARE(again->closures.back().anchor, added.anchor);
  QVERIFY(again->closures.back().kind == added.kind);
}

void TestMainJob::heldBaseStaysAndALooseOneFalls() {
  Bench bench(example("minitaur.urdf"));
  QVERIFY(bench.window.actions()->holdBase->isEnabled());
  QVERIFY(bench.window.actions()->holdBase->isChecked());
  const auto fallen = [&](double duration) {
    SimController* simulation = bench.window.simulation();
    simulation->reset();
    const double before = simulation->latest().linkPoses.front().p.z();
    simulation->run();
    const bool isThere = QTest::qWaitFor([&] { return simulation->latest().t >= duration; }, 20000);
    simulation->pause();
    return isThere ? before - simulation->latest().linkPoses.front().p.z() : 1e9;
  };
  const double held = fallen(0.2);
  // A stiff damped spring holds it.
  QVERIFY2(std::abs(held) < 5e-3, qPrintable(QString::number(held)));
  bench.window.actions()->holdBase->trigger();
  // Free fall for 0.2 s: at least g t^2 / 2 = 0.196 m, and the run may go on a little before it is paused.
  QVERIFY(fallen(0.2) > 0.15);
}

void TestMainJob::aDragThatStopsSaysWhy() {
  Bench bench;
  bench.showFront();
  auto* card = bench.find<MessageCard>();
  QVERIFY(card && !card->isVisible());
  bench.window.selection()->select({ElementKind::Joint, 0});
  bench.press(bench.at({0, 0, 0.06}));
  // The limit is 1 rad; the pointer asks for 1.5.
  bench.moveTo(bench.at({0.06 * std::sin(1.5), 0, 0.06 * std::cos(1.5)}), 12);
  QVERIFY(bench.coordinate("crank") < 1 + 1e-9);
  QVERIFY(card->isVisible());
  bench.picture("drag_stop");
  const QString words = card->findChild<QLabel*>(QStringLiteral("CardTitle"))->text();
  QVERIFY2(words.contains(QStringLiteral("imit")) && words.contains(QStringLiteral("crank")),
           qPrintable(words));
  QVERIFY(bench.window.view()->activeTool()->hint().text.contains(QStringLiteral("crank")));
  // The inspector repeats it.
  const auto inspectorSays = [&] {
    for (QLabel* label : bench.find<JointPage>()->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(QStringLiteral("imit of crank"))) return true;
    return false;
  };
  QVERIFY(inspectorSays());
  // Back again: nothing is said any more.
  bench.moveTo(bench.at({0.06 * std::sin(0.3), 0, 0.06 * std::cos(0.3)}), 12);
  QVERIFY(!card->isVisible());
  QVERIFY(!inspectorSays());
  // Esc puts it back.
  QTest::keyClick(bench.viewport(), Qt::Key_Escape);
  QVERIFY(std::abs(bench.coordinate("crank")) < 1e-12);
  bench.release();
}

void TestMainJob::docksHaveTheirSizes() {
  Bench bench;
  QTRY_COMPARE(bench.window.findChild<QWidget*>(QStringLiteral("dock.mechanism"))->width(), 272);
  QCOMPARE(bench.window.findChild<QWidget*>(QStringLiteral("dock.inspector"))->width(), 312);
  // 236 with the tabs above it.
  QTRY_VERIFY(bench.window.findChild<QWidget*>(QStringLiteral("dock.plots"))->height() > 190);
  // In the smallest window, too: the welcome page behind the view takes no room from them.
  bench.window.resize(bench.window.minimumSize());
  QTRY_VERIFY(bench.window.findChild<QWidget*>(QStringLiteral("dock.plots"))->height() > 150);
}

QTEST_MAIN(TestMainJob)
#include "tst_main_job.moc"
