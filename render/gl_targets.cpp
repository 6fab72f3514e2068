#include "render/gl_targets.h"

namespace grashof {
namespace {

bool isComplete(const GlFunctions& gl) { return gl.CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE; }

void setFilter(const GlFunctions& gl, GLint filter) {
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
}

}  // namespace

bool GlColorTarget::resize(const GlFunctions& gl, int width, int height, int samples) {
  if (framebuffer_ && width == width_ && height == height_ && samples == samples_) return true;
  release(gl);
  gl.GenFramebuffers(1, &framebuffer_);
  gl.GenRenderbuffers(1, &color_);
  gl.GenRenderbuffers(1, &depth_);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  gl.BindRenderbuffer(GL_RENDERBUFFER, color_);
  gl.RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
  gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
  gl.BindRenderbuffer(GL_RENDERBUFFER, depth_);
  gl.RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width, height);
  gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_);
  width_ = width;
  height_ = height;
  samples_ = samples;
  return isComplete(gl);
}

void GlColorTarget::release(const GlFunctions& gl) {
  if (!framebuffer_) return;
  gl.DeleteFramebuffers(1, &framebuffer_);
  gl.DeleteRenderbuffers(1, &color_);
  gl.DeleteRenderbuffers(1, &depth_);
  framebuffer_ = color_ = depth_ = 0;
}

bool GlIdentTarget::resize(const GlFunctions& gl, int width, int height) {
  if (framebuffer_ && width == width_ && height == height_) return true;
  release(gl);
  gl.GenTextures(1, &idents_);
  gl.BindTexture(GL_TEXTURE_2D, idents_);
  gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16UI, width, height, 0, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, nullptr);
  setFilter(gl, GL_NEAREST);
  gl.GenTextures(1, &depths_);
  gl.BindTexture(GL_TEXTURE_2D, depths_);
  gl.TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, width, height, 0, GL_DEPTH_COMPONENT, GL_FLOAT, nullptr);
  setFilter(gl, GL_NEAREST);
  gl.GenFramebuffers(1, &framebuffer_);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, idents_, 0);
  gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depths_, 0);
  width_ = width;
  height_ = height;
  return isComplete(gl);
}

void GlIdentTarget::release(const GlFunctions& gl) {
  if (!framebuffer_) return;
  gl.DeleteFramebuffers(1, &framebuffer_);
  gl.DeleteTextures(1, &idents_);
  gl.DeleteTextures(1, &depths_);
  framebuffer_ = idents_ = depths_ = 0;
}

bool GlShadowMap::resize(const GlFunctions& gl, int size) {
  if (framebuffer_ && size == size_) return true;
  release(gl);
  gl.GenTextures(1, &texture_);
  gl.BindTexture(GL_TEXTURE_2D, texture_);
  gl.TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_FLOAT, nullptr);
  setFilter(gl, GL_LINEAR);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
  const float lit[4] = {1, 1, 1, 1};
  gl.TexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, lit);
  gl.GenFramebuffers(1, &framebuffer_);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture_, 0);
  const GLenum none = GL_NONE;
  gl.DrawBuffers(1, &none);
  gl.ReadBuffer(GL_NONE);
  size_ = size;
  return isComplete(gl);
}

void GlShadowMap::release(const GlFunctions& gl) {
  if (!framebuffer_) return;
  gl.DeleteFramebuffers(1, &framebuffer_);
  gl.DeleteTextures(1, &texture_);
  framebuffer_ = texture_ = 0;
}

}  // namespace grashof
