#include "render/scene_geometry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace grashof {
namespace {

/// Three significant digits without an exponent.
std::string threeDigits(double value) {
  const double size = std::abs(value);
  if (!std::isfinite(value)) return "\xE2\x80\x93";  // nothing to say: a dash
  // The exponent of the rounded value decides: 0.9996 is 1.00, not 1.000.
  char text[64];
  const auto rounded = std::to_chars(text, text + sizeof text, size, std::chars_format::scientific, 2).ptr;
  const auto exponent = std::find(text, rounded, 'e');
  int whole = 0;
  std::from_chars(exponent + (exponent + 1 < rounded && exponent[1] == '+' ? 2 : 1), rounded, whole);
  const auto end = std::to_chars(text, text + sizeof text, size, std::chars_format::fixed, std::clamp(2 - whole, 0, 6)).ptr;
  return (value < 0 ? "\xE2\x88\x92" : "") + std::string(text, end);
}

struct Unit {
  double size;
  const char* name;
};

template <std::size_t N>
std::string withUnit(double value, const std::array<Unit, N>& units) {
  // Rounded to three digits, 999.6 is the next unit's 1.00.
  for (const Unit& unit : units)
    if (std::abs(value) < 999.5 * unit.size || &unit == &units.back()) return threeDigits(value / unit.size) + " " + unit.name;
  return {};
}

bool isPlaced(const SceneFrame& frame, int link) {
  return link >= 0 && static_cast<std::size_t>(link) < frame.linkPoses.size();
}

}  // namespace

std::optional<PlacedAxis> jointAxis(const Scene& scene, const SceneFrame& frame, int joint) {
  if (joint < 0 || joint >= static_cast<int>(scene.joints.size())) return std::nullopt;
  const SceneJoint& j = scene.joints[joint];
  if (!hasAxis(j.type) || !isPlaced(frame, j.parent)) return std::nullopt;
  const Pose X_WF = frame.linkPoses[j.parent] * j.X_PF;
  return PlacedAxis{X_WF.p, X_WF.R * j.axis_F};
}

std::optional<Vector3d> freeDirection(const Scene&, const SceneFrame& frame, const SceneClosure& closure) {
  if (closure.axes_L1.size() != 2 || !isPlaced(frame, closure.link1)) return std::nullopt;
  const Vector3d free = closure.axes_L1[0].cross(closure.axes_L1[1]);
  if (free.norm() < 1e-9) return std::nullopt;
  return frame.linkPoses[closure.link1].R * free.normalized();
}

std::optional<Vector3d> heldDirection(const Scene&, const SceneFrame& frame, const SceneClosure& closure) {
  if (closure.axes_L1.size() != 1 || !isPlaced(frame, closure.link1)) return std::nullopt;
  return frame.linkPoses[closure.link1].R * closure.axes_L1[0];
}

std::string lengthText(double metres) {
  if (metres == 0) return "0 mm";
  return withUnit(metres, std::array<Unit, 4>{{{1e-9, "nm"}, {1e-6, "\xC2\xB5m"}, {1e-3, "mm"}, {1, "m"}}});
}

std::string forceText(double newtons) {
  if (std::abs(newtons) < kForceRounding) return "0 N";
  return withUnit(newtons, std::array<Unit, 4>{{{1e-6, "\xC2\xB5N"}, {1e-3, "mN"}, {1, "N"}, {1e3, "kN"}}});
}

}  // namespace grashof
