// Camera, scene, draw list, picks and words.
#include <QTest>
#include <cmath>
#include <set>

#include "render/draw_list.h"
#include "render/offscreen_picture.h"
#include "render/picker.h"
#include "render/scene_geometry.h"
#include "render/view_cube.h"
#include "resources/resources.h"
#include "view_fixtures.h"

using namespace grashof;

class TestView : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { grashofInitResources(); }
  void cameraLooksAlongTheAxes();
  void projectionAgreesWithTheMatrices_data();
  void projectionAgreesWithTheMatrices();
  void raysGoThroughTheirPixels();
  void zoomKeepsThePointUnderTheCursor();
  void framingShowsEverything();
  void sceneTakesOverTheMechanism();
  void inertiaBoxHasTheInertia();
  void colours();
  void brokenNumbersAreLeftOut();
  void pickFindsTheNearestLink();
  void glyphsWinAndClicksCycle();
  void snaps();
  void hiddenBehindAnotherPart();
  void words();
  void cubeTurnsTheView();
  void themesReadAllTokens();
};

void TestView::cameraLooksAlongTheAxes() {
  Camera front = turnedTo(Camera(), StandardView::Front);
  QVERIFY((front.forward() - Vector3d(-1, 0, 0)).norm() < 1e-12);
  QVERIFY((front.right() - Vector3d(0, 1, 0)).norm() < 1e-12);
  QVERIFY((front.up() - Vector3d(0, 0, 1)).norm() < 1e-12);
  const Camera top = turnedTo(Camera(), StandardView::Top);
  QVERIFY((top.forward() - Vector3d(0, 0, -1)).norm() < 2e-3);
  QVERIFY((top.right() - Vector3d(1, 0, 0)).norm() < 1e-12);
  // 28 degrees over 540 px at 2 m: 4 tan(14 deg) m.
  front.distance = 2;
  QVERIFY(std::abs(front.heightAtTarget() - 4 * std::tan(14 * M_PI / 180)) < 1e-12);
  QVERIFY((ScreenCamera(front, 800, 540).project({0, 0, 0}) - Vector3d(400, 270, 2)).norm() < 1e-9);
}

void TestView::projectionAgreesWithTheMatrices_data() {
  QTest::addColumn<bool>("isOrthographic");
  QTest::newRow("perspective") << false;
  QTest::newRow("orthographic") << true;
}

void TestView::projectionAgreesWithTheMatrices() {
  QFETCH(bool, isOrthographic);
  Camera camera;
  camera.target = {0.1, -0.2, 0.3};
  camera.isOrthographic = isOrthographic;
  const double w = 820, h = 540;
  const Eigen::Matrix4d M = camera.projectionMatrix(w / h) * camera.viewMatrix();
  const ScreenCamera screen(camera, w, h);
  for (const Vector3d& p : {Vector3d(0, 0, 0), Vector3d(0.3, 0.2, -0.1), Vector3d(-0.4, 0.5, 0.6)}) {
    const Eigen::Vector4d clip = M * p.homogeneous();
    const Eigen::Vector3d ndc = clip.head<3>() / clip.w();
    const Eigen::Vector3d px = screen.project(p);
    QVERIFY(std::abs(px.x() - (ndc.x() + 1) / 2 * w) < 1e-8);
    QVERIFY(std::abs(px.y() - (1 - ndc.y()) / 2 * h) < 1e-8);
    QVERIFY(std::abs(ndc.z()) < 1);
  }
}

void TestView::raysGoThroughTheirPixels() {
  for (const bool isOrthographic : {false, true}) {
    Camera camera;
    camera.isOrthographic = isOrthographic;
    const ScreenCamera screen(camera, 640, 480);
    const Vector3d o = screen.rayOrigin(123, 45), d = screen.rayDirection(123, 45);
    const double s = (camera.target - o).dot(d);
    const Eigen::Vector3d px = screen.project(o + s * d);
    QVERIFY(std::abs(px.x() - 123) < 1e-6 && std::abs(px.y() - 45) < 1e-6);
  }
}

void TestView::zoomKeepsThePointUnderTheCursor() {
  Camera camera;
  const Vector3d p(0.2, 0.1, 0.05);
  const Eigen::Vector3d before = ScreenCamera(camera, 800, 600).project(p);
  camera.zoom(0.5, p);
  const Eigen::Vector3d after = ScreenCamera(camera, 800, 600).project(p);
  QVERIFY((before - after).head<2>().norm() < 1e-6);
  QCOMPARE(camera.distance, 1.0);
}

void TestView::framingShowsEverything() {
  for (const bool isOrthographic : {false, true})
    for (const double aspect : {0.5, 1.0, 2.5}) {
      Camera camera;
      camera.isOrthographic = isOrthographic;
      camera.frame({{-1, -2, 0}, {3, 1, 0.5}, false}, aspect);
      const double h = 400, w = h * aspect;
      const ScreenCamera screen(camera, w, h);
      double widest = 0;
      for (int i = 0; i < 8; ++i) {
        const Eigen::Vector3d px = screen.project({i & 1 ? 3.0 : -1, i & 2 ? 1.0 : -2, i & 4 ? 0.5 : 0});
        QVERIFY(px.x() > 0 && px.x() < w && px.y() > 0 && px.y() < h);
        widest = std::max({widest, std::abs(px.x() / w - 0.5), std::abs(px.y() / h - 0.5)});
      }
      QVERIFY(widest > 0.38);  // and does not get lost in the picture
    }
}

void TestView::sceneTakesOverTheMechanism() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  QCOMPARE(scene->parts.size(), std::size_t{2});
  QCOMPARE(scene->rootLink, 0);
  QCOMPARE(scene->links[1].depth, 1);
  QVERIFY(scene->joints[0].isActuated);
  QCOMPARE(*scene->joints[0].upper, 2.0);
  QVERIFY((frame.linkPoses[1].p - Vector3d(0.5, 0, 0)).norm() < 1e-12);
  const Bounds b = boundsOf(*scene, frame);
  QVERIFY((b.lower - Vector3d(-0.1, -0.1, 0)).norm() < 1e-6);
  QVERIFY((b.upper - Vector3d(1.1, 0.1, 0.2)).norm() < 1e-6);
  QCOMPARE(groundHeight(*scene, frame), 0.0);
  Mechanism sunk = fixtures::twoCubes();
  sunk.links[0].visuals[0].origin.xyz.z() = -0.4;
  const auto below = fixtures::viewOf(sunk);
  QVERIFY(std::abs(groundHeight(*below.scene, below.frame) + 0.5) < 1e-6);
  // Two pins between the same links are a hinge.
  Mechanism hinge = fixtures::twoCubes();
  hinge.closures.push_back(fixtures::makePin("b", "a", {0.5, 0, 0.3}));
  QCOMPARE(fixtures::viewOf(hinge).scene->closures[0].hingePartner, 1);
}

void TestView::inertiaBoxHasTheInertia() {
  // A box of 3 kg, 0.2 x 0.4 x 0.6 m: m/12 (b^2 + c^2) about each axis.
  Mechanism m = fixtures::twoCubes();
  m.links[0].inertial->mass = 3;
  m.links[0].inertial->inertia = Vector3d(0.25 * (0.16 + 0.36), 0.25 * (0.04 + 0.36), 0.25 * (0.04 + 0.16)).asDiagonal();
  const SceneLink link = fixtures::viewOf(m).scene->links[0];
  QVERIFY(link.hasInertial);
  Vector3d sorted = link.inertiaBox;
  std::sort(sorted.data(), sorted.data() + 3);
  QVERIFY((sorted - Vector3d(0.2, 0.4, 0.6)).norm() < 1e-9);
  QVERIFY(std::abs(link.X_LI.R.determinant() - 1) < 1e-12);
}

void TestView::colours() {
  Mechanism m = fixtures::twoCubes();
  m.links[1].visuals[0].material = Material{"red", Rgba{1, 0, 0, 1}, {}};
  const auto [scene, frame] = fixtures::viewOf(m);
  ViewOptions options;
  options.selection = {ElementKind::Joint, 0};
  const DrawList list = makeDrawList(*scene, frame, nullptr, options, viewTheme(false), {5, 5, 5});
  QCOMPARE(list.solid.size(), std::size_t{2});
  QVERIFY((list.solid[1].color - Eigen::Vector4f(1, 0, 0, 1)).norm() < 1e-6f);
  QVERIFY((list.solid[0].color.head<3>() - Eigen::Vector3f(0xD9 / 255.f, 0xDE / 255.f, 0xE6 / 255.f)).norm() < 1e-2f);
  QCOMPARE(list.outlines, (std::vector<std::uint8_t>{0, 0, kOutlineSelected}));
  // A translucent part is drawn apart, a wholly transparent one not at all.
  m.links[1].visuals[0].material->rgba = Rgba{1, 0, 0, 0.5};
  const auto half = fixtures::viewOf(m);
  QCOMPARE(makeDrawList(*half.scene, half.frame, nullptr, {}, viewTheme(false), {5, 5, 5}).translucent.size(), std::size_t{1});
  m.links[1].visuals[0].material->rgba = Rgba{1, 0, 0, 0};
  const auto none = fixtures::viewOf(m);
  const DrawList without = makeDrawList(*none.scene, none.frame, nullptr, {}, viewTheme(false), {5, 5, 5});
  QCOMPARE(without.solid.size() + without.translucent.size(), std::size_t{1});
}

void TestView::brokenNumbersAreLeftOut() {
  Mechanism m = fixtures::twoCubes();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  m.links[0].visuals[0].origin.xyz.x() = nan;
  m.links[1].visuals[0].shape = BoxShape{{nan, 1, 1}};
  m.joints[0].axis = Vector3d::Zero();
  m.closures[0].anchor.x() = nan;
  m.links[1].inertial->inertia(0, 0) = nan;
  m.closures.push_back(fixtures::makePin("nobody", "b", {0, 0, 0}));
  const auto [scene, frame] = fixtures::viewOf(m);
  QCOMPARE(scene->parts.size(), std::size_t{1});
  QVERIFY(scene->parts[0].isPlaceholder);
  QVERIFY(boundsOf(*scene, frame).upper.allFinite());
  std::string problem;
  PictureOptions options;
  options.size = {80, 60};
  options.theme = viewTheme(false);
  options.quality = RenderQuality::Reduced;
  options.options.layers.coms = options.options.layers.jointAxes = options.options.layers.names = true;
  renderPicture(*scene, frame, options, problem);  // must not crash
}

void TestView::pickFindsTheNearestLink() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  Picker picker;
  picker.setScene(scene);
  picker.setFrame(frame);
  Camera camera = turnedTo(Camera(), StandardView::Front);  // looks along -x: b stands before a
  camera.target = {0, 0, 0.1};
  camera.distance = 3;
  const ScreenCamera screen(camera, 400, 400);
  const PickResult pick = picker.pick(screen, {200, 200}, {});
  QCOMPARE(pick.link, 1);
  QCOMPARE(pick.element, (ElementRef{ElementKind::Link, 1}));
  QVERIFY((pick.p_W - Vector3d(1.1, 0, 0.1)).norm() < 1e-5);
  QVERIFY((pick.p_L - Vector3d(0.6, 0, 0.1)).norm() < 1e-5);
  QVERIFY((pick.normal_W - Vector3d::UnitX()).norm() < 1e-5);
  QCOMPARE(pick.stack.size(), std::size_t{2});
  QCOMPARE(pick.stack[1], (ElementRef{ElementKind::Link, 0}));
  const PickResult nothing = picker.pick(screen, {5, 5}, {});
  QCOMPARE(nothing.element.kind, ElementKind::None);
  QCOMPARE(nothing.link, -1);
}

void TestView::glyphsWinAndClicksCycle() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  Picker picker;
  picker.setScene(scene);
  picker.setFrame(frame);
  Camera camera = turnedTo(Camera(), StandardView::Top);
  camera.target = {1, 0, 0.2};
  const ScreenCamera screen(camera, 400, 400);
  // The pin at (1, 0, 0.2) lies on b's top face, right at the target.
  const PickResult pick = picker.pick(screen, {202, 201}, {});
  QCOMPARE(pick.element, (ElementRef{ElementKind::Closure, 0}));
  QCOMPARE(pick.link, 1);
  QVERIFY(pick.stack.size() >= 2);
  QCOMPARE(pick.stack[1], (ElementRef{ElementKind::Link, 1}));
  // The hinge's axis, seen from the side, wins over nothing; with the layer off it is not there.
  Camera side = turnedTo(Camera(), StandardView::Right);
  side.target = {0.5, 0, 0};
  ViewOptions axes;
  axes.layers.jointAxes = true;
  const ScreenCamera fromSide(side, 400, 400);
  QCOMPARE(picker.pick(fromSide, {203, 185}, axes).element, (ElementRef{ElementKind::Joint, 0}));
  QCOMPARE(picker.pick(fromSide, {203, 185}, {}).element.kind, ElementKind::None);
}

void TestView::snaps() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  Picker picker;
  picker.setScene(scene);
  picker.setFrame(frame);
  Camera camera = turnedTo(Camera(), StandardView::Top);
  camera.target = {0, 0, 0.2};
  camera.distance = 1;
  const ScreenCamera screen(camera, 400, 400);
  const Eigen::Vector3d corner = screen.project({0.1, 0.1, 0.2});
  const PickResult pick = picker.pick(screen, {corner.x() - 3, corner.y() + 3}, {});
  QVERIFY(!pick.snaps.empty());
  QCOMPARE(pick.snaps.front().kind, SnapCandidate::Kind::Vertex);
  QVERIFY((pick.snaps.front().p_L - Vector3d(0.1, 0.1, 0.2)).norm() < 1e-6);
  QCOMPARE(pick.snaps.front().link, 0);
  const Eigen::Vector3d edge = screen.project({0.1, 0, 0.2});
  const PickResult middle = picker.pick(screen, {edge.x() - 3, edge.y()}, {});
  QCOMPARE(middle.snaps.front().kind, SnapCandidate::Kind::EdgeMidpoint);
  // Beside the middle the edge itself is left, with its direction and length; a named place would come first.
  const Eigen::Vector3d along = screen.project({0.1, 0.05, 0.2});
  const PickResult beside = picker.pick(screen, {along.x() - 3, along.y()}, {});
  QCOMPARE(beside.snaps.front().kind, SnapCandidate::Kind::Edge);
  QVERIFY((beside.snaps.front().p_L - Vector3d(0.1, 0.05, 0.2)).norm() < 2e-3);
  QVERIFY(std::abs(std::abs(beside.snaps.front().direction_W->y()) - 1) < 1e-12);
  // Joint origins by name, with their axis.
  Mechanism m = fixtures::twoCubes();
  m.joints[0].origin.xyz = {0.02, 0.03, 0.2};
  const auto other = fixtures::viewOf(m);
  picker.setScene(other.scene);
  picker.setFrame(other.frame);
  const Eigen::Vector3d origin = screen.project({0.02, 0.03, 0.2});
  const PickResult joint = picker.pick(screen, {origin.x() + 2, origin.y()}, {});
  QCOMPARE(joint.snaps.front().kind, SnapCandidate::Kind::JointOrigin);
  QCOMPARE(joint.snaps.front().name, std::string("hinge"));
  QVERIFY((*joint.snaps.front().direction_W - Vector3d::UnitZ()).norm() < 1e-12);
  // Circle centres: a disc's rim and its middle give the same place.
  Mechanism disc = fixtures::twoCubes();
  disc.links[0].visuals[0].shape = CylinderShape{0.1, 0.2};
  const auto round = fixtures::viewOf(disc);
  picker.setScene(round.scene);
  picker.setFrame(round.frame);
  const Eigen::Vector3d rim = screen.project({0, -0.099, 0.2});
  const PickResult circle = picker.pick(screen, {rim.x(), rim.y()}, {});
  QCOMPARE(circle.snaps.front().kind, SnapCandidate::Kind::CircleCentre);
  QVERIFY((circle.snaps.front().p_L - Vector3d(0, 0, 0.2)).norm() < 1e-6);
  QVERIFY(std::abs(circle.snaps.front().diameter - 0.2) < 1e-4);
  QCOMPARE(circle.snaps.front().name, std::string("Circle centre, \xC3\x98 200 mm"));
}

void TestView::hiddenBehindAnotherPart() {
  const auto [scene, frame] = fixtures::viewOf(fixtures::twoCubes());
  Picker picker;
  picker.setScene(scene);
  picker.setFrame(frame);
  const ScreenCamera screen(turnedTo(Camera(), StandardView::Front), 400, 400);
  const Vector3d insideA(0, 0, 0.1);  // behind b, and inside a
  QVERIFY(picker.isHidden(screen, insideA, {0}));
  QVERIFY(!picker.isHidden(screen, insideA, {0, 1}));  // a glyph of a and b shows through both
  QVERIFY(!picker.isHidden(screen, {1, 0, 0.1}, {1}));
  QVERIFY(!picker.isHidden(screen, {1.2, 0, 0.1}, {}));
}

void TestView::words() {
  QCOMPARE(lengthText(0.0123), std::string("12.3 mm"));
  QCOMPARE(lengthText(4.4e-9), std::string("4.40 nm"));
  QCOMPARE(lengthText(4.5e-7), std::string("450 nm"));
  QCOMPARE(lengthText(-0.5), std::string("\xE2\x88\x92" "500 mm"));
  QCOMPARE(lengthText(2), std::string("2.00 m"));
  QCOMPARE(lengthText(0), std::string("0 mm"));
  QCOMPARE(forceText(14.23), std::string("14.2 N"));
  QCOMPARE(forceText(0.0041), std::string("4.10 mN"));
  QCOMPARE(forceText(1234), std::string("1.23 kN"));
  QCOMPARE(forceText(999.6), std::string("1.00 kN"));
}

void TestView::cubeTurnsTheView() {
  const QRectF rect = viewCubeRect(400);
  QCOMPARE(rect, QRectF(298, 10, 92, 92));
  // Seen from the front, the middle of the cube is the front face.
  const Camera front = turnedTo(Camera(), StandardView::Front);
  QCOMPARE(*viewCubeHit(rect, front, rect.center()), StandardView::Front);
  const Camera top = turnedTo(Camera(), StandardView::Top);
  QCOMPARE(*viewCubeHit(rect, top, rect.center()), StandardView::Top);
  QCOMPARE(*viewCubeHit(rect, front, rect.topLeft() + QPointF(1, 1)), StandardView::Iso);
  QVERIFY(!viewCubeHit(rect, front, {10, 10}));
  for (const char* name : {"iso", "top", "bottom", "front", "back", "right", "left"}) {
    bool ok = false;
    standardViewFromName(name, ok);
    QVERIFY(ok);
  }
  bool ok = true;
  standardViewFromName("sideways", ok);
  QVERIFY(!ok);
}

void TestView::themesReadAllTokens() {
  for (const bool isDark : {false, true}) {
    const ViewTheme t = viewTheme(isDark);
    for (const QColor& c : {t.backgroundTop, t.backgroundBottom, t.gridMinor, t.gridMajor, t.axisX, t.edge, t.ambientSky, t.ambientGround,
                            t.labelBackground, t.labelText, t.chassis, t.links[7], t.anchor1, t.anchor2, t.planeFill, t.force, t.limitsStop,
                            t.halo, t.surface, t.border, t.text, t.text2, t.accent, t.onAccent, t.warning, t.shadow})
      QVERIFY(c.isValid());
    QVERIFY(t.key > 0 && t.exposure > 0 && t.edgeAlpha > 0 && t.gridMajorAlpha > t.gridMinorAlpha);
  }
  QCOMPARE(viewTheme(false).halo.alpha(), 0xD9);  // #RRGGBBAA, alpha last
}

QTEST_MAIN(TestView)
#include "tst_view.moc"
