// The diff rebuilds both texts, is as short as the longest common subsequence allows, and folds quiet runs.
#include <QElapsedTimer>
#include <QtTest>
#include <algorithm>
#include <random>

#include "core/io/text_diff.h"

using namespace grashof;

namespace {
std::string side(const TextDiff& diff, DiffKind other) {
  std::string text;
  for (const DiffLine& line : diff.lines)
    if (line.kind != other) text += line.text + "\n";
  return text;
}

/// Length of the longest common subsequence by the textbook table, independent of the code under test.
int commonLines(const std::string& a, const std::string& b) {
  std::vector<std::vector<int>> table(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      table[i][j] =
          a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
  return table[a.size()][b.size()];
}

std::string asLines(const std::string& letters) {
  std::string text;
  for (const char c : letters) text += std::string(1, c) + "\n";
  return text;
}
}  // namespace

class TestTextDiff : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void equalTextsHaveNoChanges() {
    const TextDiff diff = diffTexts("a\nb\n", "a\nb\n");
    QCOMPARE(diff.added + diff.removed + diff.places, 0);
    QCOMPARE(diff.lines.size(), 2u);
    QVERIFY(diffTexts("", "").lines.empty());
  }

  void numbersBothSides() {
    const TextDiff diff = diffTexts("a\nb\nc\n", "a\nX\nc\nd\n");
    const std::vector<DiffLine> expected{{DiffKind::Same, 1, 1, "a"},
                                         {DiffKind::Removed, 2, 0, "b"},
                                         {DiffKind::Added, 0, 2, "X"},
                                         {DiffKind::Same, 3, 3, "c"},
                                         {DiffKind::Added, 0, 4, "d"}};
    QVERIFY(diff.lines == expected);
    QCOMPARE(diff.added, 2);
    QCOMPARE(diff.removed, 1);
    QCOMPARE(diff.places, 2);
  }

  void aChangedLineEndIsAChange() {
    const TextDiff crlf = diffTexts("a\r\nb\r\n", "a\r\nb\n");
    QCOMPARE(crlf.places, 1);
    QCOMPARE(crlf.lines[0].text, std::string("a"));
    QCOMPARE(diffTexts("a\nb", "a\nb\n").added, 1);
  }

  void isMinimalOnRandomTexts() {
    std::mt19937 random(7);
    for (int run = 0; run < 3000; ++run) {
      std::string a, b;
      const unsigned long letters = 1 + random() % 5;
      for (unsigned long n = random() % 14; n > 0; --n) a += static_cast<char>('a' + random() % letters);
      for (unsigned long n = random() % 14; n > 0; --n) b += static_cast<char>('a' + random() % letters);
      const TextDiff diff = diffTexts(asLines(a), asLines(b));
      const std::string what = "run " + std::to_string(run) + ": " + a + " / " + b;
      QVERIFY2(side(diff, DiffKind::Added) == asLines(a), what.c_str());
      QVERIFY2(side(diff, DiffKind::Removed) == asLines(b), what.c_str());
      const int common = commonLines(a, b);
      QVERIFY2(diff.removed == static_cast<int>(a.size()) - common, what.c_str());
      QVERIFY2(diff.added == static_cast<int>(b.size()) - common, what.c_str());
    }
  }

  void longTextsStayCheap() {
    std::string a, b, other;
    for (int i = 0; i < 10000; ++i) {
      a += "line " + std::to_string(i) + "\n";
      b += i % 1000 == 500 ? std::string("edited\n") : "line " + std::to_string(i) + "\n";
      other += "none " + std::to_string(i) + "\n";
    }
    QElapsedTimer timer;
    timer.start();
    const TextDiff few = diffTexts(a, b);
    QCOMPARE(few.places, 10);
    QCOMPARE(few.added, 10);
    const TextDiff all = diffTexts(a, other);
    QCOMPARE(all.removed, 10000);
    QCOMPARE(all.added, 10000);
    QVERIFY(side(all, DiffKind::Removed) == other);
    qInfo() << "both diffs of 10000 lines, ms:" << timer.elapsed();
  }

  void foldsQuietRuns() {
    std::string a, b;
    for (int i = 0; i < 20; ++i) {
      a += std::to_string(i) + "\n";
      b += i == 10 ? std::string("x\n") : std::to_string(i) + "\n";
    }
    // 10 same, 1 removed, 1 added, 9 same.
    const std::vector<DiffSpan> spans = foldUnchanged(diffTexts(a, b), 3);
    const std::vector<DiffSpan> expected{{0, 7, true}, {7, 8, false}, {15, 6, true}};
    QVERIFY(spans == expected);
    // A single hidden line is shown instead of a fold: 8 rows each side of 2 changes leave 2 and 1.
    const std::vector<DiffSpan> wide{{0, 2, true}, {2, 19, false}};
    QVERIFY(foldUnchanged(diffTexts(a, b), 8) == wide);
    QVERIFY(foldUnchanged(diffTexts(a, a), 3) == (std::vector<DiffSpan>{{0, 20, true}}));
  }
};

QTEST_GUILESS_MAIN(TestTextDiff)
#include "tst_text_diff.moc"
