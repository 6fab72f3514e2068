// ui/inspector/joint_section.h - a section of the joint page: shows one joint, says how it is to change.
#pragma once
#include <functional>

#include "ui/inspector/number_field.h"
#include "ui/widgets/section.h"
#include "ui/workbench.h"

namespace grashof {

class JointSection : public Section {
  Q_OBJECT
 public:
  JointSection(const QString& title, const Workbench& bench, QWidget* parent = nullptr)
      : Section(title, bench.settings, parent), bench_(bench) {}
  /// `joint`: index into the document's joints.
  virtual void showJoint(int joint) = 0;

 Q_SIGNALS:
  /// One undo step "`what` NAME"; `gesture` merges a drag (-1: a step of its own).
  void edited(const QString& what, int gesture, const std::function<void(grashof::Joint&)>& set);

 protected:
  const Joint& jointAt(int joint) const {
    return bench_.document->mechanism()->joints[static_cast<std::size_t>(joint)];
  }
  const Workbench& bench_;
};

}  // namespace grashof
