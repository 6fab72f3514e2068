// ui/dialogs/simulation_dialog.h - time step, integrator, gravity, feedback, units: live, no OK to wait for.
#pragma once
#include <QDialog>

#include "ui/workbench.h"

namespace grashof {

class SimulationDialog : public QDialog {
  Q_OBJECT
 public:
  explicit SimulationDialog(const Workbench& bench, QWidget* parent = nullptr);

 private:
  QWidget* buildStep();
  QWidget* buildUnits();
  void change(const std::function<void(StepSettings&)>& set);
  const Workbench& bench_;
};

}  // namespace grashof
