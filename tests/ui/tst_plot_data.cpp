#include <QtTest>
#include <cmath>

#include "ui/plots/plot_data.h"

using namespace grashof;

namespace {

/// One constraint whose gap is given; dt 1 ms.
SampleHistory historyOf(const std::vector<double>& gaps, double dt = 1e-3) {
  SampleLayout layout;
  layout.constraints = 1;
  SampleHistory history(layout, 100000);
  std::vector<double> row(static_cast<std::size_t>(layout.size()), 0.0);
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    row[0] = static_cast<double>(i) * dt;
    row[static_cast<std::size_t>(layout.gap(0))] = gaps[i];
    row[static_cast<std::size_t>(layout.force(0))] = 3;
    row[static_cast<std::size_t>(layout.force(0)) + 1] = 4;
    history.append(row);
  }
  return history;
}

}  // namespace

class TestPlotData : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void thinningKeepsEveryPeak();
  void forceIsTheNorm();
  void findsTheDecayOfADisturbance();
  void seesNoDecayInRipple();
  void seesNoDecayBesideAHill();
  void shortensNames_data();
  void shortensNames();
};

void TestPlotData::thinningKeepsEveryPeak() {
  std::vector<double> gaps(50000, 1e-9);
  gaps[12345] = 5e-3;
  gaps[40001] = 1e-12;
  const SampleHistory history = historyOf(gaps);
  const auto points = thinned(history, gapValue(0), 0, history.size(), 400);
  QVERIFY(points.size() <= 800);
  double high = 0, low = 1, last = -1;
  for (const CurvePoint& point : points) {
    high = std::max(high, point.y);
    low = std::min(low, point.y);
    QVERIFY(point.t > last);
    last = point.t;
  }
  QCOMPARE(high, 5e-3);
  QCOMPARE(low, 1e-12);
}

void TestPlotData::forceIsTheNorm() {
  const SampleHistory history = historyOf({0.0});
  QCOMPARE(forceValue(0)(history, 0), 5.0);  // 3-4-5
}

void TestPlotData::findsTheDecayOfADisturbance() {
  // erp 1.5: thirty per cent go per step, so 0.7 stay.
  std::vector<double> gaps(200, 4e-9);
  for (int i = 0; i < 40; ++i)
    gaps[static_cast<std::size_t>(100 + i)] = std::max(4e-9, 1e-3 * std::pow(0.7, i));
  const SampleHistory history = historyOf(gaps);
  const auto decay = findDecay(history, gapValue(0), 0, history.size());
  QVERIFY(decay.has_value());
  QVERIFY2(std::abs(decay->perStep(1e-3) - 0.7) < 1e-3, qPrintable(QString::number(decay->perStep(1e-3))));
  QVERIFY(std::abs(decay->t0 - 0.1) < 1.5e-3);
}

void TestPlotData::seesNoDecayInRipple() {
  std::vector<double> gaps;
  for (int i = 0; i < 500; ++i) gaps.push_back(4e-9 * (1 + 0.5 * std::sin(i * 0.3)));
  QVERIFY(!findDecay(historyOf(gaps), gapValue(0), 0, 500).has_value());
  QVERIFY(!findDecay(historyOf({}), gapValue(0), 0, 0).has_value());
  QVERIFY(!findDecay(historyOf(std::vector<double>(50, 0.0)), gapValue(0), 0, 50).has_value());
}

void TestPlotData::seesNoDecayBesideAHill() {
  // Drift passes through zero: steep on both sides, four decades deep.
  std::vector<double> gaps;
  for (int i = 0; i < 1000; ++i) gaps.push_back(1e-5 * std::abs(std::sin(i * 0.01)) + 1e-9);
  QVERIFY(!findDecay(historyOf(gaps), gapValue(0), 0, 1000).has_value());
}

void TestPlotData::shortensNames_data() {
  QTest::addColumn<QStringList>("names");
  QTest::addColumn<QStringList>("expected");
  QTest::newRow("toes") << QStringList{"toe_fl", "toe_fr", "toe_bl", "toe_br"}
                        << QStringList{"fl", "fr", "bl", "br"};
  QTest::newRow("one") << QStringList{"rocker_tip"} << QStringList{"rocker_tip"};
  QTest::newRow("one inside another") << QStringList{"a_x", "a_xx"} << QStringList{"a_x", "a_xx"};
  QTest::newRow("none") << QStringList{} << QStringList{};
  QTest::newRow("nothing in common") << QStringList{"ab", "cd"} << QStringList{"ab", "cd"};
}

void TestPlotData::shortensNames() {
  QFETCH(QStringList, names);
  QFETCH(QStringList, expected);
  QCOMPARE(shortNames(names), expected);
}

QTEST_GUILESS_MAIN(TestPlotData)
#include "tst_plot_data.moc"
