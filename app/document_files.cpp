// Saving, and what lies on disk.
#include <QFileInfo>

#include "app/document.h"
#include "core/io/atomic_file.h"
#include "core/io/urdf_writer.h"

namespace grashof {

std::string Document::textToSave() const {
  return writeUrdf(*mechanism_);
}

Diagnostics Document::save() {
  if (!filePath_.isEmpty()) return saveAs(filePath_);
  Diagnostic d;
  d.code = "no-file-name";
  d.message = "The document has no file name yet.";
  d.hint = "Save it under a name.";
  return {d};
}

Diagnostics Document::saveAs(const QString& path) {
  std::string text = textToSave();
  const QString absolute = QFileInfo(path).absoluteFilePath();
  Diagnostics findings = saveFileAtomically(absolute.toStdString(), text);
  if (hasErrors(findings)) return findings;
  textOnDisk_ = std::move(text);
  saved_ = mechanism_;
  if (absolute != filePath_) {
    filePath_ = absolute;
    untitledName_.clear();
  }
  Q_EMIT fileChanged();
  updateModified();
  return findings;
}

bool Document::hasChangedOnDisk() const {
  if (filePath_.isEmpty()) return false;
  const Outcome<std::string> text = readFile(filePath_.toStdString());
  return text && *text != textOnDisk_;
}

Diagnostics Document::reload() {
  if (filePath_.isEmpty()) return {};
  const Opened opened = openMechanism(filePath_.toStdString(), packageDirList(), baseMode_);
  if (!opened.build) return opened.diagnostics;
  const MechanismPtr& read = opened.build->mechanism;
  textOnDisk_ = writeUrdf(*read);
  readFindings_ = opened.readFindings;
  saved_ = read;
  const ChangeScope scope = changeScope(*mechanism_, *read);
  cache_.push_back(opened.build);
  pushEdit(read, std::max(scope, ChangeScope::Appearance), tr("Reload"), -1, VectorXd());
  Q_EMIT fileChanged();
  return opened.diagnostics;
}

}  // namespace grashof
