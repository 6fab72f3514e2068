// ui/tools/tool.h - what a click, a drag and a move in the view mean while a tool is active.
#pragma once
#include <QObject>

#include "render/pick.h"
#include "render/tool_overlay.h"
#include "render/view_options.h"
#include "ui/hint_line.h"
#include "ui/widgets/toast.h"
#include "ui/workbench.h"

namespace grashof {

class Tool : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  virtual void enter() {}
  virtual void leave() {}
  virtual void hovered(const PickResult&) {}
  virtual void clicked(const PickResult&, Qt::KeyboardModifiers) {}
  virtual void dragStarted(const DragMotion&) {}
  virtual void dragMoved(const DragMotion&) {}
  virtual void dragFinished(const DragMotion&, bool /*isCancelled*/) {}
  /// Esc: true when the tool had something to give up; false leaves the tool.
  virtual bool escape() { return false; }
  /// Tab: the next of several things under the pointer; false when the tool has no use for it.
  virtual bool next() { return false; }
  /// Shift+Tab: the next of the larger things; Enter: what a click would do. False: no use for it.
  virtual bool nextGroup() { return false; }
  virtual bool confirm() { return false; }
  /// Any other key, while the view has the focus.
  virtual bool keyPressed(int /*key*/) { return false; }
  virtual bool isDragging() const { return false; }
  virtual bool drawsLoops() const { return false; }
  virtual bool dragsBodies() const { return false; }
  virtual Hint hint() const = 0;
  /// A card in the view, placed by the view area beside `cardAnchor`; null: none.
  virtual QWidget* card() const { return nullptr; }
  /// A list stands beside the rail instead of at a place.
  virtual bool isCardDocked() const { return false; }
  virtual Vector3d cardAnchor() const { return Vector3d::Zero(); }
  /// Points in World, with a label beside each, that the card must not cover; empty: the anchor will do.
  virtual std::vector<Vector3d> cardSubject() const { return {}; }

 Q_SIGNALS:
  void hintChanged();
  void overlayChanged(const grashof::ToolOverlay& overlay);
  void cardChanged();
  void activityChanged(const QString& text);  ///< for the status bar: "Dragging"
  void emphasisChanged(const grashof::ViewEmphasis& emphasis);
  void announced(const grashof::ToastText& toast);
  void done();  ///< back to the select tool
};

}  // namespace grashof
