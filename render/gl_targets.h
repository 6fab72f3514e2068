// render/gl_targets.h - the renderer's own buffers: colour, idents, shadow map.
#pragma once
#include "render/gl_functions.h"

namespace grashof {

/// Multisampled colour and depth, resolved into the window's framebuffer.
class GlColorTarget {
 public:
  /// False when the size cannot be had.
  bool resize(const GlFunctions& gl, int width, int height, int samples);
  void release(const GlFunctions& gl);
  unsigned framebuffer() const { return framebuffer_; }

 private:
  unsigned framebuffer_ = 0, color_ = 0, depth_ = 0;
  int width_ = 0, height_ = 0, samples_ = -1;
};

/// Textures of idents (RGBA16UI) and depth that the edge and outline passes read.
class GlIdentTarget {
 public:
  bool resize(const GlFunctions& gl, int width, int height);
  void release(const GlFunctions& gl);
  unsigned framebuffer() const { return framebuffer_; }
  unsigned idents() const { return idents_; }
  unsigned depths() const { return depths_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  unsigned framebuffer_ = 0, idents_ = 0, depths_ = 0;
  int width_ = 0, height_ = 0;
};

/// Square depth texture with hardware comparison; lit outside its border.
class GlShadowMap {
 public:
  bool resize(const GlFunctions& gl, int size);
  void release(const GlFunctions& gl);
  unsigned framebuffer() const { return framebuffer_; }
  unsigned texture() const { return texture_; }
  int size() const { return size_; }

 private:
  unsigned framebuffer_ = 0, texture_ = 0;
  int size_ = 0;
};

}  // namespace grashof
