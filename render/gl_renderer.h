// render/gl_renderer.h - draws a DrawList with OpenGL 3.3 core; works on software renderers.
#pragma once
#include <string>

#include "render/camera.h"
#include "render/draw_list.h"
#include "render/gl_mesh_store.h"
#include "render/gl_program.h"
#include "render/gl_targets.h"

namespace grashof {

/// Where and how one picture is drawn.
struct PictureRequest {
  Camera camera;
  int width = 0, height = 0;     ///< device px
  double pixelRatio = 1;
  unsigned framebuffer = 0;      ///< receives the picture
  RenderQuality quality = RenderQuality::Full;
  bool hasGrid = true, hasShadows = true;
  double groundZ = 0;            ///< m
  /// Changes with everything but the outlines and the fields above; 0: always draw anew.
  std::uint64_t contentRevision = 0;
};

/// All calls with the same context current. Not copyable.
class GlRenderer {
 public:
  GlRenderer() = default;
  GlRenderer(const GlRenderer&) = delete;
  GlRenderer& operator=(const GlRenderer&) = delete;

  /// Why the context cannot be used; empty when it can.
  std::string initialize(const GlResolver& resolver);
  void release();
  bool isReady() const { return isReady_; }
  /// Whether pictures are computed by the CPU (llvmpipe): then they cost 0.1 s and more.
  bool isSoftware() const { return isSoftware_; }

  void draw(const DrawList& list, const ViewTheme& theme, const PictureRequest& request);
  /// RGBA, top row first, from the bound request's framebuffer.
  void readPixels(unsigned framebuffer, int width, int height, unsigned char* rgba) const;
  void finish() const { gl_.Finish(); }
  const GlFunctions& functions() const { return gl_; }

 private:
  struct Pass;  // matrices and sizes of the picture being drawn
  bool isUpToDate(const PictureRequest& request) const;
  void drawContent(const DrawList& list, const ViewTheme& theme, const Pass& pass);
  Pass makePass(const DrawList& list, const PictureRequest& request) const;
  void drawShadowMap(const DrawList& list, const Pass& pass);
  void drawIdents(const DrawList& list, const Pass& pass);
  void drawBackground(const ViewTheme& theme);
  void drawGround(const ViewTheme& theme, const Pass& pass);
  void drawItems(const std::vector<DrawItem>& items, const ViewTheme& theme, const Pass& pass);
  bool scissorTo(const Bounds& bounds, const PictureRequest& request) const;
  void drawEdges(const DrawList& list, const ViewTheme& theme, const Pass& pass);
  void drawOutlines(const DrawList& list, const ViewTheme& theme, const Pass& pass);

  GlFunctions gl_;
  GlProgram part_, depth_, ident_, ground_, background_, edges_, outline_;
  GlMeshStore meshes_;
  GlColorTarget colorTarget_, finished_;  ///< finished_: without outlines, kept for the next picture
  GlIdentTarget identTarget_;
  GlShadowMap shadowMap_;
  PictureRequest finishedRequest_;
  unsigned emptyVertexArray_ = 0, linkFlags_ = 0;
  bool isReady_ = false, isSoftware_ = false;
};

}  // namespace grashof
