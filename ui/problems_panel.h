// ui/problems_panel.h - every finding: what is wrong, why or what to do, its line, and a quick fix where
// there is one.
#pragma once
#include <QAbstractListModel>
#include <QWidget>

#include "ui/workbench.h"

class QListView;
class QPushButton;

namespace grashof {

class EmptyState;
class IconLabel;

/// Findings, worst first, then by line; a QAbstractListModel so that it can be tested without a window.
class ProblemsModel : public QAbstractListModel {
  Q_OBJECT
 public:
  using QAbstractListModel::QAbstractListModel;
  void setFindings(const Diagnostics& findings, MechanismPtr mechanism);
  const Diagnostic& finding(int row) const { return findings_[static_cast<std::size_t>(row)]; }
  const Diagnostics& findings() const { return findings_; }
  /// "Set 0.034 kg"; empty when there is no fix.
  QString fixLabel(int row) const { return fixLabels_[static_cast<std::size_t>(row)]; }
  int fixCount() const;
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  Diagnostics findings_;
  std::vector<QString> fixLabels_;
};

/// The link, joint or closure a finding speaks of.
ElementRef elementOf(const Diagnostic& finding, const Mechanism& mechanism);

class ProblemsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ProblemsPanel(const Workbench& bench, QWidget* parent = nullptr);
  ProblemsModel* model() const { return model_; }
  QListView* list() const { return list_; }
  void fix(int row);
  QSize minimumSizeHint() const override { return {0, 100}; }
  /// Findings that come from elsewhere than the document (meshes that cannot be read).
  void setExtraFindings(const Diagnostics& findings);

 Q_SIGNALS:
  void countChanged(int count);
  void lineChosen(int line);
  void packageFolderWanted();  ///< to find what package:// names

 private:
  void refresh();
  void choose(int row);
  void fixAll();
  QWidget* buildHeader();
  const Workbench& bench_;
  Diagnostics extra_;
  ProblemsModel* model_;
  QListView* list_;
  EmptyState* empty_;
  QWidget* header_;
  class QLabel* counts_[3];
  IconLabel* icons_[3];
  QPushButton* fixAll_;
};

}  // namespace grashof
