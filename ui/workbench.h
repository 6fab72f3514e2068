// ui/workbench.h - what every panel of one window works on.
#pragma once
#include "app/document.h"
#include "app/settings.h"
#include "app/sim_controller.h"
#include "app/travel_finder.h"
#include "ui/selection.h"

namespace grashof {

/// Owned by the window; outlives the panels.
struct Workbench {
  Document* document = nullptr;
  SimController* simulation = nullptr;
  Selection* selection = nullptr;
  Settings* settings = nullptr;
  TravelFinder* travel = nullptr;
};

}  // namespace grashof
