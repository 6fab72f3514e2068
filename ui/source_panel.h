// ui/source_panel.h - the text that saving would write, with what it changes marked; follows the selection.
#pragma once
#include <QTimer>
#include <QWidget>

#include "core/io/text_diff.h"
#include "ui/workbench.h"

namespace grashof {

class Badge;
class ElidedLabel;
class Segment;
class SourceView;

/// A row of the view: a line of the diff, or a fold of unchanged lines.
struct SourceRow {
  DiffKind kind = DiffKind::Same;
  int oldNumber = 0, newNumber = 0;
  QString text;
  int folded = 0;  ///< lines hidden behind this row; 0: an ordinary line
};
/// All lines (removed ones left out), or only the changes with their surroundings.
std::vector<SourceRow> sourceRows(const TextDiff& diff, bool onlyChanges);

class SourcePanel : public QWidget {
  Q_OBJECT
 public:
  explicit SourcePanel(const Workbench& bench, QWidget* parent = nullptr);
  SourceView* view() const { return view_; }
  const TextDiff& diff() const { return diff_; }
  /// Line of the file as it was read.
  void showLine(int line);
  QSize minimumSizeHint() const override { return {0, 100}; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refreshLater();
  void refresh();
  void followSelection();
  const Workbench& bench_;
  SourceView* view_;
  ElidedLabel *file_, *words_;
  Badge *added_, *removed_;
  Segment* mode_;
  TextDiff diff_;
  QTimer timer_;
  bool isStale_ = true;
};

/// Line (1-based, as read) of an element's start; 0 when it was made here.
int sourceLineOf(ElementRef ref, const Mechanism& mechanism, const Analysis& analysis);

}  // namespace grashof
