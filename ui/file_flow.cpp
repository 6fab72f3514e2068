#include "ui/file_flow.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

#include "core/io/atomic_file.h"
#include "core/io/raisim_export.h"
#include "core/io/text_diff.h"
#include "ui/dialogs/unsaved_dialog.h"

namespace grashof {
namespace {

QString firstError(const Diagnostics& findings) {
  for (const Diagnostic& d : findings)
    if (d.severity == Severity::Error) {
      QString text = QString::fromStdString(d.message);
      if (d.where.line > 0) text = FileFlow::tr("line %1: %2").arg(d.where.line).arg(text);
      return text;
    }
  return {};
}

}  // namespace

FileFlow::FileFlow(const Workbench& bench, QWidget* window)
    : QObject(window), bench_(bench), window_(window) {
  bench.document->setPackageDirs(bench.settings->packageDirs());
  connect(bench.document, &Document::openFailed, this, &FileFlow::reportOpenFailure);
  connect(bench.document, &Document::opened, this, [this](const QString& path) {
    bench_.settings->addRecentFile(path);
    bench_.settings->setLastFolder(QFileInfo(path).absolutePath());
    const int errors = countOf(bench_.document->diagnostics(), Severity::Error);
    if (errors > 0)
      Q_EMIT message({QStringLiteral("warning"),
                      errors == 1 ? tr("%1 has an error.").arg(QFileInfo(path).fileName())
                                  : tr("%1 has %2 errors.").arg(QFileInfo(path).fileName()).arg(errors),
                      {},
                      {}});
  });
}

void FileFlow::chooseAndOpen() {
  const QString path =
      QFileDialog::getOpenFileName(window_, tr("Open a mechanism"), bench_.settings->lastFolder(),
                                   tr("Robot descriptions (*.urdf *.xml);;All files (*)"));
  if (!path.isEmpty()) open(path);
}

void FileFlow::open(const QString& path) {
  if (path.isEmpty() || !mayDiscard()) return;
  bench_.simulation->pause();
  bench_.selection->clear();
  bench_.document->openFile(QFileInfo(path).absoluteFilePath());
}

void FileFlow::openCopy(const QString& path, const QString& title) {
  if (!mayDiscard()) return;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) {
    Q_EMIT message({QStringLiteral("error"), tr("The example %1 cannot be read.").arg(path), {}, {}});
    return;
  }
  bench_.simulation->pause();
  bench_.selection->clear();
  const Diagnostics findings = bench_.document->newFromText(file.readAll().toStdString(), title);
  if (hasErrors(findings)) reportFailure(tr("Cannot open %1").arg(title), findings);
}

bool FileFlow::save() {
  if (bench_.document->filePath().isEmpty()) return saveAs();
  const Diagnostics findings = bench_.document->save();
  if (hasErrors(findings)) {
    Q_EMIT message({QStringLiteral("error"), tr("Cannot save: %1").arg(firstError(findings)), tr("Save as…"),
                    [this] { saveAs(); }});
    return false;
  }
  return true;
}

bool FileFlow::saveAs() {
  QString suggested = bench_.document->filePath();
  if (suggested.isEmpty()) {
    suggested = bench_.settings->lastFolder() + u'/' + bench_.document->title();
    if (!suggested.endsWith(QStringLiteral(".urdf"))) suggested += QStringLiteral(".urdf");
  }
  const QString path = QFileDialog::getSaveFileName(window_, tr("Save as"), suggested, tr("URDF (*.urdf)"));
  if (path.isEmpty()) return false;
  const Diagnostics findings = bench_.document->saveAs(path);
  if (hasErrors(findings)) {
    Q_EMIT message({QStringLiteral("error"), tr("Cannot save: %1").arg(firstError(findings)), tr("Save as…"),
                    [this] { saveAs(); }});
    return false;
  }
  bench_.settings->addRecentFile(path);
  bench_.settings->setLastFolder(QFileInfo(path).absolutePath());
  return true;
}

void FileFlow::exportRaisim() {
  exportText(exportRaisimUrdf(*bench_.document->mechanism()), tr("Export a URDF for RaiSim"),
             QStringLiteral("_raisim.urdf"));
}

void FileFlow::exportMimics(const MimicFit& fit) {
  exportText(bench_.document->textWithMimics(fit), tr("Export a URDF with mimics"),
             QStringLiteral("_mimics.urdf"));
}

void FileFlow::exportText(const Outcome<std::string>& text, const QString& title, const QString& ending) {
  if (!text) {
    reportFailure(tr("Cannot export"), text.diagnostics);
    return;
  }
  const QFileInfo info(bench_.document->filePath().isEmpty()
                           ? bench_.settings->lastFolder() + u'/' + bench_.document->title()
                           : bench_.document->filePath());
  const QString suggested = info.path() + u'/' + info.completeBaseName() + ending;
  const QString path = QFileDialog::getSaveFileName(window_, title, suggested, tr("URDF (*.urdf)"));
  if (path.isEmpty()) return;
  const Diagnostics findings = saveFileAtomically(path.toStdString(), *text);
  if (hasErrors(findings)) {
    reportFailure(tr("Cannot export"), findings);
    return;
  }
  QString words = tr("Exported %1.").arg(QFileInfo(path).fileName());
  for (const Diagnostic& finding : text.diagnostics)
    if (finding.severity == Severity::Warning) words = QString::fromStdString(finding.message);
  Q_EMIT message(
      {text.diagnostics.empty() ? QStringLiteral("success") : QStringLiteral("warning"), words, {}, {}});
}

void FileFlow::reload() {
  if (bench_.document->filePath().isEmpty()) return;
  const Diagnostics findings = bench_.document->reload();
  if (hasErrors(findings)) reportFailure(tr("Cannot reload"), findings);
}

void FileFlow::locatePackage() {
  const QString folder = QFileDialog::getExistingDirectory(
      window_, tr("Folder of the package, or the one above it"), bench_.settings->lastFolder());
  if (!folder.isEmpty()) usePackageFolder(folder);
}

void FileFlow::usePackageFolder(const QString& folder) {
  bench_.settings->addPackageDir(folder);
  bench_.document->setPackageDirs(bench_.settings->packageDirs());
  reload();
}

void FileFlow::close() {
  if (!mayDiscard()) return;
  bench_.simulation->pause();
  bench_.selection->clear();
  bench_.document->clear();
}

bool FileFlow::mayDiscard() {
  if (!bench_.document->isModified()) return true;
  const TextDiff diff = diffTexts(bench_.document->textOnDisk(), bench_.document->textToSave());
  UnsavedDialog dialog(bench_.document->title(), diff.places, !bench_.document->filePath().isEmpty(),
                       window_);
  dialog.exec();
  switch (dialog.answer()) {
    case UnsavedDialog::Answer::Save:
      return save();
    case UnsavedDialog::Answer::Discard:
      return true;
    case UnsavedDialog::Answer::Cancel:
      return false;
  }
  return false;
}

void FileFlow::reportFailure(const QString& what, const Diagnostics& findings) {
  Q_EMIT message({QStringLiteral("error"), QStringLiteral("%1: %2").arg(what, firstError(findings)), {}, {}});
}

void FileFlow::reportOpenFailure(const QString& path, const Diagnostics& findings) {
  if (!QFileInfo::exists(path)) bench_.settings->removeRecentFile(path);
  const QString name = QFileInfo(path).fileName();
  reportFailure(tr("Cannot open %1").arg(name.isEmpty() ? path : name), findings);
}

}  // namespace grashof
