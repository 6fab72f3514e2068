// ui/tool_row.h - the second row: file and history, loops, the transport in the middle, layers and view.
#pragma once
#include "ui/widgets/centered_row.h"

class QToolButton;

namespace grashof {

class Actions;
struct Workbench;

class ToolRow : public CenteredRow {
  Q_OBJECT
 public:
  ToolRow(Actions* actions, const Workbench& bench, QWidget* parent = nullptr);
  /// The window hangs the layers popover on it.
  QToolButton* layersButton() const { return layers_; }

 private:
  void buildTransport(Actions* actions);
  void showRunning(bool isRunning);
  void showSpeed(double factor);
  void chooseSpeed();
  const Workbench& bench_;
  QToolButton *run_, *speed_, *layers_;
};

/// "1×", "0.1×", "max" for a speed factor (0: as fast as possible).
QString speedText(double factor);

}  // namespace grashof
