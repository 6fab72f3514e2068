// `grashof cut` as scripts see it, and the document's undo step.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QtTest>
#include <sstream>

#include "app/command_line.h"
#include "app/document.h"
#include "app/exit_codes.h"
#include "tests/support/command_run.h"
#include "tests/support/shared_folder.h"

using namespace grashof;
using namespace grashof::fixtures;

namespace {

std::string example(const char* name) {
  return std::string(GRASHOF_SOURCE_DIR "/rsc/") + name + ".urdf";
}

}  // namespace

class TestCutCommand : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void everyCandidateVerifies_data();
  void everyCandidateVerifies();
  void refusalsAreExplained();
  void handedFourBar();
  void undoGivesBackTheBytes();
  void savedAndOpenedAgain();
  void cylindricalLoopVerifies();

 private:
  std::string path(const QString& name) const { return dir_.filePath(name).toStdString(); }
  QTemporaryDir dir_;
};

void TestCutCommand::everyCandidateVerifies_data() {
  QTest::addColumn<bool>("keep");
  for (const char* name :
       {"four_bar", "slider_crank", "five_bar", "delta", "minitaur", "stewart", "strandbeest"}) {
    QTest::addRow("%s", name) << false;
    QTest::addRow("%s", (std::string(name) + " kept").c_str()) << true;
  }
}

void TestCutCommand::everyCandidateVerifies() {
  QFETCH(bool, keep);
  const std::string file = example(QByteArray(QTest::currentDataTag()).split(' ')[0].constData());
  const Ran info = run({"info", file, "--json"});
  QCOMPARE(info.code, int(kDone));
  const QJsonArray candidates =
      info.json().value("loops").toArray().at(0).toObject().value("cut_candidates").toArray();
  QVERIFY(!candidates.isEmpty());
  for (const QJsonValue& candidate : candidates) {
    const std::string joint = candidate.toObject().value("joint").toString().toStdString();
    const Ran ran = run({"cut", file, "--joint", joint, "-o", path("out.urdf"), "--frames",
                         keep ? "keep" : "move", "--verify", "--json"});
    QVERIFY2(ran.code == kDone, (joint + ": " + ran.err.toStdString() + ran.out.toStdString()).c_str());
    const QJsonObject verify = ran.json().value("verify").toObject();
    QVERIFY(verify.value("holds").toBool());
    QVERIFY(verify.value("poses").toInt() > 1);
    QVERIFY(verify.value("pose_error").toDouble() < 1e-9);
    QCOMPARE(verify.value("dof_after").toInt(), verify.value("dof_before").toInt());
    QCOMPARE(run({"check", path("out.urdf")}).code, int(kDone));
  }
}

void TestCutCommand::refusalsAreExplained() {
  const std::string file = example("four_bar");
  QCOMPARE(run({"cut", file, "-o", path("out.urdf")}).code, int(kWrongUsage));
  QCOMPARE(run({"cut", file, "--joint", "no_such_joint", "-o", path("out.urdf")}).code, int(kWrongUsage));
  QCOMPARE(run({"cut", file, "--joint", "no_such_joint", "--frames", "spin", "-o", path("o")}).code,
           int(kWrongUsage));
  const std::string pendulum = path("pendulum.urdf");
  QFile text(QString::fromStdString(pendulum));
  QVERIFY(text.open(QIODevice::WriteOnly));
  text.write(
      "<robot name=\"p\"><link name=\"world\"/><link name=\"rod\"><inertial><origin xyz=\"0 0 -0.5\"/><mass "
      "value=\"1\"/><inertia ixx=\"0.02\" ixy=\"0\" ixz=\"0\" iyy=\"0.02\" iyz=\"0\" "
      "izz=\"0.02\"/></inertial>"
      "</link><joint name=\"hinge\" type=\"continuous\"><parent link=\"world\"/><child link=\"rod\"/><axis "
      "xyz=\"0 1 0\"/></joint></robot>\n");
  text.close();
  const Ran ran = run({"cut", pendulum, "--joint", "hinge", "-o", path("none.urdf"), "--json"});
  QCOMPARE(ran.code, int(kNotReachable));
  QVERIFY(ran.err.contains("not-in-a-loop"));
  QVERIFY(!ran.json().value("cut").toBool(true));
  QVERIFY(!QFile::exists(dir_.filePath("none.urdf")));
}

void TestCutCommand::handedFourBar() {
  const QString folder = sharedFolder() + "/cases/01-two-parents-fourbar";
  if (!QFile::exists(folder)) QSKIP("the shared cases are not here; GRASHOF_SHARED names their folder");
  for (const char* joint : {"pivot_c", "pivot_o", "pivot_b", "pivot_d"}) {
    const Ran ran = run({"cut", (folder + "/cad_export.urdf").toStdString(), "--joint", joint, "-o",
                         path("out.urdf"), "--verify", "--json"});
    QVERIFY2(ran.code == kDone,
             (std::string(joint) + ": " + ran.err.toStdString() + ran.out.toStdString()).c_str());
    const QJsonObject info = run({"info", path("out.urdf"), "--json"}).json();
    QCOMPARE(info.value("mobility").toObject().value("dof").toInt(), 1);
    QCOMPARE(info.value("mobility").toObject().value("rows").toInt(), 2);
    QCOMPARE(info.value("nq").toInt(), 3);
  }
}

void TestCutCommand::undoGivesBackTheBytes() {
  Document document;
  document.openFileNow(QString::fromStdString(example("five_bar")));
  const std::string text = document.textToSave();
  const MechanismPtr before = document.mechanism();
  const std::vector<int> joints = cuttableJoints(*before);
  QVERIFY(!joints.empty());
  const QString name = QString::fromStdString(before->joints[static_cast<std::size_t>(joints[0])].name);
  // Away from the nominal pose, so that the pose has to be carried over.
  const DragResult moved = document.setJointCoordinate(0, document.pose()[0] + 0.1);
  QVERIFY(moved.isClosed);
  const VectorXd pose = document.pose();
  QVERIFY(countOf(document.cutJoint(joints[0]), Severity::Error) == 0);
  QCOMPARE(document.undoStack()->undoText(), "Cut " + name);
  document.waitForIdle();
  QVERIFY(document.isModelCurrent());
  QVERIFY(largestGap(*document.model(), document.pose()).maxGap < 1e-9);
  QVERIFY(document.textToSave() != text);
  document.undoStack()->undo();
  document.waitForIdle();
  QVERIFY(document.textToSave() == text);
  QVERIFY(document.mechanism() == before);
  QVERIFY(document.pose() == pose);
}

/// Cut, saved, opened again and cut back: the motor's element says what it said in the beginning.
void TestCutCommand::savedAndOpenedAgain() {
  Document document;
  document.openFileNow(QString::fromStdString(example("four_bar")));
  const Joint motor =
      document.mechanism()->joints[static_cast<std::size_t>(document.mechanism()->findJoint("motor"))];
  QVERIFY(motor.limits.effort);
  QVERIFY(countOf(document.cutJoint(document.mechanism()->findJoint("motor"), {}), Severity::Error) == 0);
  const QString saved = dir_.filePath("saved.urdf");
  QFile file(saved);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(QByteArray::fromStdString(document.textToSave()));
  file.close();
  Document again;
  again.openFileNow(saved);
  const MechanismPtr reopened = again.mechanism();
  QVERIFY(reopened->findJoint("motor") < 0);
  int made = -1;
  Document first;
  first.openFileNow(QString::fromStdString(example("four_bar")));
  for (std::size_t j = 0; j < reopened->joints.size(); ++j)
    if (first.mechanism()->findJoint(reopened->joints[j].name) < 0) made = static_cast<int>(j);
  QVERIFY(countOf(again.cutJoint(made, {}), Severity::Error) == 0);
  const int back = again.mechanism()->findJoint("motor");
  QVERIFY(back >= 0);
  const Joint& restored = again.mechanism()->joints[static_cast<std::size_t>(back)];
  QVERIFY(restored.type == motor.type && restored.parent == motor.parent && restored.child == motor.child);
  QVERIFY(restored.limits.effort == motor.limits.effort && restored.limits.velocity == motor.limits.velocity);
  QVERIFY(restored.limits.lower == motor.limits.lower && restored.limits.upper == motor.limits.upper);
  QVERIFY(restored.dynamics.damping == motor.dynamics.damping);
  QVERIFY(restored.axis == motor.axis && restored.origin == motor.origin);
}

/// An RRC-like chain whose end slides and turns on a rail along z: the closure is a cylindrical joint.
void TestCutCommand::cylindricalLoopVerifies() {
  QByteArray text = "<robot name=\"c\"><link name=\"world\"/>\n";
  const QByteArray inertial =
      "<inertial><origin xyz=\"0.1 0.02 0.03\"/><mass value=\"0.4\"/><inertia ixx=\"0.002\" ixy=\"0\" "
      "ixz=\"0\" "
      "iyy=\"0.003\" iyz=\"0\" izz=\"0.004\"/></inertial>";
  const char* const axes[] = {"0 0 1", "0 1 0", "1 0 0", "0 0.6 0.8", "0.8 0 0.6", "0 1 0"};
  for (int i = 0; i < 6; ++i) {
    const QByteArray name = "l" + QByteArray::number(i),
                     parent = i == 0 ? QByteArray("world") : "l" + QByteArray::number(i - 1);
    text += "<link name=\"" + name + "\">" + inertial + "</link>\n<joint name=\"j" + QByteArray::number(i) +
            "\" type=\"continuous\"><parent link=\"" + parent + "\"/><child link=\"" + name +
            "\"/><origin xyz=\"0.2 0.03 0.05\" rpy=\"0.1 0.2 0.3\"/><axis xyz=\"" + axes[i] +
            "\"/></joint>\n";
  }
  for (const char* anchor : {"0.1 0 0", "0.1 0 0.2"})
    text += QByteArray(text.contains("<constraints")
                           ? ""
                           : "<constraints nominal_config=\"0.1 0.4 -0.3 0.2 0.5 0.6\">") +
            "<equality body1=\"l5\" body2=\"world\" anchor=\"" + anchor +
            "\"><axis xyz=\"1 0 0\"/><axis xyz=\"0 1 0\"/></equality>\n";
  text += "</constraints></robot>\n";
  QFile file(dir_.filePath("cylindrical.urdf"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(text);
  file.close();
  for (int i = 0; i < 6; ++i) {
    const std::string joint = "j" + std::to_string(i);
    const Ran ran = run(
        {"cut", path("cylindrical.urdf"), "--joint", joint, "-o", path("out.urdf"), "--verify", "--json"});
    QVERIFY2(ran.code == kDone, (ran.err + ran.out).constData());
    const QJsonObject verify = ran.json().value("verify").toObject();
    QVERIFY(verify.value("pose_error").toDouble(1) < 1e-9 && verify.value("motion_error").toDouble(1) < 1e-9);
    // Six hinges and the two rails' four rows: two freedoms, in either tree.
    QCOMPARE(verify.value("dof_before").toInt(), 2);
    QCOMPARE(verify.value("dof_after").toInt(), 2);
    const QJsonObject info = run({"info", path("out.urdf"), "--json"}).json();
    QCOMPARE(info.value("nv").toInt(), 7);
  }
}

QTEST_GUILESS_MAIN(TestCutCommand)
#include "tst_cut_command.moc"
