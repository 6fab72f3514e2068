// Dragging by mouse in the window: gaps from the independent oracle, places from trigonometry.
#include <cmath>

#include "tests/support/dense_oracle.h"
#include "window_bench.h"

using namespace grashof;

namespace {

/// What the closures of the file miss by in the document's pose, by code that the window does not run.
class Gap {
 public:
  explicit Gap(Document& document)
      : document_(document), model_(document.model()), tree_(*model_->mechanism) {}
  double operator()() const {
    return oracle::constraintErrors(*model_->mechanism, tree_, model_->nominal, document_.pose())
        .cwiseAbs()
        .maxCoeff();
  }

 private:
  Document& document_;
  ModelPtr model_;
  oracle::Tree tree_;
};

}  // namespace

class TestDragView : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { qputenv("GRASHOF_RSC", "/nonexistent"); }
  void crankOfTheWalkerTurnsAllTheWay();
  void footOfTheFiveBarGoesRoundARectangle();
};

void TestDragView::crankOfTheWalkerTurnsAllTheWay() {
  Bench bench(example("strandbeest.urdf"));
  Document& document = *bench.window.document();
  const Gap gap(document);
  const VectorXd first = document.pose();
  const Vector3d base = first.head<3>();  // of the floating frame, which stands upright
  bench.showFront(base, 1.6);
  const auto crank = static_cast<std::size_t>(bench.model()->findJoint("crank_motor"));
  const int q = bench.model()->joints[crank].q;

  // The web before all legs, 0.13 m from the shaft; the crank turns about -y: from x to z.
  const auto onCircle = [&](double angle) {
    return Vector3d(base + Vector3d(0.13 * std::cos(angle), -0.5, 0.13 * std::sin(angle)));
  };
  constexpr int kMoves = 72;
  const double grabbed = 0.04;
  bench.press(bench.at(onCircle(grabbed)));
  VectorXd before = first;
  for (int i = 1; i <= kMoves; ++i) {
    const double angle = 2 * M_PI * i / kMoves;
    bench.moveTo(bench.at(onCircle(grabbed + angle)), 1);
    const VectorXd& now = document.pose();
    QVERIFY(now.allFinite());
    QVERIFY2(gap() < 1e-9, qPrintable(QString::number(gap())));
    QVERIFY2(std::abs(now[q] - first[q] - angle) < 0.02,
             qPrintable(QString::number(now[q] - first[q] - angle)));
    // Another branch of a leg is farther away than the legs turn in five degrees of the crank.
    QVERIFY((now - before).cwiseAbs().maxCoeff() < 0.4);
    before = now;
    if (i == kMoves / 3) bench.picture("drag-strandbeest");
  }
  bench.release();
  VectorXd turned = document.pose() - first;
  for (double& change : turned) change = std::remainder(change, 2 * M_PI);
  QVERIFY2(turned.cwiseAbs().maxCoeff() < 1e-6, qPrintable(QString::number(turned.cwiseAbs().maxCoeff())));
  QCOMPARE(document.undoStack()->count(), 1);
  document.undoStack()->undo();
  QCOMPARE(document.pose(), first);
}

void TestDragView::footOfTheFiveBarGoesRoundARectangle() {
  Bench bench(example("five_bar.urdf"));
  bench.showFront({0, 0, 0.1}, 0.5);
  Document& document = *bench.window.document();
  const Gap gap(document);
  const VectorXd first = document.pose();
  // A point of the left lower link, 5 mm before the foot's hinge.
  const auto foot = [&] {
    const double motor = bench.coordinate("motor_l"), elbow = bench.coordinate("elbow_l");
    return Vector3d(-0.04 + 0.1 * std::cos(motor) + 0.155 * std::cos(motor + elbow), -0.044,
                    0.1 * std::sin(motor) + 0.155 * std::sin(motor + elbow));
  };
  const Vector3d start = foot();
  const double pixel = (bench.viewport()->project(start + Vector3d::UnitX()).value() -
                        bench.viewport()->project(start).value())
                           .x();
  bench.press(bench.at(start));
  for (const Vector3d& corner : {Vector3d(0.03, 0, 0), Vector3d(0.03, 0, -0.04), Vector3d(-0.03, 0, -0.04),
                                 Vector3d(-0.03, 0, 0), Vector3d(0, 0, 0)}) {
    const QPoint from = bench.held, to = bench.at(start + corner);
    constexpr int kMoves = 15;
    for (int i = 1; i <= kMoves; ++i) {
      const QPoint at = from + (to - from) * i / kMoves;
      bench.moveTo(at, 1);
      QVERIFY2(gap() < 1e-9, qPrintable(QString::number(gap())));
      const QPointF reached = bench.viewport()->project(foot()).value();
      QVERIFY2(QLineF(reached, at).length() < 1.5, qPrintable(QString::number(QLineF(reached, at).length())));
      // The elbows stay on their sides: a flip would turn one of them over.
      QVERIFY(bench.coordinate("elbow_l") < 0 && bench.coordinate("elbow_r") > 0);
    }
    bench.picture("drag-five-bar");
  }
  bench.release();
  QVERIFY(pixel > 500);  // the rectangle was no smaller than thirty pixels
  QVERIFY((document.pose() - first).cwiseAbs().maxCoeff() < 2.0 / pixel / 0.1);
  QCOMPARE(document.undoStack()->count(), 1);
}

QTEST_MAIN(TestDragView)
#include "tst_drag_view.moc"
