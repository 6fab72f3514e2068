// ui/inspector/inspector_page.h - what the pages of the inspector share: sections, edits with undo, refusals.
#pragma once
#include <QWidget>

#include "ui/inspector/field_row.h"
#include "ui/widgets/section.h"
#include "ui/workbench.h"

class QVBoxLayout;

namespace grashof {

class InspectorPage : public QWidget {
  Q_OBJECT
 public:
  explicit InspectorPage(const Workbench& bench, QWidget* parent = nullptr);
  /// Index into the mechanism's vector of the page's kind (loops: into the analysis').
  void setIndex(int index);
  int index() const { return index_; }
  /// The mechanism or the model is new; called only while the index is valid.
  virtual void refresh() = 0;
  /// A new picture of the simulation; ten times a second.
  virtual void refreshLive() {}
  virtual bool isIndexValid() const = 0;

 protected:
  Section* addSection(const QString& title);
  QVBoxLayout* column() const { return column_; }
  const Mechanism& mechanism() const { return *bench_.document->mechanism(); }
  /// One undo step; on refusal the reason is shown at the top of the page and nothing changes.
  bool apply(const Edit& edit, const QString& undoText, int gesture = -1);
  const Workbench& bench_;

 private:
  QVBoxLayout* column_;
  QWidget* banner_;
  class QLabel* bannerText_;
  int index_ = -1;
};

}  // namespace grashof
