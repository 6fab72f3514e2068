// Headless pictures, and the viewport on a platform without GL.
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "render/offscreen_picture.h"
#include "render/view_cube.h"
#include "render/viewport_widget.h"
#include "resources/resources.h"
#include "view_fixtures.h"

using namespace grashof;

class TestPictures : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { grashofInitResources(); }
  void pictureWithoutDisplay();
  void pictureOfNothing();
  void widgetWithoutContext();
  void widgetReportsClicksAndDrags();
  void cameraFollowsAFallingMachine();
  void newFilesAreFramed();
};

void TestPictures::pictureWithoutDisplay() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  PictureOptions options;
  options.size = {200, 150};
  options.pixelRatio = 1.5;
  options.theme = viewTheme(false);
  options.view = StandardView::Right;
  options.options.layers.anchors = false;
  options.hasScaleBar = false;
  std::string problem;
  const QImage image = renderPicture(*scene, frame, options, problem);
  if (image.isNull()) QSKIP(problem.c_str());
  QCOMPARE(image.size(), QSize(300, 225));
  // Two cubes side by side: at their middles there is not the background, between them there is.
  const Camera camera = [&] {
    Camera c = turnedTo(Camera(), StandardView::Right);
    c.frame(boundsOf(*scene, frame), 200.0 / 150);
    return c;
  }();
  const ScreenCamera screen(camera, 300, 225);
  const auto at = [&](const Vector3d& p) {
    const Eigen::Vector3d px = screen.project(p);
    return QColor(image.pixel(int(px.x()), int(px.y())));
  };
  const QColor background = at({0.5, 0, 0.19}), a = at({0, -0.1, 0.1}), b = at({1, -0.1, 0.1});
  const auto differ = [](const QColor& x, const QColor& y) {
    return std::abs(x.red() - y.red()) + std::abs(x.green() - y.green()) + std::abs(x.blue() - y.blue());
  };
  QVERIFY(differ(a, background) > 20);
  QVERIFY(differ(b, background) > 20);
  QVERIFY(differ(a, b) > 20);  // base and link have different tones
  // The same picture again, and a darker one in the dark theme.
  QCOMPARE(renderPicture(*scene, frame, options, problem), image);
  options.theme = viewTheme(true);
  const QImage dark = renderPicture(*scene, frame, options, problem);
  QVERIFY(qGray(dark.pixel(2, 2)) < 80 && qGray(image.pixel(2, 2)) > 180);
}

void TestPictures::pictureOfNothing() {
  PictureOptions options;
  options.size = {64, 48};
  options.theme = viewTheme(false);
  std::string problem;
  const QImage image = renderPicture(Scene(), SceneFrame(), options, problem);
  if (image.isNull()) QSKIP(problem.c_str());
  QCOMPARE(image.size(), QSize(64, 48));
  options.size = {0, 10};
  QVERIFY(renderPicture(Scene(), SceneFrame(), options, problem).isNull());
  QVERIFY(!problem.empty());
}

void TestPictures::widgetWithoutContext() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  ViewportWidget view;
  view.setReducedMotion(true);
  view.resize(300, 200);
  view.show();
  view.setScene(scene, true);
  view.setFrame(frame);
  view.setSelection({ElementKind::Closure, 0});
  QCoreApplication::processEvents();
  QVERIFY(!view.grabPicture().isNull());
  view.homeView();
  view.frameSelection();
  view.setOrthographic(true);
  view.setScene(nullptr, true);
  view.setFrame({});
  QCoreApplication::processEvents();
}

void TestPictures::widgetReportsClicksAndDrags() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  ViewportWidget view;
  view.setReducedMotion(true);
  view.setDecorations(false, false);
  view.resize(400, 400);
  view.setScene(scene, true);
  view.setFrame(frame);
  Camera camera = turnedTo(view.camera(), StandardView::Top);
  camera.target = {1, 0, 0.2};
  camera.distance = 2;
  view.setCamera(camera, false);
  view.show();

  QSignalSpy clicks(&view, &ViewportWidget::clicked), started(&view, &ViewportWidget::dragStarted),
      moved(&view, &ViewportWidget::dragMoved), finished(&view, &ViewportWidget::dragFinished);
  // Repeated clicks on one place go through what is stacked there: the pin, then the link below it.
  QTest::mouseClick(&view, Qt::LeftButton, {}, {200, 200});
  QTest::mouseClick(&view, Qt::LeftButton, {}, {201, 200});
  QCOMPARE(clicks.count(), 2);
  QCOMPARE(clicks[0][0].value<PickResult>().element, (ElementRef{ElementKind::Closure, 0}));
  QCOMPARE(clicks[1][0].value<PickResult>().element, (ElementRef{ElementKind::Link, 1}));

  // A drag of the body follows the pointer in the plane of the grabbed point.
  QTest::mousePress(&view, Qt::LeftButton, {}, {200, 200});
  QTest::mouseMove(&view, {210, 200});
  QTest::mouseMove(&view, {250, 200});
  QTest::mouseRelease(&view, Qt::LeftButton, {}, {250, 200});
  QCOMPARE(started.count(), 1);
  QVERIFY(moved.count() >= 1);
  QCOMPARE(finished.count(), 1);
  QCOMPARE(clicks.count(), 2);
  const DragMotion motion = finished[0][0].value<DragMotion>();
  QCOMPARE(motion.start.link, 1);
  // 50 px to the right at 2 m: 50 * 2 * 2 tan(14 deg) / 400 m along x.
  QVERIFY(std::abs(motion.p_W.x() - 1 - 50 * 4 * std::tan(14 * M_PI / 180) / 400) < 2e-3);
  QCOMPARE(view.camera(), camera);

  // Over empty space the same gesture turns the view; the right button moves it.
  QTest::mousePress(&view, Qt::LeftButton, {}, {30, 380});
  QTest::mouseMove(&view, {60, 380});
  QTest::mouseMove(&view, {90, 380});
  QTest::mouseRelease(&view, Qt::LeftButton, {}, {90, 380});
  QVERIFY(view.camera().yawDeg != camera.yawDeg);
  QCOMPARE(view.camera().target, camera.target);
  QTest::mousePress(&view, Qt::RightButton, {}, {200, 200});
  QTest::mouseMove(&view, {220, 200});
  QTest::mouseMove(&view, {240, 200});
  QTest::mouseRelease(&view, Qt::RightButton, {}, {240, 200});
  QVERIFY((view.camera().target - camera.target).norm() > 0.01);
  QCOMPARE(started.count(), 1);
}

void TestPictures::cameraFollowsAFallingMachine() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  ViewportWidget view;
  view.resize(400, 300);
  view.setScene(scene, true);
  view.setFrame(frame);
  const Camera home = view.camera();
  SceneFrame moved = frame;
  for (Pose& X : moved.linkPoses) X.p.z() -= 0.01;
  view.setFrame(moved);
  QCOMPARE(view.camera(), home);  // a small motion is seen as one
  for (int i = 0; i < 300; ++i) {
    for (Pose& X : moved.linkPoses) X.p.z() -= 0.02;
    view.setFrame(moved);
  }
  const QPointF root = *view.project(moved.linkPoses[0].p);
  QVERIFY(QRectF(0, 0, 400, 300).contains(root));
  QCOMPARE(view.camera().yawDeg, home.yawDeg);
  // Whoever looks elsewhere is left alone.
  Camera away = view.camera();
  away.target.x() += 50;
  view.setCamera(away, false);
  for (Pose& X : moved.linkPoses) X.p.z() -= 3;
  view.setFrame(moved);
  QCOMPARE(view.camera(), away);
}

void TestPictures::newFilesAreFramed() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  ViewportWidget view;
  view.resize(400, 300);
  view.setScene(scene, true);
  view.setFrame(frame);
  const Vector3d middle(0.5, 0, 0.1);
  QVERIFY((view.camera().target - middle).norm() < 1e-6);
  // An edited mechanism leaves the camera where it is.
  Camera near = view.camera();
  near.distance *= 0.5;
  view.setCamera(near, false);
  const auto edited = fixtures::viewOf(fixtures::twoCubes());
  view.setScene(edited.scene, false);
  view.setFrame(edited.frame);
  QCOMPARE(view.camera(), near);
  // The other order: the frame first, then the wish.
  view.setScene(edited.scene, true);
  QVERIFY(view.camera().distance > near.distance);
}

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
