// ui/file_flow.h - opening, saving and closing files with the questions that belong to them.
#pragma once
#include <QObject>

#include "ui/widgets/toast.h"
#include "ui/workbench.h"

class QWidget;

namespace grashof {

class FileFlow : public QObject {
  Q_OBJECT
 public:
  FileFlow(const Workbench& bench, QWidget* window);

  void chooseAndOpen();
  void open(const QString& path);
  /// An example opens as an untitled copy.
  void openCopy(const QString& path, const QString& title);
  bool save();
  bool saveAs();
  /// A copy that RaiSim loads: cut joints become closures.
  void exportRaisim();
  /// Asks where to, and writes the file with these mimics instead of their loops.
  void exportMimics(const grashof::MimicFit& fit);
  void reload();
  void close();
  /// Asks for the folder of a package that was not found.
  void locatePackage();
  /// Looks for package:// in this folder, too: remembered, and the file is read again.
  void usePackageFolder(const QString& folder);
  /// True when nothing would be lost, or the person has saved or given up the changes.
  bool mayDiscard();

 Q_SIGNALS:
  void message(const grashof::ToastText& toast);

 private:
  void exportText(const Outcome<std::string>& text, const QString& title, const QString& ending);
  void reportFailure(const QString& what, const Diagnostics& findings);
  void reportOpenFailure(const QString& path, const Diagnostics& findings);
  const Workbench& bench_;
  QWidget* window_;
};

}  // namespace grashof
