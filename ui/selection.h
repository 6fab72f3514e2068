// ui/selection.h - what is selected and what is under the mouse, shared by tree, loops, view, inspector,
// source.
#pragma once
#include <QObject>

#include "core/mechanism/mechanism.h"

namespace grashof {

/// Indices are into the mechanism's links, joints and closures, or into the analysis' loops. Not undoable.
class Selection : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;
  ElementRef current() const { return current_; }
  ElementRef hovered() const { return hovered_; }
  void select(ElementRef ref) {
    if (ref == current_) return;
    current_ = ref;
    Q_EMIT changed();
  }
  void clear() { select({}); }
  void hover(ElementRef ref) {
    if (ref == hovered_) return;
    hovered_ = ref;
    Q_EMIT hoverChanged();
  }

 Q_SIGNALS:
  void changed();
  void hoverChanged();

 private:
  ElementRef current_, hovered_;
};

}  // namespace grashof
