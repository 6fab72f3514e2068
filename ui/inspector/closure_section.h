// ui/inspector/closure_section.h - a section of the closure page: shows one closure, says how it is to
// change.
#pragma once
#include <functional>

#include "core/mechanism/edit.h"
#include "ui/widgets/section.h"
#include "ui/workbench.h"

namespace grashof {

class ClosureSection : public Section {
  Q_OBJECT
 public:
  ClosureSection(const QString& title, const Workbench& bench, QWidget* parent = nullptr)
      : Section(title, bench.settings, parent), bench_(bench) {}
  /// `closure`: index into the document's closures.
  void showClosure(int closure) {
    closure_ = closure;
    refresh();
  }
  virtual void refreshLive() {}

 Q_SIGNALS:
  /// One undo step "`what` NAME"; `gesture` merges a drag (-1: a step of its own).
  void edited(const QString& what, int gesture, const std::function<void(grashof::Closure&)>& set);
  /// An edit of several closures, as one undo step of this name.
  void applied(const grashof::Edit& edit, const QString& undoText);

 protected:
  virtual void refresh() = 0;
  const Mechanism& mechanism() const { return *bench_.document->mechanism(); }
  int index() const { return closure_; }
  const Closure& closure() const { return mechanism().closures[static_cast<std::size_t>(closure_)]; }
  QString name() const { return QString::fromStdString(displayName(closure(), closure_)); }
  /// Index into the simulated model's constraints, -1.
  int constraint() const {
    const ModelPtr model = bench_.simulation->model();
    if (!model || bench_.document->model() != model) return -1;
    for (std::size_t c = 0; c < model->constraints.size(); ++c)
      if (model->constraints[c].closure == closure_) return static_cast<int>(c);
    return -1;
  }
  const Workbench& bench_;

 private:
  int closure_ = -1;
};

}  // namespace grashof
