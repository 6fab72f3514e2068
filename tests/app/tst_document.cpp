// The document: edits with exact undo, poses, saving, reloading, recovery. Files are written here, so that
// the numbers are visible.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QtTest>
#include <clocale>
#include <cmath>

#include "app/document.h"
#include "app/recovery.h"
#include "app/settings.h"
#include "core/io/xml_source.h"

using namespace grashof;

namespace {

/// A square parallelogram, 0.1 m sides, hinges along z; comments and odd spacing that saving must keep.
const char* const kParallelogram = R"(<?xml version="1.0"?>
<!-- kept -->
<robot name="square">
  <link name="world"/>
  <link name="left"><inertial><origin xyz="0 0.05 0"/><mass value="0.1"/><inertia ixx="1e-4" ixy="0" ixz="0" iyy="1e-4" iyz="0" izz="1e-4"/></inertial></link>
  <link name="top"><inertial><origin xyz="0.05 0 0"/><mass value="0.1"/><inertia ixx="1e-4" ixy="0" ixz="0" iyy="1e-4" iyz="0" izz="1e-4"/></inertial></link>
  <link name="right"><inertial><origin xyz="0 0.05 0"/><mass   value = "0.1" /><inertia ixx="1e-4" ixy="0" ixz="0" iyy="1e-4" iyz="0" izz="1e-4"/></inertial></link>
  <joint name="a" type="continuous"><parent link="world"/><child link="left"/><axis xyz="0 0 1"/></joint>
  <joint name="b" type="continuous"><parent link="left"/><child link="top"/><origin xyz="0 0.1 0"/><axis xyz="0 0 1"/></joint>
  <joint name="c" type="continuous"><parent link="world"/><child link="right"/><origin xyz="0.1 0 0"/><axis xyz="0 0 1"/></joint>
  <constraints nominal_config="0 0 0">
    <equality body1="top" body2="right" anchor="0.1 0 0"><axis xyz="1 0 0"/><axis xyz="0 1 0"/></equality>
  </constraints>
</robot>
)";

QString write(const QTemporaryDir& dir, const QString& name, const QByteArray& text) {
  const QString path = dir.filePath(name);
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write a test file");
  file.write(text);
  return path;
}

QByteArray read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Edit massEdit(const Document& document, const char* link, double mass) {
  SetLink edit{document.mechanism()->findLink(link), {}};
  edit.value = document.mechanism()->links[static_cast<std::size_t>(edit.index)];
  edit.value.inertial->mass = mass;
  return edit;
}

}  // namespace

class TestDocument : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void opensInTheBackground();
  void failedOpenLeavesEverything();
  void editsUndoExactly();
  void refusedEditChangesNothing();
  void gestureIsOneStep();
  void sliderMovesAllLoops();
  void sliderStopsAtNothingFinite();
  void closesLoopsIntoTheNominalPose();
  void unclosableLoopSaysWhy();
  void savesWithSmallDiffAndBackup();
  void modelFollowsEditsAndUndo();
  void brokenEditKeepsTheLastGoodModel();
  void reloadKeepsThePose();
  void staleResultsAreDropped();
  void commaLocaleChangesNothing();
  void recoveryKeepsUnsavedWork();
  void settingsRemember();

 private:
  std::unique_ptr<QTemporaryDir> dir_;
  QString path_;
};

void TestDocument::init() {
  dir_ = std::make_unique<QTemporaryDir>();
  path_ = write(*dir_, "square.urdf", kParallelogram);
}

void TestDocument::opensInTheBackground() {
  Document document;
  QSignalSpy opened(&document, &Document::opened);
  QSignalSpy models(&document, &Document::modelChanged);
  document.openFile(path_);
  QVERIFY(document.isBusy());
  document.waitForIdle();
  QCOMPARE(opened.count(), 1);
  QCOMPARE(models.count(), 1);
  QVERIFY(document.model());
  QVERIFY(document.isModelCurrent());
  QVERIFY(!document.isModified());
  QCOMPARE(document.title(), QString("square.urdf"));
  QCOMPARE(document.pose().size(), Eigen::Index{3});
  QCOMPARE(document.analysis().mobility.dof, 1);
}

void TestDocument::failedOpenLeavesEverything() {
  Document document;
  QVERIFY(!hasErrors(document.openFileNow(path_)));
  const MechanismPtr before = document.mechanism();
  const quint64 revision = document.revision();
  QSignalSpy failed(&document, &Document::openFailed);
  for (const char* text : {"", "<robot", "<robot name='x'/>", "not xml at all"}) {
    document.openFile(write(*dir_, "bad.urdf", text));
    document.waitForIdle();
  }
  document.openFile(dir_->filePath("missing.urdf"));
  document.waitForIdle();
  QCOMPARE(failed.count(), 5);
  QCOMPARE(document.mechanism(), before);
  QCOMPARE(document.revision(), revision);
  QCOMPARE(document.filePath(), QFileInfo(path_).absoluteFilePath());
}

void TestDocument::editsUndoExactly() {
  Document document;
  (void)document.openFileNow(path_);
  const Mechanism original = *document.mechanism();
  std::vector<MechanismPtr> states{document.mechanism()};
  for (int i = 1; i <= 12; ++i) {
    const Diagnostics findings =
        i % 3 == 0 ? document.apply(AddClosure{original.closures[0]}, "Add")
                   : document.apply(massEdit(document, i % 2 ? "left" : "top", 0.1 * i + 0.01), "Mass");
    QVERIFY(!hasErrors(findings));
    states.push_back(document.mechanism());
  }
  QVERIFY(document.isModified());
  for (int i = 11; i >= 0; --i) {
    document.undoStack()->undo();
    QVERIFY(*document.mechanism() == *states[static_cast<std::size_t>(i)]);
  }
  QVERIFY(*document.mechanism() == original);
  QVERIFY(!document.isModified());
  QCOMPARE(document.textToSave(), std::string(kParallelogram));
  while (document.undoStack()->canRedo()) document.undoStack()->redo();
  QVERIFY(*document.mechanism() == *states.back());
  document.waitForIdle();
}

void TestDocument::refusedEditChangesNothing() {
  Document document;
  (void)document.openFileNow(path_);
  const MechanismPtr before = document.mechanism();
  Closure bad = before->closures[0];
  bad.axes = {Vector3d::UnitX(), -2 * Vector3d::UnitX()};
  QVERIFY(hasErrors(document.apply(SetClosure{0, bad}, "Axes")));
  QVERIFY(hasErrors(document.apply(SetClosure{7, before->closures[0]}, "Axes")));
  bad = before->closures[0];
  bad.body1 = "nobody";
  QVERIFY(hasErrors(document.apply(AddClosure{bad}, "Add")));
  QCOMPARE(document.mechanism(), before);
  QVERIFY(!document.undoStack()->canUndo());
}

void TestDocument::gestureIsOneStep() {
  Document document;
  (void)document.openFileNow(path_);
  const int gesture = Document::nextGesture();
  for (int i = 1; i <= 20; ++i)
    (void)document.apply(massEdit(document, "left", 0.1 + 0.01 * i), "Mass", gesture);
  QCOMPARE(document.undoStack()->count(), 1);
  QCOMPARE(document.mechanism()->links[1].inertial->mass, 0.1 + 0.01 * 20);
  const int back = Document::nextGesture();
  document.undoStack()->undo();
  (void)document.apply(massEdit(document, "left", 0.5), "Mass", back);
  (void)document.apply(massEdit(document, "left", 0.1), "Mass", back);  // there and back
  QCOMPARE(document.undoStack()->count(), 0);
  document.waitForIdle();
}

void TestDocument::sliderMovesAllLoops() {
  Document document;
  (void)document.openFileNow(path_);
  QVERIFY(document.model());
  const int gesture = Document::nextGesture();
  for (int i = 1; i <= 8; ++i) {
    const double angle = -0.1 * i;
    QVERIFY(document.setJointCoordinate(0, angle, gesture).isClosed);
    // A parallelogram: the right side turns with the left one, the top keeps its direction.
    QVERIFY(std::abs(document.pose()[0] - angle) < 1e-9);
    QVERIFY(std::abs(document.pose()[1] + angle) < 1e-9);
    QVERIFY(std::abs(document.pose()[2] - angle) < 1e-9);
  }
  QCOMPARE(document.undoStack()->count(), 1);
  QVERIFY(!document.isModified());  // a pose is not in the file
  document.undoStack()->undo();
  QVERIFY(document.pose().isZero(0.0));
}

void TestDocument::sliderStopsAtNothingFinite() {
  Document document;
  (void)document.openFileNow(path_);
  document.setJointCoordinate(0, std::nan(""));
  document.setJointCoordinate(0, HUGE_VAL);
  document.setJointCoordinate(9, 0.1);
  document.setJointCoordinate(-1, 0.1);
  document.setPose(VectorXd::Constant(3, std::nan("")));
  document.editPose(VectorXd::Zero(2), "wrong size");
  QVERIFY(document.pose().isZero(0.0));
  QVERIFY(!document.undoStack()->canUndo());
}

void TestDocument::closesLoopsIntoTheNominalPose() {
  Document document;
  (void)document.openFileNow(path_);
  document.setPose(Vector3d(-0.3, 0.25, -0.32));  // a little open
  QVERIFY(largestGap(*document.model(), document.pose()).maxGap > 1e-3);
  QVERIFY(!hasErrors(document.closeLoops()));
  document.waitForIdle();
  const std::vector<double> nominal = document.mechanism()->nominal.value();
  QVERIFY(std::abs(nominal[0] + nominal[1]) < 1e-9);  // closed parallelogram
  QVERIFY(std::abs(nominal[0] - nominal[2]) < 1e-9);
  QVERIFY(largestGap(*document.model(), document.pose()).maxGap < 1e-12);
  QVERIFY(document.isModified());
  document.undoStack()->undo();
  QVERIFY(!document.isModified());
  QVERIFY(std::abs(document.pose()[1] - 0.25) < 1e-15);
}

void TestDocument::unclosableLoopSaysWhy() {
  // The right bar's anchor is put 5 m away from it: the ends cannot meet.
  Document document;
  (void)document.openFileNow(path_);
  Closure far = document.mechanism()->closures[0];
  far.anchor2 = Vector3d(5, 0, 0);
  QVERIFY(!hasErrors(document.apply(SetClosure{0, far}, "Anchor")));
  document.waitForIdle();
  QVERIFY(document.isModelCurrent());
  const MechanismPtr before = document.mechanism();
  const Diagnostics findings = document.closeLoops();
  QVERIFY(hasErrors(findings));
  QCOMPARE(findings[0].code, std::string("loop-cannot-close"));
  QCOMPARE(document.mechanism(), before);
}

void TestDocument::savesWithSmallDiffAndBackup() {
  Document document;
  (void)document.openFileNow(path_);
  QVERIFY(!hasErrors(document.save()));
  QCOMPARE(read(path_), QByteArray(kParallelogram));
  (void)document.apply(massEdit(document, "right", 0.25), "Mass");
  QVERIFY(!hasErrors(document.save()));
  QByteArray expected(kParallelogram);
  expected.replace("<mass   value = \"0.1\" />", "<mass   value = \"0.25\" />");
  QCOMPARE(read(path_), expected);
  QCOMPARE(read(path_ + ".bak"), QByteArray(kParallelogram));
  QVERIFY(!document.isModified());
  document.undoStack()->undo();
  QVERIFY(document.isModified());  // the file has 0.25 now
  const QString other = dir_->filePath("copy.urdf");
  QVERIFY(!hasErrors(document.saveAs(other)));
  QCOMPARE(read(other), QByteArray(kParallelogram));
  QCOMPARE(document.title(), QString("copy.urdf"));
  QVERIFY(hasErrors(document.saveAs(dir_->filePath("no/such/folder/x.urdf"))));
  QCOMPARE(document.title(), QString("copy.urdf"));
  document.waitForIdle();
}

void TestDocument::modelFollowsEditsAndUndo() {
  Document document;
  (void)document.openFileNow(path_);
  const double before = document.model()->totalMass;
  (void)document.apply(massEdit(document, "left", 1.1), "Mass");
  QVERIFY(!document.isModelCurrent());
  document.waitForIdle();
  QVERIFY(document.isModelCurrent());
  QVERIFY(std::abs(document.model()->totalMass - before - 1.0) < 1e-12);
  document.undoStack()->undo();
  QVERIFY(document.isModelCurrent());  // at once: that model was kept
  QCOMPARE(document.model()->totalMass, before);
}

void TestDocument::brokenEditKeepsTheLastGoodModel() {
  Document document;
  (void)document.openFileNow(path_);
  const ModelPtr good = document.model();
  // Whatever the edit does to the model, there is always one to show, and the findings say what is wrong.
  (void)document.apply(massEdit(document, "left", -1.0), "Mass");
  document.waitForIdle();
  QVERIFY(document.model());
  document.undoStack()->undo();
  document.waitForIdle();
  QVERIFY(document.isModelCurrent());
  QVERIFY(!hasErrors(document.diagnostics()));
}

void TestDocument::reloadKeepsThePose() {
  Document document;
  (void)document.openFileNow(path_);
  QVERIFY(document.setJointCoordinate(0, -0.4).isClosed);
  QVERIFY(!document.hasChangedOnDisk());
  QByteArray text(kParallelogram);
  text.replace("value = \"0.1\"", "value = \"0.7\"");
  write(*dir_, "square.urdf", text);
  QVERIFY(document.hasChangedOnDisk());
  QVERIFY(!hasErrors(document.reload()));
  document.waitForIdle();
  QVERIFY(!document.hasChangedOnDisk());
  QVERIFY(!document.isModified());
  QCOMPARE(document.mechanism()->links[3].inertial->mass, 0.7);
  QVERIFY(std::abs(document.pose()[0] + 0.4) < 1e-9);
  document.undoStack()->undo();
  QCOMPARE(document.mechanism()->links[3].inertial->mass, 0.1);
}

void TestDocument::staleResultsAreDropped() {
  Document document;
  document.openFile(path_);
  document.openFile(write(*dir_, "second.urdf", QByteArray(kParallelogram).replace("square", "second")));
  document.waitForIdle();
  QCOMPARE(document.mechanism()->name, std::string("second"));
  document.openFile(path_);
  document.cancelOpen();
  document.waitForIdle();
  QTest::qWait(50);
  QCOMPARE(document.mechanism()->name, std::string("second"));
  for (int i = 1; i < 30; ++i) (void)document.apply(massEdit(document, "left", 0.1 * i), "Mass");
  document.waitForIdle();
  QVERIFY(document.isModelCurrent());
  QCOMPARE(document.model()->mechanism, document.mechanism());
}

void TestDocument::commaLocaleChangesNothing() {
  const char* names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8"};
  bool isComma = false;
  for (const char* name : names) isComma = isComma || std::setlocale(LC_ALL, name) != nullptr;
  Document document;
  const bool isRead = !hasErrors(document.openFileNow(path_));
  (void)document.apply(massEdit(document, "right", 0.25), "Mass");
  const std::string text = document.textToSave();
  std::setlocale(LC_ALL, "C");
  QVERIFY(isRead);
  QVERIFY(text.find("0.25") != std::string::npos);
  QVERIFY(text.find("0,25") == std::string::npos);
  document.waitForIdle();
  if (!isComma) QSKIP("no locale with a decimal comma is installed; checked in the C locale only");
}

void TestDocument::recoveryKeepsUnsavedWork() {
  const QString folder = dir_->filePath("recovery");
  Document document;
  (void)document.openFileNow(path_);
  {
    Recovery recovery(&document, folder);
    recovery.writeNow();
    QVERIFY(QDir(folder).entryList({"*.json"}).isEmpty());  // nothing to lose
    (void)document.apply(massEdit(document, "left", 0.33), "Mass");
    recovery.writeNow();
    const QStringList files = QDir(folder).entryList({"*.json"});
    QCOMPARE(files.size(), 1);
    QVERIFY(Recovery::leftovers(folder).empty());  // its process, this one, lives
    // As after a crash: the same file, of a process that is gone.
    QByteArray left = read(QDir(folder).filePath(files[0]));
    left.replace(QByteArray::number(QCoreApplication::applicationPid()), "999999999");
    write(*dir_, "recovery/dead.recovery.json", left);
    const auto entries = Recovery::leftovers(folder);
    QCOMPARE(entries.size(), std::size_t{1});
    QCOMPARE(entries[0].originalPath, document.filePath());
    QCOMPARE(Recovery::textOf(entries[0]).value(), document.textToSave());
    Recovery::discard(entries[0]);
    write(*dir_, "recovery/broken.recovery.json", "{\"text\":");
    QVERIFY(Recovery::leftovers(folder).empty());
    QFile::remove(QDir(folder).filePath("broken.recovery.json"));
    QVERIFY(!hasErrors(document.save()));
    QVERIFY(QDir(folder).entryList({"*.json"}).isEmpty());
  }
  document.waitForIdle();
}

void TestDocument::settingsRemember() {
  const QString ini = dir_->filePath("settings.ini");
  {
    Settings settings(ini);
    QVERIFY(settings.isFirstStart());
    for (int i = 0; i < 14; ++i) settings.addRecentFile(QString("/models/%1.urdf").arg(i));
    settings.addRecentFile("/models/5.urdf");
    settings.setTheme(Settings::Theme::Dark);
    settings.setAngleUnit(Settings::AngleUnit::Radian);
    settings.setStarted();
  }
  Settings settings(ini);
  QCOMPARE(settings.recentFiles().size(), 10);
  QCOMPARE(settings.recentFiles().first(), QString("/models/5.urdf"));
  QVERIFY(settings.theme() == Settings::Theme::Dark);
  QVERIFY(settings.angleUnit() == Settings::AngleUnit::Radian);
  QVERIFY(settings.lengthUnit() == Settings::LengthUnit::Millimetre);
  QVERIFY(!settings.isFirstStart());
  settings.setValue("view/theme", "purple");  // damaged by hand
  QVERIFY(settings.theme() == Settings::Theme::System);
}

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_document.moc"
