// app/main/render_command.h - the render command's picture, drawn by the viewport's renderer.
#pragma once
#include "app/build.h"
#include "app/command_line.h"

namespace grashof {

/// Needs no display: fonts come from Qt's offscreen platform, OpenGL from a surfaceless context.
Diagnostics renderToFile(const Build& build, const VectorXd& pose, const RenderRequest& request);

}  // namespace grashof
