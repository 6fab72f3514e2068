// ui/inspector/mimic_export_section.h - a loop as mimics for readers without loops, its error stated first.
#pragma once
#include "ui/widgets/section.h"
#include "ui/workbench.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace grashof {

class MimicExportSection : public Section {
  Q_OBJECT
 public:
  explicit MimicExportSection(const Workbench& bench, QWidget* parent = nullptr);
  /// Index into the analysis' loops.
  void showLoop(int loop);
  void fitNow();

 Q_SIGNALS:
  /// `fit` is of the document's model as it is now.
  void exportRequested(const grashof::MimicFit& fit);

 private:
  void forget();
  const Workbench& bench_;
  MimicFit fit_;
  int loop_ = -1;
  QComboBox* driver_;
  QLabel* words_;
  QPushButton *fitButton_, *exportButton_;
};

}  // namespace grashof
