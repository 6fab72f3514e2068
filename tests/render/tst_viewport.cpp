// The viewport with a real GL context: what is on the screen.
#include <QOpenGLContext>
#include <QOpenGLWidget>
#include <QTest>
#include <QVBoxLayout>
#include <memory>

#include "render/draw_list.h"
#include "render/view_cube.h"
#include "render/viewport_widget.h"
#include "resources/resources.h"
#include "view_fixtures.h"

using namespace grashof;

namespace {

int difference(const QColor& a, const QColor& b) {
  return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

}  // namespace

class TestViewport : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void drawsTheScene();
  void followsFrames();
  void outlinesTheSelection();
  void alphaStaysOne();
  void survivesReparenting();

 private:
  std::unique_ptr<ViewportWidget> makeView();
  QColor colorAt(ViewportWidget& view, const Vector3d& p_W);
};

void TestViewport::initTestCase() {
  grashofInitResources();
  QOpenGLContext context;
  if (!context.create()) QSKIP("no OpenGL here");
}

std::unique_ptr<ViewportWidget> TestViewport::makeView() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  auto view = std::make_unique<ViewportWidget>();
  view->setReducedMotion(true);
  view->setQuality(RenderQuality::Reduced);
  view->setDecorations(false, false);
  ViewLayers layers;
  layers.anchors = layers.shadows = false;
  view->setLayers(layers);
  view->resize(320, 240);
  view->setScene(scene, true);
  view->setFrame(frame);
  view->setCamera([&] {
    Camera c = turnedTo(Camera(), StandardView::Right);
    c.frame(boundsOf(*scene, frame), 320.0 / 240);
    return c;
  }(), false);
  view->show();
  if (!QTest::qWaitForWindowExposed(view.get())) qWarning("the window did not appear");
  return view;
}

QColor TestViewport::colorAt(ViewportWidget& view, const Vector3d& p_W) {
  const QImage image = view.grabPicture();
  const QPointF p = *view.project(p_W) * image.devicePixelRatio();
  return image.pixelColor(p.toPoint());
}

void TestViewport::drawsTheScene() {
  const auto view = makeView();
  if (!view->hasContext()) QSKIP("no OpenGL 3.3 here");
  const QColor gap = colorAt(*view, {0.5, 0, 0.15}), a = colorAt(*view, {0, -0.1, 0.1}), b = colorAt(*view, {1, -0.1, 0.1});
  QVERIFY(difference(a, gap) > 20);
  QVERIFY(difference(b, gap) > 20);
  QVERIFY(difference(a, b) > 20);
}

void TestViewport::followsFrames() {
  const auto view = makeView();
  if (!view->hasContext()) QSKIP("no OpenGL 3.3 here");
  const QColor before = colorAt(*view, {1, -0.1, 0.1}), gap = colorAt(*view, {0.5, 0, 0.15});
  SceneFrame frame = view->frame();
  frame.linkPoses[1].p.z() += 5;
  view->setFrame(frame);
  QVERIFY(difference(colorAt(*view, {1, -0.1, 0.15}), gap) < 20);
  QVERIFY(difference(colorAt(*view, {1, -0.1, 0.15}), before) > 20);
}

void TestViewport::outlinesTheSelection() {
  const auto view = makeView();
  if (!view->hasContext()) QSKIP("no OpenGL 3.3 here");
  // A little to the right of cube a's right border; the eye stands before the middle, so that its far edge is it.
  const QPointF border = *view->project({0.1, 0.1, 0.1});
  const QPoint beside(int(border.x()) + 1, int(border.y()));
  const QColor before = view->grabPicture().pixelColor(beside);
  view->setSelection({ElementKind::Link, 0});
  const QColor after = view->grabPicture().pixelColor(beside);
  // Antialiased: most of the accent.
  QVERIFY2(2 * difference(after, viewTheme(false).select) < difference(after, before), qPrintable(before.name() + after.name()));
}

void TestViewport::alphaStaysOne() {
  const auto view = makeView();
  if (!view->hasContext()) QSKIP("no OpenGL 3.3 here");
  ViewLayers layers;
  layers.collisions = true;
  view->setLayers(layers);
  const QImage image = view->findChild<QOpenGLWidget*>()->grabFramebuffer().convertToFormat(QImage::Format_ARGB32);
  for (int y = 0; y < image.height(); y += 7)
    for (int x = 0; x < image.width(); x += 7) QCOMPARE(qAlpha(image.pixel(x, y)), 255);
}

void TestViewport::survivesReparenting() {
  auto view = makeView();
  if (!view->hasContext()) QSKIP("no OpenGL 3.3 here");
  const QColor before = colorAt(*view, {0, -0.1, 0.1});
  QWidget window;
  auto* layout = new QVBoxLayout(&window);
  layout->setContentsMargins(0, 0, 0, 0);
  ViewportWidget* moved = view.release();
  layout->addWidget(moved);  // another top level: the context is replaced
  window.resize(320, 240);
  window.show();
  QVERIFY(QTest::qWaitForWindowExposed(&window));
  QVERIFY(difference(colorAt(*moved, {0, -0.1, 0.1}), before) < 12);
}

QTEST_MAIN(TestViewport)
#include "tst_viewport.moc"
