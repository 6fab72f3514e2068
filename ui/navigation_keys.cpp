#include "ui/navigation_keys.h"

#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QComboBox>
#include <QKeyEvent>
#include <QPlainTextEdit>

namespace grashof {

bool NavigationKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return QObject::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  const bool isNavigation = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right ||
                            key->key() == Qt::Key_Up || key->key() == Qt::Key_Down ||
                            key->key() == Qt::Key_Home || key->key() == Qt::Key_End;
  const bool navigates = qobject_cast<QAbstractItemView*>(watched) ||
                         qobject_cast<QAbstractSlider*>(watched) || qobject_cast<QComboBox*>(watched) ||
                         qobject_cast<QPlainTextEdit*>(watched);
  if (isNavigation && navigates && key->modifiers() == Qt::NoModifier) {
    event->accept();
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace grashof
