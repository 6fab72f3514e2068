// A quick fix settles its finding, and its numbers are those that a person would write.
#include <QtTest>
#include <cmath>

#include "core/io/urdf_reader.h"
#include "core/mechanism/nominal_pose.h"
#include "core/mechanism/quick_fix.h"
#include "core/mechanism/quick_fix_parts.h"
#include "core/mechanism/validate.h"
#include "tests/core/urdf_texts.h"
#include "tests/support/fixtures.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

std::string replacedOnce(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? "" : text.replace(at, from.size(), to);
}

const Diagnostic* findingOf(const Diagnostics& findings, const std::string& code) {
  for (const Diagnostic& d : findings)
    if (d.code == code) return &d;
  return nullptr;
}

/// A mechanism, the first fix of a finding in it, and what that fix leaves.
struct Mended {
  Mechanism before, after;
  std::string label;
  bool isSettled = false;
};

Mended mend(const Mechanism& before, const Diagnostic& finding, std::size_t which = 0) {
  Mended mended;
  mended.before = before;
  const std::vector<QuickFix> fixes = quickFixes(before, finding);
  if (fixes.size() <= which) return mended;
  mended.label = fixes[which].label;
  const Outcome<Mechanism> after = applyEdit(before, fixes[which].edit);
  for (const Diagnostic& d : after.diagnostics) qWarning("%s", formatDiagnostic(d).c_str());
  if (!after.ok()) return mended;
  mended.after = *after;
  mended.isSettled = true;
  for (const Diagnostic& d : validate(mended.after))
    if (d.code == finding.code && d.subject == finding.subject) mended.isSettled = false;
  return mended;
}

Mended mendText(const std::string& text, const std::string& code, std::size_t which = 0) {
  const Outcome<Mechanism> read = readUrdf(text, "", {});
  const Diagnostic* finding = findingOf(read.diagnostics, code);
  if (!read.ok() || !finding) {
    for (const Diagnostic& d : read.diagnostics) qWarning("%s", formatDiagnostic(d).c_str());
    return {};
  }
  return mend(*read, *finding, which);
}

const std::string kLimit = R"(lower="-3.1" upper="3.1")";

}  // namespace

class TestQuickFix : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void settlesItsFinding_data();
  void settlesItsFinding();
  void convertsDegrees();
  void mendsTheNominalConfiguration();
  void theNearestInertiaIsValidAndNearest_data();
  void theNearestInertiaIsValidAndNearest();
  void aPinInAPlanarLoopBecomesTwoAxes();
  void theOtherParentPlacesTheLink();
  void millimetreMeshesAreScaled();
  void whatIsGoneGetsNothing();
};

void TestQuickFix::settlesItsFinding_data() {
  QTest::addColumn<std::string>("from");
  QTest::addColumn<std::string>("to");
  QTest::addColumn<std::string>("code");
  QTest::addColumn<std::string>("label");
  const auto row = [](const char* code, const std::string& from, const std::string& to,
                      const std::string& label) {
    QTest::newRow((std::string(code) + ": " + label).c_str()) << from << to << std::string(code) << label;
  };
  row("reversed-limits", kLimit, R"(lower="1" upper="-1")", "Swap bounds");
  row("limits-look-like-degrees", kLimit, R"(lower="-90" upper="90")", "Set ±90°");
  row("limits-look-like-degrees", kLimit, R"(lower="-30" upper="120.5")", "Set -30…120.5°");
  row("missing-limit", "<limit " + kLimit + R"( effort="50" velocity="20"/>)", "", "Make continuous");
  row("locked-joint", kLimit, R"(lower="0" upper="0")", "Make fixed");
  row("negative-limit", R"(velocity="20")", R"(velocity="-20")", "Set 20");
  row("negative-limit", R"(effort="50")", R"(effort="-50")", "Set 50");
  row("negative-dynamics", R"(<axis xyz="0 0 1"/>)", R"(<axis xyz="0 0 1"/><dynamics friction="-0.5"/>)",
      "Set 0.5");
  row("axis-not-unit", R"(<axis xyz="0 0 1"/>)", R"(<axis xyz="0 0 2"/>)", "Normalise axis");
  row("unknown-joint", R"(<origin xyz="0.2 0 0"/>)", R"(<origin xyz="0.2 0 0"/><mimic joint="O"/>)",
      "Follow o");
  row("mimic-self", R"(<origin xyz="0.2 0 0"/>)", R"(<origin xyz="0.2 0 0"/><mimic joint="d"/>)",
      "Remove mimic");
  row("unknown-link", R"(body1="coupler")", R"(body1="copler")", "Use coupler");
  row("unknown-link", R"(body2="rocker")", R"(body2="rockr")", "Use rocker");
  row("equality-axes", R"(<axis xyz="1 0 0"/>
      <axis xyz="0 1 0"/>)",
      "", "Use a pin");
  row("equality-axes", R"(<axis xyz="1 0 0"/>)", R"(<axis xyz="1 0 0"/><axis xyz="0 0 1"/>)", "Use a pin");
  row("parallel-axes", R"(<axis xyz="0 1 0"/>)", R"(<axis xyz="-2 0 0"/>)", "Use one axis");
  row("zero-axis", R"(<axis xyz="0 1 0"/>)", R"(<axis xyz="0 0 0"/>)", "Use one axis");
  row("bad-mass", R"(<mass value="0.25"/>)", R"(<mass value="-0.25"/>)", "Set 0.25 kg");
  row("inertia-triangle", R"(izz="3e-4")", R"(izz="9e-4")", "Set nearest inertia");
  row("inertia-not-positive", R"(izz="3e-4")", R"(izz="-3e-4")", "Set nearest inertia");
  row("nominal-outside-limits", R"("0 0.0 0")", R"("3.5 0 0")", "Set 177.6°");  // 3.1 rad
  row("nominal-config-size", R"("0 0.0 0")", R"("0 0 0 1 0 0 0 0 0.5 0")", "Drop base pose");
  row("nominal-config-size", R"("0 0.0 0")", R"("0 0")", "Use neutral pose");
}

void TestQuickFix::settlesItsFinding() {
  QFETCH(std::string, from);
  QFETCH(std::string, to);
  QFETCH(std::string, code);
  QFETCH(std::string, label);
  const Mended mended = mendText(replacedOnce(texts::kFourBar, from, to), code);
  QCOMPARE(mended.label, label);
  QVERIFY(mended.isSettled);
}

void TestQuickFix::convertsDegrees() {
  const std::string text = replacedOnce(texts::kFourBar, kLimit + R"( effort="50" velocity="20")",
                                        R"(lower="-90" upper="90" effort="50" velocity="180")");
  const Mended mended = mendText(text, "limits-look-like-degrees");
  const JointLimits& limits = mended.after.joints.at(0).limits;
  QVERIFY(std::abs(*limits.lower + 1.5707963267948966) < 1e-15);
  QVERIFY(std::abs(*limits.upper - 1.5707963267948966) < 1e-15);
  QVERIFY(std::abs(*limits.velocity - 3.141592653589793) < 1e-15);
  QVERIFY(limits.effort == 50.0);
}

void TestQuickFix::mendsTheNominalConfiguration() {
  using List = std::vector<double>;
  const std::string floating = replacedOnce(texts::kUntidy, "0 0 0   1 0 0 0\n", "\n");
  Mended mended = mendText(floating, "nominal-config-size");
  QCOMPARE(mended.label, std::string("Add base pose"));
  QVERIFY(*mended.after.nominal == (List{0, 0, 0, 1, 0, 0, 0, 0.1, 0}));
  mended = mendText(replacedOnce(texts::kUntidy, "1 0 0 0\n", "0 3 0 4\n"), "quaternion-not-unit");
  QCOMPARE(mended.label, std::string("Normalise"));
  QVERIFY(mended.isSettled);
  const List expected{0, 0, 0, 0, 0.6, 0, 0.8, 0.1, 0};
  for (std::size_t i = 0; i < expected.size(); ++i)
    QVERIFY(std::abs((*mended.after.nominal)[i] - expected[i]) < 1e-15);
  mended = mendText(replacedOnce(texts::kUntidy, "1 0 0 0\n", "0 0 0 0\n"), "bad-quaternion");
  QCOMPARE(mended.label, std::string("Set 1 0 0 0"));
  QVERIFY(*mended.after.nominal == (List{0, 0, 0, 1, 0, 0, 0, 0.1, 0}));
  // A follower at the wrong place goes to 2 * 0.5 + 0.1.
  std::string text = replacedOnce(texts::kFourBar, R"(<origin xyz="0.2 0 0"/>)",
                                  R"(<origin xyz="0.2 0 0"/><mimic joint="o" multiplier="2" offset="0.1"/>)");
  mended = mendText(replacedOnce(text, R"("0 0.0 0")", R"("0.5 0 0")"), "nominal-breaks-mimic");
  QVERIFY(mended.isSettled);
  QVERIFY(std::abs((*mended.after.nominal)[2] - 1.1) < 1e-15);
}

void TestQuickFix::theNearestInertiaIsValidAndNearest_data() {
  QTest::addColumn<double>("a");
  QTest::addColumn<double>("b");
  QTest::addColumn<double>("c");
  QTest::newRow("valid") << 2.0 << 3.0 << 4.0;
  QTest::newRow("one too large") << 1.0 << 1.0 << 5.0;
  QTest::newRow("negative, face") << -1.0 << 1.0 << 3.0;
  QTest::newRow("negative, edge") << -1.0 << 1.0 << 1.0;
  QTest::newRow("two negative") << -1.0 << -0.5 << 4.0;
  QTest::newRow("flat") << 1.0 << 1.0 << 2.0;
}

void TestQuickFix::theNearestInertiaIsValidAndNearest() {
  QFETCH(double, a);
  QFETCH(double, b);
  QFETCH(double, c);
  const Matrix3d R = rotationFromRpy({0.3, -0.7, 1.1});
  const Vector3d given(a, b, c);
  const Matrix3d fitted = quick_fixes::nearestInertia(R * given.asDiagonal() * R.transpose());
  QVERIFY(fitted == fitted.transpose());
  const Matrix3d back = R.transpose() * fitted * R;
  const Vector3d moments = back.diagonal();
  QVERIFY((back - Matrix3d(moments.asDiagonal())).norm() < 1e-12);
  // Oracle: the best of a fine grid of valid moments x = u (0,1,1) + v (1,0,1) + w (1,1,0), all weights >= 0.
  constexpr double kStep = 0.05;
  double best = HUGE_VAL;
  for (double u = 0; u <= 6; u += kStep)
    for (double v = 0; v <= 6; v += kStep)
      for (double w = 0; w <= 6; w += kStep)
        best = std::min(best, (Vector3d(v + w, u + w, u + v) - given).norm());
  QVERIFY(moments.minCoeff() > -1e-12);
  QVERIFY(2 * moments.maxCoeff() <= moments.sum() + 1e-12);
  QVERIFY2((moments - given).norm() <= best + 1e-12,
           qPrintable(QString::number((moments - given).norm() - best)));
}

void TestQuickFix::aPinInAPlanarLoopBecomesTwoAxes() {
  Mechanism m = *readUrdf(texts::kFourBar, "", {});
  m.closures[0] = makePin("coupler", "rocker", {0.16, 0.08, 0});
  Diagnostic finding;
  finding.code = "pin-in-planar-loop";
  finding.element = "robot/constraints/pin";
  finding.subject = displayName(m.closures[0], 0);
  Mended mended = mend(m, finding);
  QCOMPARE(mended.label, std::string("Use two axes"));
  QVERIFY(mended.after.closures[0].kind == ClosureKind::Equality);
  QVERIFY(mended.after.closures[0].axes == (std::vector<Vector3d>{{1, 0, 0}, {0, 1, 0}}));
  // The same linkage in a tilted plane: both axes lie across the hinges, which body1 sees along its own z.
  m.joints[0].origin.rpy = m.joints[2].origin.rpy = {0.5, 0, 0};
  mended = mend(m, finding);
  QVERIFY(mended.after.closures[0].axes == (std::vector<Vector3d>{{1, 0, 0}, {0, 1, 0}}));
  // The hinges' axes turned instead: across (0, -sin 0.5, cos 0.5).
  m = mended.before;
  for (Joint& joint : m.joints) {
    joint.origin.rpy.setZero();
    joint.axis = {0, -std::sin(0.5), std::cos(0.5)};
  }
  mended = mend(m, finding);
  QCOMPARE(mended.after.closures[0].axes.size(), 2u);
  for (const Vector3d& axis : mended.after.closures[0].axes) {
    QVERIFY(std::abs(axis.norm() - 1) < 1e-15);
    QVERIFY(std::abs(axis.dot(m.joints[0].axis)) < 1e-15);
  }
  // Spatial: one hinge stands askew.
  m.joints[1].axis = {1, 0, 0};
  QVERIFY(quickFixes(m, finding).empty());
}

void TestQuickFix::theOtherParentPlacesTheLink() {
  const Mended mended = mendText(texts::kTwoParents, "link-has-two-parents");
  QCOMPARE(mended.label, std::string("Let c place rocker"));
  QVERIFY(mended.after.joints[2].isCut && !mended.after.joints[3].isCut);
  // The rocker's frame is now at c, by hand (0, 0.06) + (0.16, 0.08).
  const TreeWalk walk = walkTree(mended.after);
  const NominalLayout layout = nominalLayout(mended.after, walk, BaseMode::Auto);
  const auto poses = linkPosesInRoot(mended.after, walk, layout, {0, 0, 0});
  QVERIFY(poses.has_value());
  QVERIFY(((*poses)[3].p - Vector3d(0.16, 0.14, 0)).norm() < 1e-15);
}

void TestQuickFix::millimetreMeshesAreScaled() {
  Mechanism m = *readUrdf(texts::kFourBar, "", {});
  Geometry mesh;
  mesh.shape = MeshShape{"part.stl", "", Vector3d(1, -1, 1)};
  m.links[1].visuals.push_back(mesh);
  mesh.shape = MeshShape{"part.stl", "", Vector3d(0.001, 0.001, 0.001)};
  m.links[1].visuals.push_back(mesh);  // right already
  Diagnostic finding;
  finding.code = "mesh-units";
  finding.hint = "write scale=\"0.001 -0.001 0.001\" in its <mesh>";
  finding.subject = "crank";
  finding.message = "the mesh 'part.stl' is about 1000 times larger than the rest; millimetres?";
  const std::vector<QuickFix> fixes = quickFixes(m, finding);
  QCOMPARE(fixes.size(), std::size_t{1});
  QCOMPARE(fixes[0].label, std::string("Scale by 0.001"));
  const Outcome<Mechanism> after = applyEdit(m, fixes[0].edit);
  QVERIFY(after.ok());
  const std::vector<Geometry>& visuals = after->links[1].visuals;
  QVERIFY(std::get<MeshShape>(visuals[visuals.size() - 2].shape).scale == Vector3d(0.001, -0.001, 0.001));
  QVERIFY(std::get<MeshShape>(visuals.back().shape).scale == Vector3d(0.001, 0.001, 0.001));
}

void TestQuickFix::whatIsGoneGetsNothing() {
  const Mechanism m = *readUrdf(texts::kFourBar, "", {});
  for (const char* code :
       {"reversed-limits", "unknown-link", "mimic-self", "bad-mass", "nominal-outside-limits",
        "inertia-triangle", "pin-in-planar-loop", "not-a-code", "equality-axes"}) {
    Diagnostic finding;
    finding.code = code;
    finding.subject = "nobody";
    QVERIFY2(quickFixes(m, finding).empty(), code);
  }
  Diagnostic settled;
  settled.code = "reversed-limits";
  settled.subject = "o";
  QVERIFY(quickFixes(m, settled).empty());
}

QTEST_GUILESS_MAIN(TestQuickFix)
#include "tst_quick_fix.moc"
