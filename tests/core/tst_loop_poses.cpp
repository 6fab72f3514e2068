#include <QtTest>

#include "core/dynamics/dense.h"
#include "core/dynamics/loop_solver.h"
#include "tests/support/allocation_guard.h"
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

class TestLoopPoses : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void doubledRowsMoveTheSame();
  void singularPosesStayBounded_data();
  void singularPosesStayBounded();
  void masslessTipsAreLocked();
  void masslessBaseIsLocked();
  void takesNothingFromTheHeap();
};

/// The same motion with every closure written twice, found at load or only while stepping.
void TestLoopPoses::doubledRowsMoveTheSame() {
  Mechanism doubled = fourBarOf({0.3, 0.08, 0.25, 0.15}, 0.7);
  const ModelPtr once = compiled(doubled);
  doubled.closures.push_back(doubled.closures[0]);
  for (const bool structural : {true, false}) {
    const ModelPtr twice = compiled(doubled, structural);
    LoopSolver a(*once), b(*twice);
    VectorXd qa = once->nominal, qb = qa, ua = VectorXd::Constant(3, 0.0), ub = ua, scratch(3);
    TreeState state = makeTreeState(*once);
    LoopCase at;
    at.dt = 1e-3;
    at.beta = 300;
    at.diagonal = VectorXd::Zero(3);
    const auto advance = [&](LoopSolver& solver, const Model& model, VectorXd& q, VectorXd& u) {
      at.q = q;
      at.u = u;
      at.tau = Vector3d(0.1, 0, 0);
      treeKinematics(model, view(q), view(u), state);
      solver.solve(state, inputOf(at), view(u), view(scratch));
      integratePosition(model, view(q), view(u), at.dt);
    };
    for (int k = 0; k < 500; ++k) {
      advance(a, *once, qa, ua);
      advance(b, *twice, qb, ub);
    }
    QVERIFY(ua.norm() > 0.5);
    QVERIFY((qa - qb).norm() < 1e-9);
    QVERIFY((ua - ub).norm() < 1e-8);
  }
}

void TestLoopPoses::singularPosesStayBounded_data() {
  QTest::addColumn<Mechanism>("mechanism");
  QTest::newRow("flat parallelogram") << fourBarOf({0.3, 0.1, 0.3, 0.1}, 0.0);
  QTest::newRow("change point") << fourBarOf({0.3, 0.1, 0.25, 0.15}, 0.0);
}

/// Ten seconds of random torque through poses where all bars lie in a line. A row holds while its lever is
/// above 1/1000 of the bar's, so that no impulse has to exceed the momentum over that lever; and the bars
/// stay together.
void TestLoopPoses::singularPosesStayBounded() {
  QFETCH(const Mechanism, mechanism);
  const ModelPtr model = compiled(mechanism);
  QVERIFY(model);
  LoopSolver solver(*model);
  TreeState state = makeTreeState(*model);
  LoopCase at;
  at.q = model->nominal;
  at.u = VectorXd::Zero(3);
  at.diagonal = VectorXd::Constant(3, 0.5e-3 * 0.02);
  at.beta = 300;
  at.gravity.setZero();
  Random random(1);
  VectorXd admissible(3), next(3);
  double largest = 0, error = 0, momentum = 0;
  int flat = 0;
  for (int k = 0; k < 10000; ++k) {
    at.tau = random.vector(3, 1.5) - 0.02 * at.u;
    treeKinematics(*model, view(at.q), view(at.u), state);
    solver.solve(state, inputOf(at), view(next), view(admissible));
    QVERIFY(next.allFinite() && admissible.allFinite());
    for (double lambda : solver.multipliers()) largest = std::max(largest, std::abs(lambda));
    for (double e : solver.errors()) error = std::max(error, std::abs(e));
    flat += solver.droppedRows() > 0 ? 1 : 0;
    momentum = std::max(momentum, (massMatrix(*model, state) * next).lpNorm<1>());
    at.u = next;
    integratePosition(*model, view(at.q), view(at.u), at.dt);
  }
  qInfo("largest impulse %.3g N s, momentum %.3g N m s, largest error %.3g m, %d steps at a flat pose",
        largest, momentum, error, flat);
  QVERIFY(flat > 0);
  constexpr double kShortestBar = 0.1, kSmallestLever = 1e-3;
  QVERIFY(largest < 2 * momentum / (kShortestBar * kSmallestLever));
  QVERIFY(error < 1e-3);
}

/// A hinge with nothing on it: its velocity is zero and the rest moves as if it were not there.
void TestLoopPoses::masslessTipsAreLocked() {
  Mechanism m = fourBarOf({0.3, 0.08, 0.25, 0.15}, 0.7);
  const ModelPtr plain = compiled(m);
  m.links.push_back(makeLink("tip"));
  m.joints.push_back(makeJoint("tip_joint", JointType::Spherical, "rocker", "tip", {0.1, 0, 0}));
  m.nominal->insert(m.nominal->end(), {1, 0, 0, 0});
  const ModelPtr model = compiled(m);
  QVERIFY(model);
  LoopCase at = randomCase(*plain, 3, 300.0);
  at.diagonal.setZero();
  TreeState state = makeTreeState(*plain);
  treeKinematics(*plain, view(at.q), view(at.u), state);
  LoopSolver plainSolver(*plain);
  const VectorXd want = solveWith(plainSolver, *plain, state, at).uNext;
  LoopCase with = at;
  with.q.conservativeResize(7);
  with.q.tail<4>() << 1, 0, 0, 0;
  for (VectorXd* v : {&with.u, &with.tau, &with.diagonal}) {
    v->conservativeResize(6);
    v->tail<3>().setZero();
  }
  with.u.tail<3>() << 1, 2, 3;
  state = makeTreeState(*model);
  treeKinematics(*model, view(with.q), view(with.u), state);
  LoopSolver solver(*model);
  const Solved got = solveWith(solver, *model, state, with);
  QVERIFY((got.uNext.head<3>() - want).norm() < 1e-12 * want.norm());
  QCOMPARE(got.uNext.tail<3>().norm(), 0.0);
  QVERIFY(got.uAdmissible.allFinite());
}

void TestLoopPoses::masslessBaseIsLocked() {
  Mechanism m;
  m.root = "base";
  m.links = {makeLink("base"), makeLink("arm", 1.0, {0.1, 0, 0})};
  m.joints = {makeJoint("hinge", JointType::Revolute, "base", "arm")};
  const ModelPtr model = compiled(m);
  QVERIFY(model);
  const LoopCase at = randomCase(*model, 2, 0);
  TreeState state = makeTreeState(*model);
  treeKinematics(*model, view(at.q), view(at.u), state);
  LoopSolver solver(*model);
  QVERIFY(solveWith(solver, *model, state, at).uNext.allFinite());
}

void TestLoopPoses::takesNothingFromTheHeap() {
  if (!AllocationGuard::canCount()) QSKIP("a sanitizer allocates in its own way");
  RandomMechanismOptions o;
  o.joints = 30;
  o.branching = 0.1;
  o.isFloating = true;
  o.pins = o.equalities = o.universals = o.mimics = 2;
  for (const Mechanism& m : {randomMechanism(1, o), necklace(40), crankWithDyad(0.005), ladder(10)}) {
    const ModelPtr model = compiled(m);
    QVERIFY(model);
    const LoopCase at = randomCase(*model, 1, 100.0);
    TreeState state = makeTreeState(*model);
    treeKinematics(*model, view(at.q), view(at.u), state);
    LoopSolver solver(*model);
    VectorXd next(model->nv), admissible(model->nv);
    const LoopStepInput in = inputOf(at);
    const AllocationGuard guard;
    for (int k = 0; k < 3; ++k) solver.solve(state, in, view(next), view(admissible));
    solver.respond(view(at.tau), {}, view(next), true);
    QCOMPARE(guard.count(), std::size_t(0));
  }
}

QTEST_GUILESS_MAIN(TestLoopPoses)
#include "tst_loop_poses.moc"
