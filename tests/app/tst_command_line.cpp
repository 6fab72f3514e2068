// The command line as scripts see it: exit codes, JSON, CSV, messages. Most tests call it in this process;
// the binary itself is run for what only a process shows.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <clocale>
#include <cmath>
#include <map>
#include <sstream>

#include "app/command_line.h"
#include "app/exit_codes.h"
#include "app/json_writer.h"
#include "tests/support/command_run.h"
#include "tests/support/shared_folder.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

/// The four-bar of closed-form numbers: ground 0.2, crank 0.06 (up at first), coupler and rocker in the x-y
/// plane, gravity along -y is set by the tests that need it. `closed` leaves the nominal pose to the program.
QByteArray fourBar(const QByteArray& nominal) {
  const QByteArray inertia =
      "<inertia ixx=\"1e-5\" ixy=\"0\" ixz=\"0\" iyy=\"1e-5\" iyz=\"0\" izz=\"1e-5\"/>";
  const auto link = [&](const QByteArray& name, const QByteArray& mass, const QByteArray& com) {
    return "<link name=\"" + name + "\"><inertial><origin xyz=\"" + com + " 0 0\"/><mass value=\"" + mass +
           "\"/>" + inertia + "</inertial></link>\n";
  };
  return "<robot name=\"four_bar\">\n<link name=\"world\"/>\n" + link("crank", "0.1", "0.03") +
         link("coupler", "0.2", "0.085") + link("rocker", "0.15", "0.07") +
         "<joint name=\"motor\" type=\"continuous\"><parent link=\"world\"/><child link=\"crank\"/><axis "
         "xyz=\"0 0 1\"/><limit effort=\"5\" velocity=\"100\"/></joint>\n"
         "<joint name=\"knee\" type=\"continuous\"><parent link=\"crank\"/><child link=\"coupler\"/><origin "
         "xyz=\"0.06 0 0\"/><axis xyz=\"0 0 1\"/></joint>\n"
         "<joint name=\"pivot\" type=\"continuous\"><parent link=\"world\"/><child link=\"rocker\"/><origin "
         "xyz=\"0.2 0 0\"/><axis xyz=\"0 0 1\"/></joint>\n"
         "<constraints nominal_config=\"" +
         nominal +
         "\"><pin body1=\"coupler\" body2=\"rocker\" anchor=\"0.17 0 0\"/></constraints>\n</robot>\n";
}

/// A rod pendulum: 1 kg at 0.5 m below a hinge about y, moment of inertia about its centre 1/48.
const QByteArray kPendulum =
    "<robot name=\"pendulum\"><link name=\"world\"/><link name=\"rod\"><inertial><origin xyz=\"0 0 "
    "-0.5\"/><mass value=\"1\"/>"
    "<inertia ixx=\"0.02\" ixy=\"0\" ixz=\"0\" iyy=\"0.02\" iyz=\"0\" izz=\"0.02\"/></inertial></link>"
    "<joint name=\"hinge\" type=\"continuous\"><parent link=\"world\"/><child link=\"rod\"/><axis xyz=\"0 1 "
    "0\"/></joint></robot>\n";

std::string firstJointOf(const std::string& file) {
  return run({"info", file, "--json"})
      .json()["joints"]
      .toArray()[0]
      .toObject()["name"]
      .toString()
      .toStdString();
}

Ran runBinary(const QStringList& args, const QStringList& environment = {}) {
  QProcess process;
  QProcessEnvironment env = QProcessEnvironment::systemEnvironment();
  env.remove("DISPLAY");
  env.remove("WAYLAND_DISPLAY");
  env.remove("QT_QPA_PLATFORM");
  for (const QString& entry : environment) env.insert(entry.section('=', 0, 0), entry.section('=', 1));
  process.setProcessEnvironment(env);
  process.start(GRASHOF_BINARY, args);
  if (!process.waitForFinished(120000)) return {};
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
          process.readAllStandardOutput(), process.readAllStandardError()};
}

}  // namespace

class TestCommandLine : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void loopsAsMimics();
  void initTestCase();
  void jsonWriterIsExact();
  void argumentsAreChecked_data();
  void argumentsAreChecked();
  void helpAndVersion();
  void checkReportsEverything();
  void checkReadsTheMeshes();
  void findingsAreSaidOnce();
  void infoSaysWhyALoopIsLocked();
  void infoHasTheContractsNames();
  void evalOfAPendulum();
  void evalRefusesBadStates_data();
  void evalRefusesBadStates();
  void simulateWritesColumnsInOrder();
  void simulateIsRepeatable();
  void simulateOpensAndDecays();
  void simulateStopsWhenNotFinite();
  void simulateDrivesAtSpeed();
  void closeWritesAClosedPose();
  void closeExplainsWhatCannotBe();
  void benchCountsRealAllocations();
  void laterCommandsSaySo();
  void binaryNeedsNoDisplay();
  void binaryIgnoresTheLocale();
  void handedCases();
  void handedFindings_data();
  void handedFindings();

 private:
  QString write(const QString& name, const QByteArray& text) {
    QFile file(dir_.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write a test file");
    file.write(text);
    return file.fileName();
  }
  std::string path(const QString& name) const { return dir_.filePath(name).toStdString(); }
  QTemporaryDir dir_;
};

void TestCommandLine::initTestCase() {
  // Law of cosines with the crank up: the coupler's absolute angle, and the rocker's.
  const double d = std::hypot(0.2, 0.06);
  const double coupler =
      std::atan2(-0.06, 0.2) + std::acos((d * d + 0.17 * 0.17 - 0.14 * 0.14) / (2 * d * 0.17));
  const double rocker = std::atan2(0.06 + 0.17 * std::sin(coupler), 0.17 * std::cos(coupler) - 0.2);
  const auto number = [](double v) { return QByteArray::number(v, 'g', 17); };
  write("four_bar.urdf", fourBar(number(M_PI / 2) + ' ' + number(coupler - M_PI / 2) + ' ' + number(rocker)));
  write("pendulum.urdf", kPendulum);
  write("broken.urdf", "<robot name=\"b\">\n<link name=\"a\"/>\n<link name=\"a\"/>\n</robot>\n");
}

void TestCommandLine::jsonWriterIsExact() {
  JsonWriter json;
  json.beginObject()
      .member("text", "a\"b\\c\n\x01\xC3\xA4\xFF")
      .member("third", 1.0 / 3.0)
      .member("nan", std::nan(""));
  json.member("infinite", HUGE_VAL)
      .member("flag", true)
      .member("count", 42)
      .member("tiny", 5e-324)
      .key("list")
      .beginArray();
  json.value(0.1).value(-0.0).value(1e300).endArray().key("empty").beginObject().endObject().endObject();
  const QByteArray text = QByteArray::fromStdString(json.text());
  QCOMPARE(
      text,
      QByteArray(
          "{\"text\":\"a\\\"b\\\\c\\n\\u0001\xC3\xA4\xEF\xBF\xBD\",\"third\":0.3333333333333333,\"nan\":null,"
          "\"infinite\":null,\"flag\":true,\"count\":42,\"tiny\":5e-324,\"list\":[0.1,0,1e+300],\"empty\":{}}"
          "\n"));
  QVERIFY(QJsonDocument::fromJson(text).isObject());
}

void TestCommandLine::argumentsAreChecked_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("says");
  QTest::newRow("unknown option") << "simulate FILE --duratoin 1"
                                  << "--duration";
  QTest::newRow("missing value") << "simulate FILE --dt"
                                 << "needs a value";
  QTest::newRow("not a number") << "simulate FILE --dt 1e-3x"
                                << "1e-3x";
  QTest::newRow("comma number") << "simulate FILE --dt 0,001"
                                << "0,001";
  QTest::newRow("negative step") << "simulate FILE --dt -0.001"
                                 << "positive";
  QTest::newRow("nan") << "simulate FILE --erp nan"
                       << "nan";
  QTest::newRow("twice") << "simulate FILE --dt 1 --dt 2"
                         << "twice";
  QTest::newRow("integrator") << "simulate FILE --integrator verlet"
                              << "trapezoid";
  QTest::newRow("gravity") << "simulate FILE --gravity 0,0"
                           << "3 needed";
  QTest::newRow("joint") << "simulate FILE --tau mtor=1"
                         << "motor";
  QTest::newRow("drive") << "simulate FILE --drive motor=1,2,3"
                         << "1 to 2 needed";
  QTest::newRow("pd") << "simulate FILE --pd motor=1"
                      << "3 needed";
  QTest::newRow("form") << "simulate FILE --tau motor"
                        << "name=value";
  QTest::newRow("open") << "simulate FILE --open 7=0.01"
                        << "no constraint";
  QTest::newRow("every") << "simulate FILE --every 0"
                         << "--every";
  QTest::newRow("base") << "info FILE --base flying"
                        << "floating";
  QTest::newRow("surplus") << "info FILE other"
                           << "one argument too many";
  QTest::newRow("no file") << "info"
                           << "FILE is missing";
  QTest::newRow("command") << "simulat FILE"
                           << "simulate";
  QTest::newRow("close output") << "close FILE"
                                << "-o OUT is missing";
  QTest::newRow("close joint") << "close FILE -o /dev/null --set moto=1"
                               << "motor";
  QTest::newRow("render output") << "render FILE"
                                 << "-o OUT.png is missing";
  QTest::newRow("render size") << "render FILE -o x.png --size 10by10"
                               << "WIDTHxHEIGHT";
  QTest::newRow("bench steps") << "bench FILE --steps 1.5"
                               << "--steps";
}

void TestCommandLine::argumentsAreChecked() {
  QFETCH(QString, line);
  QFETCH(QString, says);
  std::vector<std::string> args;
  for (const QString& word : line.split(' '))
    args.push_back(word == "FILE" ? path("four_bar.urdf") : word.toStdString());
  const Ran ran = run(args);
  QCOMPARE(ran.code, int(kWrongUsage));
  QVERIFY2(ran.err.contains(says.toUtf8()), ran.err);
  QVERIFY2(ran.out.isEmpty(), ran.out);
}

void TestCommandLine::helpAndVersion() {
  QCOMPARE(run({"--version"}).out, QByteArray("grashof " GRASHOF_VERSION "\n"));
  const Ran overview = run({"--help"});
  QCOMPARE(overview.code, int(kDone));
  for (const CommandSpec& command : commands()) {
    QVERIFY(overview.out.contains(QByteArray::fromStdString(command.name)));
    const Ran help = run({command.name, "--help"});
    QCOMPARE(help.code, int(kDone));
    for (const OptionSpec& option : command.options)
      QVERIFY(help.out.contains(QByteArray::fromStdString(option.name)));
  }
}

void TestCommandLine::checkReportsEverything() {
  QCOMPARE(run({"check", path("four_bar.urdf")}).code, int(kDone));
  const Ran broken = run({"check", path("broken.urdf"), "--json"});
  QCOMPARE(broken.code, int(kInputHasErrors));
  const QJsonArray findings = broken.json().value("diagnostics").toArray();
  QVERIFY(!findings.isEmpty());
  for (const char* name : {"severity", "code", "file", "line", "column", "element", "message", "hint"})
    QVERIFY2(findings[0].toObject().contains(name), name);
  QCOMPARE(findings[0].toObject().value("code").toString(), QString("duplicate-name"));
  QVERIFY2(broken.err.contains("broken.urdf:2:") && broken.err.contains("lines 2, 3"), broken.err);
  QCOMPARE(run({"check", path("missing.urdf")}).code, int(kInputHasErrors));
  QCOMPARE(run({"info", path("broken.urdf"), "--json"}).code, int(kInputHasErrors));
}

/// One triangle of 3 mm by 4 mm, written in millimetres, next to one that is scaled.
void TestCommandLine::checkReadsTheMeshes() {
  write("part.stl",
        "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 30 0 0\nvertex 0 40 "
        "0\nendloop\nendfacet\n"
        "endsolid s\n");
  write("broken.stl", "solid nothing");
  const auto link = [](const QByteArray& name, const QByteArray& mesh) {
    return "<link name=\"" + name + "\"><visual><geometry>\n<mesh " + mesh +
           "/></geometry></visual></link>\n";
  };
  write("meshes.urdf",
        "<robot name=\"m\">\n" + link("world", "filename=\"part.stl\" scale=\"0.001 0.001 0.001\"") +
            link("big", "filename=\"part.stl\"") + link("odd", "filename=\"broken.stl\"") +
            "<joint name=\"a\" type=\"fixed\"><parent link=\"world\"/><child link=\"big\"/></joint>"
            "<joint name=\"b\" type=\"fixed\"><parent link=\"world\"/><child link=\"odd\"/></joint>"
            "</robot>\n");
  const Ran ran = run({"check", path("meshes.urdf"), "--json"});
  QCOMPARE(ran.code, int(kDone));
  QCOMPARE(ran.json().value("warnings").toInt(), 2);
  QVERIFY2(ran.err.contains(
               "meshes.urdf:5:17: warning: the mesh 'part.stl' is about 1000 times larger than the rest; "
               "millimetres? [mesh-units]"),
           ran.err);
  QVERIFY2(ran.err.contains("scale=\"0.001 0.001 0.001\""), ran.err);
  QVERIFY2(ran.err.contains("meshes.urdf:7:17: warning:") && ran.err.contains("[mesh-unreadable]"), ran.err);
  QCOMPARE(run({"check", path("meshes.urdf"), "--strict"}).code, int(kInputHasErrors));
}

/// The reader knows the line of <inertia>, the validator that of <inertial>.
void TestCommandLine::findingsAreSaidOnce() {
  QByteArray text(kPendulum);
  text.replace("<inertia ixx=\"0.02\"", "\n<inertia ixx=\"0.9\"");
  write("inertia.urdf", text);
  const Ran ran = run({"check", path("inertia.urdf"), "--json"});
  QCOMPARE(ran.json().value("warnings").toInt(), 1);
  QVERIFY2(ran.err.contains("inertia.urdf:2:1: warning:"), ran.err);
}

/// Three pins that are not on one line weld coupler and rocker, and a four-bar needs them to turn.
void TestCommandLine::infoSaysWhyALoopIsLocked() {
  QByteArray text = fourBar("0 0 0");
  text.replace("</constraints>",
               "<pin body1=\"coupler\" body2=\"rocker\" anchor=\"0.17 0 0.02\"/>"
               "<pin body1=\"coupler\" body2=\"rocker\" anchor=\"0.14 0.05 0\"/></constraints>");
  text.replace("nominal_config=\"0 0 0\"", "nominal_config=\"1 -0.5 2\"");
  write("weld.urdf", text);
  const Ran ran = run({"info", path("weld.urdf")});
  QVERIFY2(ran.out.contains("3 constraints with 9 rows, rank 3; 1 loop\n"), ran.out);
  QVERIFY2(ran.out.contains("this closure also stops the coupler turning on the rocker; use a hinge"),
           ran.out);
}

void TestCommandLine::infoHasTheContractsNames() {
  const Ran ran = run({"info", path("four_bar.urdf"), "--json"});
  QCOMPARE(ran.code, int(kDone));
  const QJsonObject info = ran.json();
  for (const char* name : {"name", "format", "base", "nq", "nv", "total_mass", "joints", "bodies",
                           "constraints", "loops", "mobility", "closure", "diagnostics"})
    QVERIFY2(info.contains(name), name);
  QCOMPARE(info.value("base").toString(), QString("fixed"));
  QCOMPARE(info.value("nq").toInt(), 3);
  QVERIFY(std::abs(info.value("total_mass").toDouble() - 0.45) < 1e-12);
  const QJsonObject motor = info.value("joints")[0].toObject();
  for (const char* name : {"name", "type", "parent", "child", "q_index", "v_index", "axis", "lower", "upper",
                           "velocity", "effort", "actuated", "mimic", "loops"})
    QVERIFY2(motor.contains(name), name);
  QVERIFY(motor.value("lower").isNull());
  QVERIFY(motor.value("actuated").toBool());
  QCOMPARE(motor.value("effort").toDouble(), 5.0);
  const QJsonObject pin = info.value("constraints")[0].toObject();
  QCOMPARE(pin.value("rows").toInt(), 3);
  QCOMPARE(pin.value("structural_rows").toInt(), 2);  // the hinges hold z
  QCOMPARE(pin.value("anchor")[0].toDouble(), 0.17);
  const QJsonObject mobility = info.value("mobility").toObject();
  QCOMPARE(mobility.value("dof").toInt(), 1);
  QCOMPARE(mobility.value("joint_dof").toInt(), 3);
  QCOMPARE(mobility.value("rank").toInt(), 2);
  QVERIFY(!mobility.value("words").toString().isEmpty());
  QVERIFY(info.value("closure")["max_gap_m"].toDouble() < 1e-12);
  QCOMPARE(info.value("loops").toArray().size(), 1);
}

void TestCommandLine::evalOfAPendulum() {
  write("state.json", R"({"q":[0.5],"u":[2.0],"tau":[0.25],"dt":0.001,"integrator":"semi_implicit"})");
  const Ran ran = run({"eval", path("pendulum.urdf"), "--state", path("state.json")});
  QCOMPARE(ran.code, int(kDone));
  const QJsonObject eval = ran.json();
  // I = 0.02 + 1 * 0.25; gravity torque m g l sin q about y; energies about the hinge's height.
  const double inertia = 0.27, torque = 9.81 * 0.5 * std::sin(0.5);
  QVERIFY(std::abs(eval.value("mass_matrix")[0][0].toDouble() - inertia) < 1e-12);
  QVERIFY(std::abs(eval.value("bias")[0].toDouble() - torque) < 1e-12);
  const double next = 2.0 + 1e-3 * (0.25 - torque) / inertia;
  QVERIFY(std::abs(eval.value("u_next")[0].toDouble() - next) < 1e-12);
  QVERIFY(std::abs(eval.value("q_next")[0].toDouble() - (0.5 + 1e-3 * next)) < 1e-12);
  QVERIFY(std::abs(eval.value("energy")["kinetic"].toDouble() - 0.5 * inertia * 4) < 1e-12);
  QVERIFY(std::abs(eval.value("energy")["potential"].toDouble() + 9.81 * 0.5 * std::cos(0.5)) < 1e-12);
  QCOMPARE(eval.value("rank").toInt(), 0);
  QVERIFY(std::abs(eval.value("joint_forces")[0].toDouble() - 0.25) < 1e-9);
  const QJsonValue reaction = eval.value("joint_reactions").toObject().value("hinge");
  QVERIFY(std::abs(reaction["torque"][1].toDouble() - 0.25) < 1e-9);
  QVERIFY(std::abs(eval.value("base_reaction")["force"][2].toDouble() - reaction["force"][2].toDouble()) <
          1e-9);
  QCOMPARE(eval.value("joints")[0].toString(), QString("hinge"));
  const QJsonObject frame = eval.value("frames").toObject().value("hinge").toObject();
  QVERIFY(std::abs(frame.value("R")[0].toDouble() - std::cos(0.5)) < 1e-12);
  QVERIFY(std::abs(frame.value("R")[2].toDouble() - std::sin(0.5)) < 1e-12);
}

void TestCommandLine::evalRefusesBadStates_data() {
  QTest::addColumn<QByteArray>("json");
  QTest::addColumn<QByteArray>("says");
  QTest::newRow("nan") << QByteArray("{\"q\":[NaN]}") << QByteArray("JSON");
  QTest::newRow("null") << QByteArray("{\"q\":[null]}") << QByteArray("Entry 1");
  QTest::newRow("huge") << QByteArray("{\"q\":[1e999]}") << QByteArray("");
  QTest::newRow("size") << QByteArray("{\"q\":[0,0]}") << QByteArray("2 numbers, 1 needed");
  QTest::newRow("unknown") << QByteArray("{\"qq\":[0]}") << QByteArray("Unknown member");
  QTest::newRow("dt") << QByteArray("{\"dt\":0}") << QByteArray("dt");
  QTest::newRow("integrator") << QByteArray("{\"integrator\":\"x\"}") << QByteArray("none of");
  QTest::newRow("array") << QByteArray("[]") << QByteArray("object");
  QTest::newRow("empty") << QByteArray("") << QByteArray("JSON");
}

void TestCommandLine::evalRefusesBadStates() {
  QFETCH(QByteArray, json);
  QFETCH(QByteArray, says);
  write("bad.json", json);
  const Ran ran = run({"eval", path("pendulum.urdf"), "--state", path("bad.json")});
  QCOMPARE(ran.code, int(kInputHasErrors));
  QVERIFY2(ran.err.contains(says), ran.err);
  QVERIFY(ran.out.isEmpty());
}

void TestCommandLine::simulateWritesColumnsInOrder() {
  const Ran ran = run({"simulate", path("four_bar.urdf"), "--duration", "0.02", "--every", "5", "--csv",
                       path("run.csv"), "--json"});
  QCOMPARE(ran.code, int(kDone));
  QFile csv(dir_.filePath("run.csv"));
  QVERIFY(csv.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = csv.readAll().trimmed().split('\n');
  QCOMPARE(lines[0], QByteArray("time,q:motor,q:knee,q:pivot,u:motor,u:knee,u:pivot,gap:0,fx:0,fy:0,fz:0,tau:"
                                "motor,tau:knee,tau:pivot,energy.kinetic,energy.potential"));
  QCOMPARE(lines.size(), 1 + 4);
  QCOMPARE(lines[1].split(',')[0], QByteArray("0"));
  QVERIFY(std::abs(lines[2].split(',')[0].toDouble() - 0.005) < 1e-15);
  const QJsonObject summary = ran.json();
  for (const char* name :
       {"steps", "wall_s", "us_per_step", "realtime_factor", "gap_rms_m", "gap_max_m", "constraints",
        "energy_first", "energy_last", "energy_kinetic_max", "dropped_rows_steps", "diagnostics"})
    QVERIFY2(summary.contains(name), name);
  QCOMPARE(summary.value("steps").toInt(), 20);
}

void TestCommandLine::simulateIsRepeatable() {
  QByteArray first;
  for (int i = 0; i < 2; ++i) {
    QCOMPARE(run({"simulate", path("four_bar.urdf"), "--duration", "0.5", "--tau", "motor=0.02", "--csv",
                  path("a.csv")})
                 .code,
             int(kDone));
    QFile csv(dir_.filePath("a.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QByteArray text = csv.readAll();
    if (i == 0)
      first = text;
    else
      QCOMPARE(text, first);
  }
  QVERIFY(first.size() > 10000);
}

void TestCommandLine::simulateOpensAndDecays() {
  const Ran ran = run({"simulate", path("four_bar.urdf"), "--duration", "0.03", "--gravity", "0,0,0",
                       "--open", "0=1e-4", "--csv", path("open.csv")});
  QCOMPARE(ran.code, int(kDone));
  QFile csv(dir_.filePath("open.csv"));
  QVERIFY(csv.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = csv.readAll().trimmed().split('\n');
  const auto gap = [&](int row) { return lines[row + 1].split(',')[7].toDouble(); };
  QVERIFY(std::abs(gap(0) - 1e-4) < 1e-9);
  for (int i = 0; i < 10; ++i)
    QVERIFY2(std::abs(gap(i + 1) / gap(i) - 0.7) < 5e-3, qPrintable(QString::number(gap(i + 1) / gap(i))));
  QVERIFY(gap(20) < 1e-3 * gap(0));
  QCOMPARE(run({"simulate", path("four_bar.urdf"), "--open", "0=5"}).code, int(kNotReachable));
}

void TestCommandLine::simulateStopsWhenNotFinite() {
  write("fast.json", R"({"u":[1e200]})");
  const Ran ran =
      run({"simulate", path("pendulum.urdf"), "--state", path("fast.json"), "--duration", "1", "--json"});
  QCOMPARE(ran.code, int(kInternalFailure));
  QVERIFY2(ran.err.contains("hinge") && ran.err.contains("t = 0"), ran.err);
  QVERIFY(QJsonDocument::fromJson(ran.out).isObject());
}

void TestCommandLine::simulateDrivesAtSpeed() {
  const Ran ran = run({"simulate", path("four_bar.urdf"), "--duration", "1", "--drive",
                       "motor=6.283185307179586", "--gravity", "0,0,0", "--csv", path("drive.csv")});
  QCOMPARE(ran.code, int(kDone));
  QFile csv(dir_.filePath("drive.csv"));
  QVERIFY(csv.open(QIODevice::ReadOnly));
  const QList<QByteArray> last = csv.readAll().trimmed().split('\n').last().split(',');
  QVERIFY2(std::abs(last[4].toDouble() - 2 * M_PI) < 0.3, last[4]);
  // Freudenstein: the loop's length equation at the last pose.
  const double crank = last[1].toDouble(), rocker = last[3].toDouble();
  const double dx = 0.2 + 0.14 * std::cos(rocker) - 0.06 * std::cos(crank),
               dy = 0.14 * std::sin(rocker) - 0.06 * std::sin(crank);
  QVERIFY2(std::abs(std::hypot(dx, dy) - 0.17) < 1e-4, qPrintable(QString::number(std::hypot(dx, dy))));
}

void TestCommandLine::closeWritesAClosedPose() {
  // Drawn open at zero, the tips of coupler and rocker marked; the crank is held at 60 degrees.
  QByteArray text = fourBar("0 0 0");
  text.replace("</robot>",
               "<link name=\"coupler_tip\"/><joint name=\"t1\" type=\"fixed\"><parent link=\"coupler\"/>"
               "<child link=\"coupler_tip\"/><origin xyz=\"0.17 0 0\"/></joint>\n"
               "<link name=\"rocker_tip\"/><joint name=\"t2\" type=\"fixed\"><parent link=\"rocker\"/>"
               "<child link=\"rocker_tip\"/><origin xyz=\"0.14 0 0\"/></joint>\n</robot>");
  write("open.urdf", text);
  const Ran ran = run(
      {"close", path("open.urdf"), "-o", path("closed.urdf"), "--set", "motor=1.0471975511965976", "--json"});
  QVERIFY2(ran.code == kDone, ran.err);
  const QJsonArray nominal = ran.json().value("nominal_config").toArray();
  QCOMPARE(nominal.size(), 3);
  QCOMPARE(nominal[0].toDouble(), 1.0471975511965976);
  const double a = nominal[0].toDouble(), b = a + nominal[1].toDouble(), c = nominal[2].toDouble();
  QVERIFY(std::abs(0.06 * std::cos(a) + 0.17 * std::cos(b) - 0.2 - 0.14 * std::cos(c)) < 1e-9);
  QVERIFY(std::abs(0.06 * std::sin(a) + 0.17 * std::sin(b) - 0.14 * std::sin(c)) < 1e-9);
  const Ran again = run({"info", path("closed.urdf"), "--json"});
  QVERIFY(again.json().value("closure")["max_gap_m"].toDouble() < 1e-10);
  // The rocker turns back where crank and coupler are in line: sides 0.2, 0.14 and 0.06 + 0.17, angle at its
  // pivot.
  const double turn = M_PI - std::acos((0.2 * 0.2 + 0.14 * 0.14 - 0.23 * 0.23) / (2 * 0.2 * 0.14));
  const double wanted = std::remainder(nominal[2].toDouble(), 2 * M_PI) > 0 ? 1.0 : -1.0;
  const Ran far = run({"close", path("closed.urdf"), "-o", path("never.urdf"), "--set",
                       "pivot=" + std::to_string(wanted * 1.3)});
  QCOMPARE(far.code, int(kNotReachable));
  QVERIFY2(far.err.contains("end of travel: crank and coupler in line"), far.err);
  QVERIFY2(far.err.contains(QByteArray::number(wanted * turn, 'f', 3).chopped(1)), far.err);
}

void TestCommandLine::closeExplainsWhatCannotBe() {
  QByteArray text(kPendulum);
  text.replace(
      "</robot>",
      "<link name=\"end\"/><joint name=\"t1\" type=\"fixed\"><parent link=\"rod\"/><child link=\"end\"/>"
      "<origin xyz=\"0 0 -1\"/></joint><link name=\"far\"/><joint name=\"t2\" type=\"fixed\">"
      "<parent link=\"world\"/><child link=\"far\"/><origin xyz=\"3 0 0\"/></joint>"
      "<constraints nominal_config=\"0\"><pin body1=\"rod\" body2=\"world\" anchor=\"0 0 -1\"/>"
      "</constraints></robot>");
  write("far.urdf", text);
  const Ran ran = run({"close", path("far.urdf"), "-o", path("never.urdf"), "--json"});
  QVERIFY2(ran.code == kNotReachable, ran.err);
  QVERIFY2(ran.err.contains("do not close"), ran.err);
  QVERIFY(!ran.json().value("closed").toBool(true));
  QVERIFY(std::abs(ran.json().value("gap_m").toDouble() - 2.0) < 1e-6);  // 3 m away, 1 m long
  QVERIFY(!QFile::exists(dir_.filePath("never.urdf")));
}

void TestCommandLine::benchCountsRealAllocations() {
  const Ran ran = runBinary({"bench", dir_.filePath("four_bar.urdf"), "--steps", "200", "--json"});
  QVERIFY2(ran.code == kDone, ran.err);
  const QJsonObject bench = ran.json();
  for (const char* name : {"us_per_step", "us_p5", "steps", "nv", "rows", "passes", "allocations_per_step"})
    QVERIFY2(bench.contains(name), name);
  QCOMPARE(bench.value("steps").toInt(), 200);
  QCOMPARE(bench.value("rows").toInt(), 3);
  QVERIFY(bench.value("us_per_step").toDouble() > 0);
  if (bench.value("allocations_per_step").isNull()) QSKIP("allocations cannot be counted under a sanitizer");
  QCOMPARE(bench.value("allocations_per_step").toDouble(), 0.0);
}

void TestCommandLine::laterCommandsSaySo() {
  const Ran ran = run({"convert", path("four_bar.urdf"), "-o", "x"});
  QCOMPARE(ran.code, int(kWrongUsage));
  QVERIFY(ran.err.contains("comes later"));
}

void TestCommandLine::binaryNeedsNoDisplay() {
  QCOMPARE(runBinary({"--version"}).out, QByteArray("grashof " GRASHOF_VERSION "\n"));
  QCOMPARE(runBinary({"check", dir_.filePath("four_bar.urdf")}).code, int(kDone));
  QCOMPARE(runBinary({"check", dir_.filePath("broken.urdf")}).code, int(kInputHasErrors));
  QCOMPARE(runBinary({"simulat", "x"}).code, int(kWrongUsage));
}

void TestCommandLine::binaryIgnoresTheLocale() {
  QByteArray plain;
  for (const char* locale : {"LC_ALL=C", "LC_ALL=de_DE.UTF-8", "LC_ALL=fr_FR.UTF-8"}) {
    const Ran ran = runBinary({"info", dir_.filePath("four_bar.urdf"), "--json"}, {locale});
    QCOMPARE(ran.code, int(kDone));
    if (plain.isEmpty()) plain = ran.out;
    QCOMPARE(ran.out, plain);
  }
}

void TestCommandLine::handedCases() {
  const QString cases = sharedFolder() + "/cases";
  if (!QDir(cases).exists()) QSKIP("the shared cases are not here");
  const auto file = [&](const char* name) { return (cases + '/' + name).toStdString(); };
  // 05: the pin force of an A-frame, from the moments about each foot.
  const Ran frame = run({"eval", file("05-aframe-pin-force/aframe.urdf")});
  const QJsonArray force = frame.json().value("constraints")[0]["force_on_body1"].toArray();
  QVERIFY(std::abs(force[0].toDouble() + 11.03625) < 1e-3);
  QVERIFY(std::abs(force[1].toDouble()) < 1e-9);
  QVERIFY(std::abs(force[2].toDouble() + 4.905) < 1e-3);
  // 15, 17, 18: ranks and mobilities.
  const struct {
    const char* name;
    int rank, dof;
  } ranks[] = {{"15-closure-locks-loop/one_pin.urdf", 2, 1},
               {"15-closure-locks-loop/hinge_two_pins.urdf", 2, 1},
               {"15-closure-locks-loop/weld_three_pins.urdf", 3, 0},
               {"17-pin-held-by-joint/pin_on_hinge.urdf", 0, 2},
               {"18-equality-axis-rules/skewed_ok.urdf", 2, 1},
               {"18-equality-axis-rules/diagonal_ok.urdf", 2, 1},
               {"18-equality-axis-rules/one_axis_ok.urdf", 1, 2}};
  for (const auto& expected : ranks) {
    const QJsonObject mobility =
        run({"info", file(expected.name), "--json"}).json().value("mobility").toObject();
    QVERIFY2(mobility.value("rank").toInt(-1) == expected.rank, expected.name);
    QVERIFY2(mobility.value("dof").toInt(-1) == expected.dof, expected.name);
  }
  // 08: the toes are brought together with the hips kept; thighs 0.1, shanks 0.2, hips 0.08 apart.
  const Ran toes = run({"close", file("08-nominal-config/open_pose.urdf"), "-o", path("toes.urdf"), "--set",
                        "hip_a=0.6", "--set", "hip_b=-0.6", "--json"});
  QVERIFY2(toes.code == kDone, toes.err);
  const double thighX = 0.04 + 0.1 * std::sin(0.6), knee = -(0.6 + std::asin(thighX / 0.2));
  QVERIFY(std::abs(toes.json().value("nominal_config")[8].toDouble() - knee) < 1e-8);
  QVERIFY(std::abs(toes.json().value("nominal_config")[10].toDouble() + knee) < 1e-8);
  // 12: followers of a mimic gripper once the leader is set.
  const Ran closed = run({"close", file("12-mimic-gripper/gripper.urdf"), "-o", path("gripper.urdf"), "--set",
                          "jaw_l_slide=0.02", "--json"});
  QVERIFY2(closed.code == kDone, closed.err);
  const QJsonArray q = closed.json().value("nominal_config").toArray();
  QVERIFY(std::abs(q[0].toDouble() - 0.02) < 1e-12);
  QVERIFY(std::abs(q[1].toDouble() - 0.02) < 1e-9);
  QVERIFY(std::abs(q[2].toDouble() + 0.1) < 1e-9);
  // 11: a triple rocker asked for 90 degrees stops at 52.26.
  const Ran stopped = run({"close", file("11-travel-limit/triple_rocker.urdf"), "-o", path("never.urdf"),
                           "--set", "crank_joint=1.5707963267948966"});
  QCOMPARE(stopped.code, int(kNotReachable));
  QVERIFY2(stopped.err.contains("0.912056: end of travel: coupler and rocker in line"), stopped.err);
  // Unset, the dial starts where its offset puts it.
  const Ran start = run({"info", file("12-mimic-gripper/gripper.urdf"), "--json"});
  QCOMPARE(start.json().value("closure")["max_gap_m"].toDouble(1), 0.0);
}

/// What `check` says of files that people have sent in; codes, lines and names as their expected.json has
/// them.
void TestCommandLine::handedFindings_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("place");  // line, severity and code
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<int>("exitCode");
  const auto row = [](const char* file, const char* place, const QStringList& words, int exitCode) {
    QTest::newRow(qPrintable(QString(file) + " " + place))
        << QString(file) << QString(place) << words << exitCode;
  };
  row("01-two-parents-fourbar/cad_export.urdf", "56 warning link-has-two-parents",
      {"'rocker'", "'pivot_d' (line 56)", "'pivot_c' (line 63)", "loop", "choose the joint to cut"}, kDone);
  row("02-not-a-tree/two_roots.urdf", "3 error multiple-roots",
      {"'chassis' (line 3, 2 links)", "'stray_bracket' (line 17, 2 links)", "fixed"}, kInputHasErrors);
  row("02-not-a-tree/typo_parent.urdf", "18 error unknown-link",
      {"'shoulder'", "'base_plat'", "did you mean 'base_plate'?"}, kInputHasErrors);
  row("02-not-a-tree/ring_no_root.urdf", "38 warning no-root", {"'a' (line 3)", "'ca'"}, kDone);
  row("02-not-a-tree/duplicate_names.urdf", "10 error duplicate-name", {"lines 10, 17"}, kInputHasErrors);
  row("02-not-a-tree/really_a_xacro.urdf", "3 error xacro-content", {"xacro"}, kInputHasErrors);
  row("08-nominal-config/joints_only.urdf", "98 error nominal-config-size",
      {"4 entries, 11 needed: base x y z, quaternion w x y z, then hip_a, knee_a, hip_b, knee_b"},
      kInputHasErrors);
  row("08-nominal-config/open_pose.urdf", "99 warning nominal-loop-open",
      {"-0.0713831 0 -0.222081", "0.0747204 m", "knee_a -1.10330262, knee_b 1.10330262"}, kDone);
  row("08-nominal-config/zero_quaternion.urdf", "98 error bad-quaternion", {}, kInputHasErrors);
  row("08-nominal-config/junk_number.urdf", "98 error bad-number", {"'-0.9x'", "entry 9"}, kInputHasErrors);
  row("13-mimic-chain-and-cycle/cycle_consistent.urdf", "20 warning mimic-redundant", {}, kDone);
  row("13-mimic-chain-and-cycle/cycle_contradiction.urdf", "20 error mimic-contradiction",
      {"lines 20, 38", "0 = 2"}, kInputHasErrors);
  row("13-mimic-chain-and-cycle/cycle_locks.urdf", "20 warning mimic-locks", {"lock each other", "at 0"},
      kDone);
  row("13-mimic-chain-and-cycle/self.urdf", "20 error mimic-self", {}, kInputHasErrors);
  row("15-closure-locks-loop/weld_three_pins.urdf", "66 warning closure-locks-loop",
      {"this closure also stops the coupler turning on the rocker", "use a hinge"}, kDone);
  row("17-pin-held-by-joint/pin_on_hinge.urdf", "41 warning held-by-joint", {"lever", "tab", "tab_hinge"},
      kDone);
  row("17-pin-held-by-joint/pin_20um_off_axis.urdf", "41 warning held-by-joint", {"0.02 mm lever arm"},
      kDone);
  for (const char* name : {"three_axes", "no_axis"})
    row(qPrintable(QString("18-equality-axis-rules/%1.urdf").arg(name)), "64 error equality-axes",
        {"use <pin>"}, kInputHasErrors);
  row("18-equality-axis-rules/zero_axis.urdf", "64 error zero-axis", {}, kInputHasErrors);
  row("18-equality-axis-rules/parallel_axes.urdf", "64 error parallel-axes", {}, kInputHasErrors);
  row("21-joint-limit-pitfalls/revolute_no_limit.urdf", "15 warning missing-limit",
      {"revolute needs <limit>; ROS parsers refuse this file", "unlimited", "continuous"}, kDone);
  row("21-joint-limit-pitfalls/continuous_with_bounds.urdf", "20 note continuous-bounds-ignored", {}, kDone);
  row("21-joint-limit-pitfalls/reversed_bounds.urdf", "20 error reversed-limits", {}, kInputHasErrors);
  row("21-joint-limit-pitfalls/missing_effort.urdf", "20 warning missing-limit", {"effort"}, kDone);
  row("21-joint-limit-pitfalls/degrees_suspected.urdf", "20 warning limits-look-like-degrees",
      {"14.3 turns", "lower=\"-1.5708\" upper=\"1.5708\""}, kDone);
  row("21-joint-limit-pitfalls/zero_outside_bounds.urdf", "20 note zero-outside-limits", {"starts at 0.4"},
      kDone);
  row("21-joint-limit-pitfalls/unknown_type.urdf", "15 error unknown-joint-type", {"'revolute'"},
      kInputHasErrors);
  const char* wedges = "23-mesh-scale-mirror-package/demo_parts/urdf/wedges.urdf";
  row(wedges, "26 warning missing-mesh", {"tried /", "demo_parts/meshes/wedge_MM.stl", "'wedge_mm.stl'"},
      kDone);
  row(wedges, "31 warning unresolved-package", {"ghost_parts", "--package-path"}, kDone);
  row(wedges, "16 warning mesh-units", {"1000 times larger than the rest; millimetres?", "0.001"}, kDone);
}

void TestCommandLine::handedFindings() {
  QFETCH(QString, file);
  QFETCH(QString, place);
  QFETCH(QStringList, words);
  QFETCH(int, exitCode);
  const QString cases = sharedFolder() + "/cases/";
  if (!QDir(cases).exists()) QSKIP("the shared cases are not here");
  const Ran ran = run({"check", (cases + file).toStdString(), "--json"});
  QCOMPARE(ran.code, exitCode);
  bool isFound = false;
  for (const QJsonValue& d : ran.json().value("diagnostics").toArray())
    isFound =
        isFound ||
        place ==
            QString("%1 %2 %3").arg(d["line"].toInt()).arg(d["severity"].toString(), d["code"].toString());
  QVERIFY2(isFound, ran.err);
  for (const QString& word : words)
    QVERIFY2(ran.err.contains(word.toUtf8()), qPrintable(word + " in:\n" + ran.err));
}

void TestCommandLine::loopsAsMimics() {
  const std::string examples = GRASHOF_SOURCE_DIR "/rsc/";
  const std::string out = path("as_mimics.urdf");
  const Ran ran = run({"mimic", examples + "parallelogram.urdf", "--joint", "motor", "--from", "0.4", "--to",
                       "2.4", "-o", out, "--json"});
  QVERIFY2(ran.code == kDone, ran.err.constData());
  QCOMPARE(ran.json()["fitted"].toBool(), true);
  // Bars of one length on a platform: the platform does not turn, the bars turn alike.
  std::map<QString, double> multipliers;
  for (const auto& value : ran.json()["mimics"].toArray())
    multipliers[value.toObject()["joint"].toString()] = value.toObject()["multiplier"].toDouble();
  QCOMPARE(multipliers.size(), std::size_t{3});
  for (const auto& [joint, expected] :
       {std::pair("crank_pin", -1.0), std::pair("follower_pivot", 1.0), std::pair("third_pivot", 1.0)})
    QVERIFY(std::abs(multipliers[QString::fromLatin1(joint)] - expected) < 1e-9);
  QVERIFY(ran.json()["max_turn_error_rad"].toDouble() < 1e-9);
  QVERIFY(ran.json()["max_displacement_m"].toDouble() < 1e-9);
  // What was written is a tree with one degree of freedom, without errors.
  const Ran info = run({"info", out, "--json"});
  QCOMPARE(info.code, int(kDone));
  QCOMPARE(info.json()["mobility"].toObject()["dof"].toInt(), 1);
  QVERIFY(info.json()["loops"].toArray().isEmpty());
  QVERIFY(run({"mimic", examples + "parallelogram.urdf", "--joint", "motor", "--from", "0.4", "--to", "2.4"})
              .out.contains("links' places  off by up to"));
  const Ran two =
      run({"mimic", examples + "five_bar.urdf", "--joint", firstJointOf(examples + "five_bar.urdf")});
  QCOMPARE(two.code, int(kNotReachable));
  QVERIFY2(two.err.contains("no-mimic-fit") && two.err.contains("1 degree of freedom is left"),
           two.err.constData());
  QCOMPARE(run({"mimic", examples + "parallelogram.urdf"}).code, int(kWrongUsage));
  QCOMPARE(run({"mimic", examples + "parallelogram.urdf", "--joint", "motr"}).code, int(kWrongUsage));
  QCOMPARE(run({"mimic", examples + "parallelogram.urdf", "--joint", "motor", "--samples", "1"}).code,
           int(kWrongUsage));
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
