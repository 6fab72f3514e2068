// ui/inspector/closure_place.h - where a closure is: its anchor in three frames, and its held axes.
#pragma once
#include "ui/inspector/closure_section.h"
#include "ui/inspector/vector_field.h"

namespace grashof {

class FieldRow;
class Segment;

class ClosureAnchorSection : public ClosureSection {
  Q_OBJECT
 public:
  explicit ClosureAnchorSection(const Workbench& bench, QWidget* parent = nullptr);
  void refreshLive() override;

 protected:
  void refresh() override;

 private:
  enum class AnchorFrame { Body1, Body2, World };
  void showAnchor();
  Segment* frame_;
  VectorField* anchor_;
};

class ClosureAxesSection : public ClosureSection {
  Q_OBJECT
 public:
  explicit ClosureAxesSection(const Workbench& bench, QWidget* parent = nullptr);

 protected:
  void refresh() override;

 private:
  QString problemOf(int axis, const Vector3d& v) const;
  VectorField* axes_[2];
  FieldRow* rows_[2];
};

}  // namespace grashof
