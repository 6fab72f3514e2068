#include <QtTest>
#include <algorithm>

#include "core/dynamics/loop_plan.h"
#include "core/io/urdf_reader.h"
#include "tests/support/fixtures.h"
#include "tests/support/linkages.h"
#include "tests/support/loop_fixtures.h"
#include "tests/support/random_mechanism.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

/// Names of a front's columns: "own own | boundary", own ones sorted.
QString describe(const Model& model, const LoopPlan& plan, const PlannedFront& front) {
  QStringList own, boundary;
  for (int i = 0; i < front.width(); ++i) {
    const int column = plan.frontColumns[static_cast<std::size_t>(front.columns + i)];
    for (const MovableJoint& j : model.joints)
      if (column >= j.v && column < j.v + j.nv)
        (i < front.own ? own : boundary) << QString::fromStdString(j.name).remove("_pin");
  }
  own.sort();
  boundary.sort();
  return own.join(' ') + " | " + boundary.join(' ');
}

void verifyEveryColumnOnce(const Model& model, const LoopPlan& plan) {
  std::vector<int> count(static_cast<std::size_t>(plan.columns), 0);
  for (const PlannedFront& f : plan.fronts)
    for (int i = 0; i < f.own; ++i)
      ++count[static_cast<std::size_t>(plan.frontColumns[static_cast<std::size_t>(f.columns + i)])];
  for (int c = 0; c < plan.columns; ++c)
    QCOMPARE(count[static_cast<std::size_t>(c)], model.isFloating && c < 6 ? 0 : 1);
}

}  // namespace

class TestLoopPlan : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void strandbeestLegsAreThreeDyads();
  void ladderIsAChainOfDyads();
  void fourBarIsOneFront();
  void longChainsAreCut();
  void spokesShareTheHub();
  void everyColumnIsEliminatedOnce();
};

void TestLoopPlan::strandbeestLegsAreThreeDyads() {
  const Outcome<Mechanism> read = readUrdfFile(GRASHOF_SOURCE_DIR "/rsc/strandbeest.urdf", PackagePaths{});
  QVERIFY(read.ok());
  const ModelPtr model = compiled(*read);
  const LoopPlan plan = makeLoopPlan(*model);
  QCOMPARE(plan.pieces.size(), std::size_t(1));
  QCOMPARE(plan.fronts.size(), std::size_t(37));  // 12 legs of three, and the crank
  // The last one is the crank alone: all legs are the same to it.
  QCOMPARE(describe(*model, plan, plan.fronts.back()), QString("crank_motor | "));
  int dyads = 0, onTheCrankAlone = 0;
  for (const PlannedFront& f : plan.fronts) {
    if (f.own != 2) continue;
    ++dyads;
    QCOMPARE(f.rows, 2);
    QVERIFY(f.boundary <= 2);
    QVERIFY(f.kernel == FrontKernel::Determined2);
    if (describe(*model, plan, f).endsWith("| crank_motor")) ++onTheCrankAlone;
  }
  QCOMPARE(dyads, 36);
  QCOMPARE(onTheCrankAlone, 12);
}

void TestLoopPlan::ladderIsAChainOfDyads() {
  const ModelPtr model = compiled(ladder(8));
  const LoopPlan plan = makeLoopPlan(*model);
  // {bar, coupler | next bar} eight times; the last bar is determined by nothing.
  int dyads = 0;
  for (const PlannedFront& f : plan.fronts) {
    QVERIFY(f.boundary <= 1);
    QVERIFY(f.own <= 3);
    dyads += f.rows == 2 ? 1 : 0;
  }
  QCOMPARE(dyads, 8);
}

void TestLoopPlan::fourBarIsOneFront() {
  const ModelPtr model = compiled(fourBarOf({0.3, 0.08, 0.25, 0.15}, 0.7));
  const LoopPlan plan = makeLoopPlan(*model);
  QCOMPARE(plan.fronts.size(), std::size_t(1));
  QCOMPARE(plan.fronts[0].own, 3);
  QCOMPARE(plan.fronts[0].rows, 2);
  QCOMPARE(plan.fronts[0].parent, -1);
}

void TestLoopPlan::longChainsAreCut() {
  const ModelPtr model = compiled(necklace(60));
  const LoopPlan plan = makeLoopPlan(*model);
  QVERIFY(plan.pieces.size() >= 5);
  for (const PlannedPiece& piece : plan.pieces) {
    QVERIFY(piece.bodies.size() <= 15);
    QCOMPARE(piece.slots.size(), static_cast<std::size_t>(plan.rows));  // the loop passes through all
    const bool isTop = piece.root == 0;
    for (const PlannedSlot& slot : piece.slots) {
      QCOMPARE(slot.isClosing, isTop);
      QCOMPARE(slot.parentSlot >= 0, !isTop);
    }
  }
}

void TestLoopPlan::spokesShareTheHub() {
  // Three groups of two rows on columns {2k, 2k+1, hub}: the hub stays to the end, every group takes its own
  // two.
  OrderProblem problem;
  problem.coupled.resize(7);
  for (int k = 0; k < 3; ++k) problem.groups.push_back({k, 2, {2 * k, 2 * k + 1, 6}});
  const std::vector<OrderedFront> order = eliminationOrder(problem);
  QCOMPARE(order.size(), std::size_t(4));
  for (std::size_t k = 0; k < 3; ++k) {
    QCOMPARE(order[k].own.size(), std::size_t(2));
    QCOMPARE(order[k].boundary, std::vector<int>{6});
  }
  QCOMPARE(order[3].own, std::vector<int>{6});
}

void TestLoopPlan::everyColumnIsEliminatedOnce() {
  RandomMechanismOptions o;
  o.joints = 25;
  o.isFloating = true;
  o.pins = 3;
  o.equalities = o.universals = o.mimics = 2;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const ModelPtr model = compiled(randomMechanism(seed, o));
    verifyEveryColumnOnce(*model, makeLoopPlan(*model));
  }
}

QTEST_GUILESS_MAIN(TestLoopPlan)
#include "tst_loop_plan.moc"
