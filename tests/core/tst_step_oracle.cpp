// One production step against the dense reference, on random trees x closures x joint types.
#include <QtTest>

#include <limits>

#include "core/dynamics/step.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/dense_oracle.h"
#include "tests/support/random_mechanism.h"

using namespace grashof;
using fixtures::Random;

namespace {

double relativeError(const VectorXd& a, const VectorXd& b) {
  return a.size() == 0 ? 0.0 : (a - b).cwiseAbs().maxCoeff() / std::max(1e-3, b.cwiseAbs().maxCoeff());
}

struct Case {
  Mechanism mechanism;
  ModelPtr model;
  oracle::Tree tree;
  oracle::Settings settings;
  oracle::Drive drive;
  State state;

  Case(std::uint64_t seed, const fixtures::RandomMechanismOptions& options)
      : mechanism(fixtures::randomMechanism(seed, options)), tree(mechanism) {
    model = *compileModel(std::make_shared<Mechanism>(mechanism)).value;
    Random random(seed + 5000);
    const int nv = tree.nv;
    state = nominalState(*model);
    // Loops a little open, velocities that violate them.
    state.q = tree.displaced(state.q, random.vector(nv, 0.02));
    state.u = random.vector(nv, 1.5);
    drive.tau = random.vector(nv, 2.0);
    drive.kp = random.vector(nv, 20.0).cwiseMax(0.0);
    drive.kd = random.vector(nv, 2.0).cwiseMax(0.0);
    drive.uTarget = random.vector(nv, 1.0);
    drive.qTarget = tree.displaced(state.q, random.vector(nv, 0.5));
    drive.pulledLink = static_cast<int>(mechanism.links.size()) - 1;
    drive.pulledPoint_L = random.vector(0.2);
    drive.pull_W = random.vector(3.0);
    settings.gravity = Vector3d(0.5, -0.3, -9.81);
  }

  oracle::Result expected() const {
    return oracle::step(mechanism, tree, model->nominal, settings, drive, state.q, state.u);
  }

  /// The pull as a spring: far target, tiny stiffness, so that the force is constant to rounding.
  Actuation actuation() const {
    Actuation a = makeActuation(*model);
    a.tau = drive.tau;
    a.kp = drive.kp;
    a.kd = drive.kd;
    a.uTarget = drive.uTarget;
    a.qTarget = drive.qTarget;
    const FrameOnBody& link = model->links[static_cast<std::size_t>(drive.pulledLink)];
    a.pull.body = link.body;
    a.pull.p_B = link.X_B * drive.pulledPoint_L;
    const Vector3d p = tree.linkPose(drive.pulledLink, state.q) * drive.pulledPoint_L;
    a.pull.target_W = p + drive.pull_W;
    a.pull.stiffness = 1.0;
    a.pull.maxForce = 1e3;
    return a;
  }

  StepSettings stepSettings() const {
    StepSettings s;
    s.dt = settings.dt;
    s.erp = settings.erp;
    s.gravity = settings.gravity;
    s.integrator = settings.previousShare == 0.5
                       ? Integrator::Trapezoid
                       : (settings.previousShare == 0 ? Integrator::SemiImplicit : Integrator::Euler);
    s.stabilization = settings.withCurvature ? Stabilization::Curvature : Stabilization::Feedback;
    return s;
  }
};

fixtures::RandomMechanismOptions trees() {
  fixtures::RandomMechanismOptions options;
  options.types = {JointType::Revolute, JointType::Prismatic, JointType::Spherical, JointType::Planar,
                   JointType::Floating};
  options.fixedShare = 0.1;
  options.hasDynamics = true;
  return options;
}

}  // namespace

class TestStepOracle : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void stepsLikeTheDenseReference_data() {
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("kind");
    const char* names[] = {"tree", "pin", "equalities", "universal", "mimic", "everything", "long planar"};
    for (int kind = 0; kind < 7; ++kind)
      for (int seed = 1; seed <= 8; ++seed) QTest::addRow("%s %d", names[kind], seed) << seed << kind;
  }
  void stepsLikeTheDenseReference() {
    QFETCH(int, seed);
    QFETCH(int, kind);
    fixtures::RandomMechanismOptions options = trees();
    options.isFloating = seed % 2;
    if (kind == 1) options.pins = 1;
    if (kind == 2) options.equalities = 2;
    if (kind == 3) options.universals = 1;
    if (kind == 4) options.mimics = 2;
    if (kind == 5) options.pins = options.equalities = options.universals = options.mimics = 1;
    if (kind == 6) {
      options.joints = 14;
      options.types = {JointType::Revolute};
      options.alignedShare = 1.0;
      options.equalities = 2;
      options.pins = 1;
    }
    Case c(static_cast<std::uint64_t>(100 * kind + seed), options);
    c.settings.withCurvature = seed % 3 == 0;
    c.settings.previousShare = seed % 4 == 0 ? 0.0 : (seed % 4 == 1 ? 1.0 : 0.5);
    oracle::Result expected = c.expected();
    const bool isRedundant = expected.rank < expected.J.rows();
    if (isRedundant) {
      // Redundant rows that contradict each other have no common answer: compare what they agree on.
      c.settings.erp = 0;
      c.settings.withCurvature = false;
      expected = c.expected();
    }
    if (expected.conditioning < 1e-3) QSKIP("nearly singular pose");

    Workspace ws = makeWorkspace(*c.model);
    const Actuation actuation = c.actuation();
    State state = c.state;
    const std::uint32_t flags = step(*c.model, c.stepSettings(), actuation, state, ws);
    QVERIFY(!(flags & kNonFinite));
    const QString dump = QString("u %1 q %2 rank %3 of %4, conditioning %5, dropped %6")
                             .arg(relativeError(state.u, expected.u))
                             .arg(relativeError(state.q, expected.q))
                             .arg(expected.rank)
                             .arg(expected.J.rows())
                             .arg(expected.conditioning)
                             .arg(bool(flags & kRankDropped));
    QVERIFY2(relativeError(state.u, expected.u) < 1e-9, qPrintable(dump));
    QVERIFY2(relativeError(state.q, expected.q) < 1e-9, qPrintable(dump));
    QVERIFY(relativeError(ws.tauApplied, expected.commanded) < 1e-11);

    // Forces: along the authored rows where they are unique, else what they do to the joints.
    VectorXd multipliers(expected.J.rows());
    int row = 0;
    for (std::size_t i = 0; i < c.model->constraints.size(); ++i)
      for (int r = 0; r < c.model->constraints[i].authoredRowCount(); ++r)
        multipliers[row++] = ws.readings[i].multiplier[r];
    if (expected.J.rows() == 0) return;
    const double scale = std::max(1.0, expected.multipliers.cwiseAbs().maxCoeff());
    const VectorXd error = c.tree.nv
                               ? VectorXd(expected.J.transpose() * multipliers - expected.generalizedForce)
                               : VectorXd::Zero(1);
    QVERIFY2(error.cwiseAbs().maxCoeff() < 1e-7 * scale,
             qPrintable(QString::number(error.cwiseAbs().maxCoeff())));
    if (!isRedundant) QVERIFY((multipliers - expected.multipliers).cwiseAbs().maxCoeff() < 1e-6 * scale);
  }

  /// Limits and friction: the closest velocity to the loops' one that also keeps the inequalities, with |u|
  /// weighed by tau_c dt. A strictly convex problem; here by dual coordinate ascent on dense matrices.
  void limitsSolveTheConvexProblem_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 12; ++seed) QTest::addRow("seed %d", seed) << seed;
  }
  void limitsSolveTheConvexProblem() {
    QFETCH(int, seed);
    fixtures::RandomMechanismOptions options;
    options.joints = 9;
    options.isFloating = seed % 2;
    options.types = {JointType::Revolute, JointType::Prismatic};
    options.pins = seed % 3 == 0;
    options.equalities = 1;
    Case c(static_cast<std::uint64_t>(300 + seed), options);
    c.drive.kp.setZero();
    c.drive.kd.setZero();
    c.state.q = c.model->nominal;  // closed: standing still keeps every limit
    const oracle::Result free = c.expected();
    if (free.rank < free.J.rows() || free.conditioning < 1e-2) QSKIP("nearly singular pose");

    struct Row {
      int v;
      double lower, upper, target, impulse;
    };
    std::vector<Row> rows;
    Random random(static_cast<std::uint64_t>(seed));
    Mechanism limited = c.mechanism;
    const double infinity = std::numeric_limits<double>::infinity();
    for (const oracle::TreeJoint& joint : c.tree.joints) {
      if (joint.source < 0) continue;
      Joint& source = limited.joints[static_cast<std::size_t>(joint.source)];
      const double q = c.state.q[joint.q];
      switch (random.integer(4)) {
        case 0:
          source.limits.lower = q + 0.1;  // outside
          rows.push_back({joint.v, 0, infinity, 0, 0});
          break;
        case 1:
          source.limits.upper = q - 0.1;
          rows.push_back({joint.v, -infinity, 0, 0, 0});
          break;
        case 2:
          source.limits.velocity = 0.2;
          if (free.u[joint.v] > 0.2) rows.push_back({joint.v, -infinity, 0, 0.2, 0});
          if (free.u[joint.v] < -0.2) rows.push_back({joint.v, 0, infinity, -0.2, 0});
          break;
        default:
          break;
      }
      if (!random.chance(0.6)) continue;
      source.dynamics.friction = random.uniform(0, 3);
      const double most = source.dynamics.friction * c.settings.dt;
      rows.push_back({joint.v, -most, most, 0, 0});
    }
    c.model = *compileModel(std::make_shared<Mechanism>(limited)).value;
    Workspace ws = makeWorkspace(*c.model);
    State state = c.state;
    const std::uint32_t flags = step(*c.model, c.stepSettings(), c.actuation(), state, ws);
    QVERIFY(!(flags & kLimitsNotConverged));

    const MatrixXd M = oracle::massMatrix(c.mechanism, c.tree, c.state.q);
    const MatrixXd inverse = M.inverse();
    const MatrixXd JW = free.J * inverse;
    const MatrixXd P =
        inverse -
        JW.transpose() * (JW * free.J.transpose()).completeOrthogonalDecomposition().pseudoInverse() * JW;
    VectorXd u = free.u;
    for (int sweep = 0; sweep < 20000; ++sweep)
      for (Row& row : rows) {
        if (P(row.v, row.v) < 1e-9 * inverse(row.v, row.v)) continue;
        const double wanted =
            std::clamp(row.impulse - (u[row.v] - row.target) / P(row.v, row.v), row.lower, row.upper);
        u += P.col(row.v) * (wanted - row.impulse);
        row.impulse = wanted;
      }
    QVERIFY2(relativeError(state.u, u) < 1e-8, qPrintable(QString::number(relativeError(state.u, u))));
  }

  /// A loop that closes at speed against stops cannot please both: the loop wins, and nothing grows without
  /// bound.
  void loopsWinOverLimits_data() { limitsSolveTheConvexProblem_data(); }
  void loopsWinOverLimits() {
    QFETCH(int, seed);
    fixtures::RandomMechanismOptions options;
    options.joints = 9;
    options.types = {JointType::Revolute, JointType::Prismatic};
    options.equalities = 2;
    Case c(static_cast<std::uint64_t>(300 + seed), options);
    const oracle::Result free = c.expected();
    if (free.rank < free.J.rows() || free.conditioning < 1e-2) QSKIP("nearly singular pose");
    Mechanism limited = c.mechanism;
    Random random(static_cast<std::uint64_t>(seed));
    for (const oracle::TreeJoint& joint : c.tree.joints) {
      Joint& source = limited.joints[static_cast<std::size_t>(joint.source)];
      if (random.chance(0.5))
        source.limits.lower = c.state.q[joint.q] + 0.1;
      else
        source.limits.upper = c.state.q[joint.q] - 0.1;
    }
    c.model = *compileModel(std::make_shared<Mechanism>(limited)).value;
    Workspace ws = makeWorkspace(*c.model);
    State state = c.state;
    QVERIFY(
        !(step(*c.model, c.stepSettings(), c.actuation(), state, ws) & (kNonFinite | kLimitsNotConverged)));
    const VectorXd rows = free.J * (state.u - free.u);
    QVERIFY2(rows.cwiseAbs().maxCoeff() < 1e-8 * (1 + free.u.norm()),
             qPrintable(QString::number(rows.norm())));
    QVERIFY2(state.u.norm() < 100 * (1 + free.u.norm()), qPrintable(QString::number(state.u.norm())));
  }

  void takesNothingFromTheHeap() {
    if (!AllocationGuard::canCount()) QSKIP("a sanitizer has its own allocator");
    for (const auto stabilization :
         {Stabilization::Feedback, Stabilization::Curvature, Stabilization::Project})
      for (int seed = 1; seed <= 6; ++seed) {
        fixtures::RandomMechanismOptions options = trees();
        options.isFloating = seed % 2;
        options.joints = 12;
        options.pins = options.equalities = options.universals = options.mimics = seed > 2;
        Case c(static_cast<std::uint64_t>(seed), options);
        auto limited = std::make_shared<Mechanism>(c.mechanism);
        for (Joint& joint : limited->joints) {
          joint.limits.lower = -0.1;
          joint.limits.upper = 0.1;
          joint.limits.velocity = 0.5;
          joint.dynamics.friction = 0.1;
        }
        c.model = *compileModel(limited).value;
        Workspace ws = makeWorkspace(*c.model);
        const Actuation actuation = c.actuation();
        StepSettings settings = c.stepSettings();
        settings.stabilization = stabilization;
        settings.integrator = seed == 1 ? Integrator::RungeKutta4 : Integrator::Trapezoid;
        State state = c.state;
        const AllocationGuard guard;
        for (int i = 0; i < 5; ++i) step(*c.model, settings, actuation, state, ws);
        QCOMPARE(guard.count(), std::size_t(0));
      }
  }

  void guardCounts() {
    if (!AllocationGuard::canCount()) QSKIP("a sanitizer has its own allocator");
    const AllocationGuard guard;
    const auto p = std::make_unique<double>(1.0);
    QVERIFY(guard.count() >= 1 && *p == 1.0);
  }
};

QTEST_GUILESS_MAIN(TestStepOracle)
#include "tst_step_oracle.moc"
