#include "app/edit_command.h"

#include <algorithm>

namespace grashof {

EditCommand::EditCommand(Document& document, const QString& text, DocumentState before, DocumentState after,
                         ChangeScope scope, int gesture)
    : QUndoCommand(text),
      document_(document),
      before_(std::move(before)),
      after_(std::move(after)),
      scope_(scope),
      gesture_(gesture) {}

void EditCommand::redo() {
  document_.adopt(after_.mechanism, scope_, after_.pose);
}

void EditCommand::undo() {
  document_.adopt(before_.mechanism, scope_, before_.pose);
}

bool EditCommand::mergeWith(const QUndoCommand* other) {
  const auto& next = static_cast<const EditCommand&>(*other);  // same id() only
  after_ = next.after_;
  scope_ = std::max(scope_, next.scope_);
  const bool isSamePose = after_.pose.size() == 0 ||
                          (before_.pose.size() == after_.pose.size() && before_.pose == after_.pose);
  setObsolete(isSamePose &&
              *before_.mechanism == *after_.mechanism);  // dragged there and back: leave no trace
  return true;
}

}  // namespace grashof
