#include <QtTest>

#include "core/dynamics/dense.h"
#include "core/dynamics/loop_plan.h"
#include "core/dynamics/loop_solver.h"
#include "tests/support/fixtures.h"
#include "tests/support/loop_fixtures.h"
#include "tests/support/loop_reference.h"
#include "tests/support/random_mechanism.h"

using namespace grashof;
using namespace grashof::fixtures;
using namespace grashof::oracle;

namespace {

ModelPtr compiled(const Mechanism& mechanism, bool structural = true) {
  CompileOptions options;
  options.findStructuralRedundancy = structural;
  const Outcome<ModelPtr> model = compileModel(std::make_shared<const Mechanism>(mechanism), options);
  return model.ok() ? *model : nullptr;
}

}  // namespace

class TestLoopSolver : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void agreesWithDenseAlgebra_data();
  void agreesWithDenseAlgebra();
  void necklacesAgree_data();
  void necklacesAgree();
  void stretchedDyadsHandTheirRowsUp();
  void respondsLikeTheConstrainedMechanism_data();
  void respondsLikeTheConstrainedMechanism();
  void curvatureIsTheRateOfTheRows();
};

void TestLoopSolver::agreesWithDenseAlgebra_data() {
  QTest::addColumn<RandomMechanismOptions>("options");
  QTest::addColumn<int>("mechanisms");
  QTest::addColumn<double>("openBy");  // 0: closed and at rest in the rows (redundant rows agree)
  RandomMechanismOptions o;
  const auto add = [&](const char* name, int count, double open) {
    QTest::newRow(name) << o << count << open;
  };
  add("open tree, fixed", 10, 0.0);
  o.isFloating = true;
  add("open tree, floating", 10, 0.0);
  o.pins = 1;
  add("one pin, floating", 40, 0.0);
  o.isFloating = false;
  add("one pin, fixed", 40, 0.0);
  o.joints = 14;
  o.pins = 2;
  o.equalities = 1;
  o.universals = 1;
  o.mimics = 1;
  add("all kinds, fixed", 60, 0.0);
  o.isFloating = true;
  add("all kinds, floating", 60, 0.0);
  add("all kinds, open", 60, 0.05);
  o.joints = 30;
  o.branching = 0.1;
  add("deep", 30, 0.0);
  o.isFloating = false;
  add("deep, fixed", 30, 0.0);
  o.joints = 40;
  o.types = {JointType::Revolute, JointType::Planar, JointType::Spherical, JointType::Prismatic,
             JointType::Floating};
  o.pins = 4;
  add("large", 15, 0.0);
}

void TestLoopSolver::agreesWithDenseAlgebra() {
  QFETCH(const RandomMechanismOptions, options);
  QFETCH(const int, mechanisms);
  QFETCH(const double, openBy);
  int compared = 0;
  double worst = 0, worstForce = 0;
  for (int seed = 1; seed <= mechanisms; ++seed) {
    const ModelPtr model = compiled(randomMechanism(static_cast<std::uint64_t>(seed), options));
    if (!model) continue;
    LoopCase at = randomCase(*model, static_cast<std::uint64_t>(seed) + 1000, openBy > 0 ? 300.0 : 0.0);
    if (openBy > 0) integratePosition(*model, view(at.q), view(at.u), openBy);
    TreeState state = makeTreeState(*model);
    treeKinematics(*model, view(at.q), view(at.u), state);
    LoopSolver solver(*model);
    const Solved got = solveWith(solver, *model, state, at);
    const LoopSolution want = solveDensely(*model, state, at);
    if (openBy > 0 && want.rank < want.rows) continue;  // contradicting rows have no common answer
    const double du =
        std::max(relative(got.uNext, want.uNext, 1e-6), relative(got.uAdmissible, want.uAdmissible, 1e-6));
    const double df = relative(got.constraintForce, want.constraintForce, 1e-3);
    bool isSoft = false;
    for (RowState s : solver.rowStates()) isSoft = isSoft || s == RowState::Soft;
    if (isSoft) continue;  // a pivot between 1e-9 and 1e-3: another answer by intention
    ++compared;
    worst = std::max(worst, du);
    worstForce = std::max(worstForce, df);
    QVERIFY2(du < 1e-9 && df < 1e-9,
             qPrintable(QString("seed %1: u %2, force %3, rank %4 of %5, dropped %6, nv %7")
                            .arg(seed)
                            .arg(du)
                            .arg(df)
                            .arg(want.rank)
                            .arg(want.rows)
                            .arg(got.dropped)
                            .arg(model->nv)));
  }
  qInfo("%d compared, worst u %.1e, force %.1e", compared, worst, worstForce);
  QVERIFY(compared > mechanisms / 3);
}

void TestLoopSolver::necklacesAgree_data() {
  QTest::addColumn<int>("beads");
  QTest::addColumn<double>("tolerance");
  QTest::newRow("20") << 20 << 1e-9;
  QTest::newRow("50") << 50 << 1e-9;
}

void TestLoopSolver::necklacesAgree() {
  QFETCH(const int, beads);
  QFETCH(const double, tolerance);
  const ModelPtr model = compiled(necklace(beads));
  QVERIFY(model);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const LoopCase at = randomCase(*model, seed, seed == 3 ? 300.0 : 0.0);
    TreeState state = makeTreeState(*model);
    treeKinematics(*model, view(at.q), view(at.u), state);
    LoopSolver solver(*model);
    QVERIFY(solver.plan().pieces.size() > 1);
    const Solved got = solveWith(solver, *model, state, at);
    const LoopSolution want = solveDensely(*model, state, at);
    QCOMPARE(got.dropped, want.rows - want.rank);
    const double du =
        std::max(relative(got.uNext, want.uNext, 0), relative(got.uAdmissible, want.uAdmissible, 0));
    const double df = relative(got.constraintForce, want.constraintForce, 0);
    QVERIFY2(du < tolerance && df < tolerance, qPrintable(QString("u %1, force %2").arg(du).arg(df)));
  }
}

/// A pivot of sin(bend) < 0.02 waits for the columns that come later; the answer stays exact.
void TestLoopSolver::stretchedDyadsHandTheirRowsUp() {
  for (const double bend : {0.5, 0.015, 0.005}) {
    const ModelPtr model = compiled(crankWithDyad(bend));
    QVERIFY(model);
    const LoopCase at = randomCase(*model, 7, 300.0);
    TreeState state = makeTreeState(*model);
    treeKinematics(*model, view(at.q), view(at.u), state);
    LoopSolver solver(*model);
    const Solved got = solveWith(solver, *model, state, at);
    const LoopSolution want = solveDensely(*model, state, at);
    QCOMPARE(solver.delayedColumns() > 0, bend < 0.1);
    QCOMPARE(got.dropped, 0);
    QVERIFY(relative(got.uNext, want.uNext, 0) < 1e-9);
    QVERIFY(relative(got.uAdmissible, want.uAdmissible, 0) < 1e-9);
    QVERIFY(relative(got.constraintForce, want.constraintForce, 0) < 1e-9);
  }
}

void TestLoopSolver::respondsLikeTheConstrainedMechanism_data() {
  QTest::addColumn<Mechanism>("mechanism");
  RandomMechanismOptions o;
  o.joints = 14;
  o.pins = 1;
  o.equalities = o.universals = o.mimics = 1;
  QTest::newRow("fixed") << randomMechanism(3, o);
  o.isFloating = true;
  QTest::newRow("floating") << randomMechanism(4, o);
  QTest::newRow("in pieces") << necklace(30);
  QTest::newRow("with delayed columns") << crankWithDyad(0.005);
}

/// M^ du - J' lambda = r, J du = t: by the same dense algebra with u = 0, tau = r / dt and no bias.
void TestLoopSolver::respondsLikeTheConstrainedMechanism() {
  QFETCH(const Mechanism, mechanism);
  const ModelPtr model = compiled(mechanism);
  QVERIFY(model);
  const LoopCase at = randomCase(*model, 5, 100.0);
  TreeState state = makeTreeState(*model);
  treeKinematics(*model, view(at.q), view(at.u), state);
  LoopSolver solver(*model);
  const Solved before = solveWith(solver, *model, state, at);
  QCOMPARE(before.dropped, 0);
  Random random(11);
  const VectorXd impulse = random.vector(model->nv, 1.0);
  const VectorXd targets = random.vector(solver.rows(), 0.1);
  VectorXd du(model->nv);
  solver.respond(view(impulse), view(targets), view(du), true);

  MatrixXd M = massMatrix(*model, state);
  M.diagonal() += at.diagonal;
  const MatrixXd J = constraintJacobian(*model, state, RowSet::Kept);
  QVERIFY((J * du - targets).norm() < 1e-9 * targets.norm());
  const VectorXd lambda = Eigen::Map<const VectorXd>(solver.multipliers().data(), solver.rows());
  const VectorXd force = J.transpose() * lambda - before.constraintForce;
  const VectorXd rest = M * du - impulse - force;
  QVERIFY2(rest.norm() < 1e-9 * (M * du).norm(), qPrintable(QString::number(rest.norm() / (M * du).norm())));
  // Twice the same, without adding: the factors are untouched.
  VectorXd again = impulse;
  solver.respond(view(again), view(targets), view(again), false);
  QCOMPARE(again, du);
}

/// d(J u)/dt along q(t) = q (+) t u with u held, by central differences.
void TestLoopSolver::curvatureIsTheRateOfTheRows() {
  RandomMechanismOptions o;
  o.joints = 12;
  o.isFloating = true;
  o.pins = o.equalities = o.universals = 2;
  o.mimics = 1;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const ModelPtr model = compiled(randomMechanism(seed, o));
    LoopCase at = randomCase(*model, seed, 0);
    integratePosition(*model, view(at.q), view(at.u), 0.1);  // open: the sliding term counts
    TreeState state = makeTreeState(*model);
    treeKinematics(*model, view(at.q), view(at.u), state);
    LoopSolver solver(*model);
    LoopStepInput in = inputOf(at);
    in.withCurvature = true;
    VectorXd next(model->nv);
    solver.solve(state, in, view(next), {});
    const VectorXd curvature = Eigen::Map<const VectorXd>(solver.curvature().data(), solver.rows());
    const auto rowVelocity = [&](double t) -> VectorXd {
      VectorXd q = at.q;
      integratePosition(*model, view(q), view(at.u), t);
      TreeState moved = makeTreeState(*model);
      treeKinematics(*model, view(q), view(at.u), moved);
      return constraintJacobian(*model, moved, RowSet::Kept) * at.u;
    };
    const double h = 1e-4;
    const VectorXd rate =
        (8 * (rowVelocity(h) - rowVelocity(-h)) - (rowVelocity(2 * h) - rowVelocity(-2 * h))) / (12 * h);
    QVERIFY((curvature - rate).norm() < 1e-7 * (1 + rate.norm()));
    VectorXd Ju(solver.rows());
    solver.computeRowVelocities(state, view(at.u), view(Ju));
    QVERIFY((Ju - rowVelocity(0)).norm() < 1e-12 * (1 + Ju.norm()));
  }
}

QTEST_GUILESS_MAIN(TestLoopSolver)
#include "tst_loop_solver.moc"
