// Reads URDFs: every field, every kind of mistake at its line, files of others, and bytes at random.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <random>

#include "core/io/urdf_reader.h"
#include "core/io/xml_source.h"
#include "tests/core/urdf_texts.h"
#include "tests/support/shared_folder.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

QString describe(const Diagnostics& diagnostics) {
  QString out;
  for (const Diagnostic& d : diagnostics) out += QString::fromStdString(formatDiagnostic(d));
  return out;
}

const Diagnostic* find(const Diagnostics& diagnostics, std::string_view code) {
  for (const Diagnostic& d : diagnostics)
    if (d.code == code) return &d;
  return nullptr;
}

QByteArray contentOf(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) qFatal("%s", qPrintable(path));
  return file.readAll();
}

/// Every element that is read, at least once.
std::string everything() {
  return contentOf(QStringLiteral(GRASHOF_SOURCE_DIR "/tests/data/good/everything.urdf")).toStdString();
}

QString badFolder() {
  return QStringLiteral(GRASHOF_SOURCE_DIR "/tests/data/bad");
}

void write(const QString& path, const QByteArray& text) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("%s", qPrintable(path));
}

}  // namespace

class TestUrdfReader : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void readsEveryField();
  void everyElementKnowsItsSource();
  void defaultsAreThoseOfTheFormat();
  void badFilesYieldTheirFindings_data();
  void badFilesYieldTheirFindings();
  void findingsAreAllReported();
  void oneSlipGivesOneMessage();
  void hintsNameWhatWasMeant_data();
  void hintsNameWhatWasMeant();
  void laterParentIsCut();
  void aMarkedJointIsCut();
  void marksDoNotTearTheTree_data();
  void marksDoNotTearTheTree();
  void ringOpensAtItsFirstLink();
  void theSecondAnchorIsRead();
  void oldJointPropertiesAreNotTakenUp();
  void partsOfNoLinkAreNoticed();
  void connectingJointIsKeptInTheTree();
  void packagesAreFoundWithoutRos();
  void packagesComeFromTheEnvironment();
  void caseOfMeshNamesMatters();
  void unreadableFilesAreFindings();
  void simulatorsMayUseDollarSigns();
  void manualListsEveryCode();
  void sharedModelsRead_data();
  void sharedModelsRead();
  void randomBytesNeverCrash();
};

void TestUrdfReader::readsEveryField() {
  const Outcome<Mechanism> outcome = readUrdf(everything(), "all.urdf", {});
  QVERIFY2(outcome.ok(), qPrintable(describe(outcome.diagnostics)));
  QCOMPARE(describe(outcome.diagnostics).count("\n"), 1);  // the mesh that is missing, and nothing else
  QCOMPARE(outcome.diagnostics[0].code, std::string("missing-mesh"));
  const Mechanism& m = *outcome;
  QCOMPARE(m.name, std::string("all"));
  QCOMPARE(m.root, std::string("base"));
  QCOMPARE(m.links.size(), std::size_t{5});
  const Link& base = m.links[0];
  QVERIFY(base.inertial->origin == (Origin{{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}}));
  QCOMPARE(base.inertial->mass, 2.5);
  Matrix3d I;
  I << 0.4, 0.01, 0.02, 0.01, 0.5, 0.03, 0.02, 0.03, 0.6;
  QVERIFY(base.inertial->inertia == I);
  QCOMPARE(base.visuals.size(), std::size_t{3});
  QCOMPARE(base.visuals[0].name, std::string("v"));
  QVERIFY(base.visuals[0].origin.xyz == Vector3d(1, 2, 3));
  QVERIFY(base.visuals[0].shape == Shape(BoxShape{{0.1, 0.2, 0.3}}));
  QVERIFY(base.visuals[0].material->rgba == (Rgba{0.1, 0.2, 0.3, 1}));
  QVERIFY(base.visuals[1].shape == Shape(CylinderShape{0.1, 0.4}));
  QVERIFY(base.visuals[1].material->rgba == (Rgba{1, 0, 0, 0.5}));
  QVERIFY(base.visuals[2].shape == Shape(MeshShape{"part.stl", "", {0.001, -0.001, 0.001}}));
  QVERIFY(base.collisions[0].shape == Shape(SphereShape{0.2}));
  QVERIFY(base.collisions[1].shape == Shape(CapsuleShape{0.05, 0.3}));
  QVERIFY(!m.links[2].inertial);

  const Joint& j = m.joints[0];
  QCOMPARE(j.type, JointType::Revolute);
  QCOMPARE(j.parent + ">" + j.child, std::string("base>arm"));
  QVERIFY(j.origin == (Origin{{0, 0, 1}, {0, 0, 1.5}}));
  QVERIFY(j.axis == Vector3d::UnitX());
  QCOMPARE(*j.limits.lower + *j.limits.upper + *j.limits.effort + *j.limits.velocity, -1.0 + 2 + 30 + 4);
  QCOMPARE(j.dynamics.damping, 0.1);
  QCOMPARE(j.dynamics.friction, 0.2);
  QCOMPARE(j.dynamics.rotorInertia, 0.003);
  QCOMPARE(j.dynamics.stiffness, 5.0);
  QCOMPARE(j.dynamics.springMount, std::vector<double>{0.7});
  QCOMPARE(m.joints[2].type, JointType::Spherical);
  QCOMPARE(m.joints[2].dynamics.springMount, (std::vector<double>{1, 0, 0, 0}));
  QCOMPARE(m.joints[3].mimic->leader, std::string("j"));
  QCOMPARE(m.joints[3].mimic->multiplier, -2.0);
  QCOMPARE(m.joints[3].mimic->offset, 0.0);

  QCOMPARE(m.nominal->size(), std::size_t{13});
  QCOMPARE(m.closures.size(), std::size_t{3});
  QCOMPARE(m.closures[0].kind, ClosureKind::Pin);
  QVERIFY(m.closures[0].anchor == Vector3d(0, 0, 0.2));
  QVERIFY(!m.closures[0].anchor2);
  QCOMPARE(m.closures[1].name, std::string("rail"));
  QVERIFY(m.closures[1].axes == (std::vector<Vector3d>{{1, 0, 0}, {0, 0, 3}}));
  QCOMPARE(m.closures[2].kind, ClosureKind::Universal);
  QVERIFY(m.closures[2].axisA == Vector3d(0, 0, 1) && m.closures[2].axisB == Vector3d(0, 1, 1));
  QVERIFY(m.closures[2].locked == (std::array<bool, 3>{true, false, false}));
}

void TestUrdfReader::everyElementKnowsItsSource() {
  const Outcome<Mechanism> outcome = readUrdf(everything(), "all.urdf", {});
  const Mechanism& m = *outcome;
  QCOMPARE(m.source->text, everything());
  const auto nameAt = [&m](const SourceRef& ref) {
    const SourceElement& e = m.source->elements.at(static_cast<std::size_t>(ref.element));
    return ref.line == e.line && ref.column == e.column ? e.name : std::string("misplaced");
  };
  QCOMPARE(nameAt(m.links[0].source), std::string("link"));
  QCOMPARE(m.links[0].source.line, 4);
  QCOMPARE(nameAt(m.links[0].inertial->source), std::string("inertial"));
  QCOMPARE(nameAt(m.links[0].visuals[1].source), std::string("visual"));
  QCOMPARE(nameAt(m.links[0].collisions[1].source), std::string("collision"));
  QCOMPARE(nameAt(m.joints[0].source), std::string("joint"));
  QCOMPARE(nameAt(m.joints[0].limits.source), std::string("limit"));
  QCOMPARE(nameAt(m.joints[0].dynamics.source), std::string("dynamics"));
  QCOMPARE(nameAt(m.joints[3].mimic->source), std::string("mimic"));
  QCOMPARE(nameAt(m.closures[1].source), std::string("equality"));
  QCOMPARE(nameAt(m.closures[2].source), std::string("universal"));
  QCOMPARE(nameAt(m.constraintsSource), std::string("constraints"));
  QCOMPARE(m.joints[1].limits.source.element, -1);
}

void TestUrdfReader::defaultsAreThoseOfTheFormat() {
  const Outcome<Mechanism> outcome = readUrdf(
      "<robot name='r'><link name='world'/><link name='a'/><joint name='j' type='continuous'><parent "
      "link='world'/>"
      "<child link='a'/></joint></robot>",
      "", {});
  QVERIFY(outcome.ok());
  const Joint& j = outcome->joints[0];
  QVERIFY(j.axis == Vector3d::UnitX() && j.origin == Origin{} && j.limits == JointLimits{} && !j.mimic);
  QVERIFY(!outcome->nominal && outcome->sourcePath.empty());
}

void TestUrdfReader::badFilesYieldTheirFindings_data() {
  QTest::addColumn<QString>("path");
  const QStringList files = QDir(badFolder()).entryList({"*.urdf"});
  QVERIFY(files.size() > 80);
  for (const QString& file : files) QTest::newRow(qPrintable(file)) << badFolder() + "/" + file;
}

/// Each file ends in a comment "expects: LINE CODE SEVERITY [none]; ...": exactly these findings, and no
/// value where it says none.
void TestUrdfReader::badFilesYieldTheirFindings() {
  QFETCH(QString, path);
  static const QRegularExpression expects("<!-- expects: (.*) -->");
  const QRegularExpressionMatch match = expects.match(QString::fromUtf8(contentOf(path)));
  QVERIFY(match.hasMatch());
  QStringList wanted = match.captured(1).split("; ");
  const bool isValueWanted = wanted.filter(" none").isEmpty();
  wanted.replaceInStrings(" none", "");
  const Outcome<Mechanism> outcome = readUrdfFile(path.toStdString(), {});
  QStringList got;
  for (const Diagnostic& d : outcome.diagnostics) {
    got << QString("%1 %2 %3")
               .arg(d.where.line)
               .arg(d.code.c_str(), std::string(severityName(d.severity)).c_str());
    QVERIFY(!d.message.empty());
    QCOMPARE(d.where.file, path.toStdString());
    if (d.where.line > 0) QVERIFY2(d.where.column > 0, d.message.c_str());
    if (d.code != "not-well-formed") QVERIFY2(!d.element.empty(), d.message.c_str());
  }
  wanted.sort();
  got.sort();
  QCOMPARE(got, wanted);
  QCOMPARE(outcome.ok(), isValueWanted);
}

void TestUrdfReader::findingsAreAllReported() {
  const Outcome<Mechanism> outcome = readUrdfFile(GRASHOF_SOURCE_DIR "/tests/data/many_mistakes.urdf", {});
  QVERIFY(!outcome.ok());
  QStringList got;
  for (const Diagnostic& d : outcome.diagnostics)
    got << QString("%1 %2").arg(d.where.line).arg(d.code.c_str());
  const QStringList wanted{"2 bad-number",   "2 duplicate-name", "2 missing-element", "4 unknown-joint-type",
                           "4 unknown-link", "4 bad-number",     "4 bad-count",       "5 bad-number",
                           "6 bad-number",   "6 unknown-link",   "6 equality-axes"};
  for (const QString& finding : wanted)
    QVERIFY2(got.contains(finding), qPrintable(finding + "\n" + describe(outcome.diagnostics)));
}

void TestUrdfReader::oneSlipGivesOneMessage() {
  // A number that is not read makes no follow-up findings: not "no mass", "no axis" or "outside the limits".
  for (const auto& [good, bad] :
       {std::pair("value=\"2.5\"", "value=\"2.5kg\""), std::pair("upper=\"2\"", "upper=\"2,0\""),
        std::pair("xyz=\"0 1 0\"", "xyz=\"0 l 0\""), std::pair("0.25 1 0 0 0", "O.25 1 0 0 0"),
        std::pair("iyy=\"0.5\"", "iyy=\"nan\""), std::pair("multiplier=\"-2\"", "multiplier=\"\"")}) {
    QString text = QString::fromStdString(everything());
    text.replace(good, bad);
    const Outcome<Mechanism> outcome = readUrdf(text.toStdString(), "", {});
    QVERIFY(!outcome.ok());
    QCOMPARE(countOf(outcome.diagnostics, Severity::Error), 1);
    QVERIFY2(outcome.diagnostics.size() == 2,
             qPrintable(describe(outcome.diagnostics)));  // and the missing mesh
  }
}

void TestUrdfReader::hintsNameWhatWasMeant_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("code");
  QTest::addColumn<QString>("inMessage");
  QTest::addColumn<QString>("inHint");
  const auto row = [](const char* file, const char* code, const char* message, const char* hint) {
    QTest::newRow(file) << QString(file) << QString(code) << QString(message) << QString(hint);
  };
  row("unknown_parent", "unknown-link", "'base_plat'", "'base_plate'");
  row("unknown_type", "unknown-joint-type", "'prismatik'", "'prismatic'");
  row("mimic_of_nobody", "unknown-joint", "'j_b'", "'jb'");
  row("pin_unknown_body", "unknown-link", "'bb'", "'b'");
  row("number_comma", "bad-number", "'0,5'", "0.5");
  row("several_roots", "multiple-roots", "'chassis' (line 3, 2 links), 'stray' (line 5, 1 link)", "fixed");
  row("two_parents", "link-has-two-parents", "'second' (line 7) and 'third' (line 8)", "'third'");
  row("duplicate_link", "duplicate-name", "lines 4, 5", "");
  row("nominal_too_short", "nominal-config-size",
      "2 entries, 9 needed: base x y z, quaternion w x y z, then j, k", "fixed base");
  row("nominal_too_long", "nominal-config-size", "9 entries, 2 needed: j, k", "floating base");
  row("nominal_junk", "bad-number", "'0.3x' is not a number (entry 2 of 2)", "");
  row("mimic_contradiction", "mimic-contradiction", "0 = 2", "");
  row("limits_in_degrees", "limits-look-like-degrees", "120 rad are 19.1 turns",
      "lower=\"-2.0944\" upper=\"2.0944\"");
  row("limits_without_zero", "zero-outside-limits", "starts at 0.5", "");
  row("equality_three_axes", "equality-axes", "3 axes", "<pin>");
  row("constraint_misspelt", "unknown-element", "<equalty>", "'equality'");
  row("xacro_element", "xacro-content", "xacro", "> out.urdf");
  row("end_tag_differs", "not-well-formed", "<visual> of line 5 is closed by </link>", "");
}

void TestUrdfReader::hintsNameWhatWasMeant() {
  QFETCH(QString, file);
  QFETCH(QString, code);
  QFETCH(QString, inMessage);
  QFETCH(QString, inHint);
  const Outcome<Mechanism> outcome = readUrdfFile((badFolder() + "/" + file + ".urdf").toStdString(), {});
  const Diagnostic* d = find(outcome.diagnostics, code.toStdString());
  QVERIFY(d != nullptr);
  QVERIFY2(QString::fromStdString(d->message).contains(inMessage), d->message.c_str());
  QVERIFY2(QString::fromStdString(d->hint).contains(inHint), d->hint.c_str());
}

void TestUrdfReader::laterParentIsCut() {
  const Outcome<Mechanism> outcome = readUrdfFile((badFolder() + "/two_parents.urdf").toStdString(), {});
  QVERIFY(!outcome->joints[0].isCut && !outcome->joints[1].isCut);
  QVERIFY(outcome->joints[2].isCut && !outcome->joints[2].childOrigin);
  QCOMPARE(outcome->root, std::string("world"));
  QCOMPARE(outcome.diagnostics[0].related[0].line, 8);
}

void TestUrdfReader::aMarkedJointIsCut() {
  std::string text = texts::kTwoParents;
  text.replace(text.find("name=\"d\" "), 9, "name=\"d\" cut=\"true\" ");
  const Outcome<Mechanism> outcome = readUrdf(text, "", {});
  QVERIFY2(outcome.ok(), qPrintable(describe(outcome.diagnostics)));
  QVERIFY(outcome->joints[2].isCut && !outcome->joints[3].isCut);
  QVERIFY(find(outcome.diagnostics, "link-has-two-parents") != nullptr);
  text.replace(text.find("cut=\"true\""), 10, "cut=\"yes\"");
  const Outcome<Mechanism> bad = readUrdf(text, "", {});
  QVERIFY(find(bad.diagnostics, "bad-flag") != nullptr);
}

void TestUrdfReader::marksDoNotTearTheTree_data() {
  QTest::addColumn<std::string>("joints");  // "ab*" = from a to b, marked as cut
  QTest::addColumn<std::string>("root");
  QTest::addColumn<std::string>("cut");
  QTest::newRow("the only parent is marked") << std::string("ab* bc") << std::string("a") << std::string("");
  QTest::newRow("the only parent of the first link is marked")
      << std::string("ba* bc") << std::string("b") << std::string("");
  QTest::newRow("ring: the marked one is cut")
      << std::string("ab bc* ca") << std::string("c") << std::string("bc");
  QTest::newRow("ring: all are marked")
      << std::string("ab* bc* ca*") << std::string("a") << std::string("ca");
  QTest::newRow("both parents are marked")
      << std::string("ab ac* bc*") << std::string("a") << std::string("bc");
}

void TestUrdfReader::marksDoNotTearTheTree() {
  QFETCH(std::string, joints);
  QFETCH(std::string, root);
  QFETCH(std::string, cut);
  std::string text = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>";
  for (const QString& word : QString::fromStdString(joints).split(' ')) {
    const std::string from = word.mid(0, 1).toStdString(), to = word.mid(1, 1).toStdString();
    text += "<joint name='" + from + to + "' type='continuous'" + (word.endsWith('*') ? " cut='true'" : "") +
            "><parent link='" + from + "'/><child link='" + to + "'/></joint>";
  }
  const Outcome<Mechanism> outcome = readUrdf(text + "</robot>", "", {});
  QVERIFY2(outcome.ok(), qPrintable(describe(outcome.diagnostics)));
  QCOMPARE(outcome->root, root);
  std::string found;
  for (const Joint& joint : outcome->joints)
    if (joint.isCut) found += joint.name;
  QCOMPARE(found, cut);
}

void TestUrdfReader::theSecondAnchorIsRead() {
  std::string text = texts::kFourBar;
  text.replace(text.find("anchor=\"0.16"), 0, "anchor2=\"-0.04 0.14 0.5\" ");
  const Outcome<Mechanism> outcome = readUrdf(text, "", {});
  QVERIFY2(outcome.ok(), qPrintable(describe(outcome.diagnostics)));
  QVERIFY(outcome->closures[0].anchor2 == Vector3d(-0.04, 0.14, 0.5));
  text.replace(text.find("0.14 0.5"), 8, "0.14");
  QVERIFY(find(readUrdf(text, "", {}).diagnostics, "bad-count") != nullptr);
}

void TestUrdfReader::partsOfNoLinkAreNoticed() {
  const Outcome<Mechanism> outcome = readUrdf(
      "<robot name='r'><link name='world'/>\n<inertial><mass value='1'/></inertial>\n<inertial/></robot>", "",
      {});
  QVERIFY(outcome.ok());
  QCOMPARE(outcome.diagnostics.size(), std::size_t{1});
  QVERIFY(outcome.diagnostics[0].severity == Severity::Warning && outcome.diagnostics[0].where.line == 2);
  QVERIFY(outcome.diagnostics[0].message.find("belongs to no link") != std::string::npos);
  QVERIFY(outcome.diagnostics[0].message.find("first of 2") != std::string::npos);
}

/// Nobody else reads them, so zeros are no news and other values are a warning.
void TestUrdfReader::oldJointPropertiesAreNotTakenUp() {
  const auto with = [](const std::string& element) {
    std::string text = texts::kFourBar;
    const std::string axis = "<axis xyz=\"0 0 1\"/>";
    return readUrdf(text.insert(text.rfind(axis), element), "", {});
  };
  const std::size_t usual = with("").diagnostics.size();
  const Outcome<Mechanism> zeros = with("<joint_properties damping='.0' friction='0'/>");
  QCOMPARE(zeros.diagnostics.size(), usual);
  const Outcome<Mechanism> outcome = with("<joint_properties damping='0.5' friction='0'/>");
  QCOMPARE(outcome->joints[2].dynamics.damping, 0.0);
  const Diagnostic* d = find(outcome.diagnostics, "unknown-element");
  QVERIFY(d != nullptr && d->severity == Severity::Warning);
  QVERIFY2(d->message.find("damping=\"0.5\" of joint 'd'") != std::string::npos, d->message.c_str());
  QVERIFY2(d->hint.find("<dynamics damping=\"0.5\"/>") != std::string::npos, d->hint.c_str());
}

void TestUrdfReader::ringOpensAtItsFirstLink() {
  const Outcome<Mechanism> outcome = readUrdfFile((badFolder() + "/ring.urdf").toStdString(), {});
  QCOMPARE(outcome->root, std::string("a"));
  QVERIFY(!outcome->joints[0].isCut && outcome->joints[1].isCut);
}

void TestUrdfReader::connectingJointIsKeptInTheTree() {
  // b owns a at first sight, but only the joint from the root reaches the two: then that one has to stay.
  const Outcome<Mechanism> outcome = readUrdf(
      "<robot name='r'><link name='world'/><link name='a'/><link name='b'/>"
      "<joint name='ba' type='continuous'><parent link='b'/><child link='a'/></joint>"
      "<joint name='ab' type='continuous'><parent link='a'/><child link='b'/></joint>"
      "<joint name='wa' type='continuous'><parent link='world'/><child link='a'/></joint></robot>",
      "", {});
  QVERIFY2(outcome.ok(), qPrintable(describe(outcome.diagnostics)));
  QCOMPARE(outcome->root, std::string("world"));
  QVERIFY(outcome->joints[0].isCut && !outcome->joints[1].isCut && !outcome->joints[2].isCut);
}

void TestUrdfReader::packagesAreFoundWithoutRos() {
  const QTemporaryDir folder;
  const std::string top = QFileInfo(folder.path()).canonicalFilePath().toStdString();
  write(folder.filePath("src/strange_folder/package.xml"),
        "<package><!-- c --><name> my_parts </name></package>");
  write(folder.filePath("src/strange_folder/meshes/a b.stl"), "solid");
  write(folder.filePath("src/plain_parts/x.stl"), "solid");
  const std::string base = top + "/src/strange_folder/urdf";
  QDir().mkpath(QString::fromStdString(base));
  const auto path = [&base](const char* uri) { return resolveUri(uri, base, {}).path; };
  QCOMPARE(path("package://my_parts/meshes/a b.stl"), top + "/src/strange_folder/meshes/a b.stl");
  QCOMPARE(path("package://my_parts/meshes/a%20b.stl"), top + "/src/strange_folder/meshes/a b.stl");
  QCOMPARE(path("package://strange_folder/meshes/a b.stl"), top + "/src/strange_folder/meshes/a b.stl");
  QCOMPARE(path("package://plain_parts/x.stl"), top + "/src/plain_parts/x.stl");  // a sibling
  QCOMPARE(path("model://plain_parts/x.stl"), top + "/src/plain_parts/x.stl");
  QCOMPARE(path("../meshes/a b.stl"), top + "/src/strange_folder/meshes/a b.stl");
  QCOMPARE(path(("file://" + top + "/src/plain_parts/x.stl").c_str()), top + "/src/plain_parts/x.stl");
  QCOMPARE(path((top + "/src/plain_parts/x.stl").c_str()), top + "/src/plain_parts/x.stl");
  const ResolvedUri ghost = resolveUri("package://ghost/x.stl", base, {});
  QVERIFY(ghost.path.empty() && !ghost.isPackageFound && ghost.tried.size() >= 2);
  PackagePaths told;
  told.located["ghost"] = top + "/src/plain_parts";
  QCOMPARE(resolveUri("package://ghost/x.stl", base, told).path, top + "/src/plain_parts/x.stl");
  for (const char* odd : {"package://", "package:///", "file://", "model://x", "", "package://my_parts"})
    QVERIFY(resolveUri(odd, base, {}).path.empty());
}

void TestUrdfReader::packagesComeFromTheEnvironment() {
  const QTemporaryDir folder;
  const std::string top = QFileInfo(folder.path()).canonicalFilePath().toStdString();
  write(folder.filePath("ros/parts/x.stl"), "solid");
  write(folder.filePath("install/share/other/y.stl"), "solid");
  qputenv("ROS_PACKAGE_PATH", ("/nonexistent:" + top + "/ros").c_str());
  qputenv("AMENT_PREFIX_PATH", (top + "/install").c_str());
  const PackagePaths packages = PackagePaths::fromEnvironment();
  qunsetenv("ROS_PACKAGE_PATH");
  qunsetenv("AMENT_PREFIX_PATH");
  QCOMPARE(resolveUri("package://parts/x.stl", "/", packages).path, top + "/ros/parts/x.stl");
  QCOMPARE(resolveUri("package://other/y.stl", "/", packages).path, top + "/install/share/other/y.stl");
}

void TestUrdfReader::caseOfMeshNamesMatters() {
  const QTemporaryDir folder;
  write(folder.filePath("Meshes/Wedge.stl"), "solid");
  write(folder.filePath("r.urdf"),
        "<robot name='r'><link name='world'><visual><geometry>\n<mesh filename='meshes/wedge.STL'/>"
        "</geometry></visual></link></robot>");
  const Outcome<Mechanism> outcome = readUrdfFile(folder.filePath("r.urdf").toStdString(), {});
  QVERIFY(outcome.ok());
  QVERIFY(std::get<MeshShape>(outcome->links[0].visuals[0].shape).resolvedPath.empty());
  const Diagnostic& d = outcome.diagnostics.at(0);
  QCOMPARE(d.code, std::string("missing-mesh"));
  QCOMPARE(d.where.line, 2);
  QVERIFY2(d.hint.find("Meshes/Wedge.stl") != std::string::npos, d.hint.c_str());
}

void TestUrdfReader::unreadableFilesAreFindings() {
  const auto code = [](const QString& path) {
    return readUrdfFile(path.toStdString(), {}).diagnostics.at(0).code;
  };
  QCOMPARE(code(badFolder()), std::string("is-a-directory"));
  QCOMPARE(code(badFolder() + "/not_there.urdf"), std::string("file-not-found"));
}

void TestUrdfReader::simulatorsMayUseDollarSigns() {
  const Outcome<Mechanism> outcome = readUrdf(
      "<robot name='r'><link name='world'/><gazebo><plugin path='$(find x)/${y}'/></gazebo></robot>", "", {});
  QVERIFY2(outcome.ok() && outcome.diagnostics.empty(), qPrintable(describe(outcome.diagnostics)));
}

/// Codes are stable: the manual lists each one that the program can say. In the sources they are the words
/// with dashes between quotes, but for a few.
void TestUrdfReader::manualListsEveryCode() {
  const QByteArray manual = contentOf(QStringLiteral(GRASHOF_SOURCE_DIR "/docs/diagnostics.md"));
  // Kinds of loops, and what only a quick fix asks for.
  const QStringList others{"four-bar", "five-bar", "slider-crank", "pin-in-planar-loop"};
  const QRegularExpression code(QStringLiteral("\"([a-z]+(?:-[a-z]+)+)\""));
  for (const char* part : {"/core", "/app"}) {
    QDirIterator it(QStringLiteral(GRASHOF_SOURCE_DIR) + part, {"*.cpp"}, QDir::Files,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) {
      const QString file = it.next();
      for (const auto& match : code.globalMatch(QString::fromUtf8(contentOf(file)))) {
        const QString word = match.captured(1);
        if (others.contains(word)) continue;
        QVERIFY2(manual.contains(QByteArray("`") + word.toUtf8() + "`"), qPrintable(word + " of " + file));
      }
    }
  }
}

void TestUrdfReader::sharedModelsRead_data() {
  QTest::addColumn<QString>("path");
  if (!QDir(sharedFolder()).exists())
    QSKIP("the shared models are not here; GRASHOF_SHARED names their folder");
  for (const char* part : {"/models", "/bench/mechanisms"}) {
    QDirIterator it(sharedFolder() + part, {"*.urdf"}, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
      const QString path = it.next();
      QTest::newRow(qPrintable(path)) << path;
    }
  }
}

/// Files that others wrote: those meant to be broken are called syn_*, the others have no errors.
void TestUrdfReader::sharedModelsRead() {
  QFETCH(QString, path);
  const Outcome<Mechanism> outcome = readUrdfFile(path.toStdString(), {});
  if (QFileInfo(path).fileName().startsWith("syn_")) return;
  QVERIFY2(outcome.ok() && !hasErrors(outcome.diagnostics), qPrintable(describe(outcome.diagnostics)));
}

void TestUrdfReader::randomBytesNeverCrash() {
  std::vector<std::string> seeds{everything()};
  for (const QString& file : QDir(badFolder()).entryList({"*.urdf"}))
    seeds.push_back(contentOf(badFolder() + "/" + file).toStdString());
  std::mt19937 random(20240);
  const auto below = [&random](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  constexpr const char* kPieces[] = {"<",
                                     ">",
                                     "/>",
                                     "</",
                                     "\"",
                                     "'",
                                     "&",
                                     "&#x0;",
                                     "<!--",
                                     "-->",
                                     "<![CDATA[",
                                     "<?",
                                     "<!DOCTYPE [",
                                     "-",
                                     "1e308",
                                     "nan",
                                     "\0",
                                     "\xFF",
                                     "name=\"world\"",
                                     "<link name=\"a\"/>",
                                     "0 0 0"};
  for (int round = 0; round < 4000; ++round) {
    std::string text = seeds[below(seeds.size())];
    for (std::size_t edits = 1 + below(4); edits > 0 && !text.empty(); --edits) {
      const std::size_t at = below(text.size()), n = std::min(below(40), text.size() - at);
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, n);
          break;
        case 2:
          text.insert(at, kPieces[below(std::size(kPieces))]);
          break;
        case 3:
          text.insert(below(text.size()), text.substr(at, n));
          break;
        default:
          text.resize(at);
          break;
      }
    }
    const Outcome<Mechanism> outcome = readUrdf(std::move(text), "", {});
    QVERIFY2(outcome.ok() || hasErrors(outcome.diagnostics), qPrintable(QString("round %1").arg(round)));
  }
}

QTEST_GUILESS_MAIN(TestUrdfReader)
#include "tst_urdf_reader.moc"
