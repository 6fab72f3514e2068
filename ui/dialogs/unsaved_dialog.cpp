#include "ui/dialogs/unsaved_dialog.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace grashof {

UnsavedDialog::UnsavedDialog(const QString& title, int places, bool keepsBackup, QWidget* parent)
    : QDialog(parent) {
  setObjectName(QStringLiteral("UnsavedDialog"));
  setWindowTitle(tr("Unsaved changes"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(20, 18, 20, 18);
  column->setSpacing(8);
  auto* question = new QLabel(tr("Save changes to %1?").arg(title));
  question->setObjectName(QStringLiteral("DialogTitle"));
  column->addWidget(question);
  QString detail = places == 1 ? tr("1 place changes.") : tr("%1 places change.").arg(places);
  if (keepsBackup) detail += u' ' + tr("The old file is kept as a backup.");
  auto* text = new QLabel(detail);
  text->setProperty("role", QStringLiteral("label"));
  column->addWidget(text);
  column->addSpacing(8);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  const auto add = [&](const QString& name, const QString& label, Answer answer) {
    auto* button = new QPushButton(label);
    button->setObjectName(name);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, answer] {
      answer_ = answer;
      answer == Answer::Cancel ? reject() : accept();
    });
    row->addWidget(button);
    return button;
  };
  add(QStringLiteral("DontSave"), tr("Don't save"), Answer::Discard);
  row->addStretch(1);
  row->addSpacing(80);
  add(QStringLiteral("Cancel"), tr("Cancel"), Answer::Cancel);
  QPushButton* save = add(QStringLiteral("Save"), tr("Save"), Answer::Save);
  save->setProperty("primary", true);
  save->setDefault(true);
  save->setFocus();
  column->addLayout(row);
  setFixedSize(sizeHint());
}

}  // namespace grashof
