// Every example of rsc/ opens without a finding, has the freedom its README states, and closes to 1e-10 m.
#include <QFile>
#include <QtTest>

#include "core/dynamics/analysis.h"
#include "core/dynamics/assemble.h"
#include "core/io/urdf_reader.h"

using namespace grashof;

class TestExamples : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void opensAndCloses_data();
  void opensAndCloses();
};

void TestExamples::opensAndCloses_data() {
  QTest::addColumn<int>("nq");
  QTest::addColumn<int>("nv");
  QTest::addColumn<int>("rows");
  QTest::addColumn<int>("dof");
  // Gruebler, by hand: planar loops remove 2 each, balls 3; the parallelogram's third bar removes nothing.
  QTest::newRow("four_bar") << 3 << 3 << 2 << 1;
  QTest::newRow("slider_crank") << 3 << 3 << 2 << 1;
  QTest::newRow("five_bar") << 4 << 4 << 2 << 2;
  QTest::newRow("parallelogram") << 4 << 4 << 4 << 1;
  QTest::newRow("gripper") << 6 << 6 << 5 << 1;
  QTest::newRow("minitaur") << 23 << 22 << 8 << 14;
  QTest::newRow("strandbeest") << 80 << 79 << 72 << 7;
  QTest::newRow("stewart") << 22 << 21 << 15 << 6;
  QTest::newRow("delta") << 19 << 18 << 15 << 3;
}

void TestExamples::opensAndCloses() {
  QFETCH(int, nq);
  QFETCH(int, nv);
  QFETCH(int, rows);
  QFETCH(int, dof);
  const std::string path = std::string(GRASHOF_SOURCE_DIR "/rsc/") + QTest::currentDataTag() + ".urdf";
  const Outcome<Mechanism> read = readUrdfFile(path, {});
  QVERIFY(read.ok());
  for (const Diagnostic& d : read.diagnostics) QVERIFY2(d.severity == Severity::Note, formatDiagnostic(d).c_str());
  const Outcome<ModelPtr> model = compileModel(std::make_shared<const Mechanism>(*read.value));
  QVERIFY(model.ok());
  QCOMPARE((*model)->nq, nq);
  QCOMPARE((*model)->nv, nv);
  QCOMPARE((*model)->authoredRows(), rows);
  QVERIFY(largestGap(**model, (*model)->nominal).maxGap < 1e-10);
  QCOMPARE(analyse(**model).mobility.dof, dof);
}

QTEST_GUILESS_MAIN(TestExamples)
#include "tst_examples.moc"
