// Edits are pure functions: they follow names through, refuse what cannot be, and say how much has to be
// rebuilt.
#include <QtTest>
#include <functional>
#include <limits>

#include "core/mechanism/edit.h"
#include "core/mechanism/graph.h"
#include "tests/support/fixtures.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {
/// world -o- crank -b- coupler, world -d- rocker, closed coupler-rocker; rocker's finger follows the crank.
Mechanism linkage() {
  Mechanism m;
  m.name = "linkage";
  m.root = "world";
  m.links = {makeLink("world"), makeLink("crank", 0.1), makeLink("coupler", 0.2), makeLink("rocker", 0.3),
             makeLink("finger", 0.1)};
  m.joints = {makeJoint("o", JointType::Revolute, "world", "crank"),
              makeJoint("b", JointType::Revolute, "crank", "coupler", {0, 0.06, 0}),
              makeJoint("d", JointType::Continuous, "world", "rocker", {0.2, 0, 0}),
              makeJoint("f", JointType::Prismatic, "rocker", "finger", {0, 0.1, 0})};
  m.joints[3].mimic = Mimic{"o", 0.5, 0.0, {}};
  m.closures = {makeEquality("coupler", "rocker", {0.16, 0.08, 0}, {Vector3d::UnitX(), Vector3d::UnitY()})};
  m.nominal = std::vector<double>{0.1, 0.2, 0.3, 0.05};
  return m;
}

Joint with(Joint joint, const std::function<void(Joint&)>& change) {
  change(joint);
  return joint;
}
Closure with(Closure closure, const std::function<void(Closure&)>& change) {
  change(closure);
  return closure;
}

std::string firstCode(const Outcome<Mechanism>& outcome) {
  return outcome.ok() ? "ok" : outcome.diagnostics.at(0).code;
}
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
}  // namespace

class TestEdit : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void refusals_data();
  void refusals();
  void namesFollowThrough();
  void namesAndPlacesAreNotPartOfAValue();
  void whatIsBrokenAndStaysDoesNotBlock();
  void kindsKeepOnlyTheirFields();
  void aListIsOneStep();
  void nominalFollowsTheJoints();
  void anotherRootIsFound();
  void scopes_data();
  void scopes();
};

Q_DECLARE_METATYPE(Edit)

void TestEdit::refusals_data() {
  QTest::addColumn<Edit>("edit");
  QTest::addColumn<std::string>("code");
  const Mechanism m = linkage();
  const auto row = [](const char* name, const Edit& edit, const char* code) {
    QTest::newRow(name) << edit << std::string(code);
  };
  const auto joint = [&m](int i, const std::function<void(Joint&)>& change) {
    return Edit(SetJoint{i, with(m.joints[static_cast<std::size_t>(i)], change)});
  };
  const auto closure = [&m](const std::function<void(Closure&)>& change) {
    return Edit(SetClosure{0, with(m.closures[0], change)});
  };
  row("index beyond", SetJoint{4, m.joints[0]}, "no-such-element");
  row("negative index", RemoveClosure{-1}, "no-such-element");
  row("empty name", RenameLink{1, ""}, "missing-name");
  row("taken link name", RenameLink{1, "rocker"}, "duplicate-name");
  row("taken joint name", RenameJoint{1, "d"}, "duplicate-name");
  row("line break in a name", RenameJoint{1, "a\nb"}, "bad-name");
  row("NaN anchor", closure([](Closure& c) { c.anchor.y() = kNan; }), "bad-number");
  row("unknown body", closure([](Closure& c) { c.body1 = "copler"; }), "unknown-link");
  row("one body", closure([](Closure& c) { c.body2 = c.body1; }), "closure-same-body");
  row("no axis", closure([](Closure& c) { c.axes.clear(); }), "equality-axes");
  row("three axes", closure([](Closure& c) { c.axes.push_back(Vector3d::UnitZ()); }), "equality-axes");
  row("zero axis", closure([](Closure& c) { c.axes[1].setZero(); }), "zero-axis");
  row("parallel axes", closure([](Closure& c) { c.axes = {{1, 0, 0}, {-2, 0, 0}}; }), "parallel-axes");
  row("slightly skewed axes", closure([](Closure& c) { c.axes = {{1, 0, 0}, {1, 1e-4, 0}}; }), "ok");
  row("diagonal axes", closure([](Closure& c) { c.axes = {{3, 3, 0}, {-1, 1, 0}}; }), "ok");
  row("pin to equality without axes",
      AddClosure{
          with(makePin("crank", "rocker", {0, 0, 0}), [](Closure& c) { c.kind = ClosureKind::Equality; })},
      "equality-axes");
  row("new pin", AddClosure{makePin("crank", "rocker", {0, 0, 0})}, "ok");
  row("same link", SetLink{1, makeLink("crank", 0.1)}, "ok");
  Link heavy = m.links[1];
  heavy.inertial->mass = -1;
  row("mass below zero", SetLink{1, heavy}, "bad-mass");
  heavy.inertial->mass = 1;
  heavy.inertial->inertia(0, 1) = 1e-5;
  row("asymmetric inertia", SetLink{1, heavy}, "bad-inertia");
  row("infinite limit", joint(0, [](Joint& j) { j.limits.upper = HUGE_VAL; }), "bad-number");
  row("negative damping", joint(0, [](Joint& j) { j.dynamics.damping = -1; }), "negative-dynamics");
  row("zero joint axis", joint(0, [](Joint& j) { j.axis.setZero(); }), "zero-axis");
  row("spring of the wrong size", joint(0, [](Joint& j) { j.dynamics.springMount = {0, 0}; }), "bad-count");
  row("mimic of itself", joint(0, [](Joint& j) { j.mimic = Mimic{"o", 1, 0, {}}; }), "mimic-self");
  row("mimic of nobody", joint(0, [](Joint& j) { j.mimic = Mimic{"x", 1, 0, {}}; }), "unknown-joint");
  // f = 0.5 o; o = 2 f + 1 says o = o + 1; o = 2 f agrees; o = 3 f locks both at 0 but can hold.
  row("contradicting ring",
      joint(0,
            [](Joint& j) {
              j.mimic = Mimic{"f", 2, 1, {}};
            }),
      "mimic-contradiction");
  row("agreeing ring", joint(0, [](Joint& j) { j.mimic = Mimic{"f", 2, 0, {}}; }), "ok");
  row("locking ring", joint(0, [](Joint& j) { j.mimic = Mimic{"f", 3, 0, {}}; }), "ok");
  row("a leader made fixed", joint(0, [](Joint& j) { j.type = JointType::Fixed; }), "mimic-joint-type");
  row("mimic on a ball", joint(3, [](Joint& j) { j.type = JointType::Spherical; }), "mimic-joint-type");
  row("second parent", joint(1, [](Joint& j) { j.child = "rocker"; }), "link-has-two-parents");
  row("cut without another parent", joint(1, [](Joint& j) { j.isCut = true; }), "multiple-roots");
  row("ring", joint(2, [](Joint& j) { j.parent = "finger"; }), "joint-ring");
  row("joint to itself", joint(2, [](Joint& j) { j.parent = "rocker"; }), "joint-onto-itself");
  row("universal in the tree", joint(1, [](Joint& j) { j.type = JointType::Universal; }), "joint-type");
  row("short nominal", SetNominal{std::vector<double>{0, 0}}, "nominal-config-size");
  row("floating nominal", SetNominal{std::vector<double>{0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}}, "ok");
  row("zero quaternion", SetNominal{std::vector<double>(11, 0.0)}, "bad-quaternion");
  row("NaN nominal", SetNominal{std::vector<double>{0, 0, kNan, 0}}, "bad-number");
  row("no nominal", SetNominal{std::nullopt}, "ok");
}

void TestEdit::refusals() {
  QFETCH(Edit, edit);
  QFETCH(std::string, code);
  const Mechanism before = linkage();
  const Outcome<Mechanism> outcome = applyEdit(before, edit);
  QCOMPARE(firstCode(outcome), code);
  if (!outcome.ok()) {
    QVERIFY(!outcome.diagnostics[0].message.empty());
    QVERIFY(outcome.diagnostics[0].element.rfind("robot", 0) == 0);
  }
  QVERIFY(before == linkage());
}

void TestEdit::namesFollowThrough() {
  Mechanism m = *applyEdit(linkage(), RenameLink{3, "arm"});
  QCOMPARE(m.links[3].name, std::string("arm"));
  QCOMPARE(m.joints[2].child, std::string("arm"));
  QCOMPARE(m.joints[3].parent, std::string("arm"));
  QCOMPARE(m.closures[0].body2, std::string("arm"));
  m = *applyEdit(m, RenameJoint{0, "motor"});
  QCOMPARE(m.joints[3].mimic->leader, std::string("motor"));
  QVERIFY(changeScope(linkage(), m) == ChangeScope::Appearance);
}

void TestEdit::namesAndPlacesAreNotPartOfAValue() {
  Mechanism m = linkage();
  m.joints[0].source = {7, 20, 3};
  m.joints[0].limits.source = {9, 22, 5};
  Joint value = makeJoint("ignored", JointType::Revolute, "world", "crank");
  value.limits.upper = 1;
  const Mechanism after = *applyEdit(m, SetJoint{0, value});
  QCOMPARE(after.joints[0].name, std::string("o"));
  QVERIFY(after.joints[0].source == m.joints[0].source);
  QVERIFY(after.joints[0].limits.source == m.joints[0].limits.source);
  QVERIFY(after.joints[0].limits.upper == 1.0);
}

void TestEdit::whatIsBrokenAndStaysDoesNotBlock() {
  Mechanism m = linkage();
  m.closures[0].body1 = "copler";
  m.closures[0].axes = {{1, 0, 0}, {2, 0, 0}};
  const Closure moved = with(m.closures[0], [](Closure& c) { c.anchor = {1, 2, 3}; });
  QVERIFY(applyEdit(m, SetClosure{0, moved}).ok());
  const Closure mended = with(m.closures[0], [](Closure& c) { c.body1 = "coupler"; });
  QVERIFY(applyEdit(m, SetClosure{0, mended}).ok());
}

void TestEdit::kindsKeepOnlyTheirFields() {
  const Closure pin = with(linkage().closures[0], [](Closure& c) { c.kind = ClosureKind::Pin; });
  const Mechanism after = *applyEdit(linkage(), SetClosure{0, pin});
  QVERIFY(after.closures[0].axes.empty());
  QVERIFY(changeScope(linkage(), after) == ChangeScope::Topology);
}

void TestEdit::aListIsOneStep() {
  const Mechanism m = linkage();
  // The names pass through a state in which neither would be free; a failing member leaves nothing behind.
  const EditList swap{{RenameLink{1, "tmp"}, RenameLink{3, "crank"}, RenameLink{1, "rocker"}}};
  const Mechanism after = *applyEdit(m, swap);
  QCOMPARE(after.joints[0].child, std::string("rocker"));
  QCOMPARE(after.joints[2].child, std::string("crank"));
  const EditList fails{{RemoveClosure{0}, RemoveClosure{0}}};
  QCOMPARE(firstCode(applyEdit(m, fails)), std::string("no-such-element"));
  // A joint moves below another one: two roots in between, one at the end.
  Joint cut = m.joints[1], tree = m.joints[2];
  cut.isCut = true;
  tree.parent = "crank";
  tree.child = "coupler";
  Joint third = m.joints[3];
  third.parent = "coupler";
  third.child = "rocker";
  QCOMPARE(firstCode(applyEdit(m, EditList{{SetJoint{1, cut}, SetJoint{2, tree}}})),
           std::string("multiple-roots"));
  QCOMPARE(firstCode(applyEdit(m, EditList{{SetJoint{1, cut}, SetJoint{2, tree}, SetJoint{3, third}}})),
           std::string("multiple-roots"));  // the finger is left behind
}

void TestEdit::nominalFollowsTheJoints() {
  const Mechanism m = linkage();  // o b d f = 0.1 0.2 0.3 0.05
  const auto q = [](const Mechanism& mechanism) { return *mechanism.nominal; };
  const Mechanism ball =
      *applyEdit(m, SetJoint{1, with(m.joints[1], [](Joint& j) { j.type = JointType::Spherical; })});
  QVERIFY(q(ball) == (std::vector<double>{0.1, 1, 0, 0, 0, 0.3, 0.05}));
  const Mechanism fixed =
      *applyEdit(ball, SetJoint{1, with(ball.joints[1], [](Joint& j) { j.type = JointType::Fixed; })});
  QVERIFY(q(fixed) == (std::vector<double>{0.1, 0.3, 0.05}));
  // b and the coupler move below the finger: depth first that is o, d, f, b.
  const Mechanism moved =
      *applyEdit(m, SetJoint{1, with(m.joints[1], [](Joint& j) { j.parent = "finger"; })});
  QVERIFY(q(moved) == (std::vector<double>{0.1, 0.3, 0.05, 0.2}));
  QVERIFY(walkTree(moved).jointOrder == (std::vector<int>{0, 2, 3, 1}));
  // A root called world is fixed; under another name it floats and the base's pose comes first.
  const Mechanism floating = *applyEdit(m, RenameLink{0, "frame"});
  QVERIFY(q(floating) == (std::vector<double>{0, 0, 0, 1, 0, 0, 0, 0.1, 0.2, 0.3, 0.05}));
  QVERIFY(changeScope(m, floating) == ChangeScope::Topology);
  QVERIFY(q(*applyEdit(floating, RenameLink{0, "world"})) == q(m));
  // A joint that becomes limited away from zero starts at its limit.
  const Mechanism limited =
      *applyEdit(m, SetJoint{1, with(m.joints[1], [](Joint& j) { j.type = JointType::Fixed; })});
  const Mechanism back = *applyEdit(limited, SetJoint{1, with(limited.joints[1], [](Joint& j) {
                                                        j.type = JointType::Revolute;
                                                        j.limits.lower = 0.4;
                                                        j.limits.upper = 1.2;
                                                      })});
  QVERIFY(q(back) == (std::vector<double>{0.1, 0.4, 0.3, 0.05}));
}

void TestEdit::anotherRootIsFound() {
  // o turned round: crank above world. crank is the root then.
  const Mechanism m = linkage();
  const Joint turned = with(m.joints[0], [](Joint& j) { std::swap(j.parent, j.child); });
  const Mechanism after = *applyEdit(m, SetJoint{0, turned});
  QCOMPARE(after.root, std::string("crank"));
  QCOMPARE(after.nominal->size(), std::size_t{11});
}

void TestEdit::scopes_data() {
  QTest::addColumn<Edit>("edit");
  QTest::addColumn<int>("scope");
  const Mechanism m = linkage();
  const auto row = [](const char* name, const Edit& edit, ChangeScope scope) {
    QTest::newRow(name) << edit << static_cast<int>(scope);
  };
  const auto joint = [&m](int i, const std::function<void(Joint&)>& change) {
    return Edit(SetJoint{i, with(m.joints[static_cast<std::size_t>(i)], change)});
  };
  Link seen = m.links[1];
  seen.visuals.push_back({"", {}, BoxShape{{1, 1, 1}}, std::nullopt, {}});
  Link touched = m.links[1];
  touched.collisions.push_back({"", {}, BoxShape{{1, 1, 1}}, std::nullopt, {}});
  Link heavy = m.links[1];
  heavy.inertial->mass = 2;
  row("nothing", SetJoint{0, m.joints[0]}, ChangeScope::None);
  row("visual", SetLink{1, seen}, ChangeScope::Appearance);
  row("link name", RenameLink{2, "bar"}, ChangeScope::Appearance);
  row("nominal", SetNominal{std::vector<double>{0, 0, 0, 0}}, ChangeScope::Pose);
  row("collision", SetLink{1, touched}, ChangeScope::Parameters);
  row("mass", SetLink{1, heavy}, ChangeScope::Parameters);
  row("origin", joint(1, [](Joint& j) { j.origin.xyz.x() = 1; }), ChangeScope::Parameters);
  row("axis", joint(1, [](Joint& j) { j.axis = {1, 0, 0}; }), ChangeScope::Parameters);
  row("limit", joint(1, [](Joint& j) { j.limits.lower = -1; }), ChangeScope::Parameters);
  row("damping", joint(1, [](Joint& j) { j.dynamics.damping = 1; }), ChangeScope::Parameters);
  row("mimic offset", joint(3, [](Joint& j) { j.mimic->offset = 1; }), ChangeScope::Parameters);
  row("mimic leader", joint(3, [](Joint& j) { j.mimic->leader = "b"; }), ChangeScope::Topology);
  row("no mimic", joint(3, [](Joint& j) { j.mimic.reset(); }), ChangeScope::Topology);
  row("type", joint(1, [](Joint& j) { j.type = JointType::Continuous; }), ChangeScope::Topology);
  row("anchor", SetClosure{0, with(m.closures[0], [](Closure& c) { c.anchor.x() = 0; })},
      ChangeScope::Parameters);
  row("axes", SetClosure{0, with(m.closures[0], [](Closure& c) { c.axes.pop_back(); })},
      ChangeScope::Topology);
  row("bodies", SetClosure{0, with(m.closures[0], [](Closure& c) { c.body1 = "crank"; })},
      ChangeScope::Topology);
  row("new closure", AddClosure{makePin("crank", "rocker", {})}, ChangeScope::Topology);
}

void TestEdit::scopes() {
  QFETCH(Edit, edit);
  QFETCH(int, scope);
  const Mechanism before = linkage(), after = *applyEdit(before, edit);
  QCOMPARE(static_cast<int>(changeScope(before, after)), scope);
  QCOMPARE(static_cast<int>(changeScope(after, before)), scope);
  Mechanism moved = before;
  moved.joints[0].source = {3, 4, 5};
  QVERIFY(changeScope(before, moved) == ChangeScope::None);
}

QTEST_GUILESS_MAIN(TestEdit)
#include "tst_edit.moc"
