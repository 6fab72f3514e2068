// A save replaces the whole file or leaves it alone; the old content stays beside it.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

#include "core/io/atomic_file.h"

using namespace grashof;

class TestAtomicFile : public QObject {
  Q_OBJECT
 private:
  QTemporaryDir dir_;
  std::string at(const char* name) const { return dir_.filePath(name).toStdString(); }
  static QByteArray contents(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<none>");
  }
  static void put(const std::string& path, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(bytes);
  }
  static unsigned modeOf(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777u : 0u;
  }
  QStringList leftovers() const {
    return QDir(dir_.path()).entryList({".*", "*.new"}, QDir::Files | QDir::Hidden);
  }

 private Q_SLOTS:
  void writesAndReadsAnyBytes() {
    const std::string path = at("any.urdf"), bytes("\xEF\xBB\xBF<a/>\r\n\0tail", 15);
    QVERIFY(saveFileAtomically(path, bytes).empty());
    const Outcome<std::string> back = readFile(path);
    QVERIFY(back.ok());
    QVERIFY(*back == bytes);
    QCOMPARE(leftovers(), QStringList());
    QVERIFY(!QFile::exists(QString::fromStdString(path + ".bak")));
  }

  void keepsThePreviousVersionAndPermissions() {
    const std::string path = at("kept.urdf");
    put(path, "one");
    QCOMPARE(::chmod(path.c_str(), 0640), 0);
    QVERIFY(saveFileAtomically(path, "two").empty());
    QCOMPARE(contents(path), "two");
    QCOMPARE(contents(path + ".bak"), "one");
    QCOMPARE(modeOf(path), 0640u);
    QVERIFY(saveFileAtomically(path, "three").empty());
    QCOMPARE(contents(path), "three");
    QCOMPARE(contents(path + ".bak"), "two");
    QCOMPARE(leftovers(), QStringList());
  }

  void savingTheSameBytesKeepsTheBackup() {
    const std::string path = at("same.urdf");
    put(path, "one");
    QVERIFY(saveFileAtomically(path, "two").empty());
    QVERIFY(saveFileAtomically(path, "two").empty());
    QCOMPARE(contents(path + ".bak"), "one");
  }

  void followsASymbolicLink() {
    const std::string target = at("target.urdf"), link = at("link.urdf");
    put(target, "one");
    QVERIFY(QFile::link("target.urdf", QString::fromStdString(link)));
    QVERIFY(saveFileAtomically(link, "two").empty());
    QVERIFY(QFileInfo(QString::fromStdString(link)).isSymLink());
    QCOMPARE(contents(target), "two");
    QCOMPARE(contents(target + ".bak"), "one");
  }

  void aNewFileRespectsTheUmask() {
    const mode_t old = ::umask(027);
    const Diagnostics findings = saveFileAtomically(at("masked.urdf"), "x");
    ::umask(old);
    QVERIFY(findings.empty());
    QCOMPARE(modeOf(at("masked.urdf")), 0640u);
  }

  void aFullDiskLeavesTheOriginalAlone() {
    const std::string path = at("full.urdf");
    put(path, "one");
    struct rlimit before {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    struct rlimit tiny = before;
    tiny.rlim_cur = 4096;
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &tiny), 0);
    const Diagnostics findings = saveFileAtomically(path, std::string(100000, 'x'));
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, oldHandler);
    QCOMPARE(findings.size(), 1u);
    QCOMPARE(findings[0].code, std::string("cannot-write"));
    QCOMPARE(findings[0].where.file, path);
    QCOMPARE(contents(path), "one");
    QVERIFY(!QFile::exists(QString::fromStdString(path + ".bak")));
    QCOMPARE(leftovers(), QStringList());
  }

  void refusesFoldersAndMissingFolders() {
    const Diagnostics folder = saveFileAtomically(dir_.path().toStdString(), "x");
    QCOMPARE(folder.size(), 1u);
    QCOMPARE(folder[0].code, std::string("cannot-write"));
    const Diagnostics missing = saveFileAtomically(at("no/such/folder.urdf"), "x");
    QCOMPARE(missing.size(), 1u);
    QCOMPARE(missing[0].code, std::string("cannot-write"));
    QVERIFY(missing[0].hint.find("no/such") != std::string::npos);
  }

  void refusesWriteProtectedPlaces() {
    if (::geteuid() == 0) QSKIP("root may write anywhere");
    QVERIFY(QDir(dir_.path()).mkdir("locked"));
    const std::string path = at("locked/a.urdf");
    put(path, "one");
    QCOMPARE(::chmod(at("locked").c_str(), 0555), 0);
    const Diagnostics inFolder = saveFileAtomically(path, "two");
    QCOMPARE(::chmod(at("locked").c_str(), 0755), 0);
    QCOMPARE(inFolder.size(), 1u);
    QCOMPARE(contents(path), "one");
    QCOMPARE(::chmod(path.c_str(), 0444), 0);
    QCOMPARE(saveFileAtomically(path, "two").size(), 1u);
    QCOMPARE(contents(path), "one");
  }

  void aBackupThatCannotBeKeptIsAWarning() {
    const std::string path = at("nobak.urdf");
    put(path, "one");
    QVERIFY(QDir(dir_.path()).mkpath("nobak.urdf.bak"));
    const Diagnostics findings = saveFileAtomically(path, "two");
    QCOMPARE(findings.size(), 1u);
    QVERIFY(findings[0].severity == Severity::Warning);
    QCOMPARE(findings[0].code, std::string("no-backup"));
    QCOMPARE(contents(path), "two");
  }

  void saysWhyAFileCannotBeRead() {
    QCOMPARE(readFile(at("absent.urdf")).diagnostics.at(0).code, std::string("file-not-found"));
    QCOMPARE(readFile(dir_.path().toStdString()).diagnostics.at(0).code, std::string("is-a-directory"));
    put(at("big.urdf"), QByteArray(101, 'x'));
    QCOMPARE(readFile(at("big.urdf"), 100).diagnostics.at(0).code, std::string("file-too-large"));
    QVERIFY(readFile(at("big.urdf"), 101).ok());
    QCOMPARE(readFile("/dev/zero", 100).diagnostics.at(0).code, std::string("file-too-large"));
  }
};

QTEST_GUILESS_MAIN(TestAtomicFile)
#include "tst_atomic_file.moc"
