// app/edit_command.h - the undo step.
#pragma once
#include <QUndoCommand>

#include "app/document.h"

namespace grashof {

/// What an undo step swaps: the immutable mechanism, and the pose that belongs to it; an empty pose is carried
/// over by joint name.
struct DocumentState {
  MechanismPtr mechanism;
  VectorXd pose;
};

/// The only QUndoCommand of the app: swaps immutable descriptions, so undo is exact by construction and can
/// be tested without knowing the edit.
class EditCommand final : public QUndoCommand {
 public:
  /// `gesture` is one mouse drag or spin-box burst; -1 never merges.
  EditCommand(Document& document, const QString& text, DocumentState before, DocumentState after,
              ChangeScope scope, int gesture = -1);
  int id() const override { return gesture_; }
  void redo() override;
  void undo() override;
  bool mergeWith(const QUndoCommand* other) override;

 private:
  Document& document_;
  DocumentState before_, after_;
  ChangeScope scope_;
  int gesture_;
};

}  // namespace grashof
