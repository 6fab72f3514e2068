// render/gl_pass.h - what the passes of one picture share; included by the renderer's files only.
#pragma once
#include "render/gl_renderer.h"

namespace grashof {

struct GlRenderer::Pass {
  PictureRequest request;
  Eigen::Matrix4f viewProjection, lightMatrix;
  Eigen::Vector3f eye, viewDirection;
  double shadowTexel = 0, sceneSize = 1;
  int identWidth = 0, identHeight = 0, identScale = 1;
};

}  // namespace grashof
