#include <QtTest>

#include "core/dynamics/dense.h"
#include "core/dynamics/loop_solver.h"
#include "tests/support/fixtures.h"
#include "tests/support/loop_reference.h"
#include "tests/support/random_mechanism.h"

using namespace grashof;
using namespace grashof::fixtures;
using oracle::LoopCase;

namespace {

std::span<const double> view(const VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
std::span<double> view(VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

ModelPtr compiled(const Mechanism& mechanism, bool structural = true) {
  CompileOptions options;
  options.findStructuralRedundancy = structural;
  const Outcome<ModelPtr> model = compileModel(std::make_shared<const Mechanism>(mechanism), options);
  return model.ok() ? *model : nullptr;
}

/// Both velocities of one solve and J^T lambda, for a model and a case.
struct Solved {
  VectorXd uNext, uAdmissible, constraintForce;
  int dropped = 0;
};

LoopStepInput inputOf(const LoopCase& at) {
  return {at.dt, view(at.q), view(at.u), view(at.tau), view(at.diagonal), at.gravity, at.beta, false};
}

Solved solveWith(LoopSolver& solver, const Model& model, const TreeState& state, const LoopCase& at) {
  Solved out{VectorXd(model.nv), VectorXd(model.nv), VectorXd::Zero(model.nv), 0};
  solver.solve(state, inputOf(at), view(out.uNext), view(out.uAdmissible));
  const VectorXd lambda = Eigen::Map<const VectorXd>(solver.multipliers().data(), solver.rows());
  if (solver.rows() > 0) out.constraintForce = constraintJacobian(model, state, RowSet::Kept).transpose() * lambda;
  out.dropped = solver.droppedRows();
  return out;
}

LoopCase randomCase(const Model& model, std::uint64_t seed, double beta) {
  Random random(seed);
  LoopCase at;
  at.q = model.nominal;
  at.u = random.vector(model.nv, 2.0);
  at.tau = random.vector(model.nv, 5.0);
  at.diagonal = random.vector(model.nv, 0.01).cwiseAbs();
  if (model.isFloating) at.diagonal.head<6>().setZero();
  at.beta = beta;
  return at;
}

double relative(const VectorXd& a, const VectorXd& b, double floor) {
  return (a - b).norm() / std::max({a.norm(), b.norm(), floor});
}

}  // namespace

class TestLoopSolver : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void agreesWithDenseAlgebra_data();
  void agreesWithDenseAlgebra();
};

void TestLoopSolver::agreesWithDenseAlgebra_data() {
  QTest::addColumn<RandomMechanismOptions>("options");
  QTest::addColumn<int>("mechanisms");
  QTest::addColumn<double>("openBy");  // 0: closed and at rest in the rows (redundant rows agree)
  RandomMechanismOptions o;
  const auto add = [&](const char* name, int count, double open) { QTest::newRow(name) << o << count << open; };
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
  o.types = {JointType::Revolute, JointType::Planar, JointType::Spherical, JointType::Prismatic, JointType::Floating};
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
    const oracle::LoopSolution want = oracle::solveDensely(*model, state, at);
    if (openBy > 0 && want.rank < want.rows) continue;  // contradicting rows have no common answer
    const double du = std::max(relative(got.uNext, want.uNext, 1e-6), relative(got.uAdmissible, want.uAdmissible, 1e-6));
    const double df = relative(got.constraintForce, want.constraintForce, 1e-3);
    bool isSoft = false;
    for (RowState s : solver.rowStates()) isSoft = isSoft || s == RowState::Soft;
    if (isSoft) continue;  // a pivot between 1e-9 and 1e-3: another answer by intention
    ++compared;
    worst = std::max(worst, du);
    worstForce = std::max(worstForce, df);
    QVERIFY2(du < 1e-9 && df < 1e-9, qPrintable(QString("seed %1: u %2, force %3, rank %4 of %5, dropped %6, nv %7")
                                                    .arg(seed).arg(du).arg(df).arg(want.rank).arg(want.rows)
                                                    .arg(got.dropped).arg(model->nv)));
  }
  qInfo("%d compared, worst u %.1e, force %.1e", compared, worst, worstForce);
  QVERIFY(compared > mechanisms / 3);
}

QTEST_GUILESS_MAIN(TestLoopSolver)
#include "tst_loop_solver.moc"
