// Files from people's trouble, mended in the window by mouse; every number is the one told with the file.
// The files are not part of the project: without them there is nothing to do here.
#include <QDir>

#include <cmath>

#include "core/io/urdf_reader.h"
#include "tests/support/shared_folder.h"
#include "ui/tools/assemblies_tool.h"
#include "ui/tools/cut_tool.h"
#include "window_bench.h"

using namespace grashof;

namespace {

QByteArray handed(const QString& file) {
  QFile text(fixtures::sharedFolder() + QStringLiteral("/cases/") + file);
  return text.open(QIODevice::ReadOnly) ? text.readAll() : QByteArray();
}

/// From above, x to the right.
void showTop(Bench& bench, const Vector3d& target_W, double distance) {
  bench.showFront(target_W, distance);
  Camera top = bench.viewport()->camera();
  top.pitchDeg = 89.9;
  bench.viewport()->setCamera(top, false);
  QTest::qWait(30);
}

const Diagnostic* finding(const Bench& bench, const char* code) {
  for (const Diagnostic& d : bench.window.document()->diagnostics())
    if (d.code == code) return &d;
  return nullptr;
}

bool says(const Diagnostic& d, const std::string& words) {
  std::string all = d.message + ' ' + d.hint;
  for (const SourceLocation& place : d.related) all += " line " + std::to_string(place.line);
  all += " line " + std::to_string(d.where.line);
  return all.find(words) != std::string::npos;
}

int cutJoints(const Mechanism& m) {
  return static_cast<int>(
      std::count_if(m.joints.begin(), m.joints.end(), [](const Joint& j) { return j.isCut; }));
}

}  // namespace

class TestHandedCases : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    qputenv("GRASHOF_RSC", "/nonexistent");
    if (handed(QStringLiteral("01-two-parents-fourbar/cad_export.urdf")).isEmpty())
      QSKIP("the files are not here");
  }
  void twoParentsAreCutByMouse();
  void flatFiveBarIsClosedByMouse();
  void whatLocksTheLoopIsSaid_data();
  void whatLocksTheLoopIsSaid();
};

void TestHandedCases::twoParentsAreCutByMouse() {
  Bench bench(handed(QStringLiteral("01-two-parents-fourbar/cad_export.urdf")));
  Document& document = *bench.window.document();
  const Diagnostic* two = finding(bench, "link-has-two-parents");
  QVERIFY(two);
  for (const char* word : {"rocker", "pivot_d", "pivot_c", "56", "63"}) QVERIFY2(says(*two, word), word);
  QVERIFY(document.mechanism()
              ->joints[static_cast<std::size_t>(document.mechanism()->findJoint("pivot_c"))]
              .isCut);
  QCOMPARE(document.analysis().mobility.dof, 1);
  showTop(bench, {0.1, 0.07, 0}, 0.5);
  bench.picture("case-01");
  // Any of the four, one at a time: by mouse at the places where the drawing has them.
  const std::vector<std::pair<const char*, Vector3d>> pivots{{"pivot_b", {0, 0.06, 0}},
                                                             {"pivot_d", {0.2, 0, 0}},
                                                             {"pivot_o", {0, 0, 0}},
                                                             {"pivot_c", {0.16, 0.14, 0}}};
  for (const auto& [name, p_W] : pivots) {
    bench.viewport()->setFocus();
    bench.window.actions()->toolCut->trigger();
    auto* tool = qobject_cast<CutTool*>(bench.window.view()->activeTool());
    QVERIFY(tool);
    QTest::mouseMove(bench.viewport(), bench.at(p_W));
    QTRY_COMPARE(tool->joint(), document.mechanism()->findJoint(name));
    bench.click(p_W);
    document.waitForIdle();
    const Mechanism& m = *document.mechanism();
    QVERIFY2(m.joints[static_cast<std::size_t>(m.findJoint(name))].isCut || !m.closures.empty(), name);
    QCOMPARE(document.analysis().mobility.dof, 1);
    QVERIFY(document.analysis().maxGap < 1e-12);
    bench.window.actions()->toolSelect->trigger();
  }
  bench.picture("case-01-cut-back");
  bench.window.actions()->save->trigger();
  const auto saved = readUrdfFile(bench.path.toStdString(), {});
  QVERIFY(saved);
  QCOMPARE(static_cast<int>(saved->joints.size()) - cutJoints(*saved), 3);
}

void TestHandedCases::flatFiveBarIsClosedByMouse() {
  Bench bench(handed(QStringLiteral("09-fivebar-open-pose/fivebar_open.urdf")));
  Document& document = *bench.window.document();
  showTop(bench, {0.15, 0, 0}, 0.6);
  bench.window.actions()->toolPin->trigger();
  bench.viewport()->setFocus();
  // The legs lie on each other; the ends stand out: the left one at 0.26, the right one at 0.34.
  bench.click({0.26, 0, 0});
  bench.click({0.34, 0, 0});
  QPushButton* close = nullptr;
  for (QPushButton* button : bench.window.findChildren<QPushButton*>(QStringLiteral("PinClose")))
    if (button->isVisible()) close = button;
  bench.picture("case-09");
  QVERIFY(close && close->isEnabled());
  QTest::mouseClick(close, Qt::LeftButton);
  document.waitForIdle();
  const auto& closures = document.mechanism()->closures;
  QVERIFY(!closures.empty());
  QCOMPARE(document.analysis().mobility.dof, 2);
  QVERIFY(document.analysis().maxGap < 1e-9);
  QVERIFY(document.pose().cwiseAbs().maxCoeff() <= 3.1);
  // The gap of the drawing's own trigonometry.
  const auto toe = [&](double base, double hip, double knee) {
    return Eigen::Vector2d(base + 0.1 * std::cos(hip) + 0.2 * std::cos(hip + knee),
                           0.1 * std::sin(hip) + 0.2 * std::sin(hip + knee));
  };
  const Eigen::Vector2d left = toe(-0.04, bench.coordinate("hip_l"), bench.coordinate("knee_l")),
                        right = toe(0.04, bench.coordinate("hip_r"), bench.coordinate("knee_r"));
  QVERIFY2((left - right).norm() < 1e-9, qPrintable(QString::number((left - right).norm())));
  bench.picture("case-09-closed");
}

void TestHandedCases::whatLocksTheLoopIsSaid_data() {
  QTest::addColumn<int>("dof");
  QTest::newRow("one_pin") << 1;
  QTest::newRow("hinge_two_pins") << 1;
  QTest::newRow("weld_three_pins") << 0;
}

void TestHandedCases::whatLocksTheLoopIsSaid() {
  QFETCH(const int, dof);
  Bench bench(handed(QStringLiteral("15-closure-locks-loop/") + QString::fromLatin1(QTest::currentDataTag()) +
                     QStringLiteral(".urdf")));
  QCOMPARE(bench.window.document()->analysis().mobility.dof, dof);
  bench.picture(QTest::currentDataTag());
  bool isWarned = false;
  for (const Diagnostic& d : bench.window.document()->diagnostics())
    isWarned = isWarned || says(d, "also stops the coupler turning on the rocker");
  QCOMPARE(isWarned, dof == 0);
}

QTEST_MAIN(TestHandedCases)
#include "tst_handed_cases.moc"
