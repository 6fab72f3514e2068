// render/headless_gl.h - an OpenGL context without window, display or Qt's platform: EGL, surfaceless.
#pragma once
#include <memory>
#include <string>

#include "render/gl_functions.h"

namespace grashof {

/// Current on the creating thread from create() until destruction.
class HeadlessGl {
 public:
  /// Null and `problem` when there is no EGL with OpenGL 3.3 (a driver is missing).
  static std::unique_ptr<HeadlessGl> create(std::string& problem);
  ~HeadlessGl();
  HeadlessGl(const HeadlessGl&) = delete;
  HeadlessGl& operator=(const HeadlessGl&) = delete;

  static void* address(const char* function);

 private:
  HeadlessGl() = default;
  void* display_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace grashof
