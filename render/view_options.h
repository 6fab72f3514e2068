// render/view_options.h - what the viewport shows: layers, scales, emphasis.
#pragma once
#include <QColor>
#include <string_view>
#include <vector>

#include "core/mechanism/mechanism.h"
#include "render/travel_arc.h"

namespace grashof {

struct ViewLayers {
  bool visuals = true, collisions = false;
  bool jointAxes = false, linkFrames = false, coms = false, inertias = false;
  bool anchors = true, constraintAxes = true, forces = true;
  bool ghost = false;            ///< of the nominal pose, see setGhostFrame
  bool names = false;
  bool grid = true, shadows = true;
  bool operator==(const ViewLayers&) const = default;
};

/// A hovered loop and the like: these links keep their colour (tinted when a tint is valid), all others fade
/// towards the background.
struct ViewEmphasis {
  std::vector<int> links;        ///< empty: nothing fades
  QColor tint;
  double fade = 0.62;
  bool operator==(const ViewEmphasis&) const = default;
};

struct ViewOptions {
  ViewLayers layers;
  ElementRef selection, hovered;
  std::vector<ElementRef> alsoSelected;
  ViewEmphasis emphasis;
  double gapScale = 1;           ///< 1..1000: how much longer an open gap is drawn
  double forceScale = 1;         ///< 1: a force equal to the mechanism's weight is about its size long
  bool isForceLogarithmic = false;
  TravelArcPtr travel;           ///< null: none is known
  bool operator==(const ViewOptions&) const = default;
};

enum class StandardView { Iso, Top, Bottom, Front, Back, Right, Left };
/// "iso", "top", ...; Iso for anything else with ok = false.
StandardView standardViewFromName(std::string_view name, bool& ok);

/// Reduced: no shadows, no multisampling, a smaller id buffer; for tests and while a software renderer animates.
enum class RenderQuality { Full, Reduced };

}  // namespace grashof
