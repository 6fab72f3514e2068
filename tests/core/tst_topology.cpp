// Spanning trees, fundamental loops, and the closures of cut joints, against hand-made graphs and twists.
#include <QtTest>

#include "core/topology/cut_joint_closures.h"
#include "core/topology/spanning_tree.h"
#include "tests/support/fixtures.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

using Vector6d = Eigen::Matrix<double, 6, 1>;

/// world -> a -> b, world -> d; names in an order that is neither depth first nor alphabetical.
Mechanism chainPair() {
  Mechanism m;
  m.root = "world";
  for (const char* name : {"b", "a", "world", "d", "tip"}) m.links.push_back(makeLink(name));
  m.joints = {
      makeJoint("jb", JointType::Revolute, "a", "b"), makeJoint("jd", JointType::Revolute, "world", "d"),
      makeJoint("ja", JointType::Revolute, "world", "a"), makeJoint("jt", JointType::Fixed, "b", "tip")};
  return m;
}

/// Twists (angular, linear of the joint origin) of body1 relative to body2 that the closures forbid, as the
/// row space of their velocity rows while closed: a . (v + w x r).
Eigen::MatrixXd wrenchRows(const std::vector<Closure>& closures, const Vector3d& origin) {
  std::vector<Vector6d> rows;
  for (const Closure& c : closures) {
    const std::vector<Vector3d> axes =
        c.kind == ClosureKind::Pin
            ? std::vector<Vector3d>{Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()}
            : c.axes;
    for (const Vector3d& a : axes) {
      Vector6d row;
      row << (c.anchor - origin).cross(a), a;
      rows.push_back(row);
    }
  }
  Eigen::MatrixXd W(rows.size(), 6);
  for (std::size_t i = 0; i < rows.size(); ++i) W.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  return W;
}

}  // namespace

class TestTopology : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void visitsDepthFirstInDocumentOrder();
  void survivesBrokenGraphs();
  void loopLeavesOutTheCommonPath();
  void closuresBetweenTheSameBodiesShareALoop();
  void cutJointFreesExactlyItsOwnMotion_data();
  void cutJointFreesExactlyItsOwnMotion();
  void childOriginPlacesTheSecondAnchor();
};

void TestTopology::visitsDepthFirstInDocumentOrder() {
  const SpanningTree tree = spanningTree(chainPair());
  QCOMPARE(tree.linkOrder, (std::vector<int>{2, 3, 1, 0, 4}));  // world, d, a, b, tip
  QCOMPARE(tree.jointOrder, (std::vector<int>{1, 2, 0, 3}));
  QCOMPARE(tree.parentJoint, (std::vector<int>{0, 2, -1, 1, 3}));
  QCOMPARE(tree.parentLink, (std::vector<int>{1, 2, -1, 2, 0}));
}

void TestTopology::survivesBrokenGraphs() {
  QVERIFY(spanningTree(Mechanism{}).linkOrder.empty());
  Mechanism ring;
  ring.links = {makeLink("a"), makeLink("b")};
  ring.joints = {makeJoint("j", JointType::Revolute, "a", "b"),
                 makeJoint("k", JointType::Revolute, "b", "a")};
  QVERIFY(spanningTree(ring).linkOrder.empty());  // no root to start from
  ring.root = "a";
  QCOMPARE(spanningTree(ring).linkOrder, (std::vector<int>{0, 1}));
  ring.joints.push_back(makeJoint("ghost", JointType::Revolute, "a", "nobody"));
  ring.closures = {makePin("a", "nobody", Vector3d::Zero())};
  QCOMPARE(spanningTree(ring).jointOrder, (std::vector<int>{0}));
  QVERIFY(fundamentalLoops(ring).empty());
}

void TestTopology::loopLeavesOutTheCommonPath() {
  Mechanism m = chainPair();
  // Below b: two branches; their closure sees neither ja nor jb. "tip" stands for b itself.
  m.links.push_back(makeLink("p"));
  m.links.push_back(makeLink("q"));
  m.joints.push_back(makeJoint("jp", JointType::Revolute, "tip", "p"));
  m.joints.push_back(makeJoint("jq", JointType::Prismatic, "b", "q"));
  m.closures = {makePin("p", "q", Vector3d::Zero()), makePin("tip", "d", Vector3d::Zero())};
  const std::vector<Loop> loops = fundamentalLoops(m);
  QCOMPARE(loops.size(), std::size_t(2));
  QCOMPARE(loops[0].joints, (std::vector<int>{4, 5}));
  QCOMPARE(loops[1].joints, (std::vector<int>{0, 2, 1}));  // up jb, ja; down jd; the fixed jt left out
}

void TestTopology::closuresBetweenTheSameBodiesShareALoop() {
  Mechanism m = chainPair();
  Joint cut = makeJoint("jc", JointType::Revolute, "b", "d");
  cut.isCut = true;
  m.joints.push_back(cut);
  m.closures = {makePin("b", "d", Vector3d::Zero()), makePin("d", "tip", Vector3d::UnitZ())};
  const std::vector<Loop> loops = fundamentalLoops(m);
  QCOMPARE(loops.size(), std::size_t(2));
  QCOMPARE(loops[0].closures, (std::vector<int>{0, 1}));
  QCOMPARE(loops[0].joints, (std::vector<int>{0, 2, 1}));
  QCOMPARE(loops[1].cutJoint, 4);
  QCOMPARE(loops[1].name, std::string("jc"));
}

void TestTopology::cutJointFreesExactlyItsOwnMotion_data() {
  QTest::addColumn<int>("type");
  QTest::addColumn<int>("rank");     // 6 - freedoms of the joint
  QTest::addColumn<bool>("turns");   // about its axis
  QTest::addColumn<bool>("slides");  // along its axis
  QTest::newRow("spherical") << int(JointType::Spherical) << 3 << true << false;
  QTest::newRow("revolute") << int(JointType::Revolute) << 5 << true << false;
  QTest::newRow("fixed") << int(JointType::Fixed) << 6 << false << false;
  QTest::newRow("cylindrical") << int(JointType::Cylindrical) << 4 << true << true;
  QTest::newRow("prismatic") << int(JointType::Prismatic) << 5 << false << true;
  QTest::newRow("planar") << int(JointType::Planar) << 3 << true << false;
  QTest::newRow("universal") << int(JointType::Universal) << 4 << true << false;
}

void TestTopology::cutJointFreesExactlyItsOwnMotion() {
  QFETCH(int, type);
  QFETCH(int, rank);
  QFETCH(bool, turns);
  QFETCH(bool, slides);
  Mechanism m = chainPair();
  Joint cut = makeJoint("jc", static_cast<JointType>(type), "b", "d", {0.1, -0.2, 0.3}, {1, 2, -2});
  cut.origin.rpy = {0.4, -0.3, 1.1};
  cut.isCut = true;
  m.joints.push_back(cut);
  const auto closures = closuresOfCutJoint(m, 4, 0.25, false);
  const Eigen::MatrixXd W = wrenchRows(closures, cut.origin.xyz);
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(W);
  svd.setThreshold(1e-10);
  QCOMPARE(static_cast<int>(svd.rank()), rank);
  const Vector3d z = rotationFromRpy(cut.origin.rpy) * cut.axis.normalized();
  Vector6d turn, slide;
  turn << z, Vector3d::Zero();
  slide << Vector3d::Zero(), z;
  QCOMPARE((W * turn).norm() < 1e-12, turns);
  QCOMPARE((W * slide).norm() < 1e-12, slides);
  for (const Closure& c : closures) {
    QCOMPARE(c.body1, std::string("b"));
    QCOMPARE(c.body2, std::string("d"));
    QVERIFY(!c.anchor2);
  }
  if (static_cast<JointType>(type) == JointType::Revolute)
    QCOMPARE(closuresOfCutJoint(m, 4, 0.25, true).front().axes.size(), std::size_t(2));
}

void TestTopology::childOriginPlacesTheSecondAnchor() {
  Mechanism m = chainPair();
  Joint cut = makeJoint("jc", JointType::Revolute, "b", "d", {0.1, 0, 0}, {0, 0, 1});
  cut.isCut = true;
  Origin inChild;
  inChild.xyz = {0, 0.5, 0};
  inChild.rpy = {M_PI / 2, 0, 0};  // the joint's z is the child's -y
  cut.childOrigin = inChild;
  m.joints.push_back(cut);
  const auto closures = closuresOfCutJoint(m, 4, 0.2, false);
  QCOMPARE(closures.size(), std::size_t(2));
  QVERIFY((closures[0].anchor - Vector3d(0.1, 0, 0)).norm() < 1e-15);
  QVERIFY((*closures[0].anchor2 - Vector3d(0, 0.5, 0)).norm() < 1e-15);
  QVERIFY((closures[1].anchor - Vector3d(0.1, 0, 0.2)).norm() < 1e-15);
  QVERIFY((*closures[1].anchor2 - Vector3d(0, 0.3, 0)).norm() < 1e-15);
}

QTEST_GUILESS_MAIN(TestTopology)
#include "tst_topology.moc"
