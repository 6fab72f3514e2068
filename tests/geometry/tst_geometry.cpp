// Meshes: loading, scale and mirroring, primitives, normals, rays. Expected numbers by hand.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <set>

#include "core/geometry/mesh_library.h"
#include "core/geometry/mesh_loader.h"
#include "core/geometry/mesh_normals.h"
#include "core/geometry/mesh_ops.h"
#include "core/geometry/mesh_query.h"
#include "core/geometry/primitives.h"
#include "tests/support/shared_folder.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

// A tetrahedron with three perpendicular edges a, b, c at the origin; volume a b c / 6.
QByteArray asciiWedge(double a, double b, double c) {
  const double v[4][3] = {{0, 0, 0}, {a, 0, 0}, {0, b, 0}, {0, 0, c}};
  const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  QByteArray text = "solid wedge\n";
  for (const auto& f : faces) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int i : f)
      text += QByteArray("vertex ") + QByteArray::number(v[i][0]) + " " + QByteArray::number(v[i][1]) + " " +
              QByteArray::number(v[i][2]) + "\n";
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid wedge\n";
}

std::string write(const QTemporaryDir& dir, const char* name, const QByteArray& text) {
  QFile file(dir.filePath(name));
  if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
  file.write(text);
  return file.fileName().toStdString();
}

void compareBounds(const TriMesh& mesh, const Vector3d& lower, const Vector3d& upper) {
  const Bounds b = boundsOf(mesh);
  QVERIFY((b.lower - lower).norm() < 1e-6 * (upper - lower).norm());
  QVERIFY((b.upper - upper).norm() < 1e-6 * (upper - lower).norm());
}

/// Every normal must lie in the half space of its triangle.
bool normalsPointOutwards(const TriMesh& mesh) {
  for (const auto& t : mesh.triangles) {
    const Eigen::Vector3f n = (mesh.vertices[t[1]] - mesh.vertices[t[0]]).cross(mesh.vertices[t[2]] - mesh.vertices[t[0]]);
    for (const std::uint32_t i : t)
      if (mesh.normals[i].dot(n) <= 0) return false;
  }
  return true;
}

}  // namespace

class TestGeometry : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void scaleAndMirror_data();
  void scaleAndMirror();
  void handedWedgeFile();
  void missingFileGivesPlaceholder();
  void changedFileIsReadAgain();
  void sameMeshIsShared();
  void objColours();
  void brokenFiles_data();
  void brokenFiles();
  void primitiveVolumes();
  void badPrimitiveSizes();
  void creases();
  void hull();
  void rays();
  void raysFollowPoses();
  void millimetresAreNoticed();
};

void TestGeometry::scaleAndMirror_data() {
  QTest::addColumn<double>("x");
  QTest::addColumn<double>("y");
  QTest::addColumn<double>("z");
  QTest::newRow("mm") << 0.001 << 0.001 << 0.001;
  QTest::newRow("mirrored y") << 0.001 << -0.001 << 0.001;
  QTest::newRow("mirrored twice") << -0.001 << -0.001 << 0.001;
  QTest::newRow("mirrored thrice") << -0.001 << -0.001 << -0.001;
}

void TestGeometry::scaleAndMirror() {
  QFETCH(double, x);
  QFETCH(double, y);
  QFETCH(double, z);
  QTemporaryDir dir;
  MeshLibrary library;
  const LibraryMesh mesh = library.load(write(dir, "wedge.stl", asciiWedge(100, 40, 20)), {x, y, z});
  QVERIFY(!mesh.isPlaceholder);
  // 0.1 * 0.04 * 0.02 / 6, positive whatever the mirroring.
  QVERIFY(std::abs(signedVolume(*mesh.mesh) - 1.3333333333333333e-05) < 1e-11);
  QVERIFY(normalsPointOutwards(*mesh.mesh));
  const Vector3d corner(x * 100, y * 40, z * 20);
  compareBounds(*mesh.mesh, corner.cwiseMin(0), corner.cwiseMax(0));
}

void TestGeometry::handedWedgeFile() {
  QString shared = fixtures::sharedFolder();
  const QString path = shared + "/cases/23-mesh-scale-mirror-package/demo_parts/meshes/wedge_mm.stl";
  if (!QFile::exists(path)) QSKIP("the handed cases are not here");
  MeshLibrary library;
  const LibraryMesh good = library.load(path.toStdString(), Vector3d::Constant(0.001));
  QVERIFY(std::abs(signedVolume(*good.mesh) - 1.3333333333333333e-05) < 1e-11);
  compareBounds(*good.mesh, {0, 0, 0}, {0.1, 0.04, 0.02});
  const LibraryMesh mirrored = library.load(path.toStdString(), {0.001, -0.001, 0.001});
  QVERIFY(std::abs(signedVolume(*mirrored.mesh) - 1.3333333333333333e-05) < 1e-11);
  compareBounds(*mirrored.mesh, {0, -0.04, 0}, {0.1, 0, 0.02});
  QVERIFY(normalsPointOutwards(*mirrored.mesh));
  compareBounds(*library.load(path.toStdString()).mesh, {0, 0, 0}, {100, 40, 20});
}

void TestGeometry::missingFileGivesPlaceholder() {
  MeshLibrary library;
  const LibraryMesh mesh = library.load("/nowhere/part.stl");
  QVERIFY(mesh.isPlaceholder);
  QVERIFY(mesh.mesh && !mesh.mesh->empty());
  QVERIFY(mesh.problem.find("/nowhere/part.stl") != std::string::npos);
  QVERIFY(library.meshOf(MeshShape{"package://x/y.stl", "", Vector3d::Ones()}).isPlaceholder);
  QTemporaryDir dir;
  QVERIFY(library.load(write(dir, "w.stl", asciiWedge(1, 1, 1)), {1, 0, 1}).isPlaceholder);
}

void TestGeometry::changedFileIsReadAgain() {
  QTemporaryDir dir;
  MeshLibrary library;
  const std::string path = write(dir, "wedge.stl", asciiWedge(1, 1, 1));
  QVERIFY(std::abs(signedVolume(*library.load(path).mesh) - 1.0 / 6) < 1e-6);
  write(dir, "wedge.stl", asciiWedge(10, 10, 10));  // another length of text
  QVERIFY(std::abs(signedVolume(*library.load(path).mesh) - 1000.0 / 6) < 1e-3);
}

void TestGeometry::sameMeshIsShared() {
  QTemporaryDir dir;
  MeshLibrary library;
  const std::string path = write(dir, "wedge.stl", asciiWedge(1, 1, 1));
  QCOMPARE(library.load(path).mesh.get(), library.load(path).mesh.get());
  QCOMPARE(library.meshOf(BoxShape{{1, 2, 3}}).mesh.get(), library.meshOf(BoxShape{{1, 2, 3}}).mesh.get());
  QVERIFY(library.meshOf(BoxShape{{1, 2, 3}}).mesh != library.meshOf(BoxShape{{1, 2, 4}}).mesh);
}

void TestGeometry::objColours() {
  QTemporaryDir dir;
  write(dir, "m.mtl", "newmtl red\nKd 0.8 0.1 0.05\nnewmtl blue\nKd 0 0.2 0.9\n");
  const std::string path = write(dir, "m.obj",
      "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl red\nf 1 3 2\nf 1 2 4\nusemtl blue\nf 1 4 3\nf 2 3 4\n");
  const Outcome<TriMesh> mesh = loadMesh(path);
  QVERIFY(mesh.ok());
  QCOMPARE(mesh->triangles.size(), std::size_t{4});
  QCOMPARE(mesh->colors.size(), mesh->vertices.size());
  int red = 0, blue = 0;
  for (const auto& t : mesh->triangles) {
    if (mesh->colors[t[0]].isApprox(Eigen::Vector4f(0.8f, 0.1f, 0.05f, 1))) ++red;
    if (mesh->colors[t[0]].isApprox(Eigen::Vector4f(0, 0.2f, 0.9f, 1))) ++blue;
  }
  QCOMPARE(red, 2);
  QCOMPARE(blue, 2);
  // An STL has no materials: the link's own tone is used.
  QVERIFY(loadMesh(write(dir, "w.stl", asciiWedge(1, 1, 1)))->colors.empty());
}

void TestGeometry::brokenFiles_data() {
  QTest::addColumn<QByteArray>("name");
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("empty stl") << QByteArray("a.stl") << QByteArray();
  QTest::newRow("cut-off stl") << QByteArray("b.stl") << asciiWedge(1, 1, 1).left(60);
  QTest::newRow("html as stl") << QByteArray("c.stl") << QByteArray("<html>404</html>");
  QTest::newRow("no faces") << QByteArray("d.obj") << QByteArray("v 0 0 0\nv 1 0 0\n");
  QTest::newRow("flat needle") << QByteArray("e.obj") << QByteArray("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
  QTest::newRow("index out of range") << QByteArray("f.obj") << QByteArray("v 0 0 0\nf 1 2 9\n");
  QTest::newRow("lfs pointer") << QByteArray("g.dae") << QByteArray("version https://git-lfs.github.com/spec/v1\n");
  QTest::newRow("unknown format") << QByteArray("h.xyzzy") << QByteArray("hello");
}

void TestGeometry::brokenFiles() {
  QFETCH(QByteArray, name);
  QFETCH(QByteArray, text);
  QTemporaryDir dir;
  const Outcome<TriMesh> mesh = loadMesh(write(dir, name.constData(), text));
  QVERIFY(!mesh.ok());
  QCOMPARE(mesh.diagnostics.front().code, std::string("mesh-unreadable"));
}

void TestGeometry::primitiveVolumes() {
  QVERIFY(std::abs(signedVolume(makeBox({0.2, 0.3, 0.5})) - 0.03) < 1e-8);
  // A prism over a regular n-gon: n/2 r^2 sin(2 pi / n) h.
  const int n = kRoundSegments;
  const double ngon = n / 2.0 * 0.01 * std::sin(2 * M_PI / n);
  QVERIFY(std::abs(signedVolume(makeCylinder(0.1, 0.4)) - ngon * 0.4) < 1e-8);
  const double ball = 4.0 / 3 * M_PI * 0.001;
  QVERIFY(std::abs(signedVolume(makeSphere(0.1)) / ball - 1) < 5e-3);
  QVERIFY(signedVolume(makeSphere(0.1)) < ball);
  QVERIFY(std::abs(signedVolume(makeCapsule(0.1, 0.4)) / (ball + M_PI * 0.01 * 0.4) - 1) < 5e-3);
  compareBounds(makeCapsule(0.1, 0.4), {-0.1, -0.1, -0.3}, {0.1, 0.1, 0.3});
  for (const TriMesh& mesh : {makeBox({1, 2, 3}), makeCylinder(1, 2), makeSphere(1), makeCapsule(1, 1)})
    QVERIFY(normalsPointOutwards(mesh));
}

void TestGeometry::badPrimitiveSizes() {
  MeshLibrary library;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  QVERIFY(library.meshOf(BoxShape{{1, nan, 1}}).isPlaceholder);
  QVERIFY(library.meshOf(SphereShape{-1}).isPlaceholder);
  QVERIFY(library.meshOf(CylinderShape{1, std::numeric_limits<double>::infinity()}).isPlaceholder);
  QVERIFY(!library.meshOf(BoxShape{{1, 1, 0}}).isPlaceholder);  // a sheet is fine
}

void TestGeometry::creases() {
  // A box has six faces of four vertices; a sphere is one smooth face; a cylinder has three.
  const TriMesh box = makeBox({1, 1, 1});
  QCOMPARE(box.vertices.size(), std::size_t{24});
  QCOMPARE(std::set<std::uint32_t>(box.groups.begin(), box.groups.end()).size(), std::size_t{6});
  const TriMesh ball = makeSphere(1);
  QCOMPARE(std::set<std::uint32_t>(ball.groups.begin(), ball.groups.end()).size(), std::size_t{1});
  for (std::size_t i = 0; i < ball.vertices.size(); ++i)
    QVERIFY((ball.normals[i] - ball.vertices[i].normalized()).norm() < 0.02f);
  const TriMesh can = makeCylinder(1, 1);
  QCOMPARE(std::set<std::uint32_t>(can.groups.begin(), can.groups.end()).size(), std::size_t{3});
}

void TestGeometry::hull() {
  // A ball inside a box adds nothing to the box's hull.
  TriMesh both = makeBox({2, 2, 2});
  const TriMesh ball = makeSphere(0.5);
  for (const auto& v : ball.vertices) both.vertices.push_back(v);
  QVERIFY(std::abs(signedVolume(convexHull(both)) - 8) < 1e-6);
  TriMesh flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5f, 0.5f, 0}};
  QVERIFY(convexHull(flat).empty());
}

void TestGeometry::rays() {
  const auto box = std::make_shared<const TriMesh>(makeBox({2, 2, 2}));
  MeshQuery query;
  QVERIFY(!query.castRay({0, 0, 5}, {0, 0, -1}));
  query.setInstances({{box, Pose{}}, {box, Pose{Matrix3d::Identity(), {0, 0, -4}}}});
  const auto hit = query.castRay({0.3, 0.2, 5}, {0, 0, -2});  // not unit on purpose
  QVERIFY(hit);
  QCOMPARE(hit->instance, 0);
  QVERIFY(std::abs(hit->distance - 4) < 1e-6);
  QVERIFY((hit->p_W - Vector3d(0.3, 0.2, 1)).norm() < 1e-6);
  QVERIFY((hit->normal_W - Vector3d::UnitZ()).norm() < 1e-6);
  QVERIFY(!query.castRay({3, 0, 5}, {0, 0, -1}));
  const auto all = query.castThrough({0.3, 0.2, 5}, {0, 0, -1});
  QCOMPARE(all.size(), std::size_t{2});
  QCOMPARE(all[1].instance, 1);
  QVERIFY(std::abs(all[1].distance - 8) < 1e-5);
  QVERIFY(query.isHidden({0, 0, 5}, {0, 0, -2}, 1e-3));
  QVERIFY(!query.isHidden({0, 0, 5}, {0, 0, 1}, 1e-3));   // the surface itself does not hide its point
  QVERIFY(!query.isHidden({0, 0, 5}, {0, 5, -2}, 1e-3));
}

void TestGeometry::raysFollowPoses() {
  const auto box = std::make_shared<const TriMesh>(makeBox({2, 2, 2}));
  MeshQuery query;
  query.setInstances({{box, Pose{}}});
  const Matrix3d turned = Eigen::AngleAxisd(M_PI / 4, Vector3d::UnitY()).toRotationMatrix();
  query.setPoses({Pose{turned, {10, 0, 0}}});
  QVERIFY(!query.castRay({0, 0, 5}, {0, 0, -1}));
  // The edge now points up: height sqrt(2).
  const auto hit = query.castRay({10 + 1e-3, 0.1, 5}, {0, 0, -1});
  QVERIFY(hit);
  QVERIFY(std::abs(hit->p_W.z() - (std::sqrt(2.0) - 1e-3)) < 1e-5);
  QVERIFY((hit->normal_W - Vector3d(std::sqrt(0.5), 0, std::sqrt(0.5))).norm() < 1e-5);
}

void TestGeometry::millimetresAreNoticed() {
  QTemporaryDir dir;
  const std::string path = write(dir, "wedge.stl", asciiWedge(100, 40, 20));
  Mechanism mechanism;
  for (const double scale : {0.001, 0.001, 1.0}) {
    Link link;
    link.name = "part" + std::to_string(mechanism.links.size());
    Geometry visual;
    visual.shape = MeshShape{"wedge.stl", path, Vector3d::Constant(scale)};
    visual.source.line = 10 + static_cast<int>(mechanism.links.size());
    link.visuals.push_back(visual);
    mechanism.links.push_back(link);
  }
  MeshLibrary library;
  const Diagnostics findings = checkMeshes(mechanism, library);
  QCOMPARE(findings.size(), std::size_t{1});
  QCOMPARE(findings[0].code, std::string("mesh-units"));
  QCOMPARE(findings[0].where.line, 12);
  QVERIFY(findings[0].message.find("1000 times larger") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestGeometry)
#include "tst_geometry.moc"
