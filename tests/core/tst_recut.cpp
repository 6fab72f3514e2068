// Another joint of a loop is cut: the linkage must stay what it is. Poses come from the oracle's own
// transforms.
#include <QtTest>
#include <cmath>

#include "core/dynamics/assemble.h"
#include "core/dynamics/mobility.h"
#include "core/io/outside_references.h"
#include "core/io/raisim_export.h"
#include "core/io/urdf_reader.h"
#include "core/io/urdf_writer.h"
#include "core/io/xml_source.h"
#include "core/topology/cut_joint_closures.h"
#include "core/topology/recut.h"
#include "tests/support/dense_oracle.h"
#include "tests/support/fixtures.h"
#include "tests/support/linkages.h"
#include "tests/support/random_mechanism.h"
#include "tests/support/recut_fixtures.h"
#include "tests/support/shared_folder.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

int dofOf(const Model& model) {
  TreeState state = makeTreeState(model);
  treeKinematics(model, {model.nominal.data(), static_cast<std::size_t>(model.nq)}, {}, state);
  return findMobility(model, state).dof;
}

/// Joints of one coordinate keep it, by name.
double coordinateDifference(const Mechanism& a, const VectorXd& qa, const Mechanism& b, const VectorXd& qb) {
  const oracle::Tree treeA(a), treeB(b);
  double worst = 0;
  for (const oracle::TreeJoint& x : treeA.joints)
    for (const oracle::TreeJoint& y : treeB.joints)
      if (x.source >= 0 && y.source >= 0 && x.nq == 1 && y.nq == 1 &&
          a.joints[static_cast<std::size_t>(x.source)].name ==
              b.joints[static_cast<std::size_t>(y.source)].name)
        worst = std::max(worst, std::abs(qa[x.q] - qb[y.q]));
  return worst;
}

bool isNear(const Vector3d& a, const Vector3d& b) {
  return (a - b).norm() <= 1e-12 * std::max(1.0, a.norm());
}
bool isNear(const Origin& a, const Origin& b) {
  return isNear(a.xyz, b.xyz) && (rotationFromRpy(a.rpy) - rotationFromRpy(b.rpy)).norm() < 2e-12;
}

bool isSame(const std::vector<Geometry>& a, const std::vector<Geometry>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Geometry& x, const Geometry& y) {
    return x.name == y.name && isNear(x.origin, y.origin) && x.shape == y.shape && x.source == y.source;
  });
}

bool isSame(const Link& a, const Link& b) {
  if (a.name != b.name || a.inertial.has_value() != b.inertial.has_value() || !(a.source == b.source))
    return false;
  if (a.inertial && (!isNear(a.inertial->origin, b.inertial->origin) ||
                     a.inertial->mass != b.inertial->mass || a.inertial->inertia != b.inertial->inertia))
    return false;
  return isSame(a.visuals, b.visuals) && isSame(a.collisions, b.collisions);
}

bool isSame(const Joint& a, const Joint& b) {
  bool isEqual = a.name == b.name && a.type == b.type && a.parent == b.parent && a.child == b.child &&
                 isNear(a.origin, b.origin) && isNear(a.axis, b.axis) && a.limits == b.limits &&
                 a.mimic == b.mimic && a.isCut == b.isCut && a.source == b.source &&
                 a.closures == b.closures && a.dynamics.springMount.size() == b.dynamics.springMount.size();
  JointDynamics x = a.dynamics, y = b.dynamics;
  for (std::size_t i = 0; isEqual && i < x.springMount.size(); ++i)
    isEqual = std::abs(x.springMount[i] - y.springMount[i]) < 1e-12;
  x.springMount = y.springMount = {};
  return isEqual && x == y;
}

bool isSame(const Closure& a, const Closure& b) {
  return a.kind == b.kind && a.name == b.name && a.body1 == b.body1 && a.body2 == b.body2 &&
         isNear(a.anchor, b.anchor) && a.axes == b.axes && a.anchor2.has_value() == b.anchor2.has_value() &&
         a.source == b.source;
}

/// Empty when they are equal to 1e-12; else what differs.
std::string differenceOf(const Mechanism& a, const Mechanism& b) {
  if (a.links.size() != b.links.size()) return "number of links";
  if (a.joints.size() != b.joints.size()) return "number of joints";
  if (a.closures.size() != b.closures.size()) return "number of closures";
  for (std::size_t i = 0; i < a.links.size(); ++i)
    if (!isSame(a.links[i], b.links[i])) return "link " + a.links[i].name;
  for (std::size_t i = 0; i < a.joints.size(); ++i)
    if (!isSame(a.joints[i], b.joints[i])) return "joint " + a.joints[i].name + " - " + b.joints[i].name;
  for (std::size_t i = 0; i < a.closures.size(); ++i)
    if (!isSame(a.closures[i], b.closures[i]))
      return "closure " + displayName(a.closures[i], static_cast<int>(i));
  if (a.root != b.root) return "root";
  if (a.nominal.has_value() != b.nominal.has_value()) return "presence of nominal";
  if (a.nominal && a.nominal->size() != b.nominal->size()) return "size of nominal";
  for (std::size_t i = 0; a.nominal && i < a.nominal->size(); ++i)
    if (std::abs((*a.nominal)[i] - (*b.nominal)[i]) > 1e-12) return "nominal entry " + std::to_string(i);
  return {};
}

/// Hinges that a file means to be parallel are so up to its digits (rpy="1.5708 0 0" is off by 3.7e-6); then
/// the hinge that two in-plane axes stand for is off by as much. Largest sine between axes that are parallel
/// to 1e-4.
double tiltOf(const Mechanism& m, const VectorXd& q) {
  const oracle::Tree tree(m);
  std::vector<Vector3d> axes;
  for (const Joint& j : m.joints)
    if (isRotary(j.type))
      axes.push_back(tree.linkPose(m.findLink(j.parent), q).R * rotationFromRpy(j.origin.rpy) *
                     j.axis.normalized());
  double tilt = 0;
  for (const Vector3d& a : axes)
    for (const Vector3d& b : axes)
      if (const double sine = a.cross(b).norm(); sine < 1e-4) tilt = std::max(tilt, sine);
  return tilt;
}

/// A massless link between two joints that stand for one; it goes with them.
constexpr const char* kChainLink = "between";

/// All invariants of one cut, and of cutting back. Returns what does not hold.
std::string checkCut(const Mechanism& m, const Model& model, const std::vector<VectorXd>& poses, int dof,
                     int joint, const RecutOptions& options) {
  const Outcome<Mechanism> cut = recut(m, joint, options);
  if (!cut) return "refused: " + formatDiagnostic(cut.diagnostics.front());
  const std::string name = m.joints[static_cast<std::size_t>(joint)].name;
  if (cut->findJoint(name) >= 0) return "still a joint";
  if (cut->root != m.root) return "another root";
  for (const Link& link : m.links)
    if (cut->findLink(link.name) < 0 && !link.name.ends_with("_frame") && link.name != kChainLink)
      return "link " + link.name + " is gone";
  const ModelPtr after = compiled(*cut);
  if (!after) return "does not compile";
  if (dofOf(*after) != dof)
    return "mobility " + std::to_string(dofOf(*after)) + " instead of " + std::to_string(dof);
  const oracle::Tree tree(*cut);
  const double allowed = 1e-9 + 5 * tiltOf(m, model.nominal);
  for (const VectorXd& q : poses) {
    const auto mapped = poseAfterRecut(m, {q.begin(), q.end()}, *cut);
    if (!mapped || static_cast<int>(mapped->size()) != tree.nq) return "pose of another size";
    const VectorXd p = asVector(*mapped);
    if (const double d = contentDifference(m, q, *cut, p); d > allowed)
      return "poses differ by " + std::to_string(d);
    if (const double d = coordinateDifference(m, q, *cut, p); d != 0) return "coordinates differ";
    const VectorXd errors = oracle::constraintErrors(*cut, tree, after->nominal, p);
    if (errors.size() > 0 && errors.cwiseAbs().maxCoeff() > allowed)
      return "closures are open by " + std::to_string(errors.cwiseAbs().maxCoeff());
  }
  // Back: the joint that the old closure became is cut again.
  std::vector<std::string> made;
  for (const Joint& j : cut->joints)
    if (m.findJoint(j.name) < 0 && j.type != JointType::Fixed) made.push_back(j.name);
  for (const Joint& j : cut->joints)
    if (made.empty() && m.findJoint(j.name) < 0 && !j.name.ends_with("_frame_joint")) made.push_back(j.name);
  // Any of the joints that stand for one leads back.
  for (const std::string& each : made) {
    RecutOptions back = options;
    back.loop = name;
    const Outcome<Mechanism> restored = recut(*cut, cut->findJoint(each), back);
    if (!restored) return "no way back: " + formatDiagnostic(restored.diagnostics.front());
    if (const std::string d = differenceOf(m, *restored); !d.empty())
      return "cutting " + each + " back changes " + d;
  }
  return {};
}

/// Cutting a joint of a mimic pair frees the other one.
bool isInMimic(const Mechanism& m, const Joint& joint) {
  return joint.mimic || std::any_of(m.joints.begin(), m.joints.end(), [&joint](const Joint& other) {
           return other.mimic && other.mimic->leader == joint.name;
         });
}

}  // namespace

class TestRecut : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void randomLoops_data();
  void randomLoops();
  void files_data();
  void files();
  void fourBarByHand();
  void pinInAPlaneIsAHinge();
  void framesCanStay();
  void turnedJointsKeepTheirMeaning();
  void lossesAreSaid();
  void whatCannotBeCut();
  void textOfAnotherCut();
  void twoParents();
  void universalThatLetsGo_data();
  void universalThatLetsGo();
  void chainOfAFile_data();
  void chainOfAFile();
  void cutCylindricalJoint();
  void fileRemembersTheJoint_data();
  void fileRemembersTheJoint();
  void referencesKeepTheirLines();
};

void TestRecut::randomLoops_data() {
  QTest::addColumn<int>("type");
  QTest::addColumn<bool>("keep");
  for (const JointType type :
       {JointType::Spherical, JointType::Revolute, JointType::Fixed, JointType::Prismatic, JointType::Planar,
        JointType::Cylindrical, JointType::Universal})
    for (const bool keep : {false, true})
      QTest::addRow("%s, frames %s", std::string(jointTypeName(type)).c_str(), keep ? "kept" : "moved")
          << static_cast<int>(type) << keep;
}

void TestRecut::randomLoops() {
  QFETCH(int, type);
  QFETCH(bool, keep);
  RecutOptions options;
  options.frames = keep ? FramesPolicy::Keep : FramesPolicy::Move;
  int cuts = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Mechanism m = randomLoop(seed, static_cast<JointType>(type), seed % 2 == 0);
    const ModelPtr model = compiled(m);
    QVERIFY(model);
    const std::vector<VectorXd> poses = motion(*model, 6, seed);
    const int dof = dofOf(*model);
    for (const int joint : cuttableJoints(m, true)) {
      const std::string wrong = checkCut(m, *model, poses, dof, joint, options);
      QVERIFY2(wrong.empty(),
               (std::to_string(seed) + " " + m.joints[static_cast<std::size_t>(joint)].name + " (" +
                std::string(jointTypeName(m.joints[static_cast<std::size_t>(joint)].type)) + "): " + wrong)
                   .c_str());
      ++cuts;
    }
  }
  QVERIFY2(cuts > 20, std::to_string(cuts).c_str());
}

void TestRecut::files_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<int>("every");
  for (const char* name :
       {"four_bar", "slider_crank", "five_bar", "parallelogram", "gripper", "minitaur", "delta", "stewart"})
    QTest::addRow("%s", name) << QStringLiteral(GRASHOF_SOURCE_DIR "/rsc/%1.urdf").arg(name) << 1;
  QTest::addRow("strandbeest") << QStringLiteral(GRASHOF_SOURCE_DIR "/rsc/strandbeest.urdf") << 40;
  QTest::addRow("shared minitaur") << sharedFolder() + "/models/minitaur/minitaur_equality.urdf" << 1;
  QTest::addRow("shared strandbeest")
      << sharedFolder() + "/models/strandbeest/strandbeest_36equality.urdf" << 40;
}

void TestRecut::files() {
  QFETCH(QString, path);
  QFETCH(int, every);
  if (!QFile::exists(path)) QSKIP("not here");
  const Outcome<Mechanism> m = readUrdfFile(path.toStdString(), {});
  QVERIFY(m);
  const ModelPtr model = compiled(*m);
  QVERIFY(model);
  const std::vector<VectorXd> poses = motion(*model, every > 1 ? 3 : 6, 5);
  QVERIFY(poses.size() > 1);
  const int dof = dofOf(*model);
  const std::vector<int> joints = cuttableJoints(*m);
  QVERIFY(!joints.empty());
  for (std::size_t i = 0; i < joints.size(); i += static_cast<std::size_t>(every)) {
    if (isInMimic(*m, m->joints[static_cast<std::size_t>(joints[i])])) continue;
    const std::string wrong = checkCut(*m, *model, poses, dof, joints[i], {});
    QVERIFY2(wrong.empty(), (m->joints[static_cast<std::size_t>(joints[i])].name + ": " + wrong).c_str());
  }
}

/// Case 01's four-bar: coupler tip (0.16, 0.08) at (0.16, 0.14), rocker hinged at (0.2, 0).
void TestRecut::fourBarByHand() {
  Closure closure = makeEquality("coupler", "rocker", kFourBarTip, {{1, 0, 0}, {0, 1, 0}});
  closure.name = "pivot_c";
  Mechanism m = fourBar({closure});
  m.nominal = std::vector<double>{0, 0, 0};
  std::string rockerJoint;
  for (const Joint& j : m.joints)
    if (j.child == "rocker") rockerJoint = j.name;
  const Outcome<Mechanism> cut = recut(m, m.findJoint(rockerJoint));
  QVERIFY(cut);
  const Joint& made = cut->joints[static_cast<std::size_t>(cut->findJoint("pivot_c"))];
  QVERIFY(made.type == JointType::Continuous);
  QCOMPARE(QString::fromStdString(made.parent), "coupler");
  QCOMPARE(QString::fromStdString(made.child), "rocker");
  QVERIFY(made.origin.xyz == Vector3d(0.16, 0.08, 0));
  QVERIFY(made.axis == Vector3d(0, 0, 1));
  QCOMPARE(cut->closures.size(), std::size_t{1});
  const Closure& c = cut->closures[0];
  QVERIFY(c.kind == ClosureKind::Equality);
  QCOMPARE(QString::fromStdString(c.name), QString::fromStdString(rockerJoint));
  QCOMPARE(QString::fromStdString(c.body1), "world");
  QCOMPARE(QString::fromStdString(c.body2), "rocker");
  QVERIFY(c.anchor == Vector3d(0.2, 0, 0));
  // The rocker's frame has moved from (0.2, 0) to (0.16, 0.14).
  const Link& rocker = m.links[static_cast<std::size_t>(m.findLink("rocker"))];
  const Link& moved = cut->links[static_cast<std::size_t>(cut->findLink("rocker"))];
  QVERIFY(isNear(moved.inertial->origin.xyz, rocker.inertial->origin.xyz - Vector3d(-0.04, 0.14, 0)));
  QVERIFY(moved.inertial->inertia == rocker.inertial->inertia);
}

/// A pin of a planar loop holds no more than a hinge across the plane: no ball joint with idle coordinates.
void TestRecut::pinInAPlaneIsAHinge() {
  Mechanism m = fourBar({makePin("coupler", "rocker", kFourBarTip)});
  m.nominal = std::vector<double>{0, 0, 0};
  for (Joint& j : m.joints) j.source.element = static_cast<int>(&j - m.joints.data()) + 1;
  m.closures[0].source.element = 9;
  const ModelPtr model = compiled(m);
  QVERIFY(model);
  const std::vector<VectorXd> poses = motion(*model, 8, 2);
  QVERIFY(poses.size() == 8);
  for (const int joint : cuttableJoints(m)) {
    const Outcome<Mechanism> cut = recut(m, joint);
    QVERIFY(cut);
    QVERIFY(std::any_of(cut.diagnostics.begin(), cut.diagnostics.end(),
                        [](const Diagnostic& d) { return d.code == "recut-pin-is-hinge"; }));
    QCOMPARE(cut->nominal->size(), std::size_t{3});
    QVERIFY(cut->closures.size() == 1 && cut->closures[0].kind == ClosureKind::Pin);
    const std::string wrong = checkCut(m, *model, poses, 1, joint, {});
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
}

void TestRecut::framesCanStay() {
  Closure closure = makeEquality("coupler", "rocker", kFourBarTip, {{1, 0, 0}, {0, 1, 0}});
  closure.name = "pivot_c";
  Mechanism m = fourBar({closure});
  m.nominal = std::vector<double>{0, 0, 0};
  int rockerJoint = -1;
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    if (m.joints[j].child == "rocker") rockerJoint = static_cast<int>(j);
  RecutOptions options;
  options.frames = FramesPolicy::Keep;
  const Outcome<Mechanism> cut = recut(m, rockerJoint, options);
  QVERIFY(cut);
  for (const Link& link : m.links)
    QVERIFY(link == cut->links[static_cast<std::size_t>(cut->findLink(link.name))]);
  const int frame = cut->findLink("rocker_frame");
  QVERIFY(frame >= 0);
  QVERIFY(!cut->links[static_cast<std::size_t>(frame)].inertial);
  const Joint& carrier = cut->joints[static_cast<std::size_t>(cut->parentJointOf("rocker"))];
  QVERIFY(carrier.type == JointType::Fixed);
  QVERIFY(isNear(carrier.origin.xyz, {0.04, -0.14, 0}));
}

/// A crank-slider whose joints have limits, a follower and dynamics: the branch turns round.
void TestRecut::turnedJointsKeepTheirMeaning() {
  Closure closure = makeEquality("coupler", "rocker", kFourBarTip, {{1, 0, 0}, {0, 1, 0}});
  Mechanism m = fourBar({closure});
  m.nominal = std::vector<double>{0, 0, 0};
  for (Joint& j : m.joints) {
    j.type = JointType::Revolute;
    j.limits.lower = -0.4;
    j.limits.upper = 2.0;
    j.limits.velocity = 3.0;
    j.dynamics.damping = 0.02;
    j.dynamics.stiffness = 1.5;
    j.dynamics.springMount = {0.3};
  }
  const std::string crank = m.joints[static_cast<std::size_t>(m.parentJointOf("crank"))].name;
  const std::string knee = m.joints[static_cast<std::size_t>(m.parentJointOf("coupler"))].name;
  m.joints[static_cast<std::size_t>(m.parentJointOf("rocker"))].mimic = Mimic{knee, -0.5, 0.0, {}};
  const Joint old = m.joints[static_cast<std::size_t>(m.findJoint(knee))];
  const Outcome<Mechanism> cut = recut(m, m.findJoint(crank));
  QVERIFY(cut);
  const Joint& turned = cut->joints[static_cast<std::size_t>(cut->findJoint(knee))];
  QCOMPARE(QString::fromStdString(turned.parent), "coupler");
  QCOMPARE(QString::fromStdString(turned.child), "crank");
  QVERIFY(turned.axis == Vector3d(-old.axis));
  QVERIFY(turned.limits == old.limits);
  QVERIFY(turned.dynamics == old.dynamics);
  const auto& follower = cut->joints[static_cast<std::size_t>(cut->parentJointOf("rocker"))];
  QVERIFY(follower.mimic && follower.mimic->multiplier == -0.5 && follower.mimic->leader == knee);
}

void TestRecut::lossesAreSaid() {
  Closure closure = makeEquality("coupler", "rocker", kFourBarTip, {{1, 0, 0}, {0, 1, 0}});
  Mechanism m = fourBar({closure});
  m.nominal = std::vector<double>{0, 0, 0};
  const int crank = m.parentJointOf("crank");
  Joint& driven = m.joints[static_cast<std::size_t>(crank)];
  driven.type = JointType::Revolute;
  driven.limits = {-1.0, 1.0, {}, 5.0, {}};
  driven.dynamics.damping = 0.1;
  Joint& follower = m.joints[static_cast<std::size_t>(m.parentJointOf("rocker"))];
  follower.mimic = Mimic{driven.name, 1.0, 0.0, {}};
  const Outcome<Mechanism> cut = recut(m, crank);
  QVERIFY(cut);
  QStringList codes;
  for (const Diagnostic& d : cut.diagnostics) codes << QString::fromStdString(d.code);
  for (const char* code :
       {"cut-loses-actuation", "cut-loses-limits", "cut-loses-dynamics", "cut-loses-mimic"})
    QVERIFY2(codes.contains(code), code);
  QVERIFY(!cut->joints[static_cast<std::size_t>(cut->findJoint(follower.name))].mimic);
  // The limits are remembered: cutting back restores them.
  int made = -1;
  for (std::size_t j = 0; j < cut->joints.size(); ++j)
    if (m.findJoint(cut->joints[j].name) < 0) made = static_cast<int>(j);
  const Outcome<Mechanism> back = recut(*cut, made);
  QVERIFY(back);
  QVERIFY(back->joints[static_cast<std::size_t>(back->findJoint(driven.name))].limits == driven.limits);
  QVERIFY(back->joints[static_cast<std::size_t>(back->findJoint(driven.name))].dynamics == driven.dynamics);
}

void TestRecut::whatCannotBeCut() {
  Closure closure = makeEquality("coupler", "rocker", kFourBarTip, {{1, 0, 0}, {0, 1, 0}});
  Mechanism m = fourBar({closure});
  m.nominal = std::vector<double>{0, 0, 0};
  m.links.push_back(makeLink("antenna", 0.1));
  m.joints.push_back(makeJoint("mast", JointType::Revolute, "coupler", "antenna"));
  m.nominal = std::vector<double>{0, 0, 0, 0};
  const Outcome<Mechanism> outside = recut(m, m.findJoint("mast"));
  QVERIFY(!outside);
  QCOMPARE(QString::fromStdString(outside.diagnostics[0].code), "not-in-a-loop");
  for (const Joint& j : m.joints)
    if (j.name != "mast") QVERIFY(outside.diagnostics[0].hint.find(j.name) != std::string::npos);
  // One axis held at one point is no joint.
  m.closures[0].axes.pop_back();
  const Outcome<Mechanism> vague = recut(m, m.parentJointOf("crank"));
  QVERIFY(!vague);
  QCOMPARE(QString::fromStdString(vague.diagnostics[0].code), "not-a-joint");
  m.closures[0] = closure;
  m.closures[0].anchor2 = Vector3d(-0.04, 0.15, 0);  // 10 mm off
  const Outcome<Mechanism> open = recut(m, m.parentJointOf("crank"));
  QVERIFY(!open);
  QCOMPARE(QString::fromStdString(open.diagnostics[0].code), "loop-open");
}

/// Elements that nobody touched keep their bytes, and cutting back gives the text back.
void TestRecut::textOfAnotherCut() {
  const Outcome<Mechanism> m = readUrdfFile(GRASHOF_SOURCE_DIR "/rsc/four_bar.urdf", {});
  QVERIFY(m);
  const std::string text = m->source->text;
  for (const FramesPolicy frames : {FramesPolicy::Move, FramesPolicy::Keep}) {
    RecutOptions options;
    options.frames = frames;
    const Outcome<Mechanism> cut = recut(*m, m->parentJointOf("rocker"), options);
    QVERIFY(cut);
    const Outcome<std::string> written = exportRaisimUrdf(*cut);
    QVERIFY(written);
    const std::size_t crank = text.find("<link name=\"crank\"");
    const std::string untouched = text.substr(crank, text.find("</link>", crank) - crank);
    QVERIFY(written->find(untouched) != std::string::npos);
    const Outcome<Mechanism> again = readUrdf(*written, "", {});
    QVERIFY(again);
    for (const Joint& joint : again->joints) QVERIFY(!joint.isCut);
    QVERIFY(*again->nominal == *cut->nominal);
    int made = -1;
    for (std::size_t j = 0; j < cut->joints.size(); ++j)
      if (m->findJoint(cut->joints[j].name) < 0 && cut->joints[j].type != JointType::Fixed)
        made = static_cast<int>(j);
    const Outcome<Mechanism> back = recut(*cut, made, options);
    QVERIFY(back);
    QCOMPARE(QString::fromStdString(writeUrdf(*back)), QString::fromStdString(text));
  }
}

void TestRecut::twoParents() {
  const QString folder = sharedFolder() + "/cases/01-two-parents-fourbar";
  if (!QFile::exists(folder)) QSKIP("the shared cases are not here; GRASHOF_SHARED names their folder");
  const Outcome<Mechanism> m = readUrdfFile((folder + "/cad_export.urdf").toStdString(), {});
  const Outcome<Mechanism> expected = readUrdfFile((folder + "/expected_export.urdf").toStdString(), {});
  QVERIFY(m && expected);
  const Outcome<Mechanism> cut = recut(*m, m->findJoint("pivot_c"));
  QVERIFY(cut);
  const Outcome<std::string> text = exportRaisimUrdf(*cut);
  QVERIFY(text);
  const Outcome<Mechanism> written = readUrdf(*text, "", {});
  QVERIFY(written);
  QCOMPARE(written->joints.size(), std::size_t{3});
  const ModelPtr model = compiled(*expected);
  QVERIFY(model && dofOf(*model) == 1);
  const ModelPtr other = compiled(*written);
  QVERIFY(other && dofOf(*other) == 1);
  QCOMPARE(other->keptRows(), 2);
  for (const VectorXd& q : motion(*model, 10, 3)) {
    QVERIFY(contentDifference(*expected, q, *written, q) < 1e-9);
    QVERIFY(oracle::constraintErrors(*written, oracle::Tree(*written), other->nominal, q).norm() < 1e-9);
  }
  // Any of the four can be cut, and the linkage is the same.
  for (const char* name : {"pivot_o", "pivot_b", "pivot_d"}) {
    const Outcome<Mechanism> elsewhere = recut(*m, m->findJoint(name));
    QVERIFY(elsewhere);
    QVERIFY(elsewhere->findJoint("pivot_c") >= 0);
    const ModelPtr third = compiled(*elsewhere);
    QVERIFY(third && dofOf(*third) == 1 && third->keptRows() == 2);
    for (const VectorXd& q : motion(*model, 10, 3)) {
      const auto p = poseAfterRecut(*m, {q.begin(), q.end()}, *elsewhere);
      QVERIFY(p && contentDifference(*expected, q, *elsewhere, asVector(*p)) < 1e-9);
    }
  }
}

void TestRecut::universalThatLetsGo_data() {
  QTest::addColumn<int>("locks");
  for (int locks = 0; locks < 8; ++locks) QTest::addRow("locks %d", locks) << locks;
}

/// Rows: one for the turn, one for each direction that is held. A tree holds the others as slides and two
/// hinges.
void TestRecut::universalThatLetsGo() {
  QFETCH(int, locks);
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Mechanism m = randomLoop(seed, JointType::Universal, seed % 2 == 0);
    const Closure pin = m.closures[0];
    Closure universal;
    universal.kind = ClosureKind::Universal;
    universal.body1 = pin.body1;
    universal.body2 = pin.body2;
    universal.anchor = pin.anchor;
    for (int i = 0; i < 3; ++i) universal.locked[static_cast<std::size_t>(i)] = (locks >> i) & 1;
    universal.axisA = m.closures[1].axes[0];
    const oracle::Tree tree(m);
    const VectorXd q = asVector(*m.nominal);
    const Matrix3d R_12 =
        tree.linkPose(m.findLink(pin.body1), q).R.transpose() * tree.linkPose(m.findLink(pin.body2), q).R;
    universal.axisB = R_12.transpose() * (m.closures[1].anchor - pin.anchor);
    universal.source = pin.source;
    m.closures = {universal};
    const ModelPtr model = compiled(m);
    QVERIFY(model);
    const std::vector<VectorXd> poses = motion(*model, 5, seed);
    const int dof = dofOf(*model);
    for (const int joint : cuttableJoints(m, true))
      for (const FramesPolicy frames : {FramesPolicy::Move, FramesPolicy::Keep}) {
        RecutOptions options;
        options.frames = frames;
        const std::string wrong = checkCut(m, *model, poses, dof, joint, options);
        const std::string& name = m.joints[static_cast<std::size_t>(joint)].name;
        QVERIFY2(wrong.empty(), (std::to_string(seed) + " " + name + ": " + wrong).c_str());
      }
  }
}

void TestRecut::chainOfAFile_data() {
  QTest::addColumn<bool>("isCylindrical");
  QTest::addColumn<bool>("keep");
  for (const bool isCylindrical : {true, false})
    for (const bool keep : {false, true})
      QTest::addRow("%s, frames %s", isCylindrical ? "cylindrical" : "universal", keep ? "kept" : "moved")
          << isCylindrical << keep;
}

/// A file has two joints with a massless link between: cutting either cuts both, the closures remember both,
/// and cutting back gives all that the file said of them.
void TestRecut::chainOfAFile() {
  QFETCH(bool, isCylindrical);
  QFETCH(bool, keep);
  RecutOptions options;
  options.frames = keep ? FramesPolicy::Keep : FramesPolicy::Move;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Mechanism m = randomLoop(seed, JointType::Spherical, seed % 2 == 0);
    int split = -1;
    for (const int j : cuttableJoints(m))
      if (hasOneDof(m.joints[static_cast<std::size_t>(j)].type)) split = j;
    if (split < 0) continue;
    Joint& second = m.joints[static_cast<std::size_t>(split)];
    Joint first = second;
    second.type = first.type = JointType::Revolute;
    if (isCylindrical) first.type = JointType::Prismatic;
    first.name = "first";
    first.child = second.parent = kChainLink;
    first.limits = {-0.7, 0.9, 2.0, 3.0, {}};
    first.dynamics.damping = 0.4;
    first.source.element += 1000;
    second.origin = {};
    second.limits = {-3.0, 3.0, {}, {}, {}};
    if (!isCylindrical) second.axis = perpendicularTo(first.axis.normalized());
    Link between;
    between.name = kChainLink;
    between.source.element = 2000;
    const std::string secondName = second.name;
    m.links.push_back(between);
    m.joints.push_back(first);
    for (Joint& j : m.joints) j.closures.reset();
    m.nominal.reset();
    const ModelPtr model = compiled(m);
    QVERIFY(model);
    m.nominal = std::vector<double>(model->nominal.begin(), model->nominal.end());
    for (const MovableJoint& j : model->joints)
      if (j.name == "first") (*m.nominal)[static_cast<std::size_t>(j.q)] = 0.21;
    m.closures = {makePin(m.closures[0].body1, m.closures[0].body2, m.closures[0].anchor)};
    m.closures[0].source.element = 5000;
    const ModelPtr posed = compiled(m);
    QVERIFY(posed);
    const std::vector<VectorXd> poses = motion(*posed, 5, seed);
    const int dof = dofOf(*posed);
    for (const std::string& name : {std::string("first"), secondName}) {
      const Outcome<Mechanism> cut = recut(m, m.findJoint(name), options);
      QVERIFY(cut);
      QVERIFY(cut->findJoint("first") < 0 && cut->findJoint(secondName) < 0 && cut->findLink(kChainLink) < 0);
      const auto limitsSaid = std::count_if(
          cut.diagnostics.begin(), cut.diagnostics.end(),
          [](const auto& d) { return d.code == "cut-loses-limits" && d.severity == Severity::Warning; });
      QCOMPARE(limitsSaid, 2);  // of both joints
      const std::string wrong = checkCut(m, *posed, poses, dof, m.findJoint(name), options);
      QVERIFY2(wrong.empty(), (std::to_string(seed) + " " + name + ": " + wrong).c_str());
    }
  }
}

/// A cylindrical joint between the crank-slider's rod and slide, given as a joint outside the tree.
void TestRecut::cutCylindricalJoint() {
  for (const JointType type : {JointType::Cylindrical, JointType::Universal}) {
    Mechanism m = randomLoop(3, JointType::Spherical, false);
    Joint joint = makeJoint("pair", type, m.closures[0].body1, m.closures[0].body2, m.closures[0].anchor,
                            {0, 0.6, 0.8});
    joint.isCut = true;
    joint.source.element = m.closures[0].source.element;
    m.closures.clear();
    m.joints.push_back(joint);
    const ModelPtr model = compiled(m);
    QVERIFY(model);
    const std::vector<VectorXd> poses = motion(*model, 5, 3);
    const int dof = dofOf(*model);
    for (const int j : cuttableJoints(m)) {
      if (m.joints[static_cast<std::size_t>(j)].isCut) continue;
      const Outcome<Mechanism> cut = recut(m, j);
      QVERIFY2(cut, cut ? "" : formatDiagnostic(cut.diagnostics.front()).c_str());
      QVERIFY(cut->findJoint("pair") >= 0 && cut->findLink("pair_link") >= 0);
      const ModelPtr after = compiled(*cut);
      QVERIFY(after);
      QCOMPARE(dofOf(*after), dof);
      for (const VectorXd& q : poses) {
        const auto p = poseAfterRecut(m, {q.begin(), q.end()}, *cut);
        QVERIFY(p && contentDifference(m, q, *cut, asVector(*p)) < 1e-9);
      }
    }
  }
}

void TestRecut::fileRemembersTheJoint_data() {
  randomLoops_data();
}

/// Saved, opened again and cut back: the joint is what it was, in all that a file says of a joint.
void TestRecut::fileRemembersTheJoint() {
  QFETCH(int, type);
  QFETCH(bool, keep);
  RecutOptions options;
  options.frames = keep ? FramesPolicy::Keep : FramesPolicy::Move;
  int cuts = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Mechanism m = randomLoop(seed, static_cast<JointType>(type), seed % 2 == 0);
    for (Joint& j : m.joints) {
      if (!hasOneDof(j.type)) continue;
      j.limits = {-2.5, 2.75, 4.5, 7.25, {}};
      j.dynamics.damping = 0.125;
      j.dynamics.friction = 0.5;
    }
    const Outcome<Mechanism> opened = readUrdf(writeUrdf(m), "", {});
    QVERIFY(opened);
    for (const int joint : cuttableJoints(*opened)) {
      const Joint before = opened->joints[static_cast<std::size_t>(joint)];
      const Outcome<Mechanism> cut = recut(*opened, joint, options);
      QVERIFY(cut);
      const std::string saved = writeUrdf(*cut);
      const Outcome<Mechanism> again = readUrdf(saved, "", {});
      QVERIFY(again);
      QCOMPARE(writeUrdf(*again), saved);
      const auto notes = std::count_if(again.diagnostics.begin(), again.diagnostics.end(),
                                       [](const Diagnostic& d) { return d.code == "cut-joint-remembered"; });
      QCOMPARE(notes, hasOneDof(before.type) || before.dynamics.damping != 0 ? 1 : 0);
      int made = -1;
      for (std::size_t j = 0; j < again->joints.size(); ++j)
        if (opened->findJoint(again->joints[j].name) < 0 && !again->joints[j].name.ends_with("_frame_joint"))
          made = static_cast<int>(j);
      QVERIFY(made >= 0);
      RecutOptions back = options;
      back.loop = before.name;
      const Outcome<Mechanism> restored = recut(*again, made, back);
      QVERIFY2(restored, restored ? "" : formatDiagnostic(restored.diagnostics.front()).c_str());
      const int index = restored->findJoint(before.name);
      QVERIFY2(index >= 0, before.name.c_str());
      const Joint& after = restored->joints[static_cast<std::size_t>(index)];
      QVERIFY(after.type == before.type && after.parent == before.parent && after.child == before.child);
      QVERIFY(isNear(after.origin, before.origin) && isNear(after.axis, before.axis));
      QVERIFY(after.limits.lower == before.limits.lower && after.limits.upper == before.limits.upper);
      QVERIFY(after.limits.velocity == before.limits.velocity && after.limits.effort == before.limits.effort);
      QVERIFY(after.dynamics.damping == before.dynamics.damping);
      QVERIFY(after.dynamics.friction == before.dynamics.friction);
      QVERIFY(after.dynamics.stiffness == before.dynamics.stiffness);
      QVERIFY(!after.isCut && !after.childOrigin);
      // The joint's element is a new one at the end of the file, so that the order of coordinates may differ.
      QCOMPARE(restored->nominal->size(), opened->nominal->size());
      const VectorXd q = asVector(*opened->nominal), p = asVector(*restored->nominal);
      QVERIFY(coordinateDifference(*opened, q, *restored, p) < 1e-12);
      QVERIFY(contentDifference(*opened, q, *restored, p) < 1e-12);
      // RaiSim gets none of it, and is told so.
      const Outcome<std::string> exported = exportRaisimUrdf(*cut);
      if (!exported) continue;
      QVERIFY(exported->find("cut_joint") == std::string::npos);
      QVERIFY(std::any_of(exported.diagnostics.begin(), exported.diagnostics.end(),
                          [](const Diagnostic& d) { return d.code == "export-drops-cut-joint"; }));
      ++cuts;
    }
  }
  QVERIFY(cuts > 10);
}

void TestRecut::referencesKeepTheirLines() {
  Closure closure = makeEquality("coupler", "rocker", kFourBarTip, {{1, 0, 0}, {0, 1, 0}});
  Mechanism plain = fourBar({closure});
  plain.nominal = std::vector<double>{0, 0, 0};
  const std::string crank = plain.joints[static_cast<std::size_t>(plain.parentJointOf("crank"))].name;
  std::string text = writeNewUrdf(plain);
  const std::size_t end = text.find("</robot>");
  const int line =
      static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
  text.insert(end,
              "<transmission name=\"t\">\n<joint name=\"" + crank +
                  "\"/>\n</transmission>\n<gazebo reference=\"crank\"><sensor name=\"s\">\n<pose>0 0 0 0 0 0"
                  "</pose></sensor></gazebo>\n");
  const Outcome<Mechanism> m = readUrdf(text, "", {});
  QVERIFY(m);
  const Outcome<Mechanism> cut = recut(*m, m->findJoint(crank));
  QVERIFY(cut);
  const Diagnostics found = outsideReferences(*m, *cut);
  QCOMPARE(found.size(), std::size_t{2});
  QCOMPARE(QString::fromStdString(found[0].code), "reference-lost");
  QCOMPARE(found[0].where.line, line + 2);
  QCOMPARE(QString::fromStdString(found[1].code), "reference-moved");
  QCOMPARE(found[1].where.line, line + 5);
  QVERIFY(writeUrdf(*cut).find("<transmission name=\"t\">\n<joint name=\"" + crank + "\"/>") !=
          std::string::npos);
}

QTEST_GUILESS_MAIN(TestRecut)
#include "tst_recut.moc"
