// Findings about mechanisms made in code, which have no file.
#include <QtTest>

#include <cmath>

#include "core/mechanism/name_hint.h"
#include "core/mechanism/nominal_pose.h"
#include "core/mechanism/validate.h"
#include "tests/support/fixtures.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

QStringList codes(const Diagnostics& diagnostics) {
  QStringList out;
  for (const Diagnostic& d : diagnostics) out << QString::fromStdString(d.code);
  out.sort();
  return out;
}

Joint limited(Joint joint, double lower = -3, double upper = 3) {
  joint.limits.lower = lower;
  joint.limits.upper = upper;
  joint.limits.effort = 10;
  joint.limits.velocity = 10;
  return joint;
}

/// trunk - thigh_a - shank_a - toe_a and trunk - thigh_b - shank_b - toe_b; hips 0.08 m apart, thighs 0.1 m,
/// shanks 0.2 m, all hinges about y, an equality at the toes.
Mechanism fiveBarLeg() {
  Mechanism m;
  m.root = "trunk";
  m.links.push_back(makeLink("trunk", 3));
  for (const char* side : {"a", "b"}) {
    const std::string s = side;
    m.links.push_back(makeLink("thigh_" + s, 0.3, {0, 0, -0.05}));
    m.links.push_back(makeLink("shank_" + s, 0.2, {0, 0, -0.1}));
    m.links.push_back(makeLink("toe_" + s));
    const double x = s == "a" ? -0.04 : 0.04;
    m.joints.push_back(limited(
        makeJoint("hip_" + s, JointType::Revolute, "trunk", "thigh_" + s, {x, 0, 0}, Vector3d::UnitY())));
    m.joints.push_back(limited(makeJoint("knee_" + s, JointType::Revolute, "thigh_" + s, "shank_" + s,
                                         {0, 0, -0.1}, Vector3d::UnitY())));
    m.joints.push_back(makeJoint("tip_" + s, JointType::Fixed, "shank_" + s, "toe_" + s, {0, 0, -0.2}));
  }
  m.closures.push_back(
      makeEquality("shank_a", "shank_b", {0, 0, -0.2}, {Vector3d::UnitX(), Vector3d::UnitZ()}));
  return m;
}

}  // namespace

class TestValidate : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void soundMechanismHasNoFindings();
  void baseIsFixedByTheNameWorld();
  void nominalEntriesAreNamedInOrder();
  void nominalSizeDependsOnTheBase();
  void openNominalPoseIsMeasured();
  void posesFollowTheJoints();
  void defaultPoseIsClampedAndFollowsMimics();
  void manyClampedJointsAreSaidOnce();
  void cutJointsNeedNoMass();
  void massIsSummedOverFixedJoints();
  void ringsAndSecondParentsAfterAnEdit();
  void mimicChainsAreSound();
  void longMimicRingComposes();
  void triangleRuleAllowsRounding();
  void skewedAxesAreAccepted();
  void nearestNames_data();
  void nearestNames();
};

void TestValidate::soundMechanismHasNoFindings() {
  Mechanism m = fiveBarLeg();
  // sin(phi) (0.2) = 0.04 + 0.1 sin 0.6, knee = -(0.6 + phi): the toes meet below the trunk's middle.
  const double phi = std::asin((0.04 + 0.1 * std::sin(0.6)) / 0.2);
  m.nominal = {0, 0, 0.4, 1, 0, 0, 0, 0.6, -0.6 - phi, -0.6, 0.6 + phi};
  QCOMPARE(codes(validate(m)), QStringList{});
}

void TestValidate::baseIsFixedByTheNameWorld() {
  Mechanism m;
  m.root = "world";
  QVERIFY(isBaseFixed(m, BaseMode::Auto) && !isBaseFixed(m, BaseMode::Floating));
  m.root = "trunk";
  QVERIFY(!isBaseFixed(m, BaseMode::Auto) && isBaseFixed(m, BaseMode::Fixed));
}

void TestValidate::nominalEntriesAreNamedInOrder() {
  Mechanism m = fiveBarLeg();
  QCOMPARE(nominalEntryNames(m, BaseMode::Fixed),
           (std::vector<std::string>{"hip_a", "knee_a", "hip_b", "knee_b"}));
  // Depth first, whatever the order of the joints in the file.
  std::swap(m.joints[1], m.joints[4]);
  QCOMPARE(nominalEntryNames(m, BaseMode::Fixed),
           (std::vector<std::string>{"hip_a", "knee_a", "hip_b", "knee_b"}));
  m.joints[0].type = JointType::Spherical;
  const std::vector<std::string> names = nominalEntryNames(m, BaseMode::Auto);
  QCOMPARE(names.size(), std::size_t{14});
  QCOMPARE(names[0] + "," + names[3] + "," + names[7] + "," + names[11],
           std::string("base x,base qw,hip_a qw,knee_a"));
}

void TestValidate::nominalSizeDependsOnTheBase() {
  Mechanism m = fiveBarLeg();
  m.nominal = {0.6, -1.1, -0.6, 1.1};
  const Diagnostics floating = validate(m);
  QCOMPARE(codes(floating), QStringList{"nominal-config-size"});
  QVERIFY(floating[0].message.find(
              "4 entries, 11 needed: base x y z, quaternion w x y z, then hip_a, knee_a, hip_b, knee_b") !=
          std::string::npos);
  QVERIFY(!codes(validate(m, BaseMode::Fixed)).contains("nominal-config-size"));
}

void TestValidate::openNominalPoseIsMeasured() {
  Mechanism m = fiveBarLeg();
  m.nominal = {0, 0, 0.4, 1, 0, 0, 0, 0.6, -0.9, -0.6, 0.9};
  const Diagnostics findings = validate(m);
  QCOMPARE(codes(findings), QStringList{"nominal-loop-open"});
  // By hand, in the leg's plane: toe_a at x = -0.04 - 0.1 sin 0.6 + 0.2 sin 0.3, toe_b mirrored; their
  // distance is 2 x.
  const double gap = 2 * std::abs(-0.04 - 0.1 * std::sin(0.6) + 0.2 * std::sin(0.3));
  QVERIFY2(findings[0].message.find(std::to_string(gap).substr(0, 7)) != std::string::npos,
           findings[0].message.c_str());
}

void TestValidate::posesFollowTheJoints() {
  const Mechanism m = fiveBarLeg();
  const TreeWalk walk = walkTree(m);
  const NominalLayout layout = nominalLayout(m, walk, BaseMode::Fixed);
  const auto X = linkPosesInRoot(m, walk, layout, {0.6, -0.9, 0, 0});
  QVERIFY(X.has_value());
  const Vector3d toe(-0.04 - 0.1 * std::sin(0.6) + 0.2 * std::sin(0.3), 0,
                     -0.1 * std::cos(0.6) - 0.2 * std::cos(0.3));
  QVERIFY(((*X)[3].p - toe).norm() < 1e-15);
  QVERIFY(((*X)[6].p - Vector3d(0.04, 0, -0.3)).norm() < 1e-15);
  QVERIFY(!linkPosesInRoot(m, walk, layout, {0.6}));
}

void TestValidate::defaultPoseIsClampedAndFollowsMimics() {
  Mechanism m = fiveBarLeg();
  m.joints[0] = limited(m.joints[0], 0.4, 1.2);
  m.joints[4].mimic = Mimic{"knee_a", 2.0, 0.1, {}};  // knee_b = 2 knee_a + 0.1
  m.joints[1].mimic = Mimic{"hip_a", -1.0, 0.0, {}};  // knee_a = -hip_a
  const NominalLayout layout = nominalLayout(m, walkTree(m), BaseMode::Fixed);
  const std::vector<double> q = defaultNominal(m, layout);
  QCOMPARE(q, (std::vector<double>{0.4, -0.4, 0.0, 2 * -0.4 + 0.1}));
  QVERIFY(codes(validate(m)).contains("zero-outside-limits"));
}

/// Four joints that cannot start at zero are named one by one, five by the first and all the places.
void TestValidate::manyClampedJointsAreSaidOnce() {
  for (const int count : {4, 5}) {
    Mechanism m;
    m.root = "world";
    m.links.push_back(makeLink("world"));
    for (int i = 0; i < count; ++i) {
      const std::string name = "j" + std::to_string(i);
      m.links.push_back(makeLink(name, 1.0));
      m.joints.push_back(makeJoint(name, JointType::Revolute, "world", name));
      m.joints.back().limits = JointLimits{0.4, 1.2, 1.0, 1.0, {}};
    }
    const Diagnostics found = validate(m);
    const auto isOurs = [](const Diagnostic& d) { return d.code == "zero-outside-limits"; };
    QCOMPARE(int(std::count_if(found.begin(), found.end(), isOurs)), count == 4 ? 4 : 1);
    const auto first = std::find_if(found.begin(), found.end(), isOurs);
    QVERIFY(first->message.find("starts at 0.4") != std::string::npos);
    QCOMPARE(first->message.find("the first of 5") != std::string::npos, count == 5);
    QCOMPARE(first->related.size(), std::size_t(count == 5 ? 4 : 0));
  }
}

void TestValidate::cutJointsNeedNoMass() {
  Mechanism m = fiveBarLeg();
  m.closures.clear();
  Joint cut = makeJoint("close", JointType::Revolute, "toe_a", "toe_b");
  cut.isCut = true;
  m.joints.push_back(cut);
  QCOMPARE(codes(validate(m)), QStringList{});
  m.joints[0].mimic = Mimic{"close", 1.0, 0.0, {}};
  QCOMPARE(codes(validate(m)), QStringList{"mimic-joint-type"});
}

void TestValidate::massIsSummedOverFixedJoints() {
  Mechanism m = fiveBarLeg();
  m.closures.clear();
  m.links[2].inertial.reset();  // shank_a: nothing left at that tip
  QCOMPARE(codes(validate(m)), QStringList{"massless-body"});
  m.links[3] = makeLink("toe_a", 0.1);  // but its toe, fixed to it, has
  QCOMPARE(codes(validate(m)), QStringList{});
  m.links[1].inertial.reset();  // thigh_a: the shank below carries
  const Diagnostics findings = validate(m);
  QCOMPARE(codes(findings), QStringList{"massless-body"});
  QCOMPARE(findings[0].severity, Severity::Note);
}

void TestValidate::ringsAndSecondParentsAfterAnEdit() {
  Mechanism m = fiveBarLeg();
  m.closures.clear();
  m.joints.push_back(limited(makeJoint("extra", JointType::Revolute, "trunk", "shank_a")));
  Diagnostics findings = validate(m);
  QCOMPARE(codes(findings), QStringList{"link-has-two-parents"});
  QCOMPARE(findings[0].severity, Severity::Error);
  m.joints.pop_back();
  m.joints.push_back(limited(makeJoint("back", JointType::Revolute, "toe_b", "trunk")));
  findings = validate(m);
  QCOMPARE(codes(findings), QStringList{"no-root"});
  QVERIFY(hasErrors(findings));
}

void TestValidate::mimicChainsAreSound() {
  Mechanism m = fiveBarLeg();
  m.closures.clear();
  m.joints[0].mimic = Mimic{"knee_a", -1.0, 0.15, {}};
  m.joints[1].mimic = Mimic{"hip_b", 2.0, 0.1, {}};
  QCOMPARE(codes(validate(m)), QStringList{});
}

void TestValidate::longMimicRingComposes() {
  // a = 2 b + 1, b = 0.5 c - 1, c = d, d = a + offset: around, a = a + offset - 1.
  Mechanism m = fiveBarLeg();
  m.closures.clear();
  const auto ring = [&m](double offset) {
    m.joints[0].mimic = Mimic{"knee_a", 2.0, 1.0, {}};
    m.joints[1].mimic = Mimic{"hip_b", 0.5, -1.0, {}};
    m.joints[3].mimic = Mimic{"knee_b", 1.0, 0.0, {}};
    m.joints[4].mimic = Mimic{"hip_a", 1.0, offset, {}};
    return validate(m);
  };
  QCOMPARE(codes(ring(1.0)), QStringList{"mimic-redundant"});
  QCOMPARE(codes(ring(3.0)), QStringList{"mimic-contradiction"});
  QVERIFY(ring(3.0)[0].message.find("0 = 2") != std::string::npos);
  m.joints[4].mimic->multiplier = 3.0;
  // a = 2 (0.5 (3 a + 3) - 1) + 1 = 3 a + 2: only a = -1 is left.
  const Diagnostics locks = validate(m);
  QCOMPARE(codes(locks), QStringList{"mimic-locks"});
  QVERIFY2(locks[0].message.find("can only be at -1") != std::string::npos, locks[0].message.c_str());
}

void TestValidate::triangleRuleAllowsRounding() {
  Mechanism m = fiveBarLeg();
  m.closures.clear();
  m.links[0].inertial->inertia =
      Vector3d(0.01, 0.02, 0.03).asDiagonal();  // a flat plate: exactly at the limit
  QCOMPARE(codes(validate(m)), QStringList{});
  m.links[0].inertial->inertia(2, 2) = 0.03001;
  QCOMPARE(codes(validate(m)), QStringList{});
  m.links[0].inertial->inertia(2, 2) = 0.0302;
  QCOMPARE(codes(validate(m)), QStringList{"inertia-triangle"});
}

void TestValidate::skewedAxesAreAccepted() {
  Mechanism m = fiveBarLeg();
  m.nominal = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
  m.closures[0].anchor = Vector3d::Zero();
  m.closures[0].axes = {{1, 0, 0}, {1, 0.0001, 0}};
  QCOMPARE(codes(validate(m)), QStringList{});
  m.closures[0].axes = {{1, 0, 0}, {-2, 0, 0}};
  QCOMPARE(codes(validate(m)), QStringList{"parallel-axes"});
}

void TestValidate::nearestNames_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("nearest");
  QTest::newRow("letter missing") << "base_plat"
                                  << "base_plate";
  QTest::newRow("letters swapped") << "uppre_arm"
                                   << "upper_arm";
  QTest::newRow("other case") << "BASE_PLATE"
                              << "base_plate";
  QTest::newRow("nothing near") << "gripper"
                                << "";
  QTest::newRow("empty") << ""
                         << "";
  QTest::newRow("short") << "l"
                         << "l1";
}

void TestValidate::nearestNames() {
  QFETCH(QString, name);
  QFETCH(QString, nearest);
  QCOMPARE(QString::fromStdString(nearestName(name.toStdString(), {"base_plate", "upper_arm", "l1"})),
           nearest);
}

QTEST_GUILESS_MAIN(TestValidate)
#include "tst_validate.moc"
