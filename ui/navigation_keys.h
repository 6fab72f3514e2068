// ui/navigation_keys.h - arrows, Home and End belong to a focused list, slider or text before they are
// shortcuts.
#pragma once
#include <QObject>

namespace grashof {

/// Installed on the application: the window's single-key shortcuts (→ one step, Home all) would otherwise
/// take the keys away from whatever is being operated.
class NavigationKeys : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace grashof
