#include "render/gl_pass.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace grashof {
namespace {

constexpr int kShadowMapSize = 4096, kShadowMapSizeSoftware = 2048;
constexpr int kSamples = 4;
constexpr double kAxisLineAlpha = 0.62;
const Eigen::Vector3d kKeyDirection = Eigen::Vector3d(0.32, -0.55, 1.05).normalized();
const QColor kShadowColor(10, 13, 20);

/// 1, 2 or 5 times a power of ten, so that about `lines` steps fit in `length`.
double niceStep(double length, double lines) {
  const double raw = std::max(length / lines, 1e-9), power = std::pow(10, std::floor(std::log10(raw)));
  for (const double m : {1.0, 2.0, 5.0})
    if (raw <= m * power * 1.0001) return m * power;
  return 10 * power;
}

Eigen::Matrix4d lightMatrixFor(const Bounds& bounds, double groundZ) {
  const Eigen::Vector3d center = (bounds.lower + bounds.upper) / 2;
  const double radius = std::max((bounds.upper - bounds.lower).norm() / 2, 1e-6) * 1.05;
  const Eigen::Vector3d back = kKeyDirection, right = Eigen::Vector3d::UnitY().cross(back).normalized(), up = back.cross(right);
  Eigen::Matrix4d V = Eigen::Matrix4d::Identity();
  V.block<1, 3>(0, 0) = right.transpose();
  V.block<1, 3>(1, 0) = up.transpose();
  V.block<1, 3>(2, 0) = back.transpose();
  V.block<3, 1>(0, 3) = -V.block<3, 3>(0, 0) * center;
  // From the nearest part to the ground below the farthest one.
  const double drop = std::max(center.z() - groundZ, 0.0) / back.z();
  const double near = -radius, far = std::max(radius, drop) + 2 * radius;
  Eigen::Matrix4d P = Eigen::Matrix4d::Identity();
  P(0, 0) = P(1, 1) = 1 / radius;
  P(2, 2) = -2 / (far - near);
  P(2, 3) = -(far + near) / (far - near);
  return P * V;
}

}  // namespace

std::string GlRenderer::initialize(const GlResolver& resolver) {
  isReady_ = false;
  if (const std::string missing = gl_.resolve(resolver); !missing.empty())
    return "OpenGL 3.3 is needed; this one has no " + missing;
  struct Source {
    GlProgram* program;
    const char *vertex, *fragment;
  };
  for (const Source& s : {Source{&part_, "part.vert", "part.frag"}, Source{&depth_, "depth.vert", "depth.frag"},
                          Source{&ident_, "ident.vert", "ident.frag"}, Source{&ground_, "ground.vert", "ground.frag"},
                          Source{&background_, "fullscreen.vert", "background.frag"},
                          Source{&edges_, "fullscreen.vert", "edges.frag"},
                          Source{&outline_, "fullscreen.vert", "outline.frag"}})
    if (const std::string problem = s.program->build(gl_, s.vertex, s.fragment); !problem.empty()) return problem;
  gl_.GenVertexArrays(1, &emptyVertexArray_);
  gl_.GenTextures(1, &linkFlags_);
  gl_.BindTexture(GL_TEXTURE_2D, linkFlags_);
  gl_.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl_.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  const auto* renderer = reinterpret_cast<const char*>(gl_.GetString(GL_RENDERER));
  isSoftware_ = renderer && (std::strstr(renderer, "llvmpipe") || std::strstr(renderer, "softpipe"));
  isReady_ = true;
  return {};
}

void GlRenderer::release() {
  if (!isReady_) return;
  for (GlProgram* p : {&part_, &depth_, &ident_, &ground_, &background_, &edges_, &outline_}) p->release(gl_);
  meshes_.release(gl_);
  colorTarget_.release(gl_);
  finished_.release(gl_);
  finishedRequest_ = {};
  identTarget_.release(gl_);
  shadowMap_.release(gl_);
  gl_.DeleteVertexArrays(1, &emptyVertexArray_);
  gl_.DeleteTextures(1, &linkFlags_);
  emptyVertexArray_ = linkFlags_ = 0;
  isReady_ = false;
}

GlRenderer::Pass GlRenderer::makePass(const DrawList& list, const PictureRequest& request) const {
  Pass pass;
  pass.request = request;
  const Camera& camera = request.camera;
  const double aspect = double(request.width) / request.height;
  pass.viewProjection = (camera.projectionMatrix(aspect) * camera.viewMatrix()).cast<float>();
  pass.eye = camera.eye().cast<float>();
  pass.viewDirection = camera.isOrthographic ? camera.forward().cast<float>().eval() : Eigen::Vector3f::Zero().eval();
  pass.lightMatrix = Eigen::Matrix4f::Identity();
  const bool isFull = request.quality == RenderQuality::Full;
  if (!list.bounds.isEmpty) {
    pass.sceneSize = std::max((list.bounds.upper - list.bounds.lower).norm(), 1e-6);
    pass.lightMatrix = lightMatrixFor(list.bounds, request.groundZ).cast<float>();
    if (isFull && request.hasShadows) pass.shadowTexel = 1.0 / (isSoftware_ ? kShadowMapSizeSoftware : kShadowMapSize);
  }
  pass.identScale = isFull ? 2 : 1;
  pass.identWidth = request.width * pass.identScale;
  pass.identHeight = request.height * pass.identScale;
  return pass;
}

bool GlRenderer::isUpToDate(const PictureRequest& request) const {
  const PictureRequest& last = finishedRequest_;
  return request.contentRevision != 0 && request.contentRevision == last.contentRevision && request.camera == last.camera &&
         request.width == last.width && request.height == last.height && request.pixelRatio == last.pixelRatio &&
         request.quality == last.quality && request.hasGrid == last.hasGrid && request.hasShadows == last.hasShadows &&
         request.groundZ == last.groundZ;
}

void GlRenderer::draw(const DrawList& list, const ViewTheme& theme, const PictureRequest& request) {
  if (!isReady_ || request.width <= 0 || request.height <= 0) return;
  const Pass pass = makePass(list, request);
  gl_.Disable(GL_SCISSOR_TEST);
  // Hovering changes outlines only: the finished picture and the idents of the last time still hold.
  if (!isUpToDate(request)) {
    finishedRequest_.contentRevision = 0;
    if (!finished_.resize(gl_, request.width, request.height, 0)) return;
    drawContent(list, theme, pass);
    finishedRequest_ = request;
  }
  gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, finished_.framebuffer());
  gl_.BindFramebuffer(GL_DRAW_FRAMEBUFFER, request.framebuffer);
  gl_.BlitFramebuffer(0, 0, request.width, request.height, 0, 0, request.width, request.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  gl_.BindFramebuffer(GL_FRAMEBUFFER, request.framebuffer);
  gl_.Viewport(0, 0, request.width, request.height);
  gl_.Disable(GL_DEPTH_TEST);
  gl_.Enable(GL_BLEND);
  gl_.BlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  drawOutlines(list, theme, pass);
  gl_.Disable(GL_BLEND);
  gl_.BindVertexArray(0);
  gl_.UseProgram(0);
}

void GlRenderer::drawContent(const DrawList& list, const ViewTheme& theme, const Pass& pass) {
  const PictureRequest& request = pass.request;
  meshes_.prune(gl_, list);
  gl_.Enable(GL_DEPTH_TEST);
  gl_.DepthFunc(GL_LESS);
  gl_.DepthMask(GL_TRUE);
  gl_.Disable(GL_BLEND);
  if (pass.shadowTexel > 0) drawShadowMap(list, pass);
  drawIdents(list, pass);

  const int samples = request.quality == RenderQuality::Full ? kSamples : 0;
  const bool isMultisampled = samples > 0 && colorTarget_.resize(gl_, request.width, request.height, samples);
  gl_.BindFramebuffer(GL_FRAMEBUFFER, (isMultisampled ? colorTarget_ : finished_).framebuffer());
  gl_.Viewport(0, 0, request.width, request.height);
  const QColor clear = theme.backgroundBottom;
  gl_.ClearColor(float(clear.redF()), float(clear.greenF()), float(clear.blueF()), 1);
  gl_.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  gl_.DepthMask(GL_FALSE);
  drawBackground(theme);
  gl_.Enable(GL_BLEND);
  // Alpha stays 1: the window system must not see through the view.
  gl_.BlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  drawGround(theme, pass);
  gl_.DepthMask(GL_TRUE);
  gl_.Disable(GL_BLEND);
  drawItems(list.solid, theme, pass);
  if (!list.translucent.empty()) {
    // Depth first, then colour on the nearest surface only: a ghost made of overlapping shapes has one even tone.
    gl_.ColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    drawItems(list.translucent, theme, pass);
    gl_.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl_.Enable(GL_BLEND);
    gl_.DepthFunc(GL_LEQUAL);
    gl_.DepthMask(GL_FALSE);
    drawItems(list.translucent, theme, pass);
    gl_.DepthFunc(GL_LESS);
  }
  gl_.Enable(GL_BLEND);
  if (isMultisampled) {
    gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, colorTarget_.framebuffer());
    gl_.BindFramebuffer(GL_DRAW_FRAMEBUFFER, finished_.framebuffer());
    gl_.BlitFramebuffer(0, 0, request.width, request.height, 0, 0, request.width, request.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl_.BindFramebuffer(GL_FRAMEBUFFER, finished_.framebuffer());
  }
  gl_.Disable(GL_DEPTH_TEST);
  drawEdges(list, theme, pass);
  gl_.DepthMask(GL_TRUE);
}

void GlRenderer::drawShadowMap(const DrawList& list, const Pass& pass) {
  if (!shadowMap_.resize(gl_, static_cast<int>(std::lround(1 / pass.shadowTexel)))) return;
  gl_.BindFramebuffer(GL_FRAMEBUFFER, shadowMap_.framebuffer());
  gl_.Viewport(0, 0, shadowMap_.size(), shadowMap_.size());
  gl_.Clear(GL_DEPTH_BUFFER_BIT);
  gl_.Enable(GL_POLYGON_OFFSET_FILL);
  gl_.PolygonOffset(1.5f, 2.f);
  depth_.bind(gl_);
  depth_.set(gl_, "viewProjection", pass.lightMatrix);
  for (const DrawItem& item : list.solid) {
    depth_.set(gl_, "model", item.X_WG);
    meshes_.draw(gl_, item.mesh);
  }
  gl_.Disable(GL_POLYGON_OFFSET_FILL);
}

void GlRenderer::drawIdents(const DrawList& list, const Pass& pass) {
  if (!identTarget_.resize(gl_, pass.identWidth, pass.identHeight)) return;
  gl_.BindFramebuffer(GL_FRAMEBUFFER, identTarget_.framebuffer());
  gl_.Viewport(0, 0, pass.identWidth, pass.identHeight);
  const GLuint nothing[4] = {0, 0, 0, 0};
  gl_.ClearBufferuiv(GL_COLOR, 0, nothing);
  gl_.Clear(GL_DEPTH_BUFFER_BIT);
  ident_.bind(gl_);
  ident_.set(gl_, "viewProjection", pass.viewProjection);
  for (const auto* items : {&list.solid, &list.translucent})
    for (const DrawItem& item : *items) {
      if (item.link == 0) continue;  // a ghost has no edges
      ident_.set(gl_, "model", item.X_WG);
      ident_.set(gl_, "link", item.link);
      ident_.set(gl_, "part", item.part);
      meshes_.draw(gl_, item.mesh);
    }
}

void GlRenderer::drawBackground(const ViewTheme& theme) {
  gl_.BindVertexArray(emptyVertexArray_);
  background_.bind(gl_);
  background_.set(gl_, "top", theme.backgroundTop);
  background_.set(gl_, "bottom", theme.backgroundBottom);
  gl_.DrawArrays(GL_TRIANGLES, 0, 3);
}

void GlRenderer::drawGround(const ViewTheme& theme, const Pass& pass) {
  const PictureRequest& request = pass.request;
  if (!request.hasGrid && pass.shadowTexel <= 0) return;
  gl_.ActiveTexture(GL_TEXTURE0);
  gl_.BindTexture(GL_TEXTURE_2D, shadowMap_.texture());
  gl_.BindVertexArray(emptyVertexArray_);
  ground_.bind(gl_);
  const double share = request.hasGrid ? 1 : 0;
  const Camera& camera = request.camera;
  ground_.set(gl_, "viewProjection", pass.viewProjection);
  ground_.set(gl_, "lightMatrix", pass.lightMatrix);
  ground_.set(gl_, "shadowMap", 0);
  ground_.set(gl_, "shadowTexel", pass.shadowTexel);
  ground_.set(gl_, "center", Eigen::Vector3f(float(camera.target.x()), float(camera.target.y()), float(request.groundZ)));
  ground_.set(gl_, "extent", camera.distance * 4.5);
  ground_.set(gl_, "minorStep", niceStep(camera.heightAtTarget(), 8));
  ground_.set(gl_, "lineWidth", request.pixelRatio);
  ground_.set(gl_, "minorColor", theme.gridMinor);
  ground_.set(gl_, "majorColor", theme.gridMajor);
  ground_.set(gl_, "xColor", theme.axisX);
  ground_.set(gl_, "yColor", theme.axisY);
  ground_.set(gl_, "shadowColor", kShadowColor);
  ground_.set(gl_, "minorAlpha", share * theme.gridMinorAlpha);
  ground_.set(gl_, "majorAlpha", share * theme.gridMajorAlpha);
  ground_.set(gl_, "axisAlpha", share * kAxisLineAlpha);
  ground_.set(gl_, "shadowAlpha", theme.shadowAlpha);
  gl_.DrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void GlRenderer::drawItems(const std::vector<DrawItem>& items, const ViewTheme& theme, const Pass& pass) {
  if (items.empty()) return;
  gl_.ActiveTexture(GL_TEXTURE0);
  gl_.BindTexture(GL_TEXTURE_2D, shadowMap_.texture());
  part_.bind(gl_);
  part_.set(gl_, "viewProjection", pass.viewProjection);
  part_.set(gl_, "lightMatrix", pass.lightMatrix);
  part_.set(gl_, "normalOffset", 0.0016 * pass.sceneSize);
  part_.set(gl_, "eye", pass.eye);
  part_.set(gl_, "viewDirection", pass.viewDirection);
  part_.set(gl_, "shadowMap", 0);
  part_.set(gl_, "shadowTexel", pass.shadowTexel);
  part_.set(gl_, "keyDirection", Eigen::Vector3f(kKeyDirection.cast<float>()));
  part_.set(gl_, "key", theme.key);
  part_.set(gl_, "exposure", theme.exposure);
  part_.set(gl_, "sky", theme.ambientSky);
  part_.set(gl_, "ground", theme.ambientGround);
  part_.set(gl_, "groundZ", pass.request.groundZ);
  part_.set(gl_, "sceneSize", pass.sceneSize);
  const QColor &top = theme.backgroundTop, &bottom = theme.backgroundBottom;
  part_.set(gl_, "backgroundColor", QColor((top.red() + bottom.red()) / 2, (top.green() + bottom.green()) / 2,
                                           (top.blue() + bottom.blue()) / 2));
  for (const DrawItem& item : items) {
    part_.set(gl_, "model", item.X_WG);
    part_.set(gl_, "baseColor", item.color);
    part_.set(gl_, "tint", item.tint);
    part_.set(gl_, "useFileColor", item.usesFileColors ? 1.0 : 0.0);
    part_.set(gl_, "roughness", double(item.roughness));
    part_.set(gl_, "fade", double(item.fade));
    meshes_.draw(gl_, item.mesh);
  }
}

void GlRenderer::readPixels(unsigned framebuffer, int width, int height, unsigned char* rgba) const {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  gl_.PixelStorei(GL_PACK_ALIGNMENT, 4);
  std::vector<unsigned char> rows(static_cast<std::size_t>(width) * height * 4);
  gl_.ReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
  const std::size_t stride = static_cast<std::size_t>(width) * 4;
  for (int y = 0; y < height; ++y) std::copy_n(rows.data() + stride * (height - 1 - y), stride, rgba + stride * y);
}

}  // namespace grashof
