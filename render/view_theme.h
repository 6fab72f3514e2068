// render/view_theme.h - the colours of the viewport and its glyphs, from the design tokens.
#pragma once
#include <QColor>
#include <QFont>
#include <array>

namespace grashof {

struct ViewTheme {
  bool isDark = false;
  // Ground and light.
  QColor backgroundTop, backgroundBottom, gridMinor, gridMajor, axisX, axisY, axisZ, edge;
  QColor ambientSky, ambientGround, labelBackground, labelText, chassis, motor;
  double gridMinorAlpha = 0, gridMajorAlpha = 0, shadowAlpha = 0, edgeAlpha = 0, exposure = 1, key = 1;
  std::array<QColor, 8> links;
  // Glyphs.
  QColor anchor1, anchor2, gap, pin, rail, plane, planeFill, cut, force, axisPassive, axisActuated, limits,
      limitsFill, limitsStop, mimic, com, ghost, snap, hover, select, loop, halo;
  // Chrome that is painted in the view (pills, view cube).
  QColor surface, border, text, text2, accent, onAccent, warning, shadow;
  bool operator==(const ViewTheme&) const = default;
};

/// Reads :/grashof/style/tokens.json (grashofInitResources() first).
ViewTheme viewTheme(bool isDark);
/// The interface font at `px` logical pixels, with the tokens' fallbacks.
QFont viewFont(int px, int weight = 400);

}  // namespace grashof
