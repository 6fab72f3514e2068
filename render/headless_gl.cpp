#include "render/headless_gl.h"

// Xlib's macros (None, Bool, Status ...) are not wanted here.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

#ifndef EGL_PLATFORM_SURFACELESS_MESA
#define EGL_PLATFORM_SURFACELESS_MESA 0x31DD
#endif

namespace grashof {
namespace {

/// Mesa's surfaceless platform first (works anywhere, software too), then a graphics card's device, then the default.
EGLDisplay openDisplay() {
  const auto getPlatformDisplay =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  const auto usable = [](EGLDisplay display) {
    return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) ? display : EGL_NO_DISPLAY;
  };
  if (getPlatformDisplay) {
    if (EGLDisplay d = usable(getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr))) return d;
    const auto queryDevices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    EGLDeviceEXT devices[8];
    EGLint count = 0;
    if (queryDevices && queryDevices(8, devices, &count))
      for (int i = 0; i < count; ++i)
        if (EGLDisplay d = usable(getPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr))) return d;
  }
  return usable(eglGetDisplay(EGL_DEFAULT_DISPLAY));
}

}  // namespace

std::unique_ptr<HeadlessGl> HeadlessGl::create(std::string& problem) {
  std::unique_ptr<HeadlessGl> gl(new HeadlessGl);
  gl->display_ = openDisplay();
  if (!gl->display_) {
    problem = "no OpenGL without a display: EGL finds no driver (on Debian: apt-get install libegl-mesa0 libgl1-mesa-dri)";
    return nullptr;
  }
  eglBindAPI(EGL_OPENGL_API);
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  eglChooseConfig(gl->display_, wanted, &config, 1, &count);
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  gl->context_ = eglCreateContext(gl->display_, count > 0 ? config : nullptr, EGL_NO_CONTEXT, version);
  if (!gl->context_ || !eglMakeCurrent(gl->display_, EGL_NO_SURFACE, EGL_NO_SURFACE, gl->context_)) {
    problem = "this machine's driver has no OpenGL 3.3";
    return nullptr;
  }
  return gl;
}

HeadlessGl::~HeadlessGl() {
  if (!display_) return;
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (context_) eglDestroyContext(display_, context_);
  // The display is shared by the process (Qt may use it too): it is not terminated.
}

void* HeadlessGl::address(const char* function) { return reinterpret_cast<void*>(eglGetProcAddress(function)); }

}  // namespace grashof
