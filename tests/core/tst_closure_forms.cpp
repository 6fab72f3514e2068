// Other ways to write a closure: equal row spaces and equal motions, by an oracle that shares no code.
#include <QtTest>

#include <set>

#include "core/dynamics/drag.h"
#include "core/mechanism/validate.h"
#include "core/topology/closure_forms.h"
#include "core/topology/closure_recognition.h"
#include "core/topology/rod.h"
#include "tests/support/dense_oracle.h"
#include "tests/support/fixtures.h"
#include "tests/support/linkages.h"
#include "tests/support/step_run.h"
#include "tests/support/textbook_linkages.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

MatrixXd jacobian(const Mechanism& m, const VectorXd& nominal, const VectorXd& q) {
  const oracle::Tree tree(m);
  MatrixXd J(oracle::constraintErrors(m, tree, nominal, q).size(), tree.nv);
  for (int v = 0; v < tree.nv; ++v)
    J.col(v) = oracle::derivative([&](double t) -> MatrixXd {
      return oracle::constraintErrors(m, tree, nominal, tree.displaced(q, t * VectorXd::Unit(tree.nv, v)));
    });
  return J;
}

int rank(const MatrixXd& J) {
  Eigen::JacobiSVD<MatrixXd> svd(J);
  svd.setThreshold(1e-7);
  return static_cast<int>(svd.rank());
}

VectorXd nominalOf(const Mechanism& m) {
  const ModelPtr model = compiled(m);
  return model->nominal;
}

/// The same errors vanish, and their derivatives span the same rows.
void compare(const Mechanism& a, const Mechanism& b, const VectorXd& q, int expectedRank) {
  const VectorXd nominal = nominalOf(a);
  const oracle::Tree treeA(a), treeB(b);
  QVERIFY(oracle::constraintErrors(a, treeA, nominal, q).norm() < 1e-8);
  QVERIFY(oracle::constraintErrors(b, treeB, nominal, q).norm() < 1e-8);
  const MatrixXd JA = jacobian(a, nominal, q), JB = jacobian(b, nominal, q);
  MatrixXd both(JA.rows() + JB.rows(), JA.cols());
  both << JA, JB;
  QCOMPARE(rank(JA), expectedRank);
  QCOMPARE(rank(JB), expectedRank);
  QCOMPARE(rank(both), expectedRank);
}

Mechanism rewritten(const Mechanism& m, const ClosureForms& group, const EquivalentForm& form) {
  const Outcome<Mechanism> edited = applyEdit(m, rewriteEdit(m, group, form));
  if (!edited) qFatal("%s", formatDiagnostic(edited.diagnostics.front()).c_str());
  return *edited;
}

/// Closed poses along the motion of a joint; the nominal one alone where nothing moves.
std::vector<VectorXd> poses(const Mechanism& m, const char* joint) {
  const ModelPtr model = compiled(m);
  std::vector<VectorXd> out{model->nominal};
  if (!joint) return out;
  Dragger drag(model);
  const int j = model->findJoint(joint);
  VectorXd q = model->nominal;
  const double start = q[model->joints[static_cast<std::size_t>(j)].q];
  for (const double by : {0.1, 0.2, 0.3}) {
    const DragResult moved = drag.dragJoint(q, j, start + by);
    q = moved.q;
    out.push_back(q);
  }
  return out;
}

/// Every form against the first, and back: the conversion of a conversion finds the same forms.
void checkAll(const Mechanism& m, const char* joint, const std::set<ClosureForm>& expected, int expectedRank,
              int rankShown) {
  const auto group = equivalentForms(m, 0);
  QVERIFY(group.has_value());
  std::set<ClosureForm> found;
  for (const EquivalentForm& form : group->forms) found.insert(form.form);
  QCOMPARE(found, expected);
  QCOMPARE(group->rank, rankShown);
  for (const EquivalentForm& form : group->forms) {
    const Mechanism other = rewritten(m, *group, form);
    int rows = 0;
    for (const Closure& c : other.closures)
      rows += c.kind == ClosureKind::Pin ? 3 : (c.kind == ClosureKind::Universal ? 4 : int(c.axes.size()));
    QCOMPARE(rows, form.rows);
    for (const VectorXd& q : poses(m, joint)) compare(m, other, q, expectedRank);
    const auto again = equivalentForms(other, 0);
    QVERIFY(again.has_value());
    QVERIFY(again->current == form.form);
    QCOMPARE(again->forms.size(), group->forms.size());
    for (const EquivalentForm& back : again->forms)
      if (back.form == group->current)
        for (const VectorXd& q : poses(m, joint)) compare(m, rewritten(other, *again, back), q, expectedRank);
  }
}

const std::set<ClosureForm> kPlanarForms{ClosureForm::Pin, ClosureForm::TwoAxes, ClosureForm::TwoAndOneAxes,
                                         ClosureForm::TwoPins, ClosureForm::PinAndTwoAxes};

}  // namespace

class TestClosureForms : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void planarLoop();
  void planarLoopWithoutAnchor2();
  void spatialHinge();
  void spatialPoint();
  void weld();
  void universal();
  void nothingElse();
  void namesAndPlacesStay();
  void sameMotion();
  void recognisedAsTheSameJoint();
  void rodKeepsADistance_data();
  void rodKeepsADistance();
  void rodRefusals();
};

void TestClosureForms::planarLoop() {
  // Three coordinates, two rows: the four-bar's one degree of freedom.
  checkAll(FourBar{}.mechanism(), "crank", kPlanarForms, 2, 2);
  checkAll(Parallelogram{}.mechanism(), "bar0", kPlanarForms, 2, 2);
}

void TestClosureForms::planarLoopWithoutAnchor2() {
  checkAll(fourBar({makeEquality("coupler", "rocker", kFourBarTip, {Vector3d(1, 1, 0), Vector3d::UnitY()})}),
           "pivot_o", kPlanarForms, 2, 2);
  checkAll(fourBar({makePin("coupler", "rocker", kFourBarTip),
                    makePin("coupler", "rocker", kFourBarTip + Vector3d(0, 0, -0.02))}),
           "pivot_o", kPlanarForms, 2, 2);
}

void TestClosureForms::spatialHinge() {
  // Six skew hinges and a seventh: a loop of seven, one degree of freedom.
  const Vector3d c(0.02, 0.05, 0.01), z(0.03, -0.02, 0.04);
  const std::set<ClosureForm> hinge{ClosureForm::TwoPins, ClosureForm::PinAndTwoAxes};
  checkAll(skewChain({makePin("f", "world", c), makePin("f", "world", c + z)}), "ja", hinge, 5, 5);
  Mechanism m = skewChain({makePin("f", "world", c), makePin("f", "world", c + z)});
  const auto group = equivalentForms(m, 1);
  QVERIFY(group && group->closures == (std::vector<int>{0, 1}));
  QCOMPARE(group->forms.front().rows, 5);
  QCOMPARE(group->forms.back().rows, 6);
}

void TestClosureForms::spatialPoint() {
  const std::set<ClosureForm> point{ClosureForm::Pin, ClosureForm::TwoAndOneAxes};
  checkAll(skewChain({makePin("f", "world", {0.02, 0.05, 0.01})}), "ja", point, 3, 3);
}

void TestClosureForms::weld() {
  const std::set<ClosureForm> three{ClosureForm::ThreePins, ClosureForm::PinTwoOneAxes};
  checkAll(skewChain({makePin("f", "world", {0.02, 0.05, 0.01}), makePin("f", "world", {0.07, 0.05, 0.03}),
                      makePin("f", "world", {0.02, 0.09, 0.02})}),
           nullptr, three, 6, 6);
}

void TestClosureForms::universal() {
  // Axes in frames that differ by a known turn: the axis of body2 is given in the world, where it is at right
  // angles at the nominal pose. At zero coordinates all frames of the chain are parallel.
  Closure u = makePin("f", "world", {0.02, 0.05, 0.01});
  u.kind = ClosureKind::Universal;
  u.axisA = {1, 0.5, 0};
  u.axisB = {-0.5, 1, 0.3};
  const std::set<ClosureForm> both{ClosureForm::Universal, ClosureForm::PinAndOneAxis};
  checkAll(skewChain({u}), "ja", both, 4, 4);
  // Not at right angles now, or a translation let go: the pin form says something else.
  Closure slanted = u;
  slanted.axisB = {0, 1, 0};
  QVERIFY(!equivalentForms(skewChain({slanted}), 0));
  Closure released = u;
  released.locked[2] = false;
  QVERIFY(!equivalentForms(skewChain({released}), 0));
}

void TestClosureForms::nothingElse() {
  // Two axes that do not span the loop's plane, one axis alone, parallel axes, bodies that are not there.
  QVERIFY(!equivalentForms(
      fourBar({makeEquality("coupler", "rocker", kFourBarTip, {Vector3d::UnitX(), Vector3d::UnitZ()})}), 0));
  QVERIFY(
      !equivalentForms(fourBar({makeEquality("coupler", "rocker", kFourBarTip, {Vector3d::UnitX()})}), 0));
  QVERIFY(!equivalentForms(
      fourBar({makeEquality("coupler", "rocker", kFourBarTip, {Vector3d::UnitX(), Vector3d::UnitX()})}), 0));
  QVERIFY(!equivalentForms(fourBar({makePin("coupler", "nobody", kFourBarTip)}), 0));
  QVERIFY(!equivalentForms(fourBar({}), 0));
  QVERIFY(!equivalentForms(
      skewChain({makeEquality("f", "world", {0, 0, 0}, {Vector3d::UnitX(), Vector3d::UnitY()})}), 0));
  // A pin and two axes whose free direction does not point at the pin.
  QVERIFY(!equivalentForms(
      skewChain({makePin("f", "world", {0, 0, 0}),
                 makeEquality("f", "world", {0, 0, 0.1}, {Vector3d::UnitX(), Vector3d::UnitZ()})}),
      0));
}

void TestClosureForms::namesAndPlacesStay() {
  Mechanism m = fourBar({makePin("crank", "world", {0, 0, 0}), makePin("coupler", "rocker", kFourBarTip)});
  m.closures[1].name = "toe";
  const auto group = equivalentForms(m, 1);
  QVERIFY(group.has_value());
  for (const EquivalentForm& form : group->forms) {
    const Mechanism other = rewritten(m, *group, form);
    QVERIFY(other.closures[0] == m.closures[0]);
    QCOMPARE(other.closures[1].name, std::string("toe"));
    QCOMPARE(other.closures.size(), form.closures.size() + 1);
    if (other.closures.size() > 2) QCOMPARE(other.closures[2].name, std::string("toe/2"));
    for (std::size_t i = 1; i < other.closures.size(); ++i)
      QVERIFY((other.closures[i].anchor - kFourBarTip).norm() < 1e-15 ||
              std::abs(other.closures[i].anchor.z()) > 1e-3);
  }
}

void TestClosureForms::sameMotion() {
  const Mechanism m = FourBar{}.mechanism();
  const auto group = equivalentForms(m, 0);
  QVERIFY(group.has_value());
  const auto run = [](const Mechanism& mechanism) {
    Run r(mechanism);
    r.step(300);
    return r.state.q;
  };
  const VectorXd q = run(m);
  QVERIFY(std::abs(q[0] - 0.9) > 0.1);  // it falls
  for (const EquivalentForm& form : group->forms) {
    const double apart = (run(rewritten(m, *group, form)) - q).cwiseAbs().maxCoeff();
    QVERIFY2(apart < 1e-9, qPrintable(QString::fromStdString(form.words) + QString::number(apart)));
  }
}

void TestClosureForms::recognisedAsTheSameJoint() {
  const auto jointOf = [](const Mechanism& m) {
    std::vector<int> all;
    for (std::size_t i = 0; i < m.closures.size(); ++i) all.push_back(static_cast<int>(i));
    return recogniseJoint(m, all, std::nullopt);
  };
  const Vector3d c(0.02, 0.05, 0.01), z(0.03, -0.02, 0.04);
  const Mechanism chains[] = {skewChain({makePin("f", "world", c)}),
                              skewChain({makePin("f", "world", c), makePin("f", "world", c + z)}),
                              skewChain({makePin("f", "world", c), makePin("f", "world", c + z),
                                         makePin("f", "world", {0.02, 0.09, 0.02})})};
  const JointType types[] = {JointType::Spherical, JointType::Revolute, JointType::Fixed};
  for (int i = 0; i < 3; ++i) {
    const auto group = equivalentForms(chains[i], 0);
    QVERIFY(group.has_value());
    for (const EquivalentForm& form : group->forms) {
      const auto joint = jointOf(rewritten(chains[i], *group, form));
      QVERIFY2(joint.has_value(), form.words.c_str());
      QVERIFY(joint->type == types[i]);
      QVERIFY((joint->point - c).norm() < 1e-15);
      if (types[i] == JointType::Revolute) QVERIFY(joint->axis.cross(z).norm() < 1e-12);
    }
  }
}

void TestClosureForms::rodKeepsADistance_data() {
  QTest::addColumn<bool>("isPlanar");
  QTest::newRow("in the plane") << true;
  QTest::newRow("across it") << false;
}

void TestClosureForms::rodKeepsADistance() {
  // Two bars on the ground about z, 0.2 m apart; in space the second point is off the plane by 0.05 m.
  QFETCH(bool, isPlanar);
  const Mechanism m = fourBar({});
  const oracle::Tree tree(m);
  const std::vector<double> q{0.2, -0.1, 0.3};
  const VectorXd pose = Eigen::Map<const VectorXd>(q.data(), 3);
  std::vector<Pose> X;
  for (int l = 0; l < static_cast<int>(m.links.size()); ++l) X.push_back(tree.linkPose(l, pose));
  const RodEnds ends{
      m.findLink("crank"), m.findLink("rocker"), {0, 0.05, 0}, {0.01, 0.1, isPlanar ? 0 : 0.05}};
  const auto apart = [&](const oracle::Tree& t, const VectorXd& at) {
    return (t.linkPose(ends.link1, at) * ends.p1 - t.linkPose(ends.link2, at) * ends.p2).norm();
  };
  const double length = apart(tree, pose);
  const Outcome<Mechanism> rod = withRod(m, ends, X, q);
  QVERIFY(rod.ok());
  QVERIFY(!hasErrors(validate(*rod)));
  const ModelPtr model = compiled(*rod);
  const oracle::Tree rodTree(*rod);
  // Three hinges less one row; in space the rod's spin comes to that.
  QCOMPARE(model->nv - rank(jacobian(*rod, model->nominal, model->nominal)), isPlanar ? 2 : 3);
  QVERIFY(oracle::constraintErrors(*rod, rodTree, model->nominal, model->nominal).norm() < 1e-12);
  Dragger drag(model);
  VectorXd at = model->nominal;
  for (const double value : {0.3, 0.4, 0.5, 0.6}) {
    at = drag.dragJoint(at, model->findJoint("pivot_o"), value).q;
    QVERIFY(std::abs(at[model->joints[static_cast<std::size_t>(model->findJoint("pivot_o"))].q] - value) <
            1e-9);
    QVERIFY(std::abs(apart(rodTree, at) - length) < 1e-9);
  }
  // pi/4 (l/50)^2 l 7850
  QVERIFY(std::abs(rod->links.back().inertial->mass - M_PI / 4 * length * length / 2500 * length * 7850) <
          1e-12);
}

void TestClosureForms::rodRefusals() {
  const Mechanism m = fourBar({});
  const oracle::Tree tree(m);
  std::vector<Pose> X;
  for (int l = 0; l < static_cast<int>(m.links.size()); ++l) X.push_back(tree.linkPose(l, VectorXd::Zero(3)));
  const std::vector<double> q{0, 0, 0};
  const int crank = m.findLink("crank"), coupler = m.findLink("coupler");
  QVERIFY(!withRod(m, {crank, crank, {0, 0, 0}, {0.1, 0, 0}}, X, q));
  QVERIFY(!withRod(m, {crank, coupler, {0, 0.06, 0}, {0, 0, 0}}, X, q));  // their common hinge
  QVERIFY(!withRod(m, {crank, 99, {0, 0, 0}, {0, 0, 0}}, X, q));
  QVERIFY(!withRod(m, {crank, coupler, {0, 0, 0}, {0, 0, 0}}, X, {0, 0}));
}

QTEST_GUILESS_MAIN(TestClosureForms)
#include "tst_closure_forms.moc"
