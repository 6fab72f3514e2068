// Unedited files keep every byte; an edit touches the lines that it concerns; what is written reads back as
// meant.
#include <QDirIterator>
#include <QFile>
#include <QtTest>
#include <random>

#include "core/base/number_text.h"
#include "core/io/text_diff.h"
#include "core/io/urdf_reader.h"
#include "core/io/urdf_writer.h"
#include "core/mechanism/edit.h"
#include "core/mechanism/validate.h"
#include "tests/core/urdf_texts.h"
#include "tests/support/fixtures.h"
#include "tests/support/shared_folder.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

Mechanism read(const std::string& text) {
  const Outcome<Mechanism> outcome = readUrdf(text, "", {});
  for (const Diagnostic& d : outcome.diagnostics)
    if (!outcome.ok()) qWarning("%s", formatDiagnostic(d).c_str());
  return outcome.ok() ? *outcome : Mechanism{};
}

Mechanism edited(const Mechanism& m, const Edit& edit) {
  const Outcome<Mechanism> outcome = applyEdit(m, edit);
  for (const Diagnostic& d : outcome.diagnostics) qWarning("%s", formatDiagnostic(d).c_str());
  return outcome.ok() ? *outcome : Mechanism{};
}

template <typename T>
T with(T value, const std::function<void(T&)>& change) {
  change(value);
  return value;
}

/// The mechanism without its places in a text.
Mechanism bare(Mechanism m) {
  m.source.reset();
  m.sourcePath.clear();
  m.constraintsSource = {};
  for (Link& link : m.links) {
    link.source = {};
    if (link.inertial) link.inertial->source = {};
    for (auto* list : {&link.visuals, &link.collisions})
      for (Geometry& g : *list) g.source = {};
  }
  for (Joint& joint : m.joints) {
    joint.source = joint.limits.source = joint.dynamics.source = {};
    if (joint.mimic) joint.mimic->source = {};
  }
  for (Closure& closure : m.closures) closure.source = {};
  return m;
}

/// Where two mechanisms differ, for the message of a failure.
std::string difference(const Mechanism& a, const Mechanism& b) {
  if (a.links != b.links) {
    for (std::size_t i = 0; i < std::min(a.links.size(), b.links.size()); ++i)
      if (!(a.links[i] == b.links[i])) return "link " + a.links[i].name;
    return "links";
  }
  for (std::size_t i = 0; i < std::min(a.joints.size(), b.joints.size()); ++i)
    if (!(a.joints[i] == b.joints[i])) return "joint " + a.joints[i].name;
  if (a.joints.size() != b.joints.size()) return "joints";
  for (std::size_t i = 0; i < std::min(a.closures.size(), b.closures.size()); ++i)
    if (!(a.closures[i] == b.closures[i])) return "closure " + std::to_string(i);
  if (a.closures.size() != b.closures.size()) return "closures";
  if (a.nominal != b.nominal) return "nominal";
  return a == b ? "" : "name, root or materials";
}

/// "-old line" and "+new line" of every change.
QStringList changes(const std::string& before, const std::string& after) {
  QStringList lines;
  for (const DiffLine& line : diffTexts(before, after).lines)
    if (line.kind != DiffKind::Same)
      lines << (line.kind == DiffKind::Added ? "+" : "-") + QString::fromStdString(line.text).trimmed();
  return lines;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

class TestUrdfWriter : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void theSecondAnchorSurvives();
  void theChosenCutSurvives();
  void aTextIsWrittenTheSameTwice();
  void uneditedKeepsEveryByte_data();
  void uneditedKeepsEveryByte();
  void sharedModelsKeepEveryByte();
  void editsTouchTheirLines_data();
  void editsTouchTheirLines();
  void keepsQuotesAndSpelling();
  void keepsLineEndsAndIndentation();
  void closuresComeAndGo();
  void kindsAreRewrittenInPlace();
  void anEmptyPinBecomesAnEquality();
  void boundsOfAContinuousJointDoNotComeToLife();
  void randomEditsReadBack_data();
  void randomEditsReadBack();
  void undoGivesTheBytesBack();
  void newFilesReadBack();
  void namesAreEscaped();
};

void TestUrdfWriter::theSecondAnchorSurvives() {
  const Mechanism m = read(texts::kFourBar);
  const Closure moved =
      with<Closure>(m.closures[0], [](Closure& c) { c.anchor2 = Vector3d(-0.04, 0.14, 0.25); });
  const Mechanism after = edited(m, SetClosure{0, moved});
  const std::string text = writeUrdf(after);
  QVERIFY(bare(read(text)) == bare(after));
  QCOMPARE(writeUrdf(read(text)), text);
  QVERIFY(bare(read(writeNewUrdf(after))) == bare(after));
  // Taken back, the element is what it was.
  const Mechanism back = edited(read(text), SetClosure{0, m.closures[0]});
  QCOMPARE(writeUrdf(back), std::string(texts::kFourBar));
}

/// Which of two parent joints places a link is kept in the file, by one attribute.
void TestUrdfWriter::theChosenCutSurvives() {
  const Mechanism m = read(texts::kTwoParents);
  QVERIFY(m.joints[3].isCut && !m.joints[2].isCut);
  const auto choose = [](const Mechanism& from, int cut, int tree) {
    Joint a = from.joints[static_cast<std::size_t>(cut)], b = from.joints[static_cast<std::size_t>(tree)];
    a.isCut = true;
    b.isCut = false;
    return edited(from, EditList{{SetJoint{cut, a}, SetJoint{tree, b}}});
  };
  const Mechanism other = choose(m, 2, 3);
  std::string expected = texts::kTwoParents;
  const std::string tag = R"(<joint name="d" type="revolute")";
  expected.insert(expected.find(tag) + tag.size(), R"( cut="true")");
  const std::string text = writeUrdf(other);
  QCOMPARE(text, expected);
  QVERIFY(bare(read(text)) == bare(other));
  QVERIFY(bare(read(writeNewUrdf(other))) == bare(other));
  QCOMPARE(writeUrdf(choose(other, 3, 2)), std::string(texts::kTwoParents));
  const Mechanism back = choose(read(text), 3, 2);
  QVERIFY(bare(read(writeUrdf(back))) == bare(back));
}

/// What was read is remembered between two writes of one text; other texts and edits must not notice.
void TestUrdfWriter::aTextIsWrittenTheSameTwice() {
  const Mechanism a = read(texts::kFourBar), b = read(texts::kUntidy), c = read(texts::kTwoParents);
  for (int round = 0; round < 3; ++round) {
    QCOMPARE(writeUrdf(a), std::string(texts::kFourBar));
    QCOMPARE(writeUrdf(b), std::string(texts::kUntidy));
    QCOMPARE(writeUrdf(c), std::string(texts::kTwoParents));
    const Mechanism renamed = edited(a, RenameLink{1, "arm"});
    QVERIFY(writeUrdf(renamed).find("\"arm\"") != std::string::npos);
    QCOMPARE(writeUrdf(a), std::string(texts::kFourBar));
  }
}

void TestUrdfWriter::uneditedKeepsEveryByte_data() {
  QTest::addColumn<std::string>("text");
  const std::string text = texts::kFourBar, bom = "\xEF\xBB\xBF";
  QTest::newRow("plain") << text;
  QTest::newRow("CRLF") << replaced(text, "\n", "\r\n");
  QTest::newRow("BOM") << bom + text;
  QTest::newRow("BOM, CRLF") << bom + replaced(text, "\n", "\r\n");
  QTest::newRow("second declaration") << "<?xml version=\"1.0\"?>\n<!-- made by hand -->\n" + text;
  QTest::newRow("one line") << replaced(text, "\n", " ");
  QTest::newRow("untidy") << std::string(texts::kUntidy);
  QTest::newRow("default namespace") << replaced(text, "<robot ", "<robot xmlns=\"http://www.ros.org\" ");
  QTest::newRow("no line break at the end") << text.substr(0, text.size() - 1);
}

void TestUrdfWriter::uneditedKeepsEveryByte() {
  QFETCH(std::string, text);
  const Mechanism m = read(text);
  QVERIFY(!m.links.empty());
  QVERIFY(writeUrdf(m) == text);
}

void TestUrdfWriter::sharedModelsKeepEveryByte() {
  const QString shared = fixtures::sharedFolder();
  if (!QFile::exists(shared + "/models")) QSKIP("no folder of shared models");
  int count = 0;
  for (const char* folder : {"/models", "/cases"}) {
    QDirIterator it(shared + folder, {"*.urdf"}, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
      QFile file(it.next());
      QVERIFY(file.open(QIODevice::ReadOnly));
      const std::string text = file.readAll().toStdString();
      const Outcome<Mechanism> m = readUrdf(text, it.filePath().toStdString(), {});
      if (!m.ok()) continue;
      QVERIFY2(writeUrdf(*m) == text, qPrintable(it.filePath()));
      // A made-up edit and its way back, on files of every style.
      if (m->joints.empty()) continue;
      const Mechanism moved =
          edited(*m, SetJoint{0, with<Joint>(m->joints[0], [](Joint& j) { j.origin.xyz.x() += 0.5; })});
      const std::string after = writeUrdf(moved);
      const Outcome<Mechanism> back = readUrdf(after, it.filePath().toStdString(), {});
      QVERIFY2(back.ok(), qPrintable(it.filePath()));
      QVERIFY2(difference(bare(*back), bare(moved)).empty(), qPrintable(it.filePath()));
      QVERIFY2(changes(text, after).size() <= 2 || !text.find('\n'), qPrintable(it.filePath()));
      ++count;
    }
  }
  qInfo() << count << "files kept";
  QVERIFY(count > 20);
}

Q_DECLARE_METATYPE(Edit)

void TestUrdfWriter::editsTouchTheirLines_data() {
  QTest::addColumn<Edit>("edit");
  QTest::addColumn<QStringList>("expected");
  const Mechanism m = read(texts::kFourBar);
  const auto joint = [&m](const char* name, const std::function<void(Joint&)>& change) {
    const int i = m.findJoint(name);
    return Edit(SetJoint{i, with<Joint>(m.joints.at(static_cast<std::size_t>(i)), change)});
  };
  const auto link = [&m](const char* name, const std::function<void(Link&)>& change) {
    const int i = m.findLink(name);
    return Edit(SetLink{i, with<Link>(m.links.at(static_cast<std::size_t>(i)), change)});
  };
  const auto closure = [&m](const std::function<void(Closure&)>& change) {
    return Edit(SetClosure{0, with<Closure>(m.closures.at(0), change)});
  };
  const auto row = [](const char* name, const Edit& edit, const QStringList& expected) {
    QTest::newRow(name) << edit << expected;
  };
  row("nothing", joint("o", [](Joint&) {}), {});
  row("one number of an origin", joint("b", [](Joint& j) { j.origin.xyz.y() = 0.07; }),
      {R"(-<origin xyz="0 0.060 0"/>)", R"(+<origin xyz="0 0.07 0"/>)"});
  row("an attribute that was left out", joint("b", [](Joint& j) { j.origin.rpy.z() = 0.5; }),
      {R"(-<origin xyz="0 0.060 0"/>)", R"(+<origin xyz="0 0.060 0" rpy="0 0 0.5"/>)"});
  row("an origin that was left out", joint("o", [](Joint& j) { j.origin.xyz.x() = 1; }),
      {R"(+<origin xyz="1 0 0" rpy="0 0 0"/>)"});
  row("a limit", joint("o", [](Joint& j) { j.limits.upper = 1.5; }),
      {R"(-<limit lower="-3.1" upper="3.1" effort="50" velocity="20"/>)",
       R"(+<limit lower="-3.1" upper="1.5" effort="50" velocity="20"/>)"});
  row("a bound taken away", joint("o", [](Joint& j) { j.limits.lower.reset(); }),
      {R"(-<limit lower="-3.1" upper="3.1" effort="50" velocity="20"/>)",
       R"(+<limit upper="3.1" effort="50" velocity="20"/>)"});
  row("all limits taken away", joint("o", [](Joint& j) { j.limits = {}; }),
      {R"(-<limit lower="-3.1" upper="3.1" effort="50" velocity="20"/>)"});
  row("a limit that was left out", joint("d", [](Joint& j) { j.limits.velocity = 3; }),
      {R"(+<limit velocity="3"/>)"});
  row("damping", joint("d", [](Joint& j) { j.dynamics.damping = 0.1; }), {R"(+<dynamics damping="0.1"/>)"});
  row("a mimic",
      joint("d",
            [](Joint& j) {
              j.mimic = Mimic{"o", -1, 0, {}};
            }),
      {R"(+<mimic joint="o" multiplier="-1" offset="0"/>)"});
  row("a type", joint("b", [](Joint& j) { j.type = JointType::Continuous; }),
      {R"(-<joint name="b" type="revolute"> <!-- the pin that wears out -->)",
       R"(+<joint name="b" type="continuous"> <!-- the pin that wears out -->)"});
  row("a mass", link("crank", [](Link& l) { l.inertial->mass = 0.25; }),
      {R"(-<mass value="1.2e-1"/>)", R"(+<mass value="0.25"/>)"});
  row("one moment", link("crank", [](Link& l) { l.inertial->inertia(1, 1) = 3.5e-4; }),
      {R"(-<inertia ixx="0.0002" ixy="0" ixz="0" iyy="0.0002" iyz="0" izz="0.0003"/>)",
       R"(+<inertia ixx="0.0002" ixy="0" ixz="0" iyy="0.00035" iyz="0" izz="0.0003"/>)"});
  row("no inertial", link("rocker", [](Link& l) { l.inertial.reset(); }),
      {R"(-<inertial><mass value="0.25"/><inertia ixx="2e-4" iyy="2e-4" izz="3e-4" ixy="0" ixz="0" iyz="0"/></inertial>)"});
  row("a colour",
      link("crank",
           [](Link& l) {
             l.visuals[0].material->rgba = Rgba{1, 0, 0, 1};
           }),
      {R"(-<material name="steel"/>)", R"(+<material name="steel">)", R"(+<color rgba="1 0 0 1"/>)",
       R"(+</material>)"});
  row("another shape", link("crank", [](Link& l) { l.visuals[0].shape = SphereShape{0.5}; }),
      {R"(-<geometry><box size="0.06 0.012 0.012"/></geometry>)",
       R"(+<geometry><sphere radius="0.5"/></geometry>)"});
  row("an anchor", closure([](Closure& c) { c.anchor.x() = 0.161; }),
      {R"(-<equality body1="coupler" body2="rocker" anchor="0.16 0.08 0">)",
       R"(+<equality body1="coupler" body2="rocker" anchor="0.161 0.08 0">)"});
  row("an axis", closure([](Closure& c) {
        c.axes[1] = {0, 2, 0};
      }),
      {R"(-<axis xyz="0 1 0"/>)", R"(+<axis xyz="0 2 0"/>)"});
  row("an axis less", closure([](Closure& c) { c.axes.pop_back(); }), {R"(-<axis xyz="0 1 0"/>)"});
  row("bodies swapped", closure([](Closure& c) { std::swap(c.body1, c.body2); }),
      {R"(-<equality body1="coupler" body2="rocker" anchor="0.16 0.08 0">)",
       R"(+<equality body1="rocker" body2="coupler" anchor="0.16 0.08 0">)"});
  row("one entry of the pose", SetNominal{std::vector<double>{0, 0.5, 0}},
      {R"(-<constraints nominal_config="0 0.0 0">)", R"(+<constraints nominal_config="0 0.5 0">)"});
  row("no pose", SetNominal{std::nullopt}, {});
  row("a link's name", RenameLink{3, "arm"},
      {R"(-<link name="rocker">)", R"(+<link name="arm">)", R"(-<child link="rocker"/>)",
       R"(+<child link="arm"/>)", R"(-<equality body1="coupler" body2="rocker" anchor="0.16 0.08 0">)",
       R"(+<equality body1="coupler" body2="arm" anchor="0.16 0.08 0">)"});
}

void TestUrdfWriter::editsTouchTheirLines() {
  QFETCH(Edit, edit);
  QFETCH(QStringList, expected);
  const Mechanism m = edited(read(texts::kFourBar), edit);
  const std::string after = writeUrdf(m);
  QCOMPARE(changes(texts::kFourBar, after), expected);
  const Mechanism back = read(after);
  if (m.nominal) QCOMPARE(difference(bare(back), bare(m)), std::string());
  QVERIFY(writeUrdf(back) == after);
}

void TestUrdfWriter::keepsQuotesAndSpelling() {
  const std::string text = texts::kUntidy;
  Mechanism m = read(text);
  Joint hinge = m.joints.at(0);
  hinge.origin.xyz.z() = -2.5;
  hinge.axis = {0, 1, 0};
  m = edited(m, SetJoint{0, hinge});
  std::string expected = replaced(text, "'1.0\t2e0   +3'", "'1.0\t2e0   -2.5'");
  expected = replaced(expected, "xyz = '0 0 1'", "xyz = '0 1 0'");
  QCOMPARE(QString::fromStdString(writeUrdf(m)), QString::fromStdString(expected));
}

void TestUrdfWriter::keepsLineEndsAndIndentation() {
  const std::string crlf = replaced(texts::kFourBar, "\n", "\r\n");
  Mechanism m = read(crlf);
  m = edited(m, SetJoint{2, with<Joint>(m.joints.at(2), [](Joint& j) { j.limits.velocity = 3; })});
  m = edited(m, AddClosure{makePin("crank", "rocker", {1, 2, 3})});
  const std::string after = writeUrdf(m);
  QCOMPARE(std::count(after.begin(), after.end(), '\n'), std::count(crlf.begin(), crlf.end(), '\n') + 2);
  QCOMPARE(std::count(after.begin(), after.end(), '\n'), std::count(after.begin(), after.end(), '\r'));
  QVERIFY(after.find("\r\n    <limit velocity=\"3\"/>\r\n  </joint>") != std::string::npos);
  QVERIFY(
      after.find("\r\n    <pin body1=\"crank\" body2=\"rocker\" anchor=\"1 2 3\"/>\r\n  </constraints>") !=
      std::string::npos);
  const std::string tabs = replaced(texts::kFourBar, "  ", "\t");
  m = read(tabs);
  m = edited(m, SetJoint{2, with<Joint>(m.joints.at(2), [](Joint& j) { j.limits.velocity = 3; })});
  QVERIFY(writeUrdf(m).find("\n\t\t<limit velocity=\"3\"/>\n\t</joint>") != std::string::npos);
}

void TestUrdfWriter::closuresComeAndGo() {
  const std::string open = R"(<robot name="r">
  <link name="a"/>
  <link name="b"/>
  <joint name="j" type="revolute">
    <parent link="a"/>
    <child link="b"/>
    <limit lower="0.4" upper="1.2" effort="1" velocity="1"/>
  </joint>
  <!-- the end -->
</robot>
)";
  const Mechanism m = read(open);
  const Mechanism closed = edited(m, AddClosure{makeEquality("a", "b", {0, 0, 1}, {{1, 0, 0}})});
  // The base floats and 0 lies outside the limits, so that the pose is the base's and 0.4.
  QCOMPARE(changes(open, writeUrdf(closed)),
           QStringList({R"(+<constraints nominal_config="0 0 0 1 0 0 0 0.4">)",
                        R"(+<equality body1="a" body2="b" anchor="0 0 1">)", R"(+<axis xyz="1 0 0"/>)",
                        "+</equality>", "+</constraints>"}));
  QVERIFY(writeUrdf(closed).find("  <!-- the end -->\n  <constraints") != std::string::npos);
  QVERIFY(writeUrdf(edited(closed, RemoveClosure{0})) == open);
  const Mechanism saved = read(writeUrdf(closed));
  const std::string emptied = writeUrdf(edited(saved, RemoveClosure{0}));
  QVERIFY(emptied.find("<constraints nominal_config=\"0 0 0 1 0 0 0 0.4\">\n  </constraints>") !=
          std::string::npos);
  // One goes and one comes: the new one takes the place at the end.
  const Mechanism swapped =
      edited(saved, EditList{{RemoveClosure{0}, AddClosure{makePin("b", "a", {0, 0, 2})}}});
  QCOMPARE(difference(bare(read(writeUrdf(swapped))), bare(swapped)), std::string());
  QVERIFY(
      writeUrdf(swapped).find(">\n    <pin body1=\"b\" body2=\"a\" anchor=\"0 0 2\"/>\n  </constraints>") !=
      std::string::npos);
}

void TestUrdfWriter::kindsAreRewrittenInPlace() {
  Mechanism m = read(texts::kFourBar);
  m = edited(m, SetClosure{0, with<Closure>(m.closures[0], [](Closure& c) { c.kind = ClosureKind::Pin; })});
  const std::string pinned = writeUrdf(m);
  QCOMPARE(changes(texts::kFourBar, pinned),
           QStringList({R"(-<equality body1="coupler" body2="rocker" anchor="0.16 0.08 0">)",
                        R"(-<axis xyz="1 0 0"/>)", R"(-<axis xyz="0 1 0"/>)", "-</equality>",
                        R"(+<pin body1="coupler" body2="rocker" anchor="0.16 0.08 0">)", "+</pin>"}));
  m = read(pinned);
  m = edited(m, SetClosure{0, with<Closure>(m.closures[0], [](Closure& c) {
                             c.kind = ClosureKind::Equality;
                             c.axes = {{1, 0, 0}, {0, 1, 0}};
                           })});
  QVERIFY(writeUrdf(m) == texts::kFourBar);
  m = edited(m, SetClosure{0, with<Closure>(m.closures[0], [](Closure& c) {
                             c.kind = ClosureKind::Universal;
                             c.axisA = {0, 0, 1};
                             c.locked = {true, false, true};
                           })});
  const std::string universal = writeUrdf(m);
  QVERIFY(
      universal.find(
          R"(<universal body1="coupler" body2="rocker" anchor="0.16 0.08 0" n_a="0 0 1" n_b="0 1 0" y_locked="false">)") !=
      std::string::npos);
  m = read(universal);
  m = edited(m, SetClosure{0, with<Closure>(m.closures[0], [](Closure& c) { c.kind = ClosureKind::Pin; })});
  QVERIFY(writeUrdf(m) == pinned);
}

void TestUrdfWriter::anEmptyPinBecomesAnEquality() {
  Mechanism m = read(texts::kUntidy);
  m = edited(m, SetClosure{0, with<Closure>(m.closures[0], [](Closure& c) {
                             c.kind = ClosureKind::Equality;
                             c.axes = {{0, 0, 1}};
                           })});
  const std::string text = writeUrdf(m);
  QVERIFY(text.find("<equality body1=\"base\" body2=\"extra\" anchor=\"0 0 0\">\n") != std::string::npos);
  QVERIFY(text.find("</equality> <!-- toe -->") != std::string::npos);
  QCOMPARE(difference(bare(read(text)), bare(m)), std::string());
}

void TestUrdfWriter::boundsOfAContinuousJointDoNotComeToLife() {
  const std::string text =
      replaced(texts::kFourBar, R"(name="o" type="revolute")", R"(name="o" type="continuous")");
  Mechanism m = read(text);
  QVERIFY(!m.joints[0].limits.lower);
  m = edited(m, SetJoint{0, with<Joint>(m.joints[0], [](Joint& j) { j.type = JointType::Revolute; })});
  const Mechanism back = read(writeUrdf(m));
  QCOMPARE(difference(bare(back), bare(m)), std::string());
  QVERIFY(!back.joints[0].limits.lower && !back.joints[0].limits.upper);
  QVERIFY(back.joints[0].limits.effort == 50.0);
}

namespace {

/// Draws edits of every kind; many are refused, which is part of the game.
class EditSource {
 public:
  explicit EditSource(unsigned seed) : random_(seed) {}

  Edit next(const Mechanism& m) {
    switch (below(10)) {
      case 0:
        return linkEdit(m);
      case 1:
      case 2:
      case 3:
        return jointEdit(m);
      case 4:
      case 5:
        return closureEdit(m);
      case 6:
        return AddClosure{closure(m)};
      case 7:
        return m.closures.empty() ? Edit(SetNominal{})
                                  : Edit(RemoveClosure{below(static_cast<int>(m.closures.size()))});
      case 8:
        if (below(2)) return RenameLink{below(static_cast<int>(m.links.size())), name()};
        return RenameJoint{below(static_cast<int>(m.joints.size())), name()};
      default:
        return nominalEdit(m);
    }
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned long>(n)); }
  double number() {
    const double x = std::uniform_real_distribution<double>(-2, 2)(random_);
    switch (below(4)) {
      case 0:
        return 0;
      case 1:
        return std::round(x * 1000) / 1000;
      case 2:
        return x * 1e-7;
      default:
        return x;
    }
  }
  Vector3d vector() { return {number(), number(), number()}; }
  std::string name() {
    static const char* const kNames[] = {"plain", "a<b>&\"c\"", "it's", "größe", "two words", "x/y"};
    return kNames[below(6)] + std::to_string(below(1000));
  }
  std::string anyLink(const Mechanism& m) {
    return m.links[static_cast<std::size_t>(below(static_cast<int>(m.links.size())))].name;
  }
  std::optional<double> maybe(double x) { return below(3) ? std::optional(x) : std::nullopt; }

  Geometry geometry() {
    Geometry g;
    if (below(2)) g.name = name();
    g.origin = {vector(), vector()};
    switch (below(5)) {
      case 0:
        g.shape = BoxShape{vector()};
        break;
      case 1:
        g.shape = CylinderShape{number(), number()};
        break;
      case 2:
        g.shape = CapsuleShape{number(), number()};
        break;
      case 3:
        g.shape = SphereShape{number()};
        break;
      default:
        g.shape = MeshShape{"meshes/" + name() + ".stl", "", vector()};
    }
    return g;
  }

  Edit linkEdit(const Mechanism& m) {
    const int i = below(static_cast<int>(m.links.size()));
    Link link = m.links[static_cast<std::size_t>(i)];
    switch (below(5)) {
      case 0:
        link.inertial.reset();
        break;
      case 1:
        if (!link.inertial) link.inertial.emplace();
        link.inertial->mass = std::abs(number());
        link.inertial->inertia(below(3), 0) = number();
        link.inertial->inertia = Matrix3d(link.inertial->inertia.selfadjointView<Eigen::Lower>());
        link.inertial->origin = {vector(), vector()};
        break;
      case 2:
        link.collisions.push_back(geometry());
        break;
      case 3:
        if (!link.visuals.empty()) {
          const SourceRef place = link.visuals[0].source;
          const auto material = link.visuals[0].material;
          link.visuals[0] = geometry();
          link.visuals[0].source = place;
          link.visuals[0].material = material;
        }
        break;
      default:
        if (!link.collisions.empty()) link.collisions.erase(link.collisions.begin());
    }
    return SetLink{i, link};
  }

  Edit jointEdit(const Mechanism& m) {
    const int i = below(static_cast<int>(m.joints.size()));
    Joint joint = m.joints[static_cast<std::size_t>(i)];
    switch (below(7)) {
      case 0:
        joint.origin = {vector(), vector()};
        break;
      case 1:
        joint.axis = vector();
        break;
      case 2:
        joint.limits = {
            maybe(number()), maybe(number()), maybe(std::abs(number())), maybe(std::abs(number())), {}};
        break;
      case 3:
        joint.dynamics = {std::abs(number()), 0, std::abs(number()), std::abs(number()), {}, {}};
        break;
      case 4:
        joint.type = static_cast<JointType>(below(6));
        break;
      case 5:
        joint.mimic.reset();
        if (below(2))
          joint.mimic =
              Mimic{m.joints[static_cast<std::size_t>(below(static_cast<int>(m.joints.size())))].name,
                    number(),
                    number(),
                    {}};
        break;
      default:
        joint.parent = anyLink(m);
    }
    return SetJoint{i, joint};
  }

  Closure closure(const Mechanism& m) {
    Closure c = makePin(anyLink(m), anyLink(m), vector());
    if (below(3) == 0) c.name = name();
    c.kind = static_cast<ClosureKind>(below(3));
    for (int n = below(3); n > 0; --n) c.axes.push_back(vector());
    c.axisA = vector();
    c.axisB = vector();
    c.locked[static_cast<std::size_t>(below(3))] = false;
    return c;
  }

  Edit closureEdit(const Mechanism& m) {
    if (m.closures.empty()) return AddClosure{closure(m)};
    const int i = below(static_cast<int>(m.closures.size()));
    Closure c = m.closures[static_cast<std::size_t>(i)];
    const Closure fresh = closure(m);
    switch (below(4)) {
      case 0:
        c.anchor = fresh.anchor;
        break;
      case 1:
        c.body2 = fresh.body2;
        break;
      case 2:
        c.kind = fresh.kind;
        c.axes = fresh.axes;
        break;
      default:
        c = fresh;
    }
    return SetClosure{i, c};
  }

  Edit nominalEdit(const Mechanism& m) {
    std::vector<double> q(nominalEntryNames(m, BaseMode::Auto).size());
    for (double& x : q) x = number();
    return SetNominal{q};
  }

  std::mt19937 random_;
};

}  // namespace

void TestUrdfWriter::randomEditsReadBack_data() {
  QTest::addColumn<std::string>("text");
  QTest::newRow("four bar") << std::string(texts::kFourBar);
  QTest::newRow("CRLF, BOM") << "\xEF\xBB\xBF" + replaced(texts::kFourBar, "\n", "\r\n");
  QTest::newRow("one line") << replaced(texts::kFourBar, "\n", " ");
  QTest::newRow("untidy") << std::string(texts::kUntidy);
}

void TestUrdfWriter::randomEditsReadBack() {
  QFETCH(std::string, text);
  int made = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    EditSource source(seed);
    Mechanism m = read(text);
    for (int step = 0; step < 12; ++step) {
      const Outcome<Mechanism> next = applyEdit(m, source.next(m));
      if (!next.ok()) continue;
      m = *next;
      ++made;
      const std::string written = writeUrdf(m);
      const Outcome<Mechanism> back = readUrdf(written, "", {});
      const std::string what = "seed " + std::to_string(seed) + ", step " + std::to_string(step) + "\n";
      std::string findings;
      if (!back.ok())
        for (const Diagnostic& d : back.diagnostics) findings += formatDiagnostic(d);
      QVERIFY2(back.ok(), (what + findings + written).c_str());
      Mechanism meant = bare(m);
      if (!meant.nominal && !meant.closures.empty()) meant.nominal = back->nominal;
      const std::string differs = difference(bare(*back), meant);
      QVERIFY2(differs.empty(), (what + differs + "\n" + written).c_str());
      QVERIFY2(writeUrdf(*back) == written, (what + written).c_str());
      if (step % 5 == 4) m = *back;  // saved: from here the written text is the source
    }
  }
  qInfo() << made << "edits";
  QVERIFY(made > 200);
}

void TestUrdfWriter::undoGivesTheBytesBack() {
  const Mechanism m = read(texts::kUntidy);
  EditSource source(3);
  Mechanism edits = m;
  for (int i = 0; i < 50; ++i) {
    const Outcome<Mechanism> next = applyEdit(edits, source.next(edits));
    if (next.ok()) edits = *next;
  }
  QVERIFY(writeUrdf(edits) != texts::kUntidy);
  QVERIFY(writeUrdf(m) == texts::kUntidy);
}

void TestUrdfWriter::newFilesReadBack() {
  for (const std::string& text : {std::string(texts::kFourBar), std::string(texts::kUntidy)}) {
    const Mechanism m = read(text);
    const std::string fresh = writeNewUrdf(m);
    QCOMPARE(difference(bare(read(fresh)), bare(m)), std::string());
    QVERIFY(writeUrdf(bare(m)) == fresh);
    QVERIFY(fresh.starts_with("<?xml version=\"1.0\"?>\n<robot name="));
    QVERIFY(fresh.ends_with("</robot>\n"));
  }
  const std::string fresh = writeNewUrdf(read(texts::kFourBar));
  QVERIFY(fresh.find("\n    <equality body1=\"coupler\" body2=\"rocker\" anchor=\"0.16 0.08 0\">\n"
                     "      <axis xyz=\"1 0 0\"/>\n      <axis xyz=\"0 1 0\"/>\n    </equality>\n") !=
          std::string::npos);
}

void TestUrdfWriter::namesAreEscaped() {
  const std::string name = "a<b> & \"c\" d'e";
  Mechanism m = edited(read(texts::kUntidy), RenameLink{1, name});
  const std::string text = writeUrdf(m);
  QCOMPARE(read(text).links[1].name, name);
  QVERIFY(text.find("'a&lt;b&gt; &amp; \"c\" d&apos;e'") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestUrdfWriter)
#include "tst_urdf_writer.moc"
