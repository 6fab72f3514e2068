// ui/source_view.h - a read-only text with two columns of line numbers and add and delete backgrounds.
#pragma once
#include <QPlainTextEdit>
#include <vector>

#include "ui/source_panel.h"

class QSyntaxHighlighter;

namespace grashof {

class SourceView : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit SourceView(QWidget* parent = nullptr);
  void setRows(std::vector<SourceRow> rows, bool hasOldNumbers);
  const std::vector<SourceRow>& rows() const { return rows_; }
  /// Scrolls to the row with this line of the file as read and marks it.
  void markLine(int oldLine);
  int markedRow() const { return marked_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void paintGutter(QPaintEvent* event);
  int gutterWidth() const;
  void applyTheme();
  std::vector<SourceRow> rows_;
  QWidget* gutter_;
  QSyntaxHighlighter* highlighter_;
  bool hasOldNumbers_ = false;
  int marked_ = -1;
};

}  // namespace grashof
