// The renderer's feature edges and outlines; declared in gl_renderer.h.
#include <algorithm>

#include "render/gl_pass.h"

namespace grashof {
namespace {

constexpr double kSelectWidthPx = 2.5, kHoverWidthPx = 1.6;
constexpr double kCreaseShare = 0.55;  // of a silhouette's strength

struct PixelRect {
  int left = 0, top = 0, right = 0, bottom = 0;
};

/// Pixels that a box in World may touch; the whole picture when a corner is behind the eye.
PixelRect pixelsOf(const Bounds& bounds, const PictureRequest& request) {
  const ScreenCamera screen(request.camera, request.width, request.height);
  Eigen::Vector2d lower(1e9, 1e9), upper(-1e9, -1e9);
  for (int corner = 0; corner < 8; ++corner) {
    const Eigen::Vector3d p(corner & 1 ? bounds.upper.x() : bounds.lower.x(), corner & 2 ? bounds.upper.y() : bounds.lower.y(),
                            corner & 4 ? bounds.upper.z() : bounds.lower.z());
    if (!screen.isInFront(p)) return {0, 0, request.width, request.height};
    const Eigen::Vector2d at = screen.project(p).head<2>();
    lower = lower.cwiseMin(at);
    upper = upper.cwiseMax(at);
  }
  const double margin = 4 * request.pixelRatio;
  const auto within = [](double x, int most) { return int(std::clamp(x, 0.0, double(most))); };
  return {within(lower.x() - margin, request.width), within(lower.y() - margin, request.height),
          within(upper.x() + margin + 1, request.width), within(upper.y() + margin + 1, request.height)};
}

}  // namespace

/// Confines what follows to the pixels that a box may touch; false when there are none.
bool GlRenderer::scissorTo(const Bounds& bounds, const PictureRequest& request) const {
  if (bounds.isEmpty) return false;
  const PixelRect rect = pixelsOf(bounds, request);
  if (rect.right <= rect.left || rect.bottom <= rect.top) return false;
  gl_.Enable(GL_SCISSOR_TEST);
  gl_.Scissor(rect.left, request.height - rect.bottom, rect.right - rect.left, rect.bottom - rect.top);
  return true;
}

void GlRenderer::drawEdges(const DrawList& list, const ViewTheme& theme, const Pass& pass) {
  const PictureRequest& request = pass.request;
  if (!scissorTo(list.bounds, request)) return;
  gl_.ActiveTexture(GL_TEXTURE0);
  gl_.BindTexture(GL_TEXTURE_2D, identTarget_.idents());
  gl_.ActiveTexture(GL_TEXTURE1);
  gl_.BindTexture(GL_TEXTURE_2D, identTarget_.depths());
  gl_.BindVertexArray(emptyVertexArray_);
  edges_.bind(gl_);
  edges_.set(gl_, "idents", 0);
  edges_.set(gl_, "depths", 1);
  edges_.set(gl_, "edgeColor", theme.edge);
  edges_.set(gl_, "edgeAlpha", theme.edgeAlpha);
  edges_.set(gl_, "creaseShare", kCreaseShare);
  edges_.set(gl_, "spacing", std::max(1.0, request.pixelRatio * pass.identScale / 2));
  edges_.set(gl_, "depthStep", 2e-5);
  gl_.DrawArrays(GL_TRIANGLES, 0, 3);
  gl_.Disable(GL_SCISSOR_TEST);
  gl_.ActiveTexture(GL_TEXTURE0);
}

void GlRenderer::drawOutlines(const DrawList& list, const ViewTheme& theme, const Pass& pass) {
  const PictureRequest& request = pass.request;
  if (!scissorTo(list.outlined, request)) return;
  gl_.ActiveTexture(GL_TEXTURE1);
  gl_.BindTexture(GL_TEXTURE_2D, linkFlags_);
  gl_.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  gl_.TexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, static_cast<int>(list.outlines.size()), 1, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE,
                 list.outlines.data());
  gl_.PixelStorei(GL_UNPACK_ALIGNMENT, 4);
  gl_.ActiveTexture(GL_TEXTURE0);
  gl_.BindTexture(GL_TEXTURE_2D, identTarget_.idents());
  gl_.BindVertexArray(emptyVertexArray_);
  outline_.bind(gl_);
  outline_.set(gl_, "idents", 0);
  outline_.set(gl_, "linkFlags", 1);
  outline_.set(gl_, "selectColor", theme.select);
  outline_.set(gl_, "hoverColor", theme.hover);
  outline_.set(gl_, "selectWidth", kSelectWidthPx * request.pixelRatio * pass.identScale);
  outline_.set(gl_, "hoverWidth", kHoverWidthPx * request.pixelRatio * pass.identScale);
  gl_.DrawArrays(GL_TRIANGLES, 0, 3);
  gl_.Disable(GL_SCISSOR_TEST);
}

}  // namespace grashof
