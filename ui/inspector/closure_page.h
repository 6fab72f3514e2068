// ui/inspector/closure_page.h - a loop closure: state, kind, bodies, anchor, held axes.
#pragma once
#include <functional>

#include "ui/inspector/inspector_page.h"
#include "ui/inspector/number_field.h"
#include "ui/inspector/vector_field.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace grashof {

class Badge;
class Segment;

class ClosurePage : public InspectorPage {
  Q_OBJECT
 public:
  ClosurePage(const Workbench& bench, QAction* removeAction, QWidget* parent = nullptr);
  void refresh() override;
  void refreshLive() override;
  bool isIndexValid() const override;

 private:
  enum class AnchorFrame { Body1, Body2, World };
  void buildState();
  void buildKind();
  void buildBodies();
  void buildAnchor();
  void buildAxes();
  void buildDisplay(QAction* removeAction);
  void chooseKind(int choice);
  void chooseBody(bool isFirst, const QString& name);
  void swapBodies();
  void showAnchor();
  void change(const QString& what, int gesture, const std::function<void(Closure&)>& set);
  int constraint() const;  ///< index into the simulated model's constraints, -1
  const Closure& closure() const { return mechanism().closures[static_cast<std::size_t>(index())]; }
  Badge* badge_;
  LiveValue *gap_, *force_, *rank_;
  Segment *kind_, *anchorFrame_;
  QLabel* reason_;
  QComboBox *body1_, *body2_;
  FieldRow* bodyRow_;
  VectorField *anchor_, *axes_[2];
  FieldRow* axisRows_[2];
  Section* axesSection_;
  QPushButton* addAxis_;

 Q_SIGNALS:
  void gapScaleChanged(double factor);
};

/// What a kind means for this loop, in a sentence.
QString kindReason(const Closure& closure, bool isPlanar);

}  // namespace grashof
