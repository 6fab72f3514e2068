// render/draw_list.h - what the renderer draws, in order: flat, with colours decided.
#pragma once
#include <vector>

#include "render/scene.h"
#include "render/view_options.h"
#include "render/view_theme.h"

namespace grashof {

enum OutlineFlag : unsigned { kOutlineHovered = 1, kOutlineSelected = 2 };

struct DrawItem {
  MeshPtr mesh;
  Eigen::Matrix4f X_WG = Eigen::Matrix4f::Identity();
  Eigen::Vector4f color = Eigen::Vector4f::Ones();  ///< display colour (sRGB), alpha
  Eigen::Vector4f tint = Eigen::Vector4f::Zero();   ///< rgb, share
  bool usesFileColors = false;
  float roughness = 0.5f, fade = 0;
  unsigned link = 0, part = 0;                      ///< link: index + 1
};

struct DrawList {
  std::vector<DrawItem> solid;        ///< opaque: shadow, edges
  std::vector<DrawItem> translucent;  ///< farthest first; no shadow, no edges
  Bounds bounds;                      ///< World, of the solid items
  std::vector<std::uint8_t> outlines; ///< OutlineFlag bits per link, entry index + 1
  Bounds outlined;                    ///< World, of the links with an outline
};

DrawList makeDrawList(const Scene& scene, const SceneFrame& frame, const SceneFrame* ghost, const ViewOptions& options,
                      const ViewTheme& theme, const Eigen::Vector3d& eye_W);

/// Links that an element stands for in the view: a link itself, a joint's child, a closure's two bodies.
std::vector<int> linksOf(const Scene& scene, ElementRef element);

}  // namespace grashof
