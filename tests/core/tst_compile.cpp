// The flat model: order, merging, alignment, anchors, nominal pose, refusals.
#include <QtTest>

#include "core/dynamics/assemble.h"
#include "core/dynamics/kinematics.h"
#include "core/io/urdf_reader.h"
#include "tests/core/urdf_texts.h"
#include "tests/support/fixtures.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

Outcome<ModelPtr> compiled(const Mechanism& mechanism, BaseMode base = BaseMode::Auto) {
  CompileOptions options;
  options.base = base;
  return compileModel(std::make_shared<Mechanism>(mechanism), options);
}

/// world -> a -> (b, c), b -> d; the joints are written in another order.
Mechanism branched() {
  Mechanism m;
  m.root = "world";
  for (const char* name : {"world", "a", "b", "c", "d"}) m.links.push_back(makeLink(name, 1.0));
  m.joints = {makeJoint("b-d", JointType::Revolute, "b", "d"),
              makeJoint("world-a", JointType::Prismatic, "world", "a"),
              makeJoint("a-c", JointType::Spherical, "a", "c"),
              makeJoint("a-b", JointType::Planar, "a", "b")};
  return m;
}

bool hasCode(const Diagnostics& diagnostics, const std::string& code) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [&](const Diagnostic& d) { return d.code == code; });
}

std::span<const double> view(const VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

}  // namespace

class TestCompile : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void jointsGoDepthFirstInDocumentOrder() {
    const ModelPtr model = *compiled(branched()).value;
    QStringList names;
    for (const MovableJoint& joint : model->joints) names << QString::fromStdString(joint.name);
    QCOMPARE(names, QStringList({"world-a", "a-c", "a-b", "b-d"}));
    QCOMPARE(model->nq, 1 + 4 + 3 + 1);
    QCOMPARE(model->nv, 1 + 3 + 3 + 1);
    QCOMPARE(int(model->bodies.size()), 1 + 1 + 1 + 3 + 1);  // planar: two massless bodies between
    QCOMPARE(model->joints[2].body - model->joints[2].firstBody, 2);
    QVERIFY(!model->isFloating);
  }

  void baseFloatsUnlessTheRootIsWorld() {
    Mechanism m = branched();
    QVERIFY((*compiled(m, BaseMode::Floating).value)->isFloating);
    m.root = m.links[0].name = m.joints[1].parent = "trunk";
    const ModelPtr model = *compiled(m).value;
    QVERIFY(model->isFloating);
    QCOMPARE(model->joints[0].name, std::string("ROOT"));
    QCOMPARE(model->nq, 7 + 9);
    QVERIFY(!(*compiled(m, BaseMode::Fixed).value)->isFloating);
  }

  /// Two 1 kg points a metre apart, welded: 2 kg, centre half way, m d^2 / 2 = 0.5 kg m^2 across.
  void fixedJointsMerge() {
    Mechanism m;
    m.root = "world";
    m.links = {makeLink("world"), makeLink("arm", 1.0, Vector3d::Zero(), Vector3d::Zero()),
               makeLink("tip", 1.0, Vector3d::Zero(), Vector3d::Zero())};
    m.joints = {makeJoint("hinge", JointType::Revolute, "world", "arm", {0, 0, 1}),
                makeJoint("weld", JointType::Fixed, "arm", "tip", {1, 0, 0})};
    const ModelPtr model = *compiled(m).value;
    QCOMPARE(int(model->bodies.size()), 2);
    QCOMPARE(model->bodies[1].mass, 2.0);
    QVERIFY(model->bodies[1].com_B.isApprox(Vector3d(0.5, 0, 0)));
    QVERIFY(model->bodies[1].inertia_B.isApprox(Matrix3d(Vector3d(0, 0.5, 0.5).asDiagonal())));
    QCOMPARE(model->links[2].body, 1);
    QVERIFY(model->frames[1].X_B.p.isApprox(Vector3d(1, 0, 0)));
  }

  /// Parallel hinges written in turned frames, one of them pointing the other way.
  void parallelAxesShareTheirParentsFrame() {
    Mechanism m;
    m.root = "world";
    m.links = {makeLink("world"), makeLink("a", 1.0), makeLink("b", 1.0), makeLink("c", 1.0)};
    m.joints = {makeJoint("1", JointType::Revolute, "world", "a", {0, 0, 0}, {0, 1, 0}),
                makeJoint("2", JointType::Revolute, "a", "b", {0.3, 0, 0}, {1, 0, 0}),
                makeJoint("3", JointType::Revolute, "b", "c", {0.3, 0, 0}, {-2, 0, 0})};
    m.joints[1].origin.rpy = {0, 0, M_PI / 2};  // x points along a's y
    const ModelPtr model = *compiled(m).value;
    for (int b : {2, 3}) {
      const Body& body = model->bodies[static_cast<std::size_t>(b)];
      QVERIFY(body.isAligned);
      QVERIFY(body.R_PF == Matrix3d::Identity());
    }
    QCOMPARE(model->bodies[2].sign, 1.0);
    QCOMPARE(model->bodies[3].sign, -1.0);
  }

  void anchorsCoincideAtTheNominalPose() {
    Mechanism m;
    m.root = "world";
    m.links = {makeLink("world"), makeLink("a", 1.0), makeLink("b", 1.0)};
    m.joints = {makeJoint("1", JointType::Revolute, "world", "a", {0, 0, 0}),
                makeJoint("2", JointType::Revolute, "world", "b", {2, 0, 0})};
    m.closures = {makePin("a", "b", {1, 0, 0})};
    m.nominal = std::vector<double>{M_PI / 2, 0};  // a points along y: its anchor is at (0, 1)
    QVERIFY((*compiled(m).value)->constraints[0].p_B2A2.isApprox(Vector3d(-2, 1, 0)));
    m.closures[0].anchor2 = Vector3d(-1, 0, 0);
    QVERIFY((*compiled(m).value)->constraints[0].p_B2A2.isApprox(Vector3d(-1, 0, 0)));
  }

  void onlyTheSpanOfTwoAxesMatters() {
    Mechanism m = branched();
    m.closures = {makeEquality("c", "d", {0, 0, 0}, {{2, 0, 0}, {1, 0, 1e-4}})};
    const Constraint c = (*compiled(m).value)->constraints[0];
    QCOMPARE(c.rows, 2);
    const Matrix3d R = (*compiled(m).value)->links[3].X_B.R;
    QVERIFY((R.transpose() * c.axes_B1.col(0)).isApprox(Vector3d(1, 0, 0)));
    QVERIFY((R.transpose() * c.axes_B1.col(1)).isApprox(Vector3d(0, 0, 1), 1e-10));
  }

  void constraintsAreOrderedByKind() {
    Mechanism m = branched();
    Closure universal = makePin("c", "d", {0, 0, 0});
    universal.kind = ClosureKind::Universal;
    m.joints[0].mimic = Mimic{"world-a", 2.0, 0.1, {}};
    m.closures = {universal, makeEquality("c", "d", {0, 0, 0}, {{1, 0, 0}}), makePin("a", "d", {0, 0, 0})};
    const ModelPtr model = *compiled(m).value;
    std::vector<ConstraintKind> kinds;
    for (const Constraint& c : model->constraints) kinds.push_back(c.kind);
    QVERIFY(kinds == std::vector<ConstraintKind>({ConstraintKind::Pin, ConstraintKind::Equality,
                                                  ConstraintKind::Universal, ConstraintKind::Mimic}));
    QCOMPARE(model->authoredRows(), 3 + 1 + 4 + 1);
    QCOMPARE(model->joints[static_cast<std::size_t>(model->constraints[3].follower)].name,
             std::string("b-d"));
  }

  /// A cut hinge: two in-plane directions in a planar loop; elsewhere two pins on its axis.
  void cutJointsBecomeClosures() {
    Mechanism m;
    m.root = "world";
    m.links = {makeLink("world"), makeLink("a", 1.0), makeLink("b", 1.0)};
    m.joints = {makeJoint("1", JointType::Revolute, "world", "a", {0, 0, 0}),
                makeJoint("2", JointType::Revolute, "world", "b", {2, 0, 0}),
                makeJoint("cut", JointType::Revolute, "a", "b", {1, 0, 0})};
    m.joints[2].isCut = true;
    m.closures = {makeEquality("a", "world", {0, 0, 0}, {{1, 0, 0}})};
    ModelPtr model = *compiled(m).value;
    QCOMPARE(int(model->constraints.size()), 2);
    QCOMPARE(model->constraints[1].name, std::string("cut"));
    QCOMPARE(model->constraints[1].joint, 2);
    QCOMPARE(model->constraints[1].rows, 2);
    QVERIFY(model->constraints[1].axes_B1.col(2).cwiseAbs().isApprox(Vector3d::UnitZ()));
    QCOMPARE(model->frames[2].body, -1);

    m.joints[0].axis = {0, 1, 0};  // no longer parallel: a spatial loop
    model = *compiled(m).value;
    QCOMPARE(int(model->constraints.size()), 3);
    QVERIFY(model->constraints[0].kind == ConstraintKind::Pin &&
            model->constraints[1].kind == ConstraintKind::Pin);
    QVERIFY(model->constraints[2].kind == ConstraintKind::Equality);
  }

  void zeroIsClampedIntoTheLimitsAndSaysSo() {
    Mechanism m = branched();
    m.joints[0].limits = JointLimits{0.4, 1.2, {}, {}, {}};
    const auto outcome = compiled(m);
    QCOMPARE((*outcome.value)->nominal[8], 0.4);
    QVERIFY(hasCode(outcome.diagnostics, "nominal-clamped"));
    QCOMPARE((*outcome.value)->nominal[1], 1.0);  // the spherical joint's quaternion
  }

  /// A follower of a follower, declared first: c = -0.5 b + 0.2 and b = 2 a + 0.1 at a = 0.4, its lower
  /// bound.
  void followersStartWhereTheirLeadersPutThem() {
    Mechanism m;
    m.root = "world";
    m.links.push_back(makeLink("world"));
    for (const char* name : {"c", "b", "a"}) {
      m.links.push_back(makeLink(name));
      m.joints.push_back(makeJoint(name, JointType::Revolute, "world", name));
    }
    m.joints[0].mimic = Mimic{"b", -0.5, 0.2, {}};
    m.joints[1].mimic = Mimic{"a", 2.0, 0.1, {}};
    m.joints[2].limits.lower = 0.4;
    const ModelPtr model = *compiled(m).value;
    QCOMPARE(model->nominal[2], 0.4);
    QVERIFY(std::abs(model->nominal[1] - 0.9) < 1e-15);
    QVERIFY(std::abs(model->nominal[0] + 0.25) < 1e-15);
    m.joints[2].mimic = Mimic{"c", 1e200, 0.0, {}};  // a ring has no leader, and no infinity
    m.joints[1].mimic->multiplier = 1e200;
    QVERIFY((*compiled(m).value)->nominal.allFinite());
  }

  /// A joint into a link that has its parent joint already holds it where the two meet: hinges of the
  /// four-bar by hand, (0, 0.06) + (0.16, 0.08) = (0.16, 0.14), minus the rocker's origin (0.2, 0).
  void aSecondParentMeetsTheLinkWhereItIs() {
    const Outcome<Mechanism> read = readUrdf(texts::kTwoParents, "", {});
    const ModelPtr model = *compiled(*read).value;
    QCOMPARE(model->constraints.size(), std::size_t{1});
    const Constraint& c = model->constraints[0];
    QVERIFY((c.p_B1A1 - Vector3d(0.16, 0.08, 0)).norm() < 1e-15);
    QVERIFY((c.p_B2A2 - Vector3d(-0.04, 0.14, 0)).norm() < 1e-15);
    QCOMPARE(largestGap(*model, model->nominal).maxGap, 0.0);
    // Cut at the other parent, the rocker stands at (0.16, 0.14) and the ground holds it at (0.2, 0).
    Mechanism other = *read;
    std::swap(other.joints[2].isCut, other.joints[3].isCut);
    const ModelPtr exchanged = *compiled(other).value;
    QVERIFY((exchanged->constraints[0].p_B1A1 - Vector3d(0.2, 0, 0)).norm() < 1e-15);
    QVERIFY((exchanged->constraints[0].p_B2A2 - Vector3d(0.04, -0.14, 0)).norm() < 1e-15);
    QCOMPARE(largestGap(*exchanged, exchanged->nominal).maxGap, 0.0);
  }

  void equalBoundsAndContinuousJointsHaveNoRange() {
    Mechanism m = branched();
    m.joints[0].limits = JointLimits{0.0, 0.0, 0.0, 5.0, {}};
    ModelPtr model = *compiled(m).value;
    QVERIFY(std::isinf(model->joints[3].lower) && std::isinf(model->joints[3].velocity));
    QCOMPARE(model->joints[3].effort, 5.0);
    m.joints[0].type = JointType::Continuous;
    m.joints[0].limits = JointLimits{-0.5, 0.5, 3.0, 5.0, {}};
    model = *compiled(m).value;
    QVERIFY(std::isinf(model->joints[3].lower));
    QCOMPARE(model->joints[3].velocity, 3.0);
  }

  void wrongNominalsAreRefused() {
    Mechanism m = branched();
    m.nominal = std::vector<double>{1, 2, 3};
    QVERIFY(hasCode(compiled(m).diagnostics, "nominal-config-size"));
    m.nominal = std::vector<double>(9, 0.0);
    QVERIFY(hasCode(compiled(m).diagnostics, "bad-quaternion"));
    (*m.nominal)[1] = 2.0;  // the spherical joint's w
    QCOMPARE((*compiled(m).value)->nominal[1], 1.0);
  }

  void whatCannotBeBuiltIsRefusedNotCrashed_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("code");
    QTest::newRow("unknown link") << 0 << "unknown-link";
    QTest::newRow("no root") << 1 << "no-root";
    QTest::newRow("two roots") << 2 << "multiple-roots";
    QTest::newRow("ring") << 3 << "multiple-roots";
    QTest::newRow("two parents") << 4 << "link-has-two-parents";
    QTest::newRow("not finite") << 5 << "bad-number";
  }
  void whatCannotBeBuiltIsRefusedNotCrashed() {
    QFETCH(int, which);
    QFETCH(QString, code);
    Mechanism m = branched();
    if (which == 0) m.joints[0].child = "nowhere";
    if (which == 1) m.root.clear();
    if (which == 2) m.links.push_back(makeLink("alone", 1.0));
    if (which == 3) m.joints[1].parent = "d";
    if (which == 4) m.joints.push_back(makeJoint("extra", JointType::Revolute, "c", "d"));
    if (which == 5) m.joints[0].origin.xyz.x() = std::nan("");
    const auto outcome = compiled(m);
    QVERIFY(!outcome.ok());
    QVERIFY2(hasCode(outcome.diagnostics, code.toStdString()), qPrintable(code));
  }

  /// Chains of thousands of links must not exhaust the stack.
  void longChainsCompile() {
    Mechanism m;
    m.root = "world";
    m.links = {makeLink("world")};
    for (int i = 0; i < 1500; ++i) {
      m.links.push_back(makeLink("l" + std::to_string(i), 0.1));
      m.joints.push_back(makeJoint("j" + std::to_string(i), JointType::Revolute,
                                   m.links[m.links.size() - 2].name, m.links.back().name, {0.1, 0, 0}));
    }
    const ModelPtr model = *compiled(m).value;
    QCOMPARE(model->nv, 1500);
    TreeState state = makeTreeState(*model);
    treeKinematics(*model, view(model->nominal), {}, state);
    QVERIFY((linkPose(*model, state, 1500).p - Vector3d(150.0, 0, 0)).norm() < 1e-9);
  }
};

QTEST_GUILESS_MAIN(TestCompile)
#include "tst_compile.moc"
