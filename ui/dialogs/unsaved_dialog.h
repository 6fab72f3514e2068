// ui/dialogs/unsaved_dialog.h - asked before work would be lost: save, give up the changes, or stay.
#pragma once
#include <QDialog>

namespace grashof {

class UnsavedDialog : public QDialog {
  Q_OBJECT
 public:
  enum class Answer { Cancel, Discard, Save };
  /// `places`: how many places of the file saving would change.
  UnsavedDialog(const QString& title, int places, bool keepsBackup, QWidget* parent = nullptr);
  Answer answer() const { return answer_; }

 private:
  Answer answer_ = Answer::Cancel;
};

}  // namespace grashof
