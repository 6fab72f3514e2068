// The channels between the window and the simulation thread, under real threads (also under TSan), and the
// pace.
#include <QtTest>
#include <memory>
#include <thread>

#include "core/simulation/pace.h"
#include "core/simulation/sample_ring.h"
#include "core/simulation/spsc_queue.h"
#include "core/simulation/triple_buffer.h"

using namespace grashof;
using namespace std::chrono_literals;

class TestSimulationChannels : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void queueKeepsOrderAndRefusesWhenFull();
  void queueBetweenThreads();
  void queueReleasesWhatWasPopped();
  void tripleBufferGivesTheNewest();
  void tripleBufferNeverTears();
  void ringCountsWhatItLost();
  void ringBetweenThreads();
  void paceMakesStepsWhenDue();
  void paceDropsABacklog();
  void paceMeasuresTheRealtimeFactor();
};

void TestSimulationChannels::queueKeepsOrderAndRefusesWhenFull() {
  SpscQueue<int, 4> queue;
  QVERIFY(queue.isEmpty());
  for (int i = 0; i < 4; ++i) QVERIFY(queue.tryPush(int{i}));
  QVERIFY(!queue.tryPush(99));
  for (int i = 0; i < 4; ++i) QCOMPARE(queue.tryPop().value(), i);
  QVERIFY(!queue.tryPop());
}

void TestSimulationChannels::queueBetweenThreads() {
  constexpr int kCount = 20000;
  SpscQueue<std::unique_ptr<int>, 64> queue;
  std::jthread producer([&] {
    for (int i = 0; i < kCount; ++i) {
      auto value = std::make_unique<int>(i);
      while (!queue.tryPush(std::move(value))) std::this_thread::yield();
    }
  });
  for (int i = 0; i < kCount;) {
    const auto value = queue.tryPop();
    if (!value) {
      std::this_thread::yield();
      continue;
    }
    QCOMPARE(**value, i);
    ++i;
  }
}

void TestSimulationChannels::queueReleasesWhatWasPopped() {
  SpscQueue<std::shared_ptr<int>, 4> queue;
  auto tracked = std::make_shared<int>(1);
  QVERIFY(queue.tryPush(std::shared_ptr<int>(tracked)));
  QCOMPARE(tracked.use_count(), 2L);
  queue.tryPop();
  QCOMPARE(tracked.use_count(), 1L);
}

void TestSimulationChannels::tripleBufferGivesTheNewest() {
  TripleBuffer<int> buffer;
  QVERIFY(!buffer.takeNewest());
  for (int i = 1; i <= 5; ++i) {
    buffer.back() = i;
    buffer.publish();
  }
  QVERIFY(buffer.takeNewest());
  QCOMPARE(buffer.front(), 5);
  QVERIFY(!buffer.takeNewest());
  QCOMPARE(buffer.front(), 5);
}

void TestSimulationChannels::tripleBufferNeverTears() {
  struct Pair {
    long a = 0, b = 0;
  };
  constexpr long kCount = 20000;
  TripleBuffer<Pair> buffer;
  std::jthread writer([&] {
    for (long i = 1; i <= kCount; ++i) {
      buffer.back() = {i, -i};
      buffer.publish();
    }
  });
  long last = 0;
  while (last < kCount) {
    if (!buffer.takeNewest()) {
      std::this_thread::yield();
      continue;
    }
    const Pair seen = buffer.front();
    QCOMPARE(seen.b, -seen.a);
    QVERIFY(seen.a > last);
    last = seen.a;
  }
}

void TestSimulationChannels::ringCountsWhatItLost() {
  SampleRing ring(2, 3);
  for (int i = 0; i < 5; ++i) ring.push([i](std::span<double> row) { row[0] = row[1] = i; });
  QCOMPARE(ring.lost(), std::uint64_t{2});
  int next = 0;
  QCOMPARE(ring.drain([&](std::span<const double> row) { QCOMPARE(row[1], double(next++)); }),
           std::size_t{3});
  QVERIFY(ring.push([](std::span<double> row) { row[0] = 7; }));
}

void TestSimulationChannels::ringBetweenThreads() {
  constexpr int kRows = 20000;
  SampleRing ring(3, 128);
  std::jthread producer([&] {
    for (int i = 0; i < kRows; ++i)
      while (!ring.push([i](std::span<double> row) { row[0] = i, row[1] = 2 * i, row[2] = 3 * i; }))
        std::this_thread::yield();
  });
  int next = 0;
  while (next < kRows) {
    const std::size_t taken = ring.drain([&](std::span<const double> row) {
      QCOMPARE(row[0], double(next));
      QCOMPARE(row[2], double(3 * next));
      ++next;
    });
    if (taken == 0) std::this_thread::yield();
  }
}

void TestSimulationChannels::paceMakesStepsWhenDue() {
  Pace pace;
  const Pace::TimePoint start{};
  pace.setSpeed(2.0);
  pace.start(start);
  int steps = 0;
  // 10 ms of wall time at twice real time with dt 1 ms: a step every half millisecond, the first at once.
  for (Pace::TimePoint now = start; now < start + 10ms; now += 100us)
    while (pace.isDue(now)) {
      pace.stepped(1e-3, now, now);
      ++steps;
    }
  QCOMPARE(steps, 20);
  QVERIFY(pace.wakeTime(start + 9ms) > start + 9ms);
}

void TestSimulationChannels::paceDropsABacklog() {
  Pace pace;
  const Pace::TimePoint start{};
  pace.start(start);
  pace.stepped(1e-3, start, start + 500ms);  // half a second for one step
  QVERIFY(pace.isDue(start + 500ms));
  pace.stepped(1e-3, start + 500ms, start + 500ms);
  QVERIFY(!pace.isDue(start + 500ms));  // no rush of 500 steps
}

void TestSimulationChannels::paceMeasuresTheRealtimeFactor() {
  Pace pace;
  Pace::TimePoint now{};
  pace.start(now);
  for (int i = 0; i < 400; ++i) {
    pace.stepped(1e-3, now, now + 20us);
    now += 2ms;  // half of real time
  }
  QVERIFY(std::abs(pace.realtimeFactor() - 0.5) < 0.02);
  QVERIFY(std::abs(pace.usPerStep() - 20.0) < 1e-9);
}

QTEST_GUILESS_MAIN(TestSimulationChannels)
#include "tst_simulation_channels.moc"
